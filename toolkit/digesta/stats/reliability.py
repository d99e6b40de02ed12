"""Which questions tell systems apart, and how steadily a board orders systems.

Classical test theory, over a matrix of credits: N questions by K systems.

*Facility.* The mean of a question's credits.

*Item-rest correlation.* Pearson's, over systems, of a question's credit with the mean credit of
all other questions, each counted once. Its interval is Fisher's: z(r) and 1.96 / sqrt(K - 3)
either way. With q = (1 + r) / (1 - r) and f = exp(2 * 1.96 / sqrt(K - 3)) its ends are
(q - f) / (q + f) and (q f - 1) / (q f + 1): one exponential is all that is not algebra.

*Reliability.* Cronbach's alpha (1951): N c / (v + (N - 1) c), with v the mean variance of a
question and c the mean covariance of two; of credits that are 0 or 1 it is KR-20 (Kuder and
Richardson 1937). Its interval is Student's on the scale of ln(1 - alpha), whose ends stay below
1, from a jackknife that leaves out one cluster of a task at a time and takes v and c of the
others, for as many questions as before. Tasks are strata, those of a single cluster are taken
together. Questions are what is sampled; the systems are those that stand there.

Sums are exact integers. Roots, exponentials and quotients are taken to 40 digits by ``decimal``,
which rounds correctly: the same bytes on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.exact import NANO, Ints
from digesta.stats.intervals import FEWEST
from digesta.stats.student import quantile

FEWEST_CORRELATED = 4
"""Systems that a correlation needs: its interval divides by their number less three."""
FEWEST_RELIABLE = 3
"""Systems that a reliability needs."""

_NORMAL = Decimal("1.959963984540054")
"""The normal distribution's quantile at 0.975."""
_EXACT = Context(prec=40)


class Correlation(NamedTuple):
    """A correlation with the ends of its interval; None where it is -1 or 1 and has none."""

    value: Fraction
    low: Fraction | None
    high: Fraction | None


class Alpha(NamedTuple):
    """A reliability, at most 1, with its interval; None where clusters are too few for one.

    binary: whether every credit is 0 or 1, so that it is KR-20.
    """

    value: Fraction
    low: Fraction | None
    high: Fraction | None
    binary: bool


def facilities(credits_: Ints) -> list[Fraction]:
    """Return the mean credit of each question, in [0, 1]. credits_: [N, K], in nano-units."""
    sums = credits_.sum(axis=1, dtype=np.int64).tolist()
    return [Fraction(total, NANO * credits_.shape[1]) for total in sums]


def item_rest(credits_: Ints) -> list[Correlation | None]:
    """Return each question's correlation with the rest, over systems. credits_: [N, K].

    None with fewer than four systems, or where the question or the rest does not vary.
    """
    marks = _reduce(credits_)
    systems = marks.shape[1]
    if systems < FEWEST_CORRELATED:
        return [None] * len(marks)
    totals = marks.sum(axis=0)
    own, squares = marks.sum(axis=1), (marks * marks).sum(axis=1)
    products = marks @ totals
    rest = totals.sum() - own
    rest_squares = (totals * totals).sum() - 2 * products + squares
    shared = systems * (products - squares) - own * rest
    spreads = systems * squares - own * own, systems * rest_squares - rest * rest
    with localcontext(_EXACT):
        factor = (2 * _NORMAL / Decimal(systems - 3).sqrt()).exp()
        return [_correlation(*sums, factor) for sums in zip(shared, *spreads, strict=True)]


def _correlation(shared: int, question: int, rest: int, factor: Decimal) -> Correlation | None:
    product = question * rest
    if not product:
        return None
    if shared * shared == product:
        return Correlation(Fraction(1 if shared > 0 else -1), None, None)
    value = Decimal(shared) / Decimal(product).sqrt()
    odds = (1 + value) / (1 - value)
    ends = (odds - factor) / (odds + factor), (odds * factor - 1) / (odds * factor + 1)
    return Correlation(Fraction(value), Fraction(ends[0]), Fraction(ends[1]))


def cronbach_alpha(credits_: Ints, strata: Sequence[str], clusters: Sequence[str]) -> Alpha | None:
    """Return how reliable the systems' mean credits over the questions are. credits_: [N, K].

    strata, clusters: of each question. None with fewer than three systems or two questions, or
    where all systems earn the same.
    """
    marks = _reduce(credits_)
    n = len(marks)
    names, unit = _units(strata, clusters)
    sums = np.zeros((len(names), marks.shape[1]), dtype=object)
    np.add.at(sums, unit, marks)
    inner = np.zeros(len(names), dtype=object)
    np.add.at(inner, unit, _spreads(marks))
    totals, spread = sums.sum(axis=0), inner.sum()
    whole = _spreads(totals[None])[0]
    if marks.shape[1] < FEWEST_RELIABLE or n <= 1 or not whole:
        return None
    value = Fraction(n, n - 1) * (1 - Fraction(spread, whole))
    sizes = np.bincount(unit, minlength=len(names)).tolist()
    without: dict[str, list[Decimal | None]] = defaultdict(list)
    with localcontext(_EXACT):
        for row, outer in enumerate(_spreads(totals - sums)):
            left = _at_length(n, n - sizes[row], spread - inner[row], outer)
            without[names[row][0]].append(left)
        half = _half_width(without.values())
        factor = None if half is None else Fraction(half.exp())
    binary = bool(np.isin(credits_, (0, NANO)).all())
    if factor is None:
        return Alpha(value, None, None, binary)
    return Alpha(value, 1 - (1 - value) * factor, 1 - (1 - value) / factor, binary)


def _at_length(n: int, left: int, spread: int, whole: int) -> Decimal | None:
    """Return ln(1 - alpha) of n questions like those left; None where they do not vary."""
    if left <= 1:
        return None
    variance = Decimal(spread) / left
    covariance = Decimal(whole - spread) / (left * (left - 1))
    mean = variance + (n - 1) * covariance
    # 1 - alpha, without the difference of two numbers near 1.
    return ((variance - covariance) / mean).ln() if mean > 0 and variance > covariance else None


def _half_width(strata: Iterable[Sequence[Decimal | None]]) -> Decimal | None:
    """Return half an interval; strata: of each the figures without one of its clusters."""
    parts = []
    for without in strata:
        among = [each for each in without if each is not None]
        if len(among) < max(2, len(without)):
            return None
        mean = sum(among, Decimal(0)) / len(among)
        squares = sum(((each - mean) ** 2 for each in among), Decimal(0))
        parts.append((squares * (len(among) - 1) / len(among), len(among) - 1))
    variance = sum((part for part, _ in parts), Decimal(0))
    if not variance:
        return None
    free = int(variance**2 / sum((part**2 / df for part, df in parts), Decimal(0)))
    return Decimal(quantile(0.95, free)) * variance.sqrt() if free >= FEWEST else None


def _reduce(credits_: Ints) -> Any:
    """Return integers without a common factor, of any size: products do not fit into 64 bits."""
    return (credits_ // max(1, int(np.gcd.reduce(credits_, axis=None)))).astype(object)


def _spreads(marks: Any) -> Any:
    """Return K² times each row's variance: K times the sum of squares, less the sum's square."""
    sums = marks.sum(axis=1)
    return marks.shape[1] * (marks * marks).sum(axis=1) - sums * sums


def _units(
    strata: Sequence[str], clusters: Sequence[str]
) -> tuple[list[tuple[str, str]], list[int]]:
    """Return what is left out together, (stratum, cluster), and each question's place among it.

    Tasks of a single cluster make one stratum, "".
    """
    pairs = list(zip(strata, clusters, strict=True))
    sizes = Counter(stratum for stratum, _ in set(pairs))
    units = [pair if sizes[pair[0]] > 1 else ("", f"{pair[0]}/{pair[1]}") for pair in pairs]
    names = sorted(set(units))
    places = {name: place for place, name in enumerate(names)}
    return names, [places[unit] for unit in units]
