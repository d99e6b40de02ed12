"""Boards of sealed questions, from the committed ``holdout.json`` files alone.

No identity is needed: every clone makes the same bytes. A row is an attempt that the ladder let
through; an attempt that it held is listed with the attempt that stands. Figures are whole percents.

Ranks come from intervals, since nothing is published per question: a row is better than another
only where its whole interval lies above the other's, which is stricter than a paired test. Systems
of level ``rerun`` or ``sealed`` are ranked unless they are the maintainers'; where every category
is computable, a ``sealed`` row is not ranked (its answers could have been computed).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from digesta.board.boards import why_too_few
from digesta.board.specs import signature_of, weighting_of
from digesta.board.usage import NOT_REPORTED, usage
from digesta.errors import Problem, StaleScoreError
from digesta.holdout.checks import AGAIN
from digesta.holdout.ladder import PERCENT
from digesta.intake import organization_skeleton
from digesta.records.board import Board, Ineligible, Row, RowInputs
from digesta.records.holdout import HoldoutFigure, HoldoutScores, HoldoutTrack
from digesta.records.release import Track
from digesta.records.submission import Level
from digesta.releases.checks.floors import headline_of
from digesta.releases.reading import ReleaseData
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import Rank, ranks_from


@dataclass(frozen=True)
class PublishedScores:
    """A submission with its published scores. file: of its holdout.json, for messages."""

    submission: ScoredSubmission
    scores: HoldoutScores
    file: str

    @property
    def level(self) -> Level:
        """Return how the answers came to be: at least scored on sealed truths."""
        return "sealed" if self.submission.level == "open" else self.submission.level

    def may_rank(self, *, computable: bool) -> bool:
        """Return whether its row may be ranked; computable: whether the board's truths are."""
        levels = ("rerun",) if computable else ("rerun", "sealed")
        own = self.scores.maintainers
        return self.submission.role == "system" and self.level in levels and not own


class _Place(NamedTuple):
    """What a board is about. category: none for a whole track."""

    track: Track
    category: str
    metric: str
    weighting: str


def holdout_boards(
    data: ReleaseData, results: Sequence[PublishedScores], refused: Sequence[Ineligible] = ()
) -> Iterator[Board]:
    """Return every board of a release's sealed questions, per condition: tracks, categories.

    StaleScoreError for a file that was scored by another scorer than today's.
    """
    _refuse_stale(data, results)
    totals = _attempts(results)
    for track in data.manifest.tracks:
        for condition in track.conditions:
            here = [result for result in results if result.submission.card.condition == condition]
            here = [result for result in here if track.track in result.scores.tracks]
            for place in _places(data, track) if here else ():
                board = _board(data, place, here, condition, totals)
                if board is not None:
                    yield board.model_copy(
                        update={"ineligible": _left_out(place.track, here, refused)}
                    )


def _refuse_stale(data: ReleaseData, results: Sequence[PublishedScores]) -> None:
    stale = partial(Problem, code="holdout-superseded", fix=AGAIN)
    problems = [
        stale(file=result.file, got=figures.signature, expected=expected)
        for result in results
        for track, figures in result.scores.tracks.items()
        if figures.signature != (expected := _signature(data, track))
    ]
    if problems:
        raise StaleScoreError(problems)


def _signature(data: ReleaseData, track: str) -> str:
    scorers = {question.scorer for question in data.holdout() if question.track == track}
    return signature_of(data.manifest, data.digest, scorers)


def _attempts(results: Sequence[PublishedScores]) -> Mapping[str, int]:
    totals: dict[str, int] = {}
    for result in results:
        key = organization_skeleton(result.submission.card.organization)
        totals[key] = max(totals.get(key, 0), result.scores.attempts)
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


def _figure(result: PublishedScores, place: _Place) -> HoldoutFigure | None:
    track: HoldoutTrack = result.scores.tracks[place.track.track]
    if track.attempt != result.scores.attempts:
        return None  # the ladder held: the figures are another attempt's
    return track.categories.get(place.category) if place.category else track


def _board(
    data: ReleaseData,
    place: _Place,
    results: Sequence[PublishedScores],
    condition: str,
    totals: Mapping[str, int],
) -> Board | None:
    pairs = [(result, figure) for result in results if (figure := _figure(result, place))]
    if not pairs:
        return None
    pairs.sort(key=lambda pair: (-pair[1].percent, pair[0].scores.submission_id))
    ranks, why = _ranks(place, pairs)
    track, category = place.track, place.category
    asked = [question for question in data.holdout() if question.track == track.track]
    asked = [question for question in asked if category in ("", question.category)]
    title = f"{track.title}: {track.categories[category].title}" if category else track.title
    return Board(
        format="board/1",
        board=f"{track.track}{category and '/'}{category}@{condition}",
        title=title,
        release=data.manifest.release,
        split="holdout",
        n=len(asked),
        clusters=len({question.cluster_id for question in asked}),
        weighting=place.weighting,
        metric=place.metric,
        chance=pairs[0][1].chance / PERCENT,
        ranked=not why,
        why_unranked=why,
        interval=pairs[0][1].interval,
        signature=_signature(data, track.track),
        inputs={"release": data.digest},
        rows=[_row(*pair, ranks.get(i), totals) for i, pair in enumerate(pairs)],
    )


def _ranks(
    place: _Place, pairs: Sequence[tuple[PublishedScores, HoldoutFigure]]
) -> tuple[dict[int, Rank], str]:
    computable = _computable(place)
    rows = [i for i, (result, _) in enumerate(pairs) if result.may_rank(computable=computable)]
    why = why_too_few(pairs[0][1].n, len(rows))
    if computable and why:
        why += "; its truths can be computed, so a row of level sealed is not ranked here"
    if why:
        return {}, why
    figures = [pairs[i][1] for i in rows]
    low = np.array([figure.low for figure in figures])
    high = np.array([figure.high for figure in figures])
    points = [Fraction(figure.percent, PERCENT) for figure in figures]
    placed = ranks_from(points, low[:, None] > high[None, :])
    return dict(zip(rows, placed, strict=True)), ""


def _computable(place: _Place) -> bool:
    """Return whether all truths of the board can be computed from published facts."""
    track = place.track
    categories = [place.category] if place.category else list(track.categories)
    return all(track.categories[category].computable for category in categories)


def _row(
    result: PublishedScores, figure: HoldoutFigure, rank: Rank | None, totals: Mapping[str, int]
) -> Row:
    submission = result.submission.card
    return Row(
        submission_id=submission.submission_id,
        model_name=submission.model_name,
        organization=submission.organization,
        role=result.submission.role,
        level=result.level,
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
        inputs=RowInputs(predictions=result.submission.predictions_sha256),
        attempts=totals[organization_skeleton(submission.organization)],
    )


def _left_out(
    track: Track, results: Sequence[PublishedScores], refused: Sequence[Ineligible]
) -> list[Ineligible]:
    held = []
    for result in results:
        scores, stands = result.scores, result.scores.tracks[track.track].attempt
        if stands != scores.attempts:
            tried = f"attempt {scores.attempts} of {result.submission.card.organization}"
            why = f"{tried} does not beat its attempt {stands} by more than noise; that one stands"
            name = scores.submission_id
            held.append(Ineligible(submission_id=name, code="ladder-held", detail=why))
    return sorted([*refused, *held], key=lambda row: row.submission_id)
