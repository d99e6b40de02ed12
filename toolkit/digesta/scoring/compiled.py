"""Release × submission -> facts.

A release is *compiled* once: its questions, sorted by track, task and id, each prepared by its
scorer. A submission is then one list of answers in that order; every task is a slice of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from digesta.errors import ReleaseError
from digesta.records.release import (
    Manifest,
    Question,
    Truth,
)
from digesta.scorers import scorer_named
from digesta.scorers.base import Asked, Metric, Response, Row, Rows, Scorer, Sums

UNJUDGED = "unjudged"
"""The column of scorers that need a verdict: 1 for an answer on which there is none."""


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
        """Return the scorer that marks this task."""
        return scorer_named(self.scorer_name)

    @property
    def needs_judge(self) -> bool:
        """Return whether an answer is worth nothing before a judge's verdict: its rows count it."""
        return UNJUDGED in self.scorer.column_names

    @property
    def takes_verdicts(self) -> bool:
        """Return whether a judge may settle what the scorer cannot, though it can do without."""
        return self.scorer.to_judge is not None

    @property
    def headline(self) -> Metric:
        """Return the task's headline metric."""
        return self.scorer.metric_named(self.metric)


@dataclass(frozen=True, eq=False)
class Compiled:
    """One split of a release, ready to score: tasks in order and the row of every id.

    known also holds the ids of other splits, with rows past the end: they may be answered,
    and are not marked here.
    """

    release: Manifest
    digest: str
    split: str
    tasks: tuple[CompiledTask, ...]
    known: Mapping[str, int]

    @cached_property
    def n(self) -> int:
        """Count the questions of this split."""
        return sum(len(task.ids) for task in self.tasks)

    def tasks_of(self, track: str) -> tuple[CompiledTask, ...]:
        """Return the tasks of one track that have questions in this split."""
        return tuple(task for task in self.tasks if task.track == track)


@dataclass(frozen=True)
class TaskFacts:
    """The integer rows of one submission on one task."""

    task: CompiledTask
    rows: Rows

    @cached_property
    def sums(self) -> Sums:
        """Return the column sums."""
        return self.task.scorer.sums(self.rows)


def compile_release(
    release: Manifest,
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
    release: Manifest,
    place: tuple[str, str, str],
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    context: tuple[int, Mapping[str, Any]],
) -> CompiledTask:
    track, category, name = place
    task = release.track_named(track).tasks[name]
    scorer = scorer_named(task.scorer)
    start, resources = context
    asked = asked_of(questions, truths, resources)
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
        raise ReleaseError.of(
            code="truth-refused",
            file="truths.jsonl",
            question_id=asked.question_id,
            got=str(error),
            fix="correct the question's ask or its truth, and cut again",
        ) from error


def mark_all(
    compiled: Compiled,
    answers: Sequence[Any],
    verdicts: Mapping[str, Mapping[str, Any]] | None = None,
    passages: Mapping[str, Sequence[str]] | None = None,
) -> tuple[TaskFacts, ...]:
    """Mark a submission's answers, one per question in compiled order (None: missing).

    verdicts: one judge's, by question id, as JSON. Without one an answer that needs it is
    counted as not judged by its scorer. passages: ids of what was retrieved, by question id,
    best first.
    """
    beside = (verdicts or {}, passages or {})
    return tuple(mark_task(task, answers, beside) for task in compiled.tasks)


def mark_task(
    task: CompiledTask,
    answers: Sequence[Any],
    beside: tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Sequence[str]]],
) -> TaskFacts:
    """Mark one task. answers: the whole list. beside: verdicts and passages, by question id."""
    scorer = task.scorer
    verdicts, passages = beside
    mine = answers[task.start : task.start + len(task.prepared)]
    if all(one.keys().isdisjoint(task.ids) for one in beside):
        return TaskFacts(task, scorer.mark_all(task.prepared, mine))
    given = zip(task.ids, task.prepared, mine, strict=True)
    rows = [
        scorer.mark(p, Response(answer, verdicts.get(key), tuple(passages.get(key, ()))))
        for key, p, answer in given
    ]
    return TaskFacts(task, np.array(rows, dtype=np.int64))


def expected_facts(compiled: Compiled, adversary: str) -> tuple[TaskFacts, ...] | None:
    """Return the rows that an adversary earns on average, or None where it does not draw."""
    facts = []
    for task in compiled.tasks:
        found = {one.name: one for one in task.scorer.adversaries}.get(adversary)  # type: ignore[call-overload]
        if found is None or found.expected is None:
            return None
        rows: list[Row] = [found.expected(prepared) for prepared in task.prepared]
        facts.append(TaskFacts(task, np.array(rows, dtype=np.int64)))
    return tuple(facts)


def asked_of(
    questions: Iterable[Question],
    truths: Mapping[str, Truth],
    resources: Mapping[str, Any] | None = None,
) -> list[Asked]:
    """Join questions, truths and the release's resources, as an adversary sees them."""
    given = resources or {}
    return [
        Asked(q.question_id, q.task, q.as_json(), truths[q.question_id].truth, given)
        for q in questions
    ]


def adversary_answers(
    questions: Iterable[Question],
    truths: Mapping[str, Truth],
    adversary: str,
    *,
    resources: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return an adversary's answers to the questions; those it leaves out are not in the result."""
    # Track by track: tasks of two tracks may have one name, and are two.
    by_scorer: dict[tuple[str, str], list[Question]] = {}
    for question in sorted(questions, key=lambda q: (q.track, q.category, q.task, q.question_id)):
        by_scorer.setdefault((question.track, question.scorer), []).append(question)
    answers: dict[str, Any] = {}
    for (_, name), members in by_scorer.items():
        chosen = next(one for one in scorer_named(name).adversaries if one.name == adversary)
        given = chosen.answers(asked_of(members, truths, resources))
        pairs = zip(members, given, strict=True)
        answers |= {q.question_id: answer for q, answer in pairs if answer is not None}
    return answers
