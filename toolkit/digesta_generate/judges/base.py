"""What a judge is to the generator: given a question, its criteria and an answer, what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from digesta.records.question import Question

Criteria = Mapping[str, Mapping[str, Any]]
"""The criteria that a judge is asked, as the truth has them, by id."""


class Assessment(NamedTuple):
    """What a judge says of one answer: the members of a verdict that are its own, as JSON."""

    criteria: Sequence[Mapping[str, Any]]
    claims: Sequence[Mapping[str, Any]] = ()
    assertions: Sequence[Mapping[str, Any]] = ()
    replies: Sequence[str] = ()


class Preference(NamedTuple):
    """Which of two answers a judge prefers: first, second or tie; and its replies."""

    chosen: str
    replies: Sequence[str] = ()


@dataclass(frozen=True)
class Grader:
    """A judge that can be run; what stands in its ``judge.json``, and what grades.

    grade: says something of each criterion that it is given, and of no other. search: finds the
    claims and assertions of an answer. choose: prefers one of two answers. None: it does not.
    """

    judge: str
    model: str
    grade: Callable[[Question, Criteria, Any], Assessment]
    search: Callable[[Question, str], Assessment] | None = None
    choose: Callable[[Question, str, str], Preference] | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    covers: Literal["checkable"] | None = None
