"""Score rules: a track's scores as weighted sums of metrics over groups of tasks.

Three rules only: ``terms``, ``mean_of: categories``, ``pool``. A split that lacks a
category or a term has no score by that rule. Values are exact fractions; ``board`` rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import NANO, decimal_fraction, ratio
from digesta.records.release import MeanOfScore, PoolScore, Score, TermsScore, Track
from digesta.scorers.base import Metric, Sums
from digesta.scoring.compiled import UNJUDGED, CompiledTask, TaskFacts


@dataclass(frozen=True)
class Weighted:
    """A score as a weighted sum of metrics over groups of tasks; the weights add to 1."""

    terms: tuple[tuple[Fraction, Metric, tuple[CompiledTask, ...]], ...]

    def value(self, facts: Mapping[str, TaskFacts]) -> Fraction:
        """Return the exact score from a submission's facts by task name."""
        return sum(
            (
                w * metric.value(pooled(facts[t.task] for t in tasks))
                for w, metric, tasks in self.terms
            ),
            Fraction(0),
        )

    def chance(self, facts: Mapping[str, TaskFacts]) -> Fraction:
        """Return the same weighted sum over the questions' chances."""
        return sum(
            (
                w * ratio(int(sums["chance"]), sums.n * NANO)
                for w, sums in (
                    (w, pooled(facts[t.task] for t in tasks)) for w, _, tasks in self.terms
                )
            ),
            Fraction(0),
        )

    def unjudged(self, facts: Mapping[str, TaskFacts]) -> int:
        """Count the answers that need a verdict and have none: with one, there is no score."""
        return sum(int(facts[t.task].sums[UNJUDGED]) for t in self.tasks if t.needs_judge)

    @property
    def tasks(self) -> tuple[CompiledTask, ...]:
        """Return the tasks that the score reads, each once, in order."""
        return tuple({task.task: task for _, _, tasks in self.terms for task in tasks}.values())

    def question_weights(self) -> list[tuple[CompiledTask, Fraction]]:
        """Return each task's weight per question, for scores that are means of credits."""
        weights: dict[str, Fraction] = {}
        for w, _, tasks in self.terms:
            n = sum(len(task.ids) for task in tasks)
            for task in tasks:
                weights[task.task] = weights.get(task.task, Fraction(0)) + w / n
        return [(task, weights[task.task]) for task in self.tasks]


def pooled(facts: Iterable[TaskFacts]) -> Sums:
    """Add the column sums of several tasks of one scorer."""
    listed = [one.sums for one in facts]
    columns = list(listed[0])
    return Sums(
        sum(sums.n for sums in listed), columns, [sum(int(s[c]) for s in listed) for c in columns]
    )


def weighted(rule: Score, track: Track, tasks: Sequence[CompiledTask]) -> Weighted | None:
    """Read a score rule against the tasks of a split; None where the split lacks a term."""
    found: Weighted | None = _RULES[type(rule)](rule, track, tasks)
    return found


def category_score(category: str, tasks: Sequence[CompiledTask]) -> Weighted:
    """Return the mean of a category's tasks, each by its own metric."""
    members = [task for task in tasks if task.category == category]
    share = Fraction(1, len(members))
    return Weighted(tuple((share, task.headline, (task,)) for task in members))


def task_score(task: CompiledTask) -> Weighted:
    """Return one task's own metric."""
    return Weighted(((Fraction(1), task.headline, (task,)),))


def _terms(rule: TermsScore, _track: Track, tasks: Sequence[CompiledTask]) -> Weighted | None:
    terms = []
    for weight, scope, metric_name in rule.terms:
        members = tuple(task for task in tasks if scope in (task.task, task.category))
        if not members:
            return None
        metric = members[0].scorer.metric_named(metric_name)
        terms.append((decimal_fraction(weight), metric, members))
    return Weighted(tuple(terms))


def _mean_of(_rule: MeanOfScore, track: Track, tasks: Sequence[CompiledTask]) -> Weighted | None:
    if {task.category for task in tasks} != set(track.categories):
        return None
    each = Fraction(1, len(track.categories))
    return Weighted(
        tuple(
            (each * w, metric, members)
            for category in track.categories
            for w, metric, members in category_score(category, tasks).terms
        )
    )


def _pool(rule: PoolScore, track: Track, tasks: Sequence[CompiledTask]) -> Weighted | None:
    wanted = set(track.categories) if rule.pool == "all" else set(rule.pool)
    members = tuple(task for task in tasks if task.category in wanted)
    if {task.category for task in members} != wanted:
        return None
    return Weighted(((Fraction(1), members[0].scorer.metric_named(rule.metric), members),))


_RULES: Mapping[type, Any] = {TermsScore: _terms, MeanOfScore: _mean_of, PoolScore: _pool}


def track_scores(
    track: Track, facts: Sequence[TaskFacts]
) -> Iterator[tuple[Score, Fraction | None]]:
    """Return every score of a track; None where this split lacks what the rule needs."""
    by_task = {one.task.task: one for one in facts if one.task.track == track.track}
    tasks = [one.task for one in by_task.values()]
    for rule in track.scores:
        score = weighted(rule, track, tasks)
        yield rule, None if score is None else score.value(by_task)
