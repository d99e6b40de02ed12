"""Release × submission -> facts -> task, category and track scores.

A release is *compiled* once: its questions, sorted by track, task and id, each prepared by its
scorer. A submission is then one list of answers in that order; every task is a slice of it.
Scores are exact fractions; rounding happens in ``board``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from digesta.errors import Problem, ReleaseError
from digesta.metrics.exact import NANO, decimal_fraction, ratio
from digesta.model.release import (
    MeanOfScore,
    PoolScore,
    Question,
    Release,
    Score,
    TermsScore,
    Track,
    Truth,
)
from digesta.scorers import scorer_named
from digesta.scorers.base import Asked, Metric, Row, Rows, Scorer, Sums


@dataclass(frozen=True)
class CompiledTask:
    """The questions of one task in the order of their ids, ready to be marked.

    start: where the task's answers begin in a submission's list. clusters: per question.
    """

    track: str
    category: str
    task: str
    scorer_name: str
    metric: str
    start: int
    ids: tuple[str, ...]
    clusters: tuple[str, ...]
    prepared: tuple[Any, ...]

    @property
    def scorer(self) -> Scorer[Any]:
        """Give the scorer that marks this task."""
        return scorer_named(self.scorer_name)

    @property
    def headline(self) -> Metric:
        """Give the task's headline metric."""
        return self.scorer.metric_named(self.metric)


@dataclass(frozen=True)
class Compiled:
    """One split of a release, ready to score: tasks in order and the row of every id.

    known also holds the ids of other splits, with rows past the end: they may be answered,
    and are not marked here.
    """

    release: Release
    digest: str
    split: str
    tasks: tuple[CompiledTask, ...]
    known: Mapping[str, int]

    @cached_property
    def n(self) -> int:
        """Count the questions of this split."""
        return sum(len(task.ids) for task in self.tasks)

    def tasks_of(self, track: str) -> tuple[CompiledTask, ...]:
        """Give the tasks of one track that have questions in this split."""
        return tuple(task for task in self.tasks if task.track == track)


@dataclass(frozen=True)
class TaskFacts:
    """The integer rows of one submission on one task."""

    task: CompiledTask
    rows: Rows

    @cached_property
    def sums(self) -> Sums:
        """Give the column sums."""
        return self.task.scorer.sums(self.rows)

    @property
    def value(self) -> Fraction:
        """Give the task's headline metric."""
        return self.task.headline.formula(self.sums)

    @property
    def chance(self) -> Fraction:
        """Give the mean of the questions' chances, in [0, 1]."""
        return ratio(int(self.sums["chance"]), self.sums.n * NANO)


def compile_release(
    release: Release,
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    *,
    digest: str,
    resources: Mapping[str, Any] | None = None,
    split: str = "public",
) -> Compiled:
    """Prepare every question of a split; a truth that cannot be right is a ReleaseError."""
    here = sorted(
        (question for question in questions if question.split == split),
        key=lambda q: (q.track, q.category, q.task, q.question_id),
    )
    known = {question.question_id: row for row, question in enumerate(here)}
    others = (question for question in questions if question.split != split)
    known |= {question.question_id: len(here) + i for i, question in enumerate(others)}
    tasks, start = [], 0
    for place, members in groupby(here, key=lambda q: (q.track, q.category, q.task)):
        task = _compiled_task(release, place, list(members), truths, (start, resources or {}))
        tasks.append(task)
        start += len(task.ids)
    return Compiled(release, digest, split, tuple(tasks), known)


def _compiled_task(
    release: Release,
    place: tuple[str, str, str],
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    context: tuple[int, Mapping[str, Any]],
) -> CompiledTask:
    track, category, name = place
    task = release.track_named(track).tasks[name]
    scorer = scorer_named(task.scorer)
    start, resources = context
    asked = asked_of(questions, truths)
    return CompiledTask(
        track=track,
        category=category,
        task=name,
        scorer_name=task.scorer,
        metric=task.metric,
        start=start,
        ids=tuple(q.question_id for q in questions),
        clusters=tuple(q.cluster_id for q in questions),
        prepared=tuple(_prepared(scorer, one, resources) for one in asked),
    )


def _prepared(scorer: Scorer[Any], asked: Asked, resources: Mapping[str, Any]) -> Any:
    try:
        return scorer.prepare(asked.question, asked.truth, resources)
    except ValueError as error:
        raise ReleaseError(
            [
                Problem(
                    code="truth-refused",
                    file="truths.jsonl",
                    question_id=asked.question_id,
                    got=str(error),
                    fix="correct the question's ask or its truth, and cut again",
                )
            ]
        ) from error


def mark_all(compiled: Compiled, answers: Sequence[Any]) -> tuple[TaskFacts, ...]:
    """Mark a submission's answers, one per question in compiled order (None: missing)."""
    return tuple(
        TaskFacts(
            task,
            task.scorer.mark_all(
                task.prepared, answers[task.start : task.start + len(task.prepared)]
            ),
        )
        for task in compiled.tasks
    )


def expected_facts(compiled: Compiled, adversary: str) -> tuple[TaskFacts, ...] | None:
    """Give the rows that an adversary earns on average, or None where it does not draw."""
    facts = []
    for task in compiled.tasks:
        found = {one.name: one for one in task.scorer.adversaries}.get(adversary)  # type: ignore[call-overload]
        if found is None or found.expected is None:
            return None
        rows: list[Row] = [found.expected(prepared) for prepared in task.prepared]
        facts.append(TaskFacts(task, np.array(rows, dtype=np.int64)))
    return tuple(facts)


def asked_of(questions: Iterable[Question], truths: Mapping[str, Truth]) -> list[Asked]:
    """Join questions and truths, as an adversary sees them."""
    return [
        Asked(q.question_id, q.task, q.as_json(), truths[q.question_id].truth) for q in questions
    ]


def adversary_answers(
    questions: Iterable[Question], truths: Mapping[str, Truth], adversary: str
) -> dict[str, Any]:
    """Give an adversary's answers to the questions; those it leaves out are not in the result."""
    by_scorer: dict[str, list[Question]] = {}
    for question in sorted(questions, key=lambda q: (q.track, q.category, q.task, q.question_id)):
        by_scorer.setdefault(question.scorer, []).append(question)
    answers: dict[str, Any] = {}
    for name, members in by_scorer.items():
        chosen = next(one for one in scorer_named(name).adversaries if one.name == adversary)
        given = chosen.answers(asked_of(members, truths))
        pairs = zip(members, given, strict=True)
        answers |= {q.question_id: answer for q, answer in pairs if answer is not None}
    return answers


# Scores ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weighted:
    """A score as a weighted sum of metrics over groups of tasks; the weights add to 1."""

    terms: tuple[tuple[Fraction, Metric, tuple[CompiledTask, ...]], ...]

    def value(self, facts: Mapping[str, TaskFacts]) -> Fraction:
        """Give the exact score from a submission's facts by task name."""
        return sum(
            (
                w * metric.formula(pooled(facts[t.task] for t in tasks))
                for w, metric, tasks in self.terms
            ),
            Fraction(0),
        )

    def chance(self, facts: Mapping[str, TaskFacts]) -> Fraction:
        """Give the same weighted sum over the questions' chances."""
        return sum(
            (
                w * ratio(int(sums["chance"]), sums.n * NANO)
                for w, sums in (
                    (w, pooled(facts[t.task] for t in tasks)) for w, _, tasks in self.terms
                )
            ),
            Fraction(0),
        )

    @property
    def tasks(self) -> tuple[CompiledTask, ...]:
        """Give the tasks that the score reads, each once, in order."""
        return tuple({task.task: task for _, _, tasks in self.terms for task in tasks}.values())

    def question_weights(self) -> list[tuple[CompiledTask, Fraction]]:
        """Give each task's weight per question, for scores that are means of credits."""
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
    """Give the mean of a category's tasks, each by its own metric."""
    members = [task for task in tasks if task.category == category]
    share = Fraction(1, len(members))
    return Weighted(tuple((share, task.headline, (task,)) for task in members))


def task_score(task: CompiledTask) -> Weighted:
    """Give one task's own metric."""
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
    """Give every score of a track; None where this split lacks what the rule needs."""
    by_task = {one.task.task: one for one in facts if one.task.track == track.track}
    tasks = [one.task for one in by_task.values()]
    for rule in track.scores:
        score = weighted(rule, track, tasks)
        yield rule, None if score is None else score.value(by_task)
