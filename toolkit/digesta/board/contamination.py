"""Whether systems do better on public questions than on sealed ones, from published boards alone.

A system that saw public questions, or their answers, scores higher there. So does any system
where the public questions are easier: the median gap of the floors is next to the others. A
system is compared where it clears the floor of the public board: below, its score says nothing.
Floors that search public truths are kept from a question's own cluster, which counts
against them on public questions only: their gap, and the median, may be too low.

*Gap.* public - sealed, of one board's score on either split. Where tasks weigh the same on both
splits it is the mean, by these weights, of the gaps within tasks.

*Interval.* gap ± t·s with s² = vp + vs. A split's v is the square of the wider half of its
published interval over 1.96, and for a sealed score, a whole percent, 0.01²/12 more. t has
Welch's and Satterthwaite's degrees of freedom, s⁴ / (vp²/fp + vs²/fs), where f is the number of a
split's clusters less that of its tasks. Published intervals are wide rather than narrow, and so
are these.

*Smallest gap.* (1.96 + 0.8416)·s: shown, at 5 %, by four of five such samples.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from digesta.board.rows import FLOORS, clears
from digesta.metrics.exact import round_share
from digesta.records.analysis import BoardGaps, Contamination, SplitGap
from digesta.records.board import Board, Row
from digesta.records.release import Question
from digesta.stats.intervals import FEWEST
from digesta.stats.student import quantile

NORMAL = Fraction("1.96")
POWER = NORMAL + Fraction("0.8416")
POOLED = "every question counts the same"
_ROUNDED = Fraction(1, 100**2 * 12)
"""Variance of what rounding to a whole percent takes away."""


Tasks = Mapping[tuple[str, str], frozenset[str]]
"""The tasks of questions, by their split and by the track or category that they are under."""


class _Split(NamedTuple):
    """A board's side. free: its degrees of freedom; rounded: variance that rounding adds."""

    tasks: frozenset[str]
    free: int
    rounded: Fraction


def contamination(
    release: str, boards: Iterable[Board], questions: Sequence[Question]
) -> Contamination | None:
    """Return the gaps of boards; None where no system above a floor has scores on both splits."""
    places = {(board.split, board.board): board for board in boards}
    tasks = _tasks_under(questions)
    gaps = [
        shown
        for (split, name), sealed in sorted(places.items())
        if split == "holdout" and (public := places.get(("public", name)))
        if (shown := _board(public, sealed, tasks))
    ]
    if not gaps:
        return None
    return Contamination(format="contamination/1", release=release, boards=gaps)


def _tasks_under(questions: Iterable[Question]) -> Tasks:
    places = {(q.split, q.track, q.category, q.task) for q in questions}
    tasks: dict[tuple[str, str], set[str]] = defaultdict(set)
    for split, track, category, task in places:
        for name in (track, f"{track}/{category}"):
            tasks[split, name].add(task)
    return {key: frozenset(names) for key, names in tasks.items()}


def _board(public: Board, sealed: Board, known: Tasks) -> BoardGaps | None:
    sides = _split(public, known, Fraction(0)), _split(sealed, known, _ROUNDED)
    twins = {row.submission_id: row for row in sealed.rows}
    rows = [
        _gap((row, twins[row.submission_id]), sides)
        for row in public.rows
        if row.submission_id in twins and clears(public, row) in {"yes", ""}
    ]
    if public.metric != sealed.metric or all(row.role in FLOORS for row in rows):
        return None
    floors = [Fraction(str(row.gap)) for row in rows if row.role in FLOORS]
    tasks = sides[0].tasks
    return BoardGaps(
        board=public.board,
        public_n=public.n,
        sealed_n=sealed.n,
        same_weights=tasks == sides[1].tasks
        and public.weighting == sealed.weighting
        and (len(tasks) == 1 or public.weighting != POOLED),
        floor_gap=round_share(median(floors)) if floors else None,
        rows=sorted(rows, key=lambda row: (-row.gap, row.submission_id)),
    )


def _split(board: Board, known: Tasks, rounded: Fraction) -> _Split:
    steps = board.board.partition("@")[0].split("/")
    tasks = known.get((board.split, "/".join(steps[:2])), frozenset())
    return _Split(tasks, max(1, board.clusters - len(tasks)), rounded)


def _gap(pair: tuple[Row, Row], sides: tuple[_Split, _Split]) -> SplitGap:
    public, sealed = (Fraction(str(row.score)) for row in pair)
    ends: dict[str, float] = {}
    if all(row.low is not None for row in pair):
        variances = [_variance(row) + side.rounded for row, side in zip(pair, sides, strict=True)]
        ends = two_samples(public - sealed, variances, [side.free for side in sides])
    return SplitGap(
        submission_id=pair[0].submission_id,
        role=pair[0].role,
        public=pair[0].score,
        sealed=pair[1].score,
        gap=round_share(public - sealed),
        **ends,
    )


def two_samples(
    gap: Fraction, variances: Sequence[Fraction], free: Sequence[int]
) -> dict[str, float]:
    """Return low, high and smallest of a gap of two samples; {} where clusters are too few.

    variances, free: of each side's figure, and its degrees of freedom.
    """
    total = sum(variances, Fraction(0))
    if not total or min(free) < 1:
        return {}
    parts = (each**2 / own for each, own in zip(variances, free, strict=True))
    welch = int(total**2 / sum(parts, Fraction(0)))
    if welch < FEWEST:
        return {}
    error = Fraction(math.sqrt(total))
    half = Fraction(quantile(0.95, welch)) * error
    low, high = (min(max(end, Fraction(-1)), Fraction(1)) for end in (gap - half, gap + half))
    figures = {"low": low, "high": high, "smallest": POWER * error}
    return {name: round_share(each) for name, each in figures.items()}


def _variance(row: Row) -> Fraction:
    score, low, high = (Fraction(str(value)) for value in (row.score, row.low, row.high))
    return (max(score - low, high - score) / NORMAL) ** 2
