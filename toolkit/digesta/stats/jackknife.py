"""How a figure changes without each cluster: its variance, and what the layout can say.

*Strata* are tasks, *units* the clusters in them. When a unit is left out, the others of its task
take its place, so that tasks keep their weight (the stratified jackknife of Rust and Rao 1996).
With delta the figure less the figure without a unit, and h the unit's share of its task,

    variance = Σ (1 - h) delta².

For a mean this is the cluster-robust variance CR2 (Bell and McCaffrey 2002), unbiased where
questions are independent, however uneven the clusters. Tasks of a single cluster are taken
together as one stratum (collapsed strata, Cochran 1977, 5A.12); a lone one says nothing.

*Degrees of freedom* are Bell and McCaffrey's: the sum of the eigenvalues, squared, over the sum
of their squares, of the quadratic form that the variance is, under a working correlation of 0.1
between two answers of one cluster. They depend on the layout alone, and are rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from digesta.scorers.base import Metric, Sums
from digesta.stats.intervals import TINY, Design
from digesta.stats.layout import Floats, Ints, Layout

CORRELATION = 0.1
"""Between two answers of one cluster, as degrees of freedom take it."""

PRIOR = 0.5
"""Questions that are added to each task, at the value of the whole, to see how certain it is."""


class ScoreTerm(NamedTuple):
    """A part of a figure: a metric of the pooled sums of some tasks.

    weight: of the part; all together 1. columns: names of those of ``rows``. rows: int64
    [n, columns], of every question of a layout. members: [n], 1 where a question is of the
    term's tasks, else 0. counted: [n], 1 where it also enters the metric's denominator.
    """

    weight: Fraction
    metric: Metric
    columns: Sequence[str]
    rows: Ints
    members: Ints
    counted: Ints

    def sums(self) -> Sums:
        """Return the sums of the term's questions."""
        return Sums(int(self.members.sum()), self.columns, self.rows.sum(axis=0).tolist())


class Stratum(NamedTuple):
    """A stratum in a figure: its weight (together 1), its own figure, its number of questions."""

    weight: float
    figure: float
    questions: int


class Jackknife(NamedTuple):
    """delta: [units], the figure less the figure without each.

    masses: [units], the weight of each in the figure, together 1. shares: [units], h of each.
    """

    delta: Floats
    masses: Floats
    shares: Floats
    design: Design
    strata: tuple[Stratum, ...]

    @property
    def roots(self) -> Floats:
        """Return deltas whose squares add up to the variance."""
        return self.delta * np.sqrt(1 - self.shares)

    @property
    def most(self) -> float:
        """Return the greatest that ``roots`` can be, where the figure is a mean of shares."""
        return float((self.masses / np.sqrt(1 - self.shares)).max())

    @property
    def variance(self) -> float:
        """Return the figure's variance."""
        return math.fsum((self.roots**2).tolist())

    def careful_variance(self, figure: Fraction, *, least: int | Fraction = 0) -> float:
        """Return the variance where no task is taken for certain; figure: in [least, 1].

        Tasks that are all right or all wrong vary not at all in the data. Each is given half a
        question of the whole figure's value, and the variance grows as that of right or wrong
        answers then does; by nothing where there is one task.
        """
        low, width = float(least), float(1 - least)
        whole, seen, moved = float((figure - least) / (1 - least)), [], []
        for weight, own, n in self.strata:
            share = (own - low) / width
            near = (n * share + PRIOR * whole) / (n + PRIOR)
            seen.append(weight**2 * share * (1 - share) / max(n - 1, 1))
            moved.append(weight**2 * near * (1 - near) / n)
        base, grown = math.fsum(seen), math.fsum(moved)
        if base < TINY:
            return max(self.variance, grown * width**2)
        return self.variance * max(1.0, grown / base)


def jackknife(terms: Iterable[ScoreTerm], layout: Layout) -> Jackknife:
    """Leave each unit out of a weighted sum of terms."""
    masses, sizes, delta, parts = (np.zeros(layout.units) for _ in range(4))
    for term in terms:
        counts, weight = layout.fold(term.counted), float(term.weight)
        part = weight * counts / int(term.counted.sum())
        masses, sizes = masses + part, np.maximum(sizes, counts)
        delta += weight * _change(term, layout, counts)
        parts += part * _figure(term, layout, partial(_of_stratum, layout=layout))
    groups, shares, design, strata = _frame(layout, masses.tobytes(), sizes.tobytes())
    lone = groups == len(layout.strata)
    gaps = parts - shares * math.fsum(parts[lone].tolist())
    delta = np.where(lone, gaps / (1 - shares), delta)
    figures = (math.fsum(parts[here].tolist()) / weight for here, weight, _ in strata)
    known = (Stratum(w, own, n) for (_, w, n), own in zip(strata, figures, strict=True))
    return Jackknife(delta, masses, shares, design, tuple(known))


@lru_cache(maxsize=32)
def _frame(
    layout: Layout, masses: bytes, sizes: bytes
) -> tuple[Ints, Floats, Design, list[tuple[Any, float, int]]]:
    """Return what all submissions share: of each unit its stratum and its share of it, the design.

    Last come the strata: which units are of each, its weight and its number of questions.
    """
    mass, size = np.frombuffer(masses), np.frombuffer(sizes)
    groups = _groups(layout.stratum, mass)
    totals = np.bincount(groups, mass)[groups]
    shares = np.where(totals > mass, mass / np.where(totals > 0, totals, 1.0), 0.0)
    masks = [groups == group for group in np.unique(groups[mass > 0]).tolist()]
    strata = [(m, math.fsum(mass[m].tolist()), int(size[m].sum())) for m in masks]
    return groups, shares, design_of(groups, mass, size), strata


def design_of(groups: Ints, masses: Floats, sizes: Floats) -> Design:
    """Return what a layout can say of a figure.

    groups: the stratum of each unit. masses: the unit's weight in the figure, together 1; a unit
    of 0 has no part in it. sizes: its questions.
    """
    kept = masses > 0
    n = 1 / math.fsum((masses[kept] ** 2 / sizes[kept]).tolist())
    traces = []
    for group in np.unique(groups[kept]).tolist():
        here = kept & (groups == group)
        if here.sum() == 1:
            return Design(n, 0)
        traces.append(_traces(masses[here], sizes[here]))
    first, second = (math.fsum(each) for each in zip(*traces, strict=True))
    # A whole number that floats made a little less of stays that number.
    return Design(n, math.floor(first * first / second + 1e-9))


def _traces(masses: Floats, sizes: Floats) -> tuple[float, float]:
    """Return the sums of a stratum's eigenvalues and of their squares.

    They are those of A S Aᵀ, with S the diagonal of the units' variances and
    A = (I - h 1ᵀ) / sqrt(1 - h).
    """
    h = masses / math.fsum(masses.tolist())
    s = masses**2 * (1 + (sizes - 1) * CORRELATION) / sizes
    b, whole = 1 / (1 - h), math.fsum(s.tolist())
    hh, ss, hs = (math.fsum((b * x * y).tolist()) for x, y in ((h, h), (s, s), (h, s)))
    off = h * (h * whole - 2 * s)
    squares = 2 * hh * ss + whole**2 * hh**2 + 2 * hs**2 - 4 * whole * hh * hs
    squares += math.fsum((b**2 * s * (s + 2 * off)).tolist())
    return math.fsum((b * (s + off)).tolist()), squares


def _groups(strata: Ints, masses: Floats) -> Ints:
    """Return the stratum of each unit; tasks of a single unit are one stratum, the last."""
    units = np.bincount(strata, masses > 0)
    groups: Ints = np.where(units[strata] == 1, len(units), strata)
    return groups


def _change(term: ScoreTerm, layout: Layout, counts: Ints) -> Floats:
    """Return a term's value less that without each unit; 0 where no other takes its place."""
    rest = _of_stratum(counts, layout) - counts
    growth = np.where(rest > 0, (rest + counts) / np.where(rest > 0, rest, 1), 1.0)

    def without(own: Ints) -> Floats:
        stratum = _of_stratum(own, layout)
        left: Floats = int(own.sum()) - stratum + (stratum - own) * growth
        return left

    change = float(term.metric.value(term.sums())) - _figure(term, layout, without)
    change_or_none: Floats = np.where((counts > 0) & (rest > 0), change, 0.0)
    return change_or_none


def _figure(term: ScoreTerm, layout: Layout, view: Callable[[Ints], Floats]) -> Floats:
    """Return a term's value for the sums that a view makes of those of each unit."""
    numerator, denominator = term.metric.share(_Views(term, layout, view))
    below = np.broadcast_to(np.asarray(denominator, dtype=np.float64), layout.units)
    value: Floats = np.where(below > 0, numerator / np.where(below > 0, below, 1.0), 0.0)
    return value


def _of_stratum(own: Ints, layout: Layout) -> Floats:
    """Return the sum of each unit's stratum; whole numbers."""
    return layout.by_stratum(own)[layout.stratum].astype(np.float64)


class _Views(Sums):
    """Column sums made when a metric asks for them: of a penalty's 180 columns it reads few."""

    def __init__(self, term: ScoreTerm, layout: Layout, view: Callable[[Ints], Floats]) -> None:
        self._term, self._layout, self._view = term, layout, view
        self.n = view(layout.fold(term.members))

    def __getitem__(self, column: str) -> Any:
        values = self._term.rows[:, self._term.columns.index(column)]
        return self._view(self._layout.fold(values))

    def __iter__(self) -> Iterator[str]:
        return iter(self._term.columns)

    def __len__(self) -> int:
        return len(self._term.columns)
