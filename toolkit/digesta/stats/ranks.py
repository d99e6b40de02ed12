"""Paired tests of all pairs of submissions, and the ranks that they leave open.

*Test.* Two-sided and paired. R resamples, the same for all submissions, give
p = min(1, 2·min(#(d <= 0) + 1, #(d >= 0) + 1) / (R + 1)) for the difference d of two scores
(Davison and Hinkley 1997, section 4.4). Alone it claims too much where few questions or clusters
differ, and cannot claim enough where there are many pairs: its least value is 2 / (R + 1), and
with R = 10,000 Holm over 253 pairs (23 submissions) asks for less. So p is the greatest of three:

- the bootstrap's, taken as 0 where no resample crosses 0;
- the normal tail beyond z, z² = d² / (v + d² / G), with v the variance of the replicates' d and
  G the number of clusters. v + d² / G is the variance under the hypothesis that the labels of
  the two may be swapped in each cluster (in a single stratum; with several, a little less); for
  questions that are right or wrong this is McNemar's test, and z² never exceeds G;
- 2**(1 - D), with D the number of clusters in which the two differ: the swaps give 2**D equally
  likely outcomes. Four questions to none have p = 0.125, as in McNemar's exact test.

*Multiplicity.* Holm 1979 over all pairs of a board, family-wise error 0.05.

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

from digesta.stats.draws import Floats, Ints
from digesta.stats.replicates import EXACT, Replicates

Flags = npt.NDArray[np.bool_]

ALPHA = 0.05
"""The chance of one false claim or more among all pairs of a board."""

TAIL_STEP = 5
"""Entries of TAILS per unit of z."""

TAILS = (
    *(1.0, 0.84149, 0.68916, 0.54851, 0.42372, 0.31732, 0.23014, 0.16152),
    *(0.1096, 0.071861, 0.045501, 0.027807, 0.016396, 0.0093224, 0.0051103, 0.0026998),
    *(1.3743e-3, 6.7386e-4, 3.1822e-4, 1.447e-4, 6.3343e-5, 2.6692e-5, 1.0826e-5, 4.225e-6),
    *(1.5867e-6, 5.7331e-7, 1.9929e-7, 6.6641e-8, 2.1436e-8, 6.6315e-9, 1.9732e-9, 5.6464e-10),
)
"""The two-sided tail of the standard normal distribution beyond z = 0, 0.2, …, rounded up."""


class Pairs(NamedTuple):
    """p: [K, K], of each pair alone, 1 on the diagonal. better: row beats column, after Holm."""

    p: Floats
    better: Flags


class Rank(NamedTuple):
    """Best and worst rank that the data leave open, and the number of the tie group, from 1."""

    low: int
    high: int
    group: int


def paired_tests(replicates: Replicates, scores: Sequence[Fraction], cluster_sums: Ints) -> Pairs:
    """Test all pairs of K submissions.

    replicates: [R, K], of the same draws for all. scores: exact, higher is better. cluster_sums:
    [clusters, K], what ``Layout.fold`` makes of the credits. A row is better only if its score
    and most of its replicates are greater, too.
    """
    assert replicates.values.shape[1] == cluster_sums.shape[1] == len(scores), "one column each"
    rounds = len(replicates.values)
    wins = _wins(replicates.values)
    most = np.maximum(wins, wins.T)
    crossed = np.where(most == rounds, 0.0, 2 * (rounds - most + 1) / (rounds + 1))
    tails = _tails(replicates, scores, len(cluster_sums))
    swaps = np.ldexp(1.0, 1 - _differing(cluster_sums))
    p = np.minimum(1.0, np.maximum(np.maximum(crossed, tails), swaps))
    place = {score: number for number, score in enumerate(sorted(set(scores)))}
    level = np.array([place[score] for score in scores], dtype=np.int64)
    ahead = (wins > wins.T) & (level[:, None] > level)
    return Pairs(p, ahead & (p <= _holm(p)))


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


def _wins(values: Ints) -> Ints:
    """Count, for each ordered pair, the resamples in which the first is greater."""
    columns = np.ascontiguousarray(values.T)
    wins = np.zeros((len(columns), len(columns)), dtype=np.int64)
    for row in range(len(columns) - 1):
        after = columns[row + 1 :]
        wins[row, row + 1 :] = _count(after < columns[row])
        wins[row + 1 :, row] = _count(after > columns[row])
    return wins


def _differing(cluster_sums: Ints) -> Ints:
    """Count, for each pair, the clusters in which their sums differ."""
    columns = np.ascontiguousarray(cluster_sums.T)
    upper = np.zeros((len(columns), len(columns)), dtype=np.int64)
    for row in range(len(columns) - 1):
        upper[row, row + 1 :] = _count(columns[row + 1 :] != columns[row])
    return upper + upper.T


def _count(flags: Flags) -> Ints:
    """Count what is true in each row, eight at a time."""
    counts: Ints = np.bitwise_count(np.packbits(flags, axis=1)).sum(axis=1, dtype=np.int64)
    return counts


def _tails(replicates: Replicates, scores: Sequence[Fraction], clusters: int) -> Floats:
    """Return the normal tail of each pair's difference; 1 where there is none."""
    shares = np.array([float(score) for score in scores])
    square = (shares[:, None] - shares) ** 2
    under_null = _variances(replicates) + square / clusters
    z = np.sqrt(square / np.where(square == 0, 1.0, under_null)) * TAIL_STEP
    # Between two entries the chord lies above the tail, which is convex.
    cell = np.minimum(z.astype(np.int64), len(TAILS) - 2)
    table = np.array(TAILS)
    tails: Floats = table[cell] + (table[cell + 1] - table[cell]) * np.minimum(z - cell, 1.0)
    return tails


def _variances(replicates: Replicates) -> Floats:
    """Return the variance of each pair's difference, from one exact product of integers.

    Replicates are cut to as many bits as keep the sums of squares below 2**53.
    """
    rounds = len(replicates.values)
    bits = (EXACT.bit_length() - 3 - rounds.bit_length()) // 2
    step = (int(np.abs(replicates.values).max()) >> bits) + 1
    whole = replicates.values // step
    whole -= whole.sum(axis=0, dtype=np.int64) // rounds
    means = whole.sum(axis=0, dtype=np.int64) / rounds
    columns = whole.astype(np.float64)
    products = columns.T @ columns
    squares = np.diag(products)
    spread = (squares[:, None] + squares - 2 * products) / rounds - (means[:, None] - means) ** 2
    variances: Floats = np.maximum(spread, 0.0) * (step / replicates.unit) ** 2
    return variances


def _holm(p: Floats) -> float:
    """Return the greatest p that Holm's procedure rejects at ALPHA, or -1.

    Equal p are rejected together: the first of them meets the strictest bound.
    """
    alone = np.sort(p[np.triu_indices(len(p), 1)])
    kept = np.flatnonzero(alone * np.arange(len(alone), 0, -1) > ALPHA)
    rejected = int(kept[0]) if len(kept) else len(alone)
    return float(alone[rejected - 1]) if rejected else -1.0
