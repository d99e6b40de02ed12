"""A scored submission as boards, pages and reports take it: who, how, and the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from digesta.model.board import Facts
from digesta.model.submission import RANKED_LEVELS, Level, Role, Submission
from digesta.model.trace import Trace
from digesta.scorers.base import Response
from digesta.scoring import Compiled, CompiledTask, TaskFacts


@dataclass(frozen=True)
class Entry:
    """A submission as a board takes it: who, how its answers came to be, its facts.

    expectation: the facts are what an adversary earns on average, not one draw. traces: by
    question id, where the submission brought some.
    """

    submission: Submission
    predictions_sha256: str
    facts: tuple[TaskFacts, ...]
    answers: tuple[Any, ...]
    role: Role = "system"
    level: Level = "open"
    expectation: bool = False
    traces: Mapping[str, Trace] = field(default_factory=dict)

    def by_task(self, track: str) -> dict[str, TaskFacts]:
        """Give the facts of one track by task."""
        return {one.task.task: one for one in self.facts if one.task.track == track}

    @property
    def can_rank(self) -> bool:
        """Say whether the row may be ranked where the board is."""
        return self.role == "system" and self.level in RANKED_LEVELS


def facts_of(compiled: Compiled, entry: Entry, track: str) -> Facts:
    """Give a submission's integer rows on one track, and why each answer earned its mark."""
    columns: dict[str, list[str]] = {}
    rows: list[list[Any]] = []
    why: dict[str, str] = {}
    for facts in entry.by_task(track).values():
        task = facts.task
        columns[task.scorer_name] = list(task.scorer.column_names)
        for index, (question_id, marks) in enumerate(
            zip(task.ids, facts.rows.tolist(), strict=True)
        ):
            rows.append([question_id, _status(marks), *marks])
            why[question_id] = _reason(entry, task, index)
    return Facts(
        format="facts/1",
        release=compiled.release.release,
        submission_id=entry.submission.submission_id,
        track=track,
        scorers=columns,
        rows=sorted(rows, key=lambda row: str(row[0])),
        why=why,
    )


def _reason(entry: Entry, task: CompiledTask, index: int) -> str:
    if entry.expectation:
        return "the average over all uniform guesses, not one draw"
    return task.scorer.why(task.prepared[index], Response(entry.answers[task.start + index]))


def _status(marks: Sequence[int]) -> str:
    _, missing, unreadable, _ = marks[:4]
    return "missing" if missing else "unreadable" if unreadable else "answered"
