"""Release × submission -> facts.

A release is *compiled* once: its questions, sorted by track, task and id, each prepared by its
scorer. A submission is then one list of answers in that order; every task is a slice of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from digesta.errors import ReleaseError
from digesta.records.release import Manifest, Question, Task, Truth
from digesta.scorers import scorer_named
from digesta.scorers.base import (
    OWN_FLOORS,
    Metric,
    Prepare,
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
_Place = tuple[str, str, str]
"""Track, category, task."""


@dataclass(frozen=True, eq=False, repr=False)
class CompiledTask:
    """The questions of one task in the order of their ids, ready to be marked.

    start: where the task's answers begin in a submission's list. clusters: per question.
    prepared: what the scorer made of each. stats: the version of its release's statistics.
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
    stats: int = 2

    @property
    def scorer(self) -> Scorer[Any]:
        """Return the scorer that marks this task."""
        return scorer_named(self.scorer_name)

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of the columns of its rows."""
        return self.scorer.column_names

    @property
    def signature(self) -> str:
        """Return what signatures call its scorer."""
        return self.scorer.signature

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


@dataclass(frozen=True, eq=False, repr=False)
class CompiledRelease:
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


@dataclass(frozen=True, repr=False)
class TaskFacts:
    """The integer rows of one submission on one task."""

    task: CompiledTask
    rows: Rows

    @cached_property
    def sums(self) -> Sums:
        """Return the column sums."""
        return column_sums(self.task.column_names, self.rows)


ByTask = Mapping[str, TaskFacts]


def facts_by_task(facts: Iterable[TaskFacts], track: str) -> dict[str, TaskFacts]:
    """Return the facts of one track by task."""
    return {each.task.task: each for each in facts if each.task.track == track}


def compile_release(
    release: Manifest,
    questions: Iterable[Question],
    truths: Mapping[str, Truth],
    *,
    digest: str,
    resources: Mapping[str, Any] | None = None,
    split: str = "public",
) -> CompiledRelease:
    """Prepare every question of a split; a truth that cannot be right is a ReleaseError."""
    values = (question.as_json() for question in questions)
    right = {key: truth.truth for key, truth in truths.items()}
    return compile_values(release, values, right, digest=digest, resources=resources, split=split)


def compile_values(
    release: Manifest,
    questions: Iterable[Mapping[str, Any]],
    truths: Mapping[str, Mapping[str, Any]],
    *,
    digest: str,
    resources: Mapping[str, Any] | None = None,
    split: str = "public",
    validated: bool = False,
) -> CompiledRelease:
    """Do what ``compile_release`` does with JSON values: questions, and truths by question.

    validated: cutting validated them. Of each question only what its scorer makes of it is kept.
    """

    @cache
    def prepare_at(place: _Place) -> Prepare[Any]:
        scorer = scorer_named(_task_at(release, place).scorer)
        return (scorer.prepare_cut if validated else None) or scorer.prepare

    ready, others = defaultdict[_Place, list[tuple[str, str, Any]]](list), list[tuple[str, ...]]()
    for question in questions:
        key = question["question_id"]
        place = question["track"], question["category"], question["task"]
        if question["split"] == split:
            try:
                prepared = prepare_at(place)(question, truths[key], resources or {})
            except ValueError:  # a context for every question would take a sixth of the time
                with truth_holds(question):
                    raise
            ready[place].append((key, question["cluster_id"], prepared))
        else:
            others.append((*place, key))
    tasks, known = list[CompiledTask](), list[str]()
    for place in sorted(ready):
        task = _task_at(release, place)
        by_id = sorted(ready[place], key=itemgetter(0))
        columns: tuple[Any, ...] = (*zip(*by_id, strict=True), release.statistics)
        tasks.append(CompiledTask(*place, task.scorer, task.metric, len(known), *columns))
        known += tasks[-1].ids
    known += (key for *_, key in sorted(others))
    rows = {key: row for row, key in enumerate(known)}
    return CompiledRelease(release, digest, split, tuple(tasks), rows)


def _task_at(release: Manifest, place: _Place) -> Task:
    return release.track_named(place[0]).tasks[place[2]]


@contextmanager
def truth_holds(
    question: Mapping[str, Any], fix: str = "correct the question's ask or its truth"
) -> Iterator[None]:
    """Refuse a question whose truth raises ValueError in this block."""
    try:
        yield
    except ValueError as error:
        raise ReleaseError.of(
            code="truth-refused",
            file="truths.jsonl",
            question_id=question["question_id"],
            got=str(error),
            fix=fix,
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
    further = {*passages, *verdicts}
    if not further or further.isdisjoint(task.ids):
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
    stats: int = OWN_FLOORS,
) -> list[QuestionWithTruth]:
    """Join questions, truths and the release's resources, as an adversary sees them."""
    of_release = resources or {}, stats
    return [
        QuestionWithTruth(
            q.question_id, q.task, q.as_json(), truths[q.question_id].truth, *of_release
        )
        for q in questions
    ]


def adversary_answers(
    questions: Sequence[Question],
    truths: Mapping[str, Truth],
    adversary: str,
    *,
    resources: Mapping[str, Any] | None = None,
    stats: int = OWN_FLOORS,
) -> dict[str, Any]:
    """Return an adversary's answer to each question by its id; None where it abstains."""
    # Track by track: tasks of two tracks may have one name, and are two.
    by_scorer: dict[tuple[str, str], list[Question]] = defaultdict(list)
    for question in sorted(questions, key=lambda q: (q.track, q.category, q.task, q.question_id)):
        by_scorer[question.track, question.scorer].append(question)
    answers: dict[str, Any] = {question.question_id: None for question in questions}
    for (_, name), members in by_scorer.items():
        chosen = next(a for a in scorer_named(name).adversaries if a.name == adversary)
        own = chosen.answers(join_truths(members, truths, resources, stats))
        answers.update(zip((q.question_id for q in members), own, strict=True))
    return answers
