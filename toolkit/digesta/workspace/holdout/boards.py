"""Boards of sealed questions, from the committed ``holdout.json`` files alone.

No identity is needed: every clone makes the same bytes. A row is an attempt that the ladder let
through; an attempt that it held is listed with the attempt that stands. Figures are whole percents.

Ranks come from intervals, since nothing is published per question: a row is better than another
only where its whole interval lies above the other's, which is stricter than a paired test. Systems
of level ``rerun`` or ``sealed`` are ranked unless they are the maintainers'; where every category
is computable, a row is ``open`` unless it was run again: its answers could have been computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from digesta.board.boards import why_too_few
from digesta.board.specs import CATEGORY_WEIGHTING, headlines, signature_of, weighting_of
from digesta.board.usage import NOT_REPORTED, usage
from digesta.errors import Problem, StaleScoreError
from digesta.intake import organization_skeleton
from digesta.records.board import Board, Ineligible, Row, RowInputs
from digesta.records.holdout import HoldoutFigure, HoldoutScores, HoldoutTrack
from digesta.records.release import Question, Track
from digesta.records.submission import Level
from digesta.releases.data import ReleaseData
from digesta.releases.floors import tasks_of_rule
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import Rank, ranks_from
from digesta.workspace.holdout.checks import AGAIN
from digesta.workspace.holdout.ladder import PERCENT


@dataclass(frozen=True)
class PublishedScores:
    """A submission with its published scores. file: of its holdout.json, for messages."""

    submission: ScoredSubmission
    scores: HoldoutScores
    file: str

    def level(self, *, computable: bool) -> Level:
        """Return how the answers came to be: at least scored on sealed truths.

        computable: where these could have been computed, their seal says nothing of the answers.
        """
        if self.submission.level in {"open", "sealed"}:
            return "open" if computable else "sealed"
        return self.submission.level

    @property
    def organization(self) -> str:
        """Return the submitter's name as names are compared."""
        return organization_skeleton(self.submission.card.organization)

    def may_rank(self, *, computable: bool) -> bool:
        """Return whether its row may be ranked; computable: whether the board's truths are."""
        ranked = self.level(computable=computable) in {"rerun", "sealed"}
        return self.submission.role == "system" and ranked and not self.scores.maintainers


class _Place(NamedTuple):
    """What a board is about. path: the track's, or below; questions: the sealed ones."""

    track: Track
    path: str
    title: str
    metric: str
    weighting: str
    questions: list[Question]

    @property
    def computable(self) -> bool:
        """Return whether all truths of the board can be computed from published facts."""
        return all(self.track.categories[each.category].computable for each in self.questions)

    def figure(self, result: PublishedScores) -> HoldoutFigure | None:
        """Return what the place publishes of a submission; None where the ladder held it."""
        track: HoldoutTrack = result.scores.tracks[self.track.track]
        if track.attempt != result.scores.attempts:
            return None
        below = self.path.removeprefix(self.track.track)
        if below.startswith("/part/"):
            return (track.headlines or {}).get(self.metric)
        return track.categories.get(below[1:]) if below else track


def holdout_boards(
    data: ReleaseData, results: Sequence[PublishedScores], refused: Sequence[Ineligible] = ()
) -> Iterator[Board]:
    """Return every board of a release's sealed questions, per condition: tracks, categories.

    StaleScoreError for a file that was scored by another scorer than today's.
    """
    _refuse_stale(data, results)
    for track in data.manifest.tracks:
        mine = [result for result in results if track.track in result.scores.tracks]
        for condition in track.conditions:
            here = [each for each in mine if each.submission.card.condition == condition]
            held = sorted(
                [*refused, *_held_attempts(track, here)], key=lambda each: each.submission_id
            )
            for place in _places(data, track):
                pairs = [(each, figure) for each in here if (figure := place.figure(each))]
                pairs.sort(key=lambda pair: (-pair[1].percent, pair[0].scores.submission_id))
                if pairs:
                    board = _board(data, place, pairs, condition=condition, results=results)
                    yield board.model_copy(update={"ineligible": held})


def _refuse_stale(data: ReleaseData, results: Sequence[PublishedScores]) -> None:
    stale = partial(Problem, code="holdout-superseded", fix=AGAIN)
    problems = [
        stale(file=result.file, got=figures.signature, expected=expected)
        for result in results
        for track, figures in result.scores.tracks.items()
        # Intervals by older statistics stay as they were published; another scorer's scores do not.
        if _scorers(figures.signature) != _scorers(expected := _signature(data, track))
    ]
    if problems:
        raise StaleScoreError(problems)


def _scorers(signature: str) -> str:
    """Return a signature without its last part, the statistics."""
    return signature.rpartition("|")[0]


def _signature(data: ReleaseData, track: str) -> str:
    scorers = {question.scorer for question in data.holdout() if question.track == track}
    return signature_of(data.manifest, data.digest, scorers)


def _places(data: ReleaseData, track: Track) -> Iterator[_Place]:
    questions = [question for question in data.holdout() if question.track == track.track]
    for path, rule in headlines(track, "holdout").items():
        first = path == track.track
        title = track.title if first else f"{track.title}: {rule.title or rule.name}"
        counted = tasks_of_rule(track, rule)
        own = [q for q in questions if first or q.task in counted]
        yield _Place(track, path, title, rule.name, weighting_of(rule, track), own)
    for category, about in track.categories.items():
        mine = [question for question in questions if question.category == category]
        metric = " / ".join(sorted({track.tasks[question.task].metric for question in mine}))
        title = f"{track.title}: {about.title}"
        path = f"{track.track}/{category}"
        yield _Place(track, path, title, metric, CATEGORY_WEIGHTING, mine)


def _held_attempts(track: Track, results: Sequence[PublishedScores]) -> Iterator[Ineligible]:
    for result in results:
        scores, stands = result.scores, result.scores.tracks[track.track].attempt
        if stands != scores.attempts:
            attempt = f"attempt {scores.attempts} of {result.submission.card.organization}"
            why = (
                f"{attempt} does not beat its attempt {stands} by more than noise; that one stands"
            )
            yield Ineligible(submission_id=scores.submission_id, code="ladder-held", detail=why)


def _board(
    data: ReleaseData,
    place: _Place,
    pairs: Sequence[tuple[PublishedScores, HoldoutFigure]],
    *,
    condition: str,
    results: Sequence[PublishedScores],
) -> Board:
    """Make one board. pairs: its rows in order. results: of all boards, which count attempts."""
    ranks, why = _ranks(place, pairs)
    attempts: Counter[str] = Counter()
    signatures = {each.scores.tracks[place.track.track].signature for each, _ in pairs}
    for result in results:
        attempts[result.organization] = max(attempts[result.organization], result.scores.attempts)
    return Board(
        format="board/1",
        board=f"{place.path}@{condition}",
        title=place.title,
        release=data.manifest.release,
        split="holdout",
        n=len(place.questions),
        clusters=len({question.cluster_id for question in place.questions}),
        weighting=place.weighting,
        metric=place.metric,
        chance=pairs[0][1].chance / PERCENT,
        ranked=not why,
        why_unranked=why,
        interval=pairs[0][1].interval,
        signature=signatures.pop() if len(signatures) == 1 else _signature(data, place.track.track),
        inputs={"release": data.digest},
        rows=[
            _row(
                result,
                figure,
                ranks.get(i),
                attempts=attempts[result.organization],
                computable=place.computable,
            )
            for i, (result, figure) in enumerate(pairs)
        ],
    )


def _ranks(
    place: _Place, pairs: Sequence[tuple[PublishedScores, HoldoutFigure]]
) -> tuple[dict[int, Rank], str]:
    rows = [i for i, (each, _) in enumerate(pairs) if each.may_rank(computable=place.computable)]
    why = why_too_few(pairs[0][1].n, len(rows))
    if place.computable and why:
        why += "; its truths can be computed, so a row of level sealed is not ranked here"
    if why:
        return {}, why
    figures = [pairs[i][1] for i in rows]
    low = np.array([figure.low for figure in figures])
    high = np.array([figure.high for figure in figures])
    points = [Fraction(figure.percent, PERCENT) for figure in figures]
    return dict(zip(rows, ranks_from(points, low[:, None] > high[None, :]), strict=True)), ""


def _row(
    result: PublishedScores,
    figure: HoldoutFigure,
    rank: Rank | None,
    *,
    attempts: int,
    computable: bool,
) -> Row:
    card = result.submission.card
    return Row(
        submission_id=card.submission_id,
        model_name=card.model_name,
        organization=card.organization,
        role=result.submission.role,
        level=result.level(computable=computable),
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
        attempts=attempts,
    )
