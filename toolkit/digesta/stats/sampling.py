"""Resamples of one score over many submissions: what a board reads intervals and ranks from.

A score whose metrics are all means of a share column is resampled as one exact product
(``bootstrap_means``); any other term by term from resampled column sums (``bootstrap_sums``). The
draws depend on the release and the board's name alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain

import numpy as np

from digesta.scorers.base import Metric, Share, Sums
from digesta.scores import Weighted
from digesta.scoring import CompiledTask, TaskFacts
from digesta.stats.draws import Ints, Layout, layout_of, seed_of
from digesta.stats.intervals import (
    Intervals,
    Part,
    bootstrap_intervals,
    interval_for,
    wilson,
)
from digesta.stats.ranks import Pairs, Rank, paired_tests, ranks
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

ByTask = Mapping[str, TaskFacts]


class Sample:
    """The resamples of a board's score.

    facts: one mapping from task to facts per submission, in the board's order. name: the
    board's. digests: of what every row shares, the release.
    """

    def __init__(
        self, score: Weighted, facts: Sequence[ByTask], *, name: str, digests: Sequence[str]
    ) -> None:
        self.score = score
        self.facts = facts
        self.points = [score.value(one) for one in facts]
        self.layout = _layout(score.tasks)
        self.clusters = len({cluster for task in score.tasks for cluster in task.clusters})
        self._seed = seed_of("boot/1", digests, name)

    @property
    def linear(self) -> bool:
        """Say whether the score is a weighted mean of share columns."""
        return all(metric.column for _, metric, _ in self.score.terms)

    @property
    def rounds(self) -> int:
        """Give the number of resamples."""
        return ROUNDS if self.linear else RATIO_ROUNDS

    @cached_property
    def intervals(self) -> Intervals:
        """Give the method and every submission's interval."""
        if not self.linear:
            parts = [self._parts(one) for one in self.facts]
            made = bootstrap_intervals(self.replicates, parts, self.points)
            return Intervals("bootstrap/1", made)
        return interval_for(
            self._credits,
            self._weights,
            self.layout,
            points=self.points,
            replicates=self.replicates,
            proportion=all(metric.proportion for _, metric, _ in self.score.terms),
        )

    @cached_property
    def replicates(self) -> Replicates:
        """Give every submission's score in every resample: the same draws for all."""
        if self.linear:
            return bootstrap_means(self._credits, self._weights, self.layout, seed=self._seed)
        return combine(
            [
                (weight, _side_by_side([self._term(one, metric, tasks) for one in self.facts]))
                for weight, metric, tasks in self.score.terms
            ]
        )

    def ranks(self, chosen: Sequence[int]) -> Sequence[Rank]:
        """Give rank interval and tie group of the chosen submissions, in their order."""
        return ranks(*self._tested(chosen))

    def pairs(self) -> Pairs:
        """Test every pair of submissions, with Holm over all of them."""
        return paired_tests(*self._tested(range(len(self.facts))))

    def _tested(self, chosen: Sequence[int]) -> tuple[Replicates, list[Fraction], Ints]:
        columns = list(chosen)
        values = np.ascontiguousarray(self.replicates.values[:, columns])
        sums = self.layout.fold(np.ascontiguousarray(self._credits[:, columns]))
        points = [self.points[index] for index in columns]
        return Replicates(values, self.replicates.unit), points, sums

    def metric(self, index: int, metric: Metric) -> Intervals | None:
        """Give one submission's interval on another metric of the same tasks.

        None for a metric that is no share in [0, 1]: the methods are of shares.
        """
        if metric.least != 0:
            return None
        facts = self.facts[index]
        rows = _rows(facts, self.score.tasks)
        columns = self.score.tasks[0].scorer.column_names
        each = metric.share(Sums(1, columns, list(rows.T)))
        sums = Sums(len(rows), columns, rows.sum(axis=0).tolist())
        value = metric.formula(sums)
        if metric.proportion and self.layout.singletons:
            right = int(metric.share(sums).numerator) // metric.unit
            return Intervals("wilson/1", (wilson(right, len(rows)),))
        replicates = _ratios(metric, self._sums[index], columns)
        has_say = np.broadcast_to(np.asarray(each.denominator) > 0, (len(rows),)).tolist()
        clusters = {c for c, says in zip(self._clusters, has_say, strict=True) if says}
        part = Part(Fraction(1), value, max(1, len(clusters)))
        return Intervals("bootstrap/1", bootstrap_intervals(replicates, [[part]], [value]))

    @cached_property
    def _clusters(self) -> list[str]:
        return list(chain.from_iterable(task.clusters for task in self.score.tasks))

    @cached_property
    def _sums(self) -> list[Ints]:
        rows = [_with_ones(_rows(one, self.score.tasks)) for one in self.facts]
        return [bootstrap_sums(one, self.layout, seed=self._seed) for one in rows]

    @cached_property
    def _weights(self) -> list[Fraction]:
        return [weight for task, weight in self.score.question_weights() for _ in task.ids]

    @cached_property
    def _credits(self) -> Ints:
        column_of = {
            task.task: task.scorer.column_names.index(metric.column or "credit")
            for _, metric, tasks in self.score.terms
            for task in tasks
        }
        each = [
            np.concatenate([one[t.task].rows[:, column_of[t.task]] for t in self.score.tasks])
            for one in self.facts
        ]
        return micro(np.column_stack(each))

    def _term(self, facts: ByTask, metric: Metric, tasks: Sequence[CompiledTask]) -> Replicates:
        # One layout for all terms, so that all read the same draws: other tasks add nothing.
        columns = tasks[0].scorer.column_names
        asked = {task.task for task in tasks}
        rows = [
            _with_ones(facts[task.task].rows)
            if task.task in asked
            else np.zeros((len(task.ids), len(columns) + 1), dtype=np.int64)
            for task in self.score.tasks
        ]
        sums = bootstrap_sums(np.concatenate(rows), self.layout, seed=self._seed)
        return _ratios(metric, sums, columns)

    def _parts(self, facts: ByTask) -> list[Part]:
        return [
            Part(
                weight,
                metric.formula(_pooled(facts, tasks)),
                len({cluster for task in tasks for cluster in task.clusters}),
            )
            for weight, metric, tasks in self.score.terms
        ]


def _layout(tasks: Sequence[CompiledTask]) -> Layout:
    return layout_of(
        [task.task for task in tasks for _ in task.ids],
        [cluster for task in tasks for cluster in task.clusters],
    )


def _rows(facts: ByTask, tasks: Sequence[CompiledTask]) -> Ints:
    return np.concatenate([facts[task.task].rows for task in tasks])


def _with_ones(rows: Ints) -> Ints:
    return np.column_stack([rows, np.ones(len(rows), dtype=np.int64)])


def _pooled(facts: ByTask, tasks: Sequence[CompiledTask]) -> Sums:
    return tasks[0].scorer.sums(_rows(facts, tasks))


def _ratios(metric: Metric, sums: Ints, columns: Sequence[str]) -> Replicates:
    # The last column is of ones: the number of questions drawn.
    n, values = sums[:, -1], list(sums[:, :-1].T)
    share: Share = metric.share(Sums(n, columns, values))
    numerator = np.asarray(share.numerator, dtype=np.int64)
    denominator = np.broadcast_to(np.asarray(share.denominator, dtype=np.int64), numerator.shape)
    return ratio_replicates(numerator, denominator)


def _side_by_side(columns: Sequence[Replicates]) -> Replicates:
    return Replicates(np.column_stack([one.values for one in columns]), columns[0].unit)
