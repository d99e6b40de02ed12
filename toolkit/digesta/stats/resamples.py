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

from digesta.metrics.exact import NANO
from digesta.scorers.base import Metric, Share, Sums
from digesta.scoring.facts import CompiledTask, TaskFacts
from digesta.scoring.rules import WeightedScore
from digesta.stats.draws import Ints, Layout, layout_of, seed_of
from digesta.stats.intervals import (
    Intervals,
    WeightedPart,
    bootstrap_intervals,
    interval_for,
    wilson,
)
from digesta.stats.ranks import Pairs, Rank, paired_tests, ranks
from digesta.stats.replicates import (
    MICRO,
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


class Resamples:
    """The resamples of a board's score.

    facts: one mapping from task to facts per submission, in the board's order. name: the
    board's. digests: of what every row shares, the release.
    """

    def __init__(
        self, score: WeightedScore, facts: Sequence[ByTask], *, name: str, digests: Sequence[str]
    ) -> None:
        self.score = score
        self.facts = facts
        self.points = [score.value(one) for one in facts]
        self.layout = _layout(score.tasks)
        self.clusters = len({cluster for task in score.tasks for cluster in task.clusters})
        self._seed = seed_of("boot/1", digests, name)

    @property
    def linear(self) -> bool:
        """Return whether the score is a weighted mean of share columns."""
        return all(metric.column for _, metric, _ in self.score.terms)

    @property
    def rounds(self) -> int:
        """Return the number of resamples."""
        return ROUNDS if self.linear else RATIO_ROUNDS

    @cached_property
    def intervals(self) -> Intervals:
        """Return the method and every submission's interval."""
        if not self.linear:
            made = bootstrap_intervals(self.replicates, self.parts, self.points)
            return Intervals("bootstrap/1", made)
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
        return combine(self.terms)

    def ranks(self, chosen: Sequence[int]) -> Sequence[Rank]:
        """Return rank interval and tie group of the chosen submissions, in their order."""
        return ranks(*self._tested(chosen))

    @cached_property
    def pairs(self) -> Pairs:
        """Test every pair of submissions, with Holm over all of them."""
        return paired_tests(*self._tested(range(len(self.facts))))

    def _tested(self, chosen: Sequence[int]) -> tuple[Replicates, list[Fraction], Ints]:
        columns = list(chosen)
        values = np.ascontiguousarray(self.replicates.values[:, columns])
        sums = self.layout.fold(np.ascontiguousarray(self.credits[:, columns]))
        points = [self.points[index] for index in columns]
        return Replicates(values, self.replicates.unit), points, sums

    def metric(self, index: int, metric: Metric) -> Intervals | None:
        """Return one submission's interval on another metric of the same tasks.

        None for a metric that is no share in [0, 1]: the methods are of shares.
        """
        if metric.least != 0:
            return None
        facts = self.facts[index]
        rows = _rows(facts, self.score.tasks)
        columns = self.score.tasks[0].scorer.column_names
        each = metric.share(Sums(1, columns, list(rows.T)))
        sums = Sums(len(rows), columns, rows.sum(axis=0).tolist())
        value = metric.value(sums)
        if metric.proportion and self.layout.singletons:
            right = int(metric.share(sums).numerator) // metric.unit
            return Intervals("wilson/1", (wilson(right, len(rows)),))
        replicates = _ratios(metric, self._sums[index], columns)
        has_say = np.broadcast_to(np.asarray(each.denominator) > 0, (len(rows),)).tolist()
        clusters = {c for c, says in zip(self._clusters, has_say, strict=True) if says}
        part = WeightedPart(Fraction(1), value, max(1, len(clusters)))
        return Intervals("bootstrap/1", bootstrap_intervals(replicates, [[part]], [value]))

    @cached_property
    def _clusters(self) -> list[str]:
        return list(chain.from_iterable(task.clusters for task in self.score.tasks))

    @cached_property
    def _sums(self) -> list[Ints]:
        rows = [_with_ones(_rows(facts, self.score.tasks)) for facts in self.facts]
        return [bootstrap_sums(row, self.layout, seed=self._seed) for row in rows]

    @cached_property
    def _weights(self) -> list[Fraction]:
        return [weight for task, weight in self.score.question_weights() for _ in task.ids]

    @cached_property
    def credits(self) -> Ints:
        """Return the same in micro-units: what is resampled."""
        return micro(self.credits_nano)

    @cached_property
    def credits_nano(self) -> Ints:
        """Return the credit of every question (rows) and submission (columns), in nano-units."""
        column_of = {
            task.task: task.scorer.column_names.index(metric.column or "credit")
            for _, metric, tasks in self.score.terms
            for task in tasks
        }
        each = [
            np.concatenate([facts[t.task].rows[:, column_of[t.task]] for t in self.score.tasks])
            for facts in self.facts
        ]
        return np.column_stack(each)

    @cached_property
    def terms(self) -> list[tuple[Fraction, Replicates]]:
        """Return each term's weight and its value in every resample, of a score not linear."""
        return [
            (weight, _side_by_side([self._term(facts, metric, tasks) for facts in self.facts]))
            for weight, metric, tasks in self.score.terms
        ]

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

    @property
    def parts(self) -> list[list[WeightedPart]]:
        """Return each submission's shares that the score is the weighted sum of."""
        return [
            [
                WeightedPart(
                    weight,
                    metric.value(_pooled(facts, tasks)),
                    len({cluster for task in tasks for cluster in task.clusters}),
                )
                for weight, metric, tasks in self.score.terms
            ]
            for facts in self.facts
        ]


class JointResamples(Resamples):
    """The same for several judges: a submission's score is the mean of its judges' figures.

    by_judge: for each judge the facts of every submission, all in one order. Every judge's
    figures come from the same draws; what they said of one question is never two questions.
    """

    def __init__(
        self,
        score: WeightedScore,
        by_judge: Sequence[Sequence[ByTask]],
        *,
        name: str,
        digests: Sequence[str],
    ) -> None:
        super().__init__(score, by_judge[0], name=name, digests=digests)
        self.judges = [Resamples(score, facts, name=name, digests=digests) for facts in by_judge]
        share = Fraction(1, len(self.judges))
        figures = zip(*(judge.points for judge in self.judges), strict=True)
        self.points = [sum(each, Fraction(0)) * share for each in figures]

    @cached_property
    def credits(self) -> Ints:
        """Return the mean of the judges' credits in micro-units."""
        # Whole nano-units are summed, and divided once: the nearest double, halves to even.
        total = sum(judge.credits_nano for judge in self.judges)
        mean: Ints = np.rint(total / (NANO // MICRO * len(self.judges))).astype(np.int64)
        return mean

    @cached_property
    def terms(self) -> list[tuple[Fraction, Replicates]]:
        """Return every judge's terms, each judge weighing alike."""
        share = Fraction(1, len(self.judges))
        return [(weight * share, drawn) for judge in self.judges for weight, drawn in judge.terms]

    @property
    def parts(self) -> list[list[WeightedPart]]:
        """Return the same of the means of the judges' shares."""
        share = Fraction(1, len(self.judges))
        each = zip(*(judge.parts for judge in self.judges), strict=True)
        return [
            [
                WeightedPart(
                    same[0].weight,
                    sum((p.share for p in same), Fraction(0)) * share,
                    same[0].clusters,
                )
                for same in zip(*judges, strict=True)
            ]
            for judges in each
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
    return Replicates(np.column_stack([column.values for column in columns]), columns[0].unit)
