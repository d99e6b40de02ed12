"""How a scorer's answers are asked for, read, shown on a sheet and exemplified: its forms.

Each is a value that the scorer's folder declares; generator, sheets and site read it there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from digesta.package_files import json_file
from digesta.records.question import Question

CellForm = Literal["text", "boolean", "number", "clock", "object", "open"]
"""How a cell of an answer sheet is read. object: as JSON. open: as text, or as a JSON object."""

ReplyForm = Literal["line", "object", "text"]
"""Where in a model's reply the answer stands: on its last line, in a JSON object, all of it."""

Resources = Mapping[str, Any]
"""A release's resources: path below ``resources/`` -> bytes."""

Part = tuple[str, dict[str, str]]
"""A section of a prompt, and what stands in its slots."""


@dataclass(frozen=True, slots=True)
class SheetForm:
    """How a scorer's answers stand in an answer sheet.

    cell: ask -> how the answer's cell is read. how: question, words (phrases in the question's
    language, by name), resources -> the lines that say how it is to be answered.
    """

    cell: Callable[[Mapping[str, Any]], CellForm]
    how: Callable[[Question, Mapping[str, str], Mapping[str, Any]], list[str]]


class PromptContext(NamedTuple):
    """What the sections of a prompt follow from.

    constrained: the reply is held to a JSON Schema. texts: of the prompt's sections, by name.
    """

    question: Question
    constrained: bool
    resources: Resources
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PromptForm:
    """How a model is asked for a scorer's answers, and where in its reply they stand.

    default: the prompt that is used unless another is named, as NAME.VERSION; NAME is the
    scorer's, or begins with it and a hyphen. files: the texts, NAME.VERSION.LANGUAGE -> bytes:
    sections, each under its ``[name]``, with slots such as ``{date}``. sections: those that a
    question takes, in order. reply: ask -> where its answer stands. schema: ask, resources -> the
    JSON Schema that ``--constrained`` holds a reply to; without one it is free. wrapped: a
    constrained reply is an object whose member ``answer`` is the answer; else it is the answer.
    """

    default: str
    files: Callable[[], Mapping[str, bytes]]
    sections: Callable[[PromptContext], Sequence[Part]]
    reply: Callable[[Mapping[str, Any]], ReplyForm]
    schema: Callable[[Mapping[str, Any], Resources], dict[str, Any]] | None = None
    wrapped: bool = False


class AnswerRule(NamedTuple):
    """When an answer of one type is right, in words for the site.

    title: what is answered. right: one sentence on when an answer is right. rule: the rest of
    the rule, a sentence each. ask, truth: of a question that ``answers`` are given to.
    """

    title: str
    right: str
    rule: Sequence[str]
    ask: Mapping[str, Any]
    truth: Any
    answers: Sequence[Any]


def answer_rules(package: str) -> dict[str, AnswerRule]:
    """Return the rules in a package's file ``answer_types.json``, by ``answer_type``."""
    rules = json_file(package, "answer_types.json")
    return {name: AnswerRule(**rule) for name, rule in rules.items()}
