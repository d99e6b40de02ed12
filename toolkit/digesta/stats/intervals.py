"""Intervals of 95 %, one method for each kind of number.

``wilson/1``, where every question is right or wrong, counts the same and shares its source with
no other: Wilson 1927; Brown, Cai and DasGupta 2001.

``wilson/2``, every other figure of a system: Wilson's interval with an effective number of
questions in the place of n, as Korn and Graubard 1998 do for surveys, and Student's quantile in
the place of the normal one. The effective number is the one at which a right-or-wrong score
would vary as much as the figure does. It comes from the figure's jackknife variance
(``stats.jackknife``), to which one further cluster of right or wrong answers is added: a few
graded credits that happen to be alike do not make a score certain.

``student/1``, differences of two systems on the same questions: the difference and Student's
quantile times its jackknife standard error.

Ends are rounded half-even to nine decimals and always hold the published number. There is no
interval where the clusters are too few to say (``FEWEST``).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, NamedTuple

from digesta.metrics.exact import round_share
from digesta.stats.student import quantile

LEVEL = "0.95"
"""The level of every interval, as boards write it."""

Z = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution (OEIS A220510), as a double."""

FEWEST = 4
"""Degrees of freedom below which nothing is claimed: Student's quantile is then over 3."""

FEWEST_DIFFERING = 5
"""Clusters in which two systems must differ: the swaps of four have p = 0.0625 (``mid-p``)."""

TINY = 1e-24
"""A variance below this is what rounding leaves of 0."""

Method = Literal["wilson/1", "wilson/2"]


class Interval(NamedTuple):
    """Two ends of nine decimals, low <= high."""

    low: float
    high: float


class Design(NamedTuple):
    """What a layout of questions can say.

    n: questions, as many as would weigh alike (1 / Σ w², Kish 1965). df: whole degrees of
    freedom, 0 or more.
    """

    n: float
    df: int

    @property
    def suffices(self) -> bool:
        """Return whether there are clusters enough to claim anything."""
        return self.df >= FEWEST


def wilson(share: Fraction, n: int) -> Interval:
    """Return Wilson's score interval of a share of ``n`` questions, without continuity.

    (p + z²/2n ± z·sqrt(p(1 - p)/n + z²/4n²)) / (1 + z²/n). A system that draws has the mean of
    its draws as its share.

    >>> wilson(Fraction(9, 10), 10)
    Interval(low=0.595849973, high=0.982123787)
    """
    assert 0 <= share <= 1, "a share lies in [0, 1]"
    return _wilson(share, n, Z)


def share_interval(
    value: Fraction, variance: float, design: Design, *, least: int | Fraction = 0
) -> Interval | None:
    """Return ``wilson/2`` of a figure in [least, 1]; None where the clusters are too few.

    variance: of the figure. least: the smallest value that it can have; a figure below 0 is
    moved to [0, 1] and back.
    """
    if not design.suffices:
        return None
    width = 1 - least
    p = (value - least) / width
    spread = float(p * (1 - p))
    # How much the figure varies, over what as many right or wrong answers would.
    effect = variance / float(width) ** 2 * design.n / spread if spread else 1.0
    if effect < 1:
        effect = (effect * (design.df + 1) + 1) / (design.df + 2)
    low, high = _wilson(p, design.n / effect, quantile(0.95, design.df))
    return Interval(
        *(round_share(Fraction(end) * width + least) for end in (low, high)),
    )


def difference_interval(
    difference: Fraction, error: float, differing: int, design: Design
) -> Interval | None:
    """Return ``student/1``; None where the clusters are too few.

    error: standard error, at least 0. differing: clusters in which the two differ; too few of
    them leave 0 in the interval, as they do in the test.
    """
    if not design.suffices:
        return None
    shown, margin = float(difference), quantile(0.95, design.df) * error
    low, high = max(shown - margin, -1.0), min(shown + margin, 1.0)
    if differing < FEWEST_DIFFERING:
        low, high = min(low, 0.0), max(high, 0.0)
    return _around(difference, low, high)


def _wilson(p: Fraction, n: float, t: float) -> Interval:
    share, square = float(p), t * t
    middle = share + square / (2 * n)
    half = t * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    scale = 1 + square / n
    return _around(p, max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0))


def _around(value: Fraction, low: float, high: float) -> Interval:
    # By the last bit an end could lie on the wrong side of the number that it belongs to.
    shown = round_share(value)
    return Interval(min(shown, round_share(Fraction(low))), max(shown, round_share(Fraction(high))))


UNITS = 10_000
"""Parts of one in which a highest share is given."""


def highest_share(hits: int, n: int) -> float:
    """Return the highest share that would still give so few, or fewer, in n draws 1 time in 20.

    The upper end of Clopper's and Pearson's one-sided interval of 95 % (1934), exactly, rounded up
    to a hundredth of a percent; 1 where all were found, or there are none.

    >>> highest_share(0, 40), highest_share(2, 40)
    (0.0722, 0.1492)
    """
    low, high = 0, UNITS
    while low < high:
        share = (low + high) // 2
        terms = (math.comb(n, k) * share**k * (UNITS - share) ** (n - k) for k in range(hits + 1))
        low, high = (low, share) if 20 * sum(terms) <= UNITS**n else (share + 1, high)
    return low / UNITS
