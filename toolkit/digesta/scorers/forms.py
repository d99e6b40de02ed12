"""How a scorer's answers are asked for, read, shown on sheets and boards, and exemplified.

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
    of_corpus: an answer names documents that the question does not show.
    """

    default: str
    files: Callable[[], Mapping[str, bytes]]
    sections: Callable[[PromptContext], Sequence[Part]]
    reply: Callable[[Mapping[str, Any]], ReplyForm]
    schema: Callable[[Mapping[str, Any], Resources], dict[str, Any]] | None = None
    wrapped: bool = False
    of_corpus: bool = False


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


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """What a board shows behind its score, as the source of a scorer asks.

    key: its anchor. title: its heading. about: what is shown and how it is read.
    """

    key: str
    title: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPicture(BoardPicture):
    """Metrics beside each other, a line for each system.

    groups: heading -> (heading of a column -> metric). cuts: where metrics end in ``_at_K``, each
    K, the first one shown open; the names in groups then leave K out. over_cuts: the group whose
    columns are drawn over K. taken: a column of what was taken off: its heading, the metric before
    and the metric after; both are drawn. sides: two headings of columns, drawn from zero to the
    left and to the right.
    """

    groups: Mapping[str, Mapping[str, str]]
    cuts: Sequence[int] = ()
    over_cuts: str = ""
    taken: Sequence[str] = ()
    sides: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionPicture(BoardPicture):
    """Metrics by condition: what passages change, beside how good the passages were.

    parts: heading of a column -> metric of the answers. passages: the same of what was retrieved.
    """

    parts: Mapping[str, str]
    passages: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixPicture(BoardPicture):
    """Which class was answered where which was right, a table for each system.

    rows: part of a column's name -> what is right. columns: the same of what was answered. cell:
    the column's name, with ``{row}`` and ``{column}``.
    """

    rows: Mapping[str, str]
    columns: Mapping[str, str]
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPicture(BoardPicture):
    """A metric over the questions that share the value of a field of their ask."""

    field: str
    metric: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadPicture(BoardPicture):
    """Percentiles of a column of shares over the questions, by nearest rank."""

    column: str
    percents: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPicture(BoardPicture):
    """The scores on the boards one step further down: of a track its categories'."""


_PICTURES: Mapping[str, type[BoardPicture]] = {
    "metrics": MetricPicture,
    "conditions": ConditionPicture,
    "matrix": MatrixPicture,
    "groups": GroupPicture,
    "spread": SpreadPicture,
    "steps": StepPicture,
}


def pictures(package: str) -> tuple[BoardPicture, ...]:
    """Return the pictures in a package's file ``pictures.json``; ``kind`` says which each is."""
    lines = json_file(package, "pictures.json")
    return tuple(_PICTURES[line.pop("kind")](**line) for line in lines)
