"""Candidates for questions, and how many of them are chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from digesta_legal.timeline import State

Difficulty = Literal["easy", "medium", "hard"]
Task = Literal[
    "point_in_time",
    "amendment_attribution",
    "temporal_difference",
    "causal_lineage",
    "temporal_consistency",
    "hierarchical_impact",
]
Row = dict[str, Any]
TURN_OF_CENTURY = "2000-01-01"
_FEW, _MANY = 3, 5
_SHORT_YEARS = 2


class Candidate(NamedTuple):
    """A question without its wording.

    cluster: the article, or the outermost scope. marks: what an answer could be guessed by (a
    version, an amendment, a truth value); of each only so many are chosen. slots: what its
    wording names.
    """

    task: Task
    ask: Row
    truth: Row
    difficulty: Difficulty
    cluster: str
    marks: tuple[str, ...]
    slots: tuple[str, ...]


class Quota(NamedTuple):
    """How many of a task: in all, by difficulty (none: any), and at most of each mark.

    caps: mark -> at most; ``other`` holds for marks that have none of their own.
    """

    number: int
    by_difficulty: Mapping[str, int]
    caps: Mapping[str, int]
    other: int


class TooFewError(Exception):
    """The candidates do not suffice in this order; another draw may."""


def selection(candidates: Iterable[Candidate], quota: Quota) -> tuple[Candidate, ...]:
    """Return the first candidates that quotas, caps and clusters allow, in their order."""
    taken: list[Candidate] = []
    levels: Counter[str] = Counter()
    marks: Counter[str] = Counter()
    for candidate in candidates:
        full = levels[candidate.difficulty] >= quota.by_difficulty.get(candidate.difficulty, 0)
        if len(taken) == quota.number or (quota.by_difficulty and full):
            continue
        if any(marks[mark] >= quota.caps.get(mark, quota.other) for mark in candidate.marks):
            continue
        taken.append(candidate)
        levels[candidate.difficulty] += 1
        marks.update(candidate.marks)
    if len(taken) < quota.number:
        raise TooFewError(f"{len(taken)} of {quota.number}; {dict(levels)}")
    return tuple(taken)


def difficulty(states: int, days: Iterable[str], passed: Iterable[State]) -> Difficulty:
    """Return the difficulty by the datasheet's rule.

    states: how many the article has. days: of the question, else of its changes. passed: the
    states that the answer depends on.
    """
    if states >= _MANY or any(map(short, passed)):
        return "hard"
    early = any(day < TURN_OF_CENTURY for day in days)
    return "medium" if states >= _FEW or early else "easy"


def short(state: State) -> bool:
    """Return whether a state was in force for under two years."""
    later = f"{int(state.start[:4]) + _SHORT_YEARS:04}{state.start[4:]}"
    return state.end is not None and state.end < later
