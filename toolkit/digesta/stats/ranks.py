"""Paired tests of all pairs of submissions, and the ranks that they leave open.

*Test.* Two-sided and paired. t is the difference of two scores over its standard error, which
comes from the jackknife of the difference itself (``stats.jackknife``): what two systems have in
common cancels. p is the greater of two:

- Student's tail beyond |t|, with the layout's degrees of freedom;
- 2**-D, with D the number of clusters in which the two differ: the mid-p value of the sign test
  when all of them speak for one side (Fagerland, Lydersen and Laake 2013). Four questions to
  none are not enough, however many were asked.

The standard error is at least what one further cluster without a difference would add, so that
two systems which differ alike everywhere are not told apart for certain by a handful.

*Multiplicity.* Holm 1979 over the pairs of one family, family-wise error 0.05.

*Ranks.* Mogstad, Romano, Shaikh and Wilhelm 2024: from 1 + the number significantly better to
K - the number significantly worse. Rows of exactly equal score have one rank interval (the
widest of theirs) and one tie group, and are never better than each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.stats.intervals import TINY, Design
from digesta.stats.layout import Floats, Ints
from digesta.stats.student import tail

Flags = npt.NDArray[np.bool_]

ALPHA = 0.05
"""The chance of one false claim or more among all pairs of a family."""

_BITS = 63
"""Below 2 to this, every sum of products of integers is exact in int64."""


class Pairs(NamedTuple):
    """All pairs of K submissions: [K, K] each.

    p: of each pair alone, 1 where nothing can be said. errors: the standard error of each
    difference. differing: the clusters in which the two differ.
    """

    p: Floats
    errors: Floats
    differing: Ints


class Rank(NamedTuple):
    """Best and worst rank that the data leave open, and the number of the tie group, from 1."""

    low: int
    high: int
    group: int


def paired_tests(
    scores: Sequence[Fraction], deltas: Floats, *, most: float, sums: Ints, design: Design
) -> Pairs:
    """Test all pairs of K submissions; what is said of a pair does not depend on the others.

    scores: exact. deltas: [units, K], each column ``Jackknife.roots``. most: the greatest that
    a delta of this layout can be. sums: [units, K], the credits of each unit. design: of the
    layout.
    """
    shares = np.array([float(score) for score in scores])
    gaps = np.abs(shares[:, None] - shares)
    variances = np.maximum(_variances(deltas, most), (gaps / (design.df + 2)) ** 2)
    errors = np.sqrt(variances)
    differing = _differing(sums)
    if not design.suffices:
        return Pairs(np.ones_like(gaps), errors, differing)
    t = gaps / np.where(variances > 0, errors, 1.0)
    p = np.maximum(tail(t, design.df), np.ldexp(1.0, -differing))
    np.fill_diagonal(p, 1.0)
    equal = np.array([[a == b for b in scores] for a in scores])
    return Pairs(np.where(equal, 1.0, p), errors, differing)


def better_of(scores: Sequence[Fraction], p: Floats) -> Flags:
    """Return whether the row is better than the column, by exact score and after Holm."""
    place = {score: number for number, score in enumerate(sorted(set(scores)))}
    level = np.array([place[score] for score in scores], dtype=np.int64)
    apart = np.zeros_like(p, dtype=np.bool_)
    upper = np.triu_indices(len(p), 1)
    apart[upper] = holm(p[upper]) <= ALPHA
    better: Flags = (apart | apart.T) & (level[:, None] > level)
    return better


def holm(p: Floats) -> Floats:
    """Return the p values of a family, holm as Holm does: told apart where at most ALPHA.

    Equal p come out equal.

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    factors = np.arange(len(p), 0, -1)
    steps = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    result = np.empty_like(p)
    result[order] = steps
    return result


def ranks_from(scores: Sequence[Fraction], better: Flags) -> tuple[Rank, ...]:
    """Return the rank interval and tie group of each submission, in the order of ``scores``.

    better: [K, K], whether the row is significantly better than the column. Groups go down by
    score: a group starts with a row and takes every following row until one is significantly
    worse than the group's first. Exactly tied rows go together: they start a group only if each
    is significantly worse than each of those that the group began with.
    """
    ranks: dict[int, Rank] = {}
    behind, ahead = better.sum(axis=0).tolist(), better.sum(axis=1).tolist()
    rows = sorted(range(len(scores)), key=lambda row: (-scores[row], row))
    first: list[int] = []
    group = 0
    for _, tied in groupby(rows, key=lambda row: scores[row]):
        block = list(tied)
        if better[np.ix_(first, block)].all():
            group, first = group + 1, block
        low = 1 + min(behind[row] for row in block)
        high = len(scores) - min(ahead[row] for row in block)
        ranks.update((row, Rank(low, high, group)) for row in block)
    return tuple(ranks[row] for row in range(len(scores)))


def _differing(sums: Ints) -> Ints:
    """Count, for each pair, the units in which their sums differ."""
    columns = np.ascontiguousarray(sums.T)
    upper = np.zeros((len(columns), len(columns)), dtype=np.int64)
    for row in range(len(columns) - 1):
        upper[row, row + 1 :] = (columns[row + 1 :] != columns[row]).sum(axis=1)
    return upper + upper.T


def _variances(deltas: Floats, most: float) -> Floats:
    """Return the variance of each pair's difference, from one exact product of integers.

    Deltas are rounded to as many bits as keep the sums of products exact: floats would come out
    otherwise with the order in which a machine adds them.
    """
    bits = (_BITS - 2 - len(deltas).bit_length()) // 2
    step = most / (1 << bits)
    whole = np.rint(deltas / step).astype(np.int64)
    products = whole.T @ whole
    squares = np.diag(products)
    variances: Floats = (squares[:, None] + squares - 2 * products) * (step * step)
    return np.where(variances < TINY, 0.0, variances)
