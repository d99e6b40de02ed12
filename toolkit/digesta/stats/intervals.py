"""Intervals of 95 %: Wilson for a plain proportion, else the wider of two for everything.

``wilson/1``: every question is right or wrong, counts the same, and shares its source with no
other. Wilson 1927; Brown, Cai and DasGupta 2001.

``bootstrap/1``: at each end the wider of (a) the percentile interval of the stratified cluster
bootstrap and (b) MOVER-Wilson, which combines the Wilson intervals of the strata as Zou and
Donner 2008 do (method of variance estimates recovery). (a) alone claims [1, 1] for a perfect
score on twelve questions; (b) alone misses what graded credits or few large clusters add.

In (b) a mean credit is treated as a proportion, which is conservative: nothing on [0, 1] with that
mean varies more. The number of clusters stands for the number of questions, as if the questions
of a cluster were a single question; where few clusters hold most questions even that may be too
many, and (a) sees it.

Percentiles are order statistics, never interpolated. Ends are rounded half-even to nine decimals
and always hold the published score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from digesta.metrics.exact import round_share
from digesta.stats.draws import Ints, Layout
from digesta.stats.replicates import MICRO, Replicates, stratum_weights

LEVEL = "0.95"
"""The level of every interval, as boards write it."""

Z = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution (OEIS A220510), as a double."""

Method = Literal["wilson/1", "bootstrap/1"]


class Interval(NamedTuple):
    """Two ends in [0, 1], low <= high, of nine decimals."""

    low: float
    high: float


class Intervals(NamedTuple):
    """How the intervals of a board were made, and one for each submission."""

    method: Method
    intervals: tuple[Interval, ...]


class WeightedPart(NamedTuple):
    """What a score is the weighted sum of: a task's share in [0, 1], seen on some clusters."""

    weight: Fraction
    share: Fraction
    clusters: int


def interval_for(
    credits_micro: Ints,
    weights: Sequence[Fraction],
    layout: Layout,
    *,
    points: Sequence[Fraction],
    replicates: Replicates,
    proportion: bool,
) -> Intervals:
    """Return the intervals of a board whose score is linear in credit, all by one method.

    credits_micro, weights, layout, replicates: arguments and result of ``bootstrap_means``.
    points: the exact scores, in [0, 1]; each lies in its interval. proportion: whether every
    credit of a real submission is 0 or 1.
    """
    by_stratum = stratum_weights(weights, layout)
    if proportion and layout.singletons and len(set(weights)) == 1:
        # An adversary that draws enters by its expectation: its mean credit is a share too.
        sums = credits_micro.sum(axis=0, dtype=np.int64).tolist()
        ends = (_ends(*_wilson(Fraction(total, layout.n * MICRO), layout.n)) for total in sums)
        return Intervals("wilson/1", tuple(map(_cover, points, ends)))
    sums = layout.by_stratum(layout.fold(credits_micro)).T.tolist()
    questions = layout.by_stratum(layout.sizes).tolist()
    clusters = np.diff(layout.starts).tolist()
    parts = [
        [
            WeightedPart(weight, Fraction(total, n * MICRO), drawn)
            for weight, total, n, drawn in zip(by_stratum, row, questions, clusters, strict=True)
        ]
        for row in sums
    ]
    return Intervals("bootstrap/1", bootstrap_intervals(replicates, parts, points))


def bootstrap_intervals(
    replicates: Replicates, parts: Sequence[Sequence[WeightedPart]], points: Sequence[Fraction]
) -> tuple[Interval, ...]:
    """Return ``bootstrap/1`` for scores of any kind: one list of parts and one point a column.

    For a metric that is not a mean of credit, its value stands for the share, and the clusters
    are those with questions that enter it.
    """
    return tuple(map(_cover, points, percentiles(replicates), map(mover_wilson, parts)))


def wilson(successes: int, n: int) -> Interval:
    """Return Wilson's score interval of ``successes`` in ``n`` (at least 1), without continuity.

    (p + z²/2n ± z·sqrt(p(1 - p)/n + z²/4n²)) / (1 + z²/n).

    >>> wilson(9, 10)
    Interval(low=0.595849973, high=0.982123787)
    """
    assert 0 <= successes <= n, "successes are counted among n"
    return _ends(*_wilson(Fraction(successes, n), n))


def mover_wilson(parts: Sequence[WeightedPart]) -> Interval:
    """Combine the Wilson intervals [l, u] of shares x into that of their weighted sum.

    (sum wx - sqrt(sum w²(x - l)²), sum wx + sqrt(sum w²(u - x)²)), with n the number of
    clusters; the weights sum to 1. One part gives its Wilson interval.
    """
    assert sum(part.weight for part in parts) == 1, "weights sum to 1"
    score = float(sum(part.weight * part.share for part in parts))
    below, above = [], []
    for part in parts:
        low, high = _wilson(part.share, part.clusters)
        weight, share = float(part.weight), float(part.share)
        below.append((weight * (share - low)) ** 2)
        above.append((weight * (high - share)) ** 2)
    # fsum is rounded once: the order of the parts does not matter.
    return _ends(score - math.sqrt(math.fsum(below)), score + math.sqrt(math.fsum(above)))


def percentiles(replicates: Replicates) -> tuple[Interval, ...]:
    """Return each column's percentile interval, by order statistics of R sorted replicates.

    sorted[floor(0.025·R)] and sorted[ceil(0.975·R) - 1]: as many lie below as above.
    """
    rounds = len(replicates.values)
    columns = np.sort(np.ascontiguousarray(replicates.values.reshape(rounds, -1).T), axis=1)
    lows, highs = columns[:, rounds // 40].tolist(), columns[:, rounds - 1 - rounds // 40].tolist()
    ends = zip(lows, highs, strict=True)
    return tuple(_ends(*(Fraction(end, replicates.unit) for end in pair)) for pair in ends)


def _wilson(share: Fraction, n: int) -> tuple[float, float]:
    assert n > 0, "an interval needs at least one question"
    assert 0 <= share <= 1, "Wilson's interval is of a share"
    p, square = float(share), Z * Z
    middle = p + square / (2 * n)
    half = Z * math.sqrt(p * (1 - p) / n + square / (4 * n * n))
    scale = 1 + square / n
    # A margin never has the wrong sign, as it could by the last bit at a share of 0 or 1.
    return min((middle - half) / scale, p), max((middle + half) / scale, p)


def _ends(low: float | Fraction, high: float | Fraction) -> Interval:
    return Interval(
        *(round_share(min(max(Fraction(end), Fraction(0)), Fraction(1))) for end in (low, high))
    )


def _cover(point: Fraction, *intervals: Interval) -> Interval:
    """Return, at each end, the widest of some intervals, which holds the published score."""
    assert 0 <= point <= 1, "a score is a share"
    lows, highs = zip(*intervals, strict=True)
    shown = round_share(point)
    return Interval(min(shown, *lows), max(shown, *highs))
