"""Release × submission -> facts.

A release is *compiled* once: its questions, sorted by track, task and id, each prepared by its
scorer. A submission is then one list of answers in that order; every task is a slice of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from digesta.errors import ReleaseError
from digesta.records.release import Manifest, Question, Truth
from digesta.scorers import scorer_named
from digesta.scorers.base import (
    Metric,
    QuestionWithTruth,
    Response,
    Row,
    Rows,
    Scorer,
    Sums,
    column_sums,
)

UNJUDGED = "unjudged"
"""The column of scorers that need a verdict: 1 for an answer on which there is none."""

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, eq=False)
class Silence:
    """What there is to know of a task that nobody answers, without its scorer.

    columns: the names of its scorer's. rows: what silence earns. signature: the scorer's.
    """

    columns: tuple[str, ...]
    rows: Rows
    signature: str


@dataclass(frozen=True)
class CompiledTask:
    """The questions of one task in the order of their ids, ready to be marked.

    start: where the task's answers begin in a submission's list. clusters: per question.
    prepared: what the scorer made of each. silence: by which a task that nobody answers needs no
    scorer; None where unknown.
    """

    track: str
    category: str
    task: str
    scorer_name: str
    metric: str
    start: int
    ids: tuple[str, ...]
    clusters: tuple[str, ...]
    prepared: Sequence[Any]
    silence: Silence | None = field(default=None, compare=False, repr=False)

    @property
    def scorer(self) -> Scorer[Any]:
        """Return the scorer that marks this task."""
        return scorer_named(self.scorer_name)

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of the columns of its rows."""
        return self.scorer.column_names if self.silence is None else self.silence.columns

    @property
    def signature(self) -> str:
        """Return what signatures call its scorer."""
        if self.silence is None:
            return scorer_named(self.scorer_name).signature
        return self.silence.signature

    @property
    def needs_judge(self) -> bool:
        """Return whether an answer is worth nothing before a judge's verdict: its rows count it."""
        return UNJUDGED in self.column_names

    @property
    def takes_verdicts(self) -> bool:
        """Return whether a judge may settle what the scorer cannot, though it can do without."""
        return self.scorer.to_judge is not None

    @property
    def headline(self) -> Metric:
        """Return the task's headline metric."""
        return self.scorer.metric_named(self.metric)


@dataclass(frozen=True, eq=False)
class CompiledRelease:
    """One split of a release, ready to score: tasks in order and the row of every id.

    known also holds the ids of other splits, with rows past the end: they may be answered,
    and are not marked here. silent_lines: by track, the lines of a summary of who answers nothing
    on it, where they are known.
    """

    release: Manifest
    digest: str
    split: str
    tasks: tuple[CompiledTask, ...]
    known: Mapping[str, int]
    silent_lines: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

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
        return column_sums(self.task.column_names, self.rows)

    @property
    def silent(self) -> bool:
        """Return whether they are known to be what silence earns."""
        silence = self.task.silence
        return silence is not None and np.array_equal(self.rows, silence.rows)


ByTask = Mapping[str, TaskFacts]


def facts_by_task(facts: Iterable[TaskFacts], track: str) -> dict[str, TaskFacts]:
    """Return the facts of one track by task."""
    return {each.task.task: each for each in facts if each.task.track == track}


def compile_release(
    release: Manifest,
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    *,
    digest: str,
    resources: Mapping[str, Any] | None = None,
    split: str = "public",
) -> CompiledRelease:
    """Prepare every question of a split; a truth that cannot be right is a ReleaseError."""
    ordered = sorted(questions, key=lambda q: (q.split != split, *_place(q), q.question_id))
    known = {question.question_id: row for row, question in enumerate(ordered)}
    tasks, start = [], 0
    for _, group in groupby((q for q in ordered if q.split == split), key=_place):
        members = list(group)
        pairs = join_truths(members, truths, resources)
        tasks.append(_compile_task(release, members, pairs, start=start))
        start += len(members)
    return CompiledRelease(release, digest, split, tuple(tasks), known)


def _place(question: Question) -> tuple[str, str, str]:
    return question.track, question.category, question.task


def _compile_task(
    release: Manifest,
    members: Sequence[Question],
    pairs: Iterable[QuestionWithTruth],
    *,
    start: int,
) -> CompiledTask:
    track, category, name = _place(members[0])
    task = release.track_named(track).tasks[name]
    scorer = scorer_named(task.scorer)
    return CompiledTask(
        track=track,
        category=category,
        task=name,
        scorer_name=task.scorer,
        metric=task.metric,
        start=start,
        ids=tuple(q.question_id for q in members),
        clusters=tuple(q.cluster_id for q in members),
        prepared=tuple(_prepare(scorer, pair) for pair in pairs),
    )


def with_silence(compiled: CompiledRelease) -> CompiledRelease:
    """Return a compiled release that knows what silence earns on the tasks of our own scorers.

    An owner's scorer is imported whenever its release is opened, and may fail.
    """
    tasks = tuple(
        task if scorer_named(task.scorer_name).source else replace(task, silence=_silence(task))
        for task in compiled.tasks
    )
    return replace(compiled, tasks=tasks)


def _silence(task: CompiledTask) -> Silence:
    rows = task.scorer.mark_all(task.prepared, [None] * len(task.ids))
    rows.flags.writeable = False
    return Silence(task.column_names, rows, task.signature)


def _prepare(scorer: Scorer[Any], pair: QuestionWithTruth) -> Any:
    try:
        return scorer.prepare(pair.question, pair.truth, pair.resources)
    except ValueError as error:
        raise ReleaseError.of(
            code="truth-refused",
            file="truths.jsonl",
            question_id=pair.question_id,
            got=str(error),
            fix="correct the question's ask or its truth, and cut again",
        ) from error


def mark_all(
    compiled: CompiledRelease,
    answers: Sequence[Any],
    *,
    passages: Mapping[str, Sequence[str]] = _NOTHING,
) -> tuple[TaskFacts, ...]:
    """Mark a submission's answers, one per question in compiled order (None: missing).

    passages: retrieved ids, by question id, best first. What needs a verdict counts as unjudged.
    """
    return tuple(mark_task(task, answers, passages=passages) for task in compiled.tasks)


def mark_task(
    task: CompiledTask,
    answers: Sequence[Any],
    *,
    passages: Mapping[str, Sequence[str]] = _NOTHING,
    verdicts: Mapping[str, Mapping[str, Any]] = _NOTHING,
) -> TaskFacts:
    """Mark one task. answers: to the whole release. verdicts: one judge's, as JSON, by question."""
    mine = answers[task.start : task.start + len(task.ids)]
    if passages.keys().isdisjoint(task.ids) and verdicts.keys().isdisjoint(task.ids):
        if task.silence is not None and not any(answer is not None for answer in mine):
            return TaskFacts(task, task.silence.rows)
        return TaskFacts(task, task.scorer.mark_all(task.prepared, mine))
    responses = (
        Response(answer, verdicts.get(key), tuple(passages.get(key, ())))
        for key, answer in zip(task.ids, mine, strict=True)
    )
    return TaskFacts(task, _as_rows(map(task.scorer.mark, task.prepared, responses)))


def expected_facts(compiled: CompiledRelease, adversary: str) -> tuple[TaskFacts, ...] | None:
    """Return the rows that an adversary earns on average, or None where it does not draw."""
    facts = []
    for task in compiled.tasks:
        expected = next((a.expected for a in task.scorer.adversaries if a.name == adversary), None)
        if expected is None:
            return None
        facts.append(TaskFacts(task, _as_rows(map(expected, task.prepared))))
    return tuple(facts)


def _as_rows(rows: Iterable[Row]) -> Rows:
    return np.array(list(rows), dtype=np.int64)


def join_truths(
    questions: Iterable[Question],
    truths: Mapping[str, Truth],
    resources: Mapping[str, Any] | None = None,
) -> list[QuestionWithTruth]:
    """Join questions, truths and the release's resources, as an adversary sees them."""
    return [
        QuestionWithTruth(
            q.question_id, q.task, q.as_json(), truths[q.question_id].truth, resources or {}
        )
        for q in questions
    ]


def adversary_answers(
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    adversary: str,
    *,
    resources: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return an adversary's answer to each question by its id; None where it abstains."""
    # Track by track: tasks of two tracks may have one name, and are two.
    by_scorer: dict[tuple[str, str], list[Question]] = defaultdict(list)
    for question in sorted(questions, key=lambda q: (*_place(q), q.question_id)):
        by_scorer[question.track, question.scorer].append(question)
    answers: dict[str, Any] = {question.question_id: None for question in questions}
    for (_, name), members in by_scorer.items():
        chosen = next(a for a in scorer_named(name).adversaries if a.name == adversary)
        own = chosen.answers(join_truths(members, truths, resources))
        answers.update(zip((q.question_id for q in members), own, strict=True))
    return answers
