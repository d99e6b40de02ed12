"""How a scorer's answers are asked for, read and shown, with examples.

A scorer's folder declares these values; generator, sheets and site read them.
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
"""Place of the answer in a model's reply: its last line, a JSON object, or all of it."""

Resources = Mapping[str, Any]
"""A release's resources: path below ``resources/`` -> bytes."""

Part = tuple[str, dict[str, str]]
"""A section of a prompt, and the values of its slots."""


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The form of a scorer's answers in an answer sheet.

    cell: ask -> how the answer's cell is read. how: question, words (phrases in the question's
    language, by name), resources -> the lines that explain how to answer.
    """

    cell: Callable[[Mapping[str, Any]], CellForm]
    how: Callable[[Question, Mapping[str, str], Mapping[str, Any]], list[str]]


class PromptContext(NamedTuple):
    """The values from which the sections of a prompt are made.

    constrained: a JSON Schema constrains the reply. texts: of the prompt's sections, by name.
    """

    question: Question
    constrained: bool
    resources: Resources
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PromptForm:
    """How to ask a model for a scorer's answers, and where its reply has them.

    default: the prompt to use by default, as NAME.VERSION. NAME is the scorer's name, or begins
    with it and a hyphen. files: the texts, NAME.VERSION.LANGUAGE -> bytes: sections, each under
    its ``[name]``, with slots such as ``{date}``. sections: a question's sections, in order.
    reply: ask -> the place of the answer. schema: ask, resources -> the JSON Schema that
    ``--constrained`` imposes; without one, the reply is free. wrapped: a constrained reply is an
    object with the answer as its member ``answer``; otherwise it is the answer.
    of_corpus: an answer names documents that the question does not show.
    """

    default: str
    files: Callable[[], Mapping[str, bytes]]
    sections: Callable[[PromptContext], Sequence[Part]]
    reply: Callable[[Mapping[str, Any]], ReplyForm]
    schema: Callable[[Mapping[str, Any], Resources], dict[str, Any]] | None = None
    wrapped: bool = False
    of_corpus: bool = False

    def answer_schema(self, ask: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        """Return the JSON Schema of an answer; {} where there is none."""
        whole = self.schema(ask, resources) if self.schema else {}
        return whole["properties"]["answer"] if self.wrapped else whole


class AnswerRule(NamedTuple):
    """When an answer of one type is right, in words for the site.

    title: name of the type. right: one sentence on when an answer is right. rule: the rest of the
    rule, one sentence each. ask, truth: an example question's, with its example ``answers``.
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
    """A picture or table that a board shows after its score.

    key: its anchor. title: its heading. about: what it shows and how to read it.
    """

    key: str
    title: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPicture(BoardPicture):
    """Metrics next to each other, a line for each system.

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
    """Metrics by condition: the effect of passages, and how good the passages were.

    parts: heading of a column -> metric of the answers. passages: the same of what was retrieved.
    """

    parts: Mapping[str, str]
    passages: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixPicture(BoardPicture):
    """A confusion matrix for each system.

    rows: part of a column's name -> the right class. columns: the same for the answered class.
    cell: the column's name, with ``{row}`` and ``{column}``.
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
    """The scores on the boards one level below, such as a track's categories."""


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
