"""A score of many submissions: what a board reads intervals, ranks and differences from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np

from digesta.scorers.base import Metric, Sums
from digesta.scoring.facts import ByTask, CompiledTask
from digesta.scoring.rules import WeightedScore
from digesta.stats.intervals import (
    Design,
    Interval,
    Method,
    difference_interval,
    share_interval,
    wilson,
)
from digesta.stats.jackknife import Jackknife, ScoreTerm, jackknife
from digesta.stats.layout import Ints, Layout, layout_of
from digesta.stats.ranks import Pairs, paired_tests
from digesta.stats.student import quantile
from digesta.stats.swaps import FEWEST_CLUSTERS, swap_tests

EXACT = 3
"""The version of the statistics from which few clusters have an exact test."""

Test = Literal["student/1", "swaps/1"]

POWER = 0.8
"""The chance of telling two systems apart that differ by the smallest difference."""


class ScoreDifference(NamedTuple):
    """One submission's score less another's, on the same questions.

    interval: of 95 %, None where the clusters are too few. p: of the pair alone.
    smallest: the difference that as many such questions show with a chance of 80 %.
    """

    value: Fraction
    interval: Interval | None
    p: float
    smallest: float


class Estimates:
    """A score over many submissions.

    by_judge: for each judge, or once where there is none, every submission's facts by task, in
    one order. With several judges a score is the mean of their figures: two verdicts on a
    question do not count as two questions. clusters: how many, over all tasks. design: what the
    layout of the questions can say.
    """

    def __init__(self, score: WeightedScore, by_judge: Sequence[Sequence[ByTask]]) -> None:
        self.score, self.by_judge, self.facts = score, by_judge, by_judge[0]
        self.points = [_mean(map(score.value, facts)) for facts in zip(*by_judge, strict=True)]
        self.layout, self.clusters = _task_layout(score.tasks)
        self._made: dict[int, Jackknife] = {}

    @cached_property
    def judges(self) -> list[Estimates]:
        """Return the estimates of each judge's figures alone."""
        return [Estimates(self.score, [facts]) for facts in self.by_judge]

    @property
    def design(self) -> Design:
        """Return what the layout can say of the score."""
        return self._jackknife(0).design

    @property
    def test(self) -> Test | None:
        """Return how two submissions are compared; None where the clusters are too few for any."""
        if self.design.suffices:
            return "student/1"
        exact = self.score.tasks[0].stats >= EXACT and self.clusters >= FEWEST_CLUSTERS
        return "swaps/1" if exact else None

    @property
    def method(self) -> Method:
        """Return how the score's intervals are made."""
        plain = all(metric.proportion for _, metric, _ in self.score.terms)
        alike = len(self.score.terms) == 1 and self.layout.singletons
        one_task = len(self.score.tasks) == 1
        return "wilson/1" if plain and alike and one_task else "wilson/2"

    @cached_property
    def intervals(self) -> tuple[Interval | None, ...]:
        """Return every submission's interval."""
        if self.method == "wilson/1":
            n = self.layout.n
            return tuple(wilson(point, n) for point in self.points)
        return tuple(
            share_interval(point, own.careful_variance(point), own.design)
            for point, own in zip(self.points, self.jackknives, strict=True)
        )

    @cached_property
    def pairs(self) -> Pairs:
        """Return the paired test of every two submissions."""
        deltas = np.column_stack([own.roots for own in self.jackknives])
        linear = all(metric.column for _, metric, _ in self.score.terms)
        most = self.jackknives[0].most if linear else 1.0
        sums = self.layout.fold(self._credits)
        pairs = paired_tests(self.points, deltas, most=most, sums=sums, design=self.design)
        if self.test != "swaps/1":
            return pairs
        names = [cluster for task in self.score.tasks for cluster in task.clusters]
        clusters = layout_of([""] * len(names), names)
        every = [list(self._terms(facts)) for facts in zip(*self.by_judge, strict=True)]
        return pairs._replace(p=swap_tests(every, clusters, clusters.fold(self._credits)))

    def difference(self, a: int, b: int) -> ScoreDifference:
        """Return the score of submission a less that of b."""
        value, pairs = self.points[a] - self.points[b], self.pairs
        error, differing = float(pairs.errors[a, b]), int(pairs.differing[a, b])
        interval = difference_interval(value, error, differing, self.design)
        return ScoreDifference(value, interval, float(pairs.p[a, b]), self.smallest(a, b))

    def smallest(self, a: int, b: int) -> float:
        """Return the smallest difference of two submissions that would be told apart."""
        return smallest(float(self.pairs.errors[a, b]), self.design)

    def metric(self, index: int, metric: Metric) -> tuple[Method, Interval | None]:
        """Return how one submission's interval on another metric of the same tasks is made.

        With several judges it is of the mean of their figures.
        """
        facts = [judge[index] for judge in self.by_judge]
        share = Fraction(1, len(facts))
        terms = [self._term(own, metric, self.score.tasks, weight=share) for own in facts]
        value = _mean(metric.value(term.sums()) for term in terms)
        if metric.proportion and self.layout.singletons and len(facts) == 1:
            return "wilson/1", wilson(value, self.layout.n)
        own = jackknife(terms, self.layout)
        variance = own.careful_variance(value, least=metric.least)
        return "wilson/2", share_interval(value, variance, own.design, least=metric.least)

    @cached_property
    def jackknives(self) -> list[Jackknife]:
        """Return each submission's score without each unit."""
        return list(map(self._jackknife, range(len(self.points))))

    def _jackknife(self, index: int) -> Jackknife:
        """Return a submission's jackknife, made when it is first asked for."""
        if index not in self._made:
            facts = [judge[index] for judge in self.by_judge]
            self._made[index] = jackknife(self._terms(facts), self.layout)
        return self._made[index]

    def _terms(self, facts: Sequence[ByTask]) -> Iterator[ScoreTerm]:
        """Yield the parts of a submission's score; facts: by each judge."""
        share = Fraction(1, len(facts))
        # One at a time: each has a row for every question of the score.
        for own in facts:
            for weight, metric, tasks in self.score.terms:
                yield self._term(own, metric, tasks, weight=weight * share)

    def _term(
        self, facts: ByTask, metric: Metric, tasks: Sequence[CompiledTask], *, weight: Fraction
    ) -> ScoreTerm:
        """Return a metric of some tasks, as a part of a figure; other tasks' rows are zero."""
        columns = tasks[0].scorer.column_names
        rows = np.zeros((self.layout.n, len(columns)), dtype=np.int64)
        members = np.zeros(self.layout.n, dtype=np.int64)
        for task in tasks:
            place = self._places[task.task]
            rows[place], members[place] = facts[task.task].rows, 1
        return ScoreTerm(
            weight, metric, columns, rows, members, _entering(metric, columns, rows, members)
        )

    @cached_property
    def _places(self) -> dict[str, slice]:
        """Return by task where its questions stand among all."""
        sizes = [len(task.ids) for task in self.score.tasks]
        ends = accumulate(sizes)
        return {
            task.task: slice(end - size, end)
            for task, size, end in zip(self.score.tasks, sizes, ends, strict=True)
        }

    @cached_property
    def _credits(self) -> Ints:
        """Return the credit of every question (rows) and submission (columns), in nano-units.

        Of several judges it is the sum.
        """
        total = np.zeros((self.layout.n, len(self.points)), dtype=np.int64)
        for judge in self.by_judge:
            for index, facts in enumerate(judge):
                earned = self.score.credits(facts)
                total[:, index] += np.concatenate([earned[t.task] for t in self.score.tasks])
        return total


@lru_cache(maxsize=256)
def _task_layout(tasks: tuple[CompiledTask, ...]) -> tuple[Layout, int]:
    """Return the layout of tasks, which all submissions share, and how many clusters they have."""
    clusters = [cluster for task in tasks for cluster in task.clusters]
    names = [task.task for task in tasks for _ in task.ids]
    return layout_of(names, clusters), len(set(clusters))


def metric_interval(
    metric: Metric, columns: Sequence[str], rows: Ints, layout: Layout
) -> Interval | None:
    """Return the interval of a metric of questions' rows; None where the clusters are too few.

    rows: int64 [n, columns], a row for each question of the layout.
    """
    members = np.ones(len(rows), dtype=np.int64)
    term = ScoreTerm(
        Fraction(1), metric, columns, rows, members, _entering(metric, columns, rows, members)
    )
    own = jackknife([term], layout)
    value = metric.value(term.sums())
    variance = own.careful_variance(value, least=metric.least)
    return share_interval(value, variance, own.design, least=metric.least)


def smallest(error: float, design: Design) -> float:
    """Return the smallest difference that is told apart with a chance of ``POWER``, at 5 % alone.

    error: the standard error of such differences. It is (t(0.975) + t(0.8)) standard errors,
    where the layout says anything, and at most 1: the greatest difference there is.
    """
    if not design.suffices:
        return 1.0
    return min(1.0, (quantile(0.95, design.df) + quantile(2 * POWER - 1, design.df)) * error)


def _entering(metric: Metric, columns: Sequence[str], rows: Ints, members: Ints) -> Ints:
    """Return 1 for each question that enters a metric's denominator; all where none does alone."""
    denominators = np.asarray(metric.share(Sums(1, columns, list(rows.T))).denominator)
    counted = np.broadcast_to(denominators > 0, members.shape) * members
    return counted if counted.any() else members


def _mean(values: Iterable[Fraction]) -> Fraction:
    exact = list(values)
    return sum(exact, Fraction(0)) / len(exact)
