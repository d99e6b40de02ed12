"""Score rules: a track's scores as weighted sums of metrics over groups of tasks.

Three rules only: ``terms``, ``mean_of: categories``, ``pool``. A split that lacks a
category or a term has no score by that rule. Values are exact fractions; ``board`` rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from digesta.metrics.exact import NANO, Ints, ratio
from digesta.records.release import MeanOfScore, PoolScore, Score, TermsScore, Track
from digesta.scorers.base import Metric, Sums
from digesta.scoring.facts import ByTask, CompiledTask


@dataclass(frozen=True)
class WeightedScore:
    """A score as a weighted sum of metrics over groups of tasks; the weights add to 1."""

    terms: tuple[tuple[Fraction, Metric, tuple[CompiledTask, ...]], ...]

    def value(self, facts: ByTask) -> Fraction:
        """Return the exact score from a submission's facts by task name."""
        return Fraction(sum(w * m.value(pool_sums(facts, tasks)) for w, m, tasks in self.terms))

    def chance(self, facts: ByTask) -> Fraction:
        """Return the same weighted sum over the questions' chances."""
        pools = ((w, pool_sums(facts, tasks)) for w, _, tasks in self.terms)
        return sum((w * ratio(int(p["chance"]), p.n * NANO) for w, p in pools), Fraction(0))

    def credits(self, facts: ByTask) -> dict[str, Ints]:
        """Return by task what each question adds, up to a factor of the task's own."""
        return {
            task.task: facts[task.task].rows[
                :, task.scorer.column_names.index(metric.column or "credit")
            ]
            for _, metric, tasks in self.terms
            for task in tasks
        }

    def count(self, column: str, facts: ByTask) -> int:
        """Return the sum of a column over the tasks; those without the column add nothing."""
        return sum(int(facts[task.task].sums.get(column, 0)) for task in self.tasks)

    @cached_property
    def tasks(self) -> tuple[CompiledTask, ...]:
        """Return the tasks that the score reads, each once, in order."""
        return tuple({task.task: task for _, _, tasks in self.terms for task in tasks}.values())

    @property
    def needs_judge(self) -> bool:
        """Return whether some answers are worth nothing to the score without verdicts."""
        return any(task.needs_judge for task in self.tasks)

    def question_weights(self) -> list[tuple[CompiledTask, Fraction]]:
        """Return each task's weight per question, for scores that are means of credits."""
        weights = dict.fromkeys((task.task for task in self.tasks), Fraction(0))
        for w, _, tasks in self.terms:
            n = sum(len(task.ids) for task in tasks)
            for task in tasks:
                weights[task.task] += w / n
        return [(task, weights[task.task]) for task in self.tasks]


def pool_sums(facts: ByTask, tasks: Sequence[CompiledTask]) -> Sums:
    """Add the column sums of several tasks of one scorer."""
    sums = [facts[task.task].sums for task in tasks]
    totals = [sum(int(own[column]) for own in sums) for column in sums[0]]
    return Sums(sum(own.n for own in sums), list(sums[0]), totals)


def rule_score(rule: Score, track: Track, tasks: Sequence[CompiledTask]) -> WeightedScore | None:
    """Read a score rule against the tasks of a split; None where the split lacks a term."""
    if isinstance(rule, TermsScore):
        return _terms(rule, tasks)
    if isinstance(rule, MeanOfScore):
        return _mean_of(rule.categories_of(track), tasks)
    return _pool(rule, track, tasks)


def category_score(category: str, tasks: Sequence[CompiledTask]) -> WeightedScore:
    """Return the mean of a category's tasks, each by its own metric."""
    members = [task for task in tasks if task.category == category]
    share = Fraction(1, len(members))
    return WeightedScore(tuple((share, task.headline, (task,)) for task in members))


def task_score(task: CompiledTask) -> WeightedScore:
    """Return one task's own metric."""
    return WeightedScore(((Fraction(1), task.headline, (task,)),))


def _terms(rule: TermsScore, tasks: Sequence[CompiledTask]) -> WeightedScore | None:
    terms = []
    for weight, scope, metric_name in rule.terms:
        members = tuple(task for task in tasks if scope in (task.task, task.category))
        if not members:
            return None
        metric = members[0].scorer.metric_named(metric_name)
        terms.append((Fraction(weight), metric, members))
    return WeightedScore(tuple(terms))


def _mean_of(categories: Sequence[str], tasks: Sequence[CompiledTask]) -> WeightedScore | None:
    if not {*categories} <= {task.category for task in tasks}:
        return None
    each = Fraction(1, len(categories))
    return WeightedScore(
        tuple(
            (each * w, metric, members)
            for category in categories
            for w, metric, members in category_score(category, tasks).terms
        )
    )


def _pool(rule: PoolScore, track: Track, tasks: Sequence[CompiledTask]) -> WeightedScore | None:
    wanted = set(track.categories) if rule.pool == "all" else set(rule.pool)
    members = tuple(task for task in tasks if task.category in wanted)
    if {task.category for task in members} != wanted:
        return None
    return WeightedScore(((Fraction(1), members[0].scorer.metric_named(rule.metric), members),))
