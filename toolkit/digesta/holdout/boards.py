"""Boards of sealed questions, from the committed ``holdout.json`` files alone.

No identity is needed: every clone makes the same bytes. A row is an attempt that the ladder let
through; one that it held is listed with the attempt that stands. All figures are whole percents.

Ranks come from intervals, since there is nothing per question: a row is better than another only
where its interval lies above the other's whole, which is stricter than a paired test. Ranked are
systems of level ``rerun`` or ``sealed`` that are not the maintainers'; on a board whose every
category is computable a ``sealed`` row is not (its answers could have been computed).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from digesta.board import signature_of, weighting_of, why_too_few
from digesta.board.usage import NOT_REPORTED, usage
from digesta.errors import Problem, StaleScoreError
from digesta.holdout.ladder import PERCENT
from digesta.intake import organization_skeleton
from digesta.records.board import Board, Ineligible, Row, RowInputs
from digesta.records.holdout import HoldoutFigure, HoldoutScores, HoldoutTrack
from digesta.records.release import Track
from digesta.records.submission import Level
from digesta.releases.checks.floors import headline_of
from digesta.releases.reading import ReleaseData
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import Rank, ranked


@dataclass(frozen=True)
class Told:
    """A submission with what was told of it. file: of its holdout.json, for messages."""

    submission: ScoredSubmission
    scores: HoldoutScores
    file: str

    @property
    def level(self) -> Level:
        """Return how the answers came to be: at least scored on sealed truths."""
        return "sealed" if self.submission.level == "open" else self.submission.level

    def may_rank(self, *, computable: bool) -> bool:
        """Return whether row may be ranked on a board whose truths are computable, or are not."""
        levels = ("rerun",) if computable else ("rerun", "sealed")
        own = self.scores.maintainers
        return self.submission.role == "system" and self.level in levels and not own


class _Place(NamedTuple):
    """What a board is of. category: none for a whole track."""

    track: Track
    category: str
    metric: str
    weighting: str


def holdout_boards(
    data: ReleaseData, told: Sequence[Told], refused: Sequence[Ineligible] = ()
) -> Iterator[Board]:
    """Return every board of a release's sealed questions, per condition: tracks, categories.

    StaleScoreError for a file that was scored by another scorer than today's.
    """
    _refuse_stale(data, told)
    totals = _attempts(told)
    for track in data.manifest.tracks:
        for condition in track.conditions:
            here = [one for one in told if one.submission.card.condition == condition]
            here = [one for one in here if track.track in one.scores.tracks]
            for place in _places(data, track) if here else ():
                made = _board(data, place, here, condition, totals)
                if made is not None:
                    yield made.model_copy(
                        update={"ineligible": _left_out(place.track, here, refused)}
                    )


def _refuse_stale(data: ReleaseData, told: Sequence[Told]) -> None:
    problems = [
        Problem(
            code="holdout-superseded", file=one.file, got=figures.signature, expected=expected,
            fix="score it again: digesta release score-holdout SUBMISSION --identity PATH --date D",
        )
        for one in told
        for track, figures in one.scores.tracks.items()
        if figures.signature != (expected := _signature(data, track))
    ]  # fmt: skip
    if problems:
        raise StaleScoreError(problems)


def _signature(data: ReleaseData, track: str) -> str:
    scorers = {question.scorer for question in data.holdout() if question.track == track}
    return signature_of(data.manifest, data.digest, scorers)


def _attempts(told: Sequence[Told]) -> Mapping[str, int]:
    totals: dict[str, int] = {}
    for one in told:
        key = organization_skeleton(one.submission.card.organization)
        totals[key] = max(totals.get(key, 0), one.scores.attempts)
    return totals


def _places(data: ReleaseData, track: Track) -> Iterator[_Place]:
    yield _Place(track, "", track.headline, weighting_of(headline_of(track), track))
    for category in track.categories:
        metrics = {
            track.tasks[question.task].metric
            for question in data.holdout()
            if (question.track, question.category) == (track.track, category)
        }
        weighting = "mean of the category's tasks, each the mean of its questions"
        yield _Place(track, category, " / ".join(sorted(metrics)), weighting)


def _figure(told: Told, place: _Place) -> HoldoutFigure | None:
    track: HoldoutTrack = told.scores.tracks[place.track.track]
    if track.attempt != told.scores.attempts:
        return None  # the ladder held: the figures are another attempt's
    return track.categories.get(place.category) if place.category else track


def _board(
    data: ReleaseData,
    place: _Place,
    here: Sequence[Told],
    condition: str,
    totals: Mapping[str, int],
) -> Board | None:
    found = [(one, figure) for one in here if (figure := _figure(one, place)) is not None]
    if not found:
        return None
    found.sort(key=lambda pair: (-pair[1].percent, pair[0].scores.submission_id))
    ranks, why = _ranks(place, found)
    track, category = place.track, place.category
    asked = [
        one for one in data.holdout()
        if one.track == track.track and category in ("", one.category)
    ]  # fmt: skip
    title = f"{track.title}: {track.categories[category].title}" if category else track.title
    return Board(
        format="board/1",
        board=f"{track.track}{category and '/'}{category}@{condition}",
        title=title,
        release=data.manifest.release,
        split="holdout",
        n=len(asked),
        clusters=len({one.cluster_id for one in asked}),
        weighting=place.weighting,
        metric=place.metric,
        chance=found[0][1].chance / PERCENT,
        ranked=not why,
        why_unranked=why,
        interval=found[0][1].interval,
        signature=_signature(data, track.track),
        inputs={"release": data.digest},
        rows=[_row(one, figure, ranks.get(i), totals) for i, (one, figure) in enumerate(found)],
    )


def _ranks(
    place: _Place, found: Sequence[tuple[Told, HoldoutFigure]]
) -> tuple[dict[int, Rank], str]:
    computable = _computable(place)
    rows = [i for i, (one, _) in enumerate(found) if one.may_rank(computable=computable)]
    why = why_too_few(found[0][1].n, len(rows))
    if computable and why:
        why += "; its truths can be computed, so a row of level sealed is not ranked here"
    if why:
        return {}, why
    figures = [found[i][1] for i in rows]
    low = np.array([one.low for one in figures])
    high = np.array([one.high for one in figures])
    points = [Fraction(one.percent, PERCENT) for one in figures]
    placed = ranked(points, low[:, None] > high[None, :])
    return dict(zip(rows, placed, strict=True)), ""


def _computable(place: _Place) -> bool:
    """Return whether all that the board is of can be computed from published facts."""
    track = place.track
    categories = [place.category] if place.category else list(track.categories)
    return all(track.categories[one].computable for one in categories)


def _row(told: Told, figure: HoldoutFigure, rank: Rank | None, totals: Mapping[str, int]) -> Row:
    submission = told.submission.card
    return Row(
        submission_id=submission.submission_id,
        model_name=submission.model_name,
        organization=submission.organization,
        role=told.submission.role,
        level=told.level,
        score=figure.percent / PERCENT,
        low=figure.low / PERCENT,
        high=figure.high / PERCENT,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        tie_group=rank.group if rank else None,
        missing=figure.missing,
        unreadable=figure.unreadable,
        refused=NOT_REPORTED,
        metrics={},
        usage=usage([]),
        inputs=RowInputs(predictions=told.submission.predictions_sha256),
        attempts=totals[organization_skeleton(submission.organization)],
    )


def _left_out(
    track: Track, here: Sequence[Told], refused: Sequence[Ineligible]
) -> list[Ineligible]:
    held = [
        Ineligible(
            submission_id=one.scores.submission_id, code="ladder-held",
            detail=f"attempt {one.scores.attempts} of {one.submission.card.organization} does not "
            f"beat its attempt {figures.attempt} by more than noise; that one stands",
        )
        for one in here
        if (figures := one.scores.tracks[track.track]).attempt != one.scores.attempts
    ]  # fmt: skip
    return sorted([*refused, *held], key=lambda one: one.submission_id)
