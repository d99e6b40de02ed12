"""Resamples of one score over many submissions: what a board reads intervals and ranks from.

A score whose metrics are all means of a share column is resampled as one exact product
(``bootstrap_means``); any other term by term from resampled column sums (``bootstrap_sums``). The
draws depend on the release and the board's name alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from digesta.scorers.base import Metric, Share, Sums
from digesta.scoring.facts import ByTask, CompiledTask
from digesta.scoring.rules import WeightedScore, pool_sums
from digesta.stats.draws import Ints, layout_of, seed_of
from digesta.stats.intervals import (
    Intervals,
    WeightedPart,
    bootstrap_intervals,
    interval_for,
    wilson,
)
from digesta.stats.ranks import Flags, Rank, paired_tests, ranks_from
from digesta.stats.replicates import (
    RATIO_ROUNDS,
    ROUNDS,
    Replicates,
    bootstrap_means,
    bootstrap_sums,
    combine,
    micro,
    ratio_replicates,
)


class Resamples:
    """The resamples of a board's score.

    by_judge: for each judge, or once where there is none, every submission's facts by task, in
    the board's order. With several judges a score is the mean of their figures, which all come
    from the same draws: two verdicts on a question do not count as two questions.
    name: the board's. digest: of the release. facts: by the first judge. linear: whether the
    score is a weighted mean of share columns. clusters: how many, over all tasks.
    """

    def __init__(
        self, score: WeightedScore, by_judge: Sequence[Sequence[ByTask]], *, name: str, digest: str
    ) -> None:
        self.score, self.name, self.digest = score, name, digest
        self.by_judge, self.facts = by_judge, by_judge[0]
        self.points = [_mean(map(score.value, facts)) for facts in zip(*by_judge, strict=True)]
        self._clusters = [cluster for task in score.tasks for cluster in task.clusters]
        self.layout = layout_of(
            [task.task for task in score.tasks for _ in task.ids], self._clusters
        )
        self.clusters = len(set(self._clusters))
        self.linear = all(metric.column for _, metric, _ in score.terms)
        self.rounds = ROUNDS if self.linear else RATIO_ROUNDS
        self._seed = seed_of("boot/1", [digest], name)

    @cached_property
    def judges(self) -> list[Resamples]:
        """Return the resamples of each judge's figures alone."""
        return [
            Resamples(self.score, [facts], name=self.name, digest=self.digest)
            for facts in self.by_judge
        ]

    @cached_property
    def intervals(self) -> Intervals:
        """Return the method and every submission's interval."""
        if not self.linear:
            parts = [self._parts(facts) for facts in zip(*self.by_judge, strict=True)]
            ends = bootstrap_intervals(self.replicates, parts, self.points)
            return Intervals("bootstrap/1", ends)
        return interval_for(
            self.credits,
            self._weights,
            self.layout,
            points=self.points,
            replicates=self.replicates,
            proportion=all(metric.proportion for _, metric, _ in self.score.terms),
        )

    @cached_property
    def replicates(self) -> Replicates:
        """Return every submission's score in every resample: the same draws for all."""
        if self.linear:
            return bootstrap_means(self.credits, self._weights, self.layout, seed=self._seed)
        share = Fraction(1, len(self.by_judge))
        return combine(
            [
                (weight * share, self._term(facts, metric, tasks))
                for facts in self.by_judge
                for weight, metric, tasks in self.score.terms
            ]
        )

    def ranks(self, chosen: Sequence[int]) -> Sequence[Rank]:
        """Return rank interval and tie group of the chosen submissions, in their order."""
        return ranks_from([self.points[index] for index in chosen], self._better(chosen))

    @cached_property
    def separable(self) -> Flags:
        """Return which pairs of all submissions the paired test tells apart: [K, K]."""
        better = self._better(range(len(self.points)))
        return better | better.T

    def _better(self, chosen: Sequence[int]) -> Flags:
        """Test every pair of the chosen submissions, with Holm: [row, column], row is better."""
        columns = list(chosen)
        values = np.ascontiguousarray(self.replicates.values[:, columns])
        sums = self.layout.fold(np.ascontiguousarray(self.credits[:, columns]))
        points = [self.points[index] for index in columns]
        return paired_tests(Replicates(values, self.replicates.unit), points, sums).better

    def metric(self, index: int, metric: Metric) -> Intervals | None:
        """Return one submission's interval on another metric of the same tasks.

        None for a metric that is no share in [0, 1]: the methods are of shares.
        """
        if metric.least != 0:
            return None
        rows = np.concatenate([self.facts[index][task.task].rows for task in self.score.tasks])
        columns = self.score.tasks[0].scorer.column_names
        sums = Sums(len(rows), columns, rows.sum(axis=0).tolist())
        value = metric.value(sums)
        if metric.proportion and self.layout.singletons:
            right = int(metric.share(sums).numerator) // metric.unit
            return Intervals("wilson/1", (wilson(right, len(rows)),))
        denominators = np.asarray(metric.share(Sums(1, columns, list(rows.T))).denominator)
        counts = np.broadcast_to(denominators > 0, (len(rows),)).tolist()
        clusters = {name for name, counted in zip(self._clusters, counts, strict=True) if counted}
        part = WeightedPart(Fraction(1), value, max(1, len(clusters)))
        replicates = _ratios(metric, self._sums[index], columns)
        return Intervals("bootstrap/1", bootstrap_intervals(replicates, [[part]], [value]))

    @cached_property
    def _sums(self) -> list[Ints]:
        return [self._draw_sums(facts, self.score.tasks) for facts in self.facts]

    @cached_property
    def _weights(self) -> list[Fraction]:
        return [weight for task, weight in self.score.question_weights() for _ in task.ids]

    @cached_property
    def credits(self) -> Ints:
        """Return the credit of every question (rows) and submission (columns), in micro-units.

        It is the mean of the judges' credits.
        """
        columns = {
            task.task: task.scorer.column_names.index(metric.column or "credit")
            for _, metric, tasks in self.score.terms
            for task in tasks
        }
        total = np.zeros((self.layout.n, len(self.points)), dtype=np.int64)
        for judge in self.by_judge:
            for index, facts in enumerate(judge):
                total[:, index] += np.concatenate(
                    [facts[t.task].rows[:, columns[t.task]] for t in self.score.tasks]
                )
        return micro(total, judges=len(self.by_judge))

    def _term(
        self, submissions: Sequence[ByTask], metric: Metric, tasks: Sequence[CompiledTask]
    ) -> Replicates:
        """Return a term's value in every resample (rows), by submission (columns)."""
        columns = tasks[0].scorer.column_names
        each = [_ratios(metric, self._draw_sums(facts, tasks), columns) for facts in submissions]
        return Replicates(np.column_stack([own.values for own in each]), each[0].unit)

    def _draw_sums(self, facts: ByTask, tasks: Sequence[CompiledTask]) -> Ints:
        """Return the column sums of some tasks in every resample, and the questions drawn."""
        # One layout for all terms, so that all read the same draws: other tasks add nothing.
        width = len(tasks[0].scorer.column_names) + 1
        rows = [
            np.insert(facts[task.task].rows, width - 1, 1, axis=1)
            if task in tasks
            else np.zeros((len(task.ids), width), dtype=np.int64)
            for task in self.score.tasks
        ]
        return bootstrap_sums(np.concatenate(rows), self.layout, seed=self._seed)

    def _parts(self, by_judge: Sequence[ByTask]) -> list[WeightedPart]:
        """Return the shares that one submission's score is the weighted sum of."""
        return [
            WeightedPart(
                weight,
                _mean(metric.value(pool_sums(facts, tasks)) for facts in by_judge),
                len({cluster for task in tasks for cluster in task.clusters}),
            )
            for weight, metric, tasks in self.score.terms
        ]


def _mean(values: Iterable[Fraction]) -> Fraction:
    exact = list(values)
    return sum(exact, Fraction(0)) / len(exact)


def _ratios(metric: Metric, sums: Ints, columns: Sequence[str]) -> Replicates:
    # The last column is of ones: the number of questions drawn.
    share: Share = metric.share(Sums(sums[:, -1], columns, list(sums[:, :-1].T)))
    numerator = np.asarray(share.numerator, dtype=np.int64)
    denominator = np.broadcast_to(np.asarray(share.denominator, dtype=np.int64), numerator.shape)
    return ratio_replicates(numerator, denominator)
