"""Replicates: a score, or any metric of summed facts, once per resample, in exact integers.

The score of a submission is the sum over strata (tasks) of the stratum's weight times the mean
credit of its questions; every rule of ``release.json`` that is linear in credit has this shape.
Credits are micro-units, weights are fixed-point integers, and a resample is one product of
count matrix and weighted credits, guarded below 2**53 and so exact in float64 under every BLAS.

*Weights.* All questions of a stratum weigh the same, so that two submissions which differ only
in which question of a task they got right stay tied, and a perfect one stays at exactly 1. When
the least common denominator of the question weights is at most 2**32, the weights are exact
multiples of 1 over a number close below 2**32; otherwise each is rounded to 2**-32, which moves a
score by less than n / 2**33. Their total is the share 1 (``Replicates.unit``).

*Clusters.* Where the clusters of a stratum differ in size, a resample may have more or fewer
questions than the stratum; its mean is then divided by the number drawn, in integers, rounded to
the nearest ``1 / unit``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from digesta.metrics.exact import NANO
from digesta.stats.draws import Floats, Ints, Layout, count_blocks

MICRO = 10**6
"""A credit of 1 in what is resampled."""

ROUNDS = 10_000
"""Resamples of a score that is linear in credit."""

RATIO_ROUNDS = 2_000
"""Resamples of a metric that is another function of summed facts."""

EXACT = 1 << 53
"""Below this every sum of integers in float64 is exact."""

_FIXED = 1 << 32
_GEMM = 1 << 18


class Replicates(NamedTuple):
    """values: int64 [rounds, submissions]. unit: the integer that stands for a share of 1."""

    values: Ints
    unit: int


def micro(nano: Ints, *, judges: int = 1) -> Ints:
    """Round shares in nano-units half-even to micro-units; judges: how many were summed.

    >>> micro(np.array([1_500, 2_500, 333_333_333])).tolist()
    [2, 2, 333333]
    """
    # A half is a double, so the quotient is rounded right, and rint takes halves to even.
    rounded: Ints = np.rint(nano / (NANO // MICRO * judges)).astype(np.int64)
    return rounded


def stratum_weights(weights: Sequence[Fraction], layout: Layout) -> tuple[Fraction, ...]:
    """Return the weight of each stratum, from those of the questions, which sum to exactly 1.

    Questions of one stratum weigh the same: a score is a weighted mean of task means.
    """
    assert len(weights) == layout.n, "one weight for each question"
    ends = [*layout.first[layout.starts[:-1]].tolist(), layout.n]
    order = layout.order.tolist()
    totals = []
    for begin, end in pairwise(ends):
        weight = weights[order[begin]]
        assert all(weights[row] == weight for row in order[begin:end]), "unequal in a stratum"
        totals.append(weight * (end - begin))
    assert sum(totals) == 1, "weights sum to 1"
    return tuple(totals)


def fixed_weights(weights: Sequence[Fraction], layout: Layout) -> tuple[int, ...]:
    """Return the weight of a question as an integer, one for each stratum."""
    sizes = layout.by_stratum(layout.sizes).tolist()
    totals = stratum_weights(weights, layout)
    return _fixed_point([total / n for total, n in zip(totals, sizes, strict=True)])


def bootstrap_means(
    credits_micro: Ints,
    weights: Sequence[Fraction],
    layout: Layout,
    *,
    seed: int,
    rounds: int = ROUNDS,
) -> Replicates:
    """Return every submission's score in every resample.

    credits_micro: int64 [n, submissions], each in [0, 10**6]. weights: one exact fraction a
    question, equal within a stratum, together 1. The same draws are used for all submissions,
    so differences of columns are paired. Result: int64 [rounds, submissions].
    """
    assert credits_micro.min() >= 0, "a credit is a share"
    assert credits_micro.max() <= MICRO, "a credit is a share"
    fixed = fixed_weights(weights, layout)
    unit = int(layout.by_stratum(layout.sizes) @ fixed) * MICRO
    assert unit < EXACT, "products stay exact in float64"
    folded = layout.fold(credits_micro)
    uneven = _uneven_strata(folded, layout, fixed)
    by_stratum = [0 if k in uneven else weight for k, weight in enumerate(fixed)]
    by_unit = np.repeat(by_stratum, np.diff(layout.starts))
    even = (folded * by_unit[:, None]).astype(np.float64)
    values = []
    for counts in count_blocks(layout, rounds=rounds, seed=seed):
        block = _product(counts, even).astype(np.int64)
        values.append(sum((stratum.share_of(counts) for stratum in uneven.values()), block))
    return Replicates(np.concatenate(values), unit)


def bootstrap_sums(columns: Ints, layout: Layout, *, seed: int, rounds: int = RATIO_ROUNDS) -> Ints:
    """Return the column sums of every resample, exactly, for metrics of summed facts.

    columns: int64 [n, k], any integers whose sums stay below 2**53 (asserted). Result: int64
    [rounds, k]. The number of questions drawn is the sum of a column of ones. A metric of some
    tasks only is given zeros in the rows of all others, so that all terms of a score share the
    draws of one layout.
    """
    folded = layout.fold(columns)
    widths = np.diff(layout.starts).tolist()
    tops = np.maximum.reduceat(np.abs(folded), layout.starts[:-1], axis=0).T.tolist()
    worst = max(sum(w * top for w, top in zip(widths, column, strict=True)) for column in tops)
    assert worst < EXACT, "sums stay exact in float64"
    matrix = folded.astype(np.float64)
    blocks = count_blocks(layout, rounds=rounds, seed=seed)
    return np.concatenate([_product(counts, matrix).astype(np.int64) for counts in blocks])


def ratio_replicates(numerators: Ints, denominators: Ints) -> Replicates:
    """Divide sums by sums, exactly rounded (half up) to micro-units; 0 where nothing is below.

    numerators, denominators: int64 of one shape, as a metric's ``share`` gives them for the
    sums of resamples; denominators are at least 0 and below 2**52.

    >>> ratio_replicates(np.array([2, 1]), np.array([3, 0])).values.tolist()
    [666667, 0]
    """
    assert denominators.min() >= 0, "a denominator is a count or a sum of shares"
    assert denominators.max() < EXACT >> 1, "long division stays within int64"
    below = np.maximum(denominators, 1)
    whole, rest = np.divmod(numerators, below)
    thousandths, rest = np.divmod(rest * 1000, below)
    last = (rest * 1000 + below // 2) // below
    values = np.where(denominators == 0, 0, whole * MICRO + thousandths * 1000 + last)
    return Replicates(values, MICRO)


def combine(terms: Sequence[tuple[Fraction, Replicates]]) -> Replicates:
    """Return the weighted sum of replicates in micro-units, the weights summing to exactly 1.

    For scores made of terms that are not all means of credit.
    """
    assert sum(weight for weight, _ in terms) == 1, "weights sum to 1"
    assert all(replicates.unit == MICRO for _, replicates in terms), "one unit"
    fixed = _fixed_point([weight for weight, _ in terms])
    values = np.zeros_like(terms[0][1].values)
    for weight, (_, replicates) in zip(fixed, terms, strict=True):
        values += weight * replicates.values
    return Replicates(values, sum(fixed) * MICRO)


def _fixed_point(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Return shares as integers of one step: exact where a step of 2**-32 or more divides all."""
    common = math.lcm(*(share.denominator for share in shares))
    scale = common * (_FIXED // common) if common <= _FIXED else _FIXED
    return tuple(round(share * scale) for share in shares)


class _Stratum(NamedTuple):
    """A stratum whose mean is divided by the number of questions drawn."""

    units: slice
    matrix: Floats
    weight: int

    def share_of(self, counts: Floats) -> Ints:
        """Return weight times mean credit of the stratum, to the nearest integer (half up)."""
        sums = _product(counts[:, self.units], self.matrix).astype(np.int64)
        drawn = sums[:, -1:]
        mean, rest = np.divmod(sums[:, :-1], drawn)
        share: Ints = self.weight * mean + (self.weight * rest + drawn // 2) // drawn
        return share


def _uneven_strata(folded: Ints, layout: Layout, weights: Sequence[int]) -> dict[int, _Stratum]:
    """Return the strata whose units differ in their number of questions, by number."""
    uneven = {}
    for number, ends in enumerate(pairwise(layout.starts.tolist())):
        units = slice(*ends)
        sizes = layout.sizes[units]
        if np.ptp(sizes) > 0:
            # The remainder times the weight (at most about 2**32) must stay within int64.
            assert len(sizes) * int(sizes.max()) < 1 << 30, "a stratum has under 2**30 questions"
            matrix = np.column_stack([folded[units], sizes]).astype(np.float64)
            uneven[number] = _Stratum(units, matrix, weights[number] * int(sizes.sum()))
    return uneven


def _product(counts: Floats, matrix: Floats) -> Floats:
    """Multiply matrices of whole numbers, exactly, in slices too small to wake a second thread.

    OpenBLAS hands products of more than 2**18 steps to its threads, which then spin between
    blocks and double the CPU time for nothing. Sums of integers may be split anywhere.
    """
    step = max(16, _GEMM // (len(counts) * matrix.shape[1] or 1))
    total = counts[:, :step] @ matrix[:step]
    for begin in range(step, len(matrix), step):
        total += counts[:, begin : begin + step] @ matrix[begin : begin + step]
    return total
