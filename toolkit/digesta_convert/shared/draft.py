"""A draft as an import makes it: lines of its files, and what to add or check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from digesta.errors import Problem
from digesta.records.question import Publication

Value = dict[str, Any]
"""A JSON object: a line of a draft."""
Files = Mapping[str, bytes]
"""Relative path -> bytes."""

QUESTIONS, TRUTHS, PREDICTIONS = "questions.jsonl", "truths.jsonl", "predictions.jsonl"


@dataclass(frozen=True)
class Draft:
    """Lines of a draft's files, and what a maintainer has to add.

    questions: in the source's order. truths, predictions: at most one for each question, in the
    order of the questions. track: title, categories and tasks for the manifest. publish: the
    manifest's, by licence. resources: files that the questions refer to, by path below
    ``resources/``. beside: files that say more of the answers, a judge's verdicts and traces, by
    path. line_of: (file, question id) -> line, of a draft that was read from files. reasons: why
    a question changed, by its id. places: file:line of a question in the source. notes: what the
    source cannot say. lacks: what our own records miss. unread: files that are none of the
    format's.
    """

    questions: tuple[Value, ...]
    truths: tuple[Value, ...]
    predictions: tuple[Value, ...] = ()
    track: Value = field(default_factory=dict)
    publish: Mapping[str, Publication] = field(default_factory=dict)
    resources: Files = field(default_factory=dict)
    beside: Files = field(default_factory=dict, compare=False)
    line_of: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False)
    reasons: Mapping[str, str] = field(default_factory=dict, compare=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    lacks: tuple[Problem, ...] = field(default=(), compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)

    def messages(self) -> list[str]:
        """Return what to add or check, a line each."""
        return [*map(str, self.lacks), *self.notes]

    def truth_of(self) -> dict[str, Value]:
        """Return each question's line of the truths, by its id."""
        return {truth["question_id"]: truth for truth in self.truths}

    def answer_of(self) -> dict[str, Any]:
        """Return each answered question's answer, by its id."""
        return {line["question_id"]: line["answer"] for line in self.predictions}


def in_question_order(questions: Sequence[Value], lines: Iterable[Value]) -> tuple[Value, ...]:
    """Return lines that carry a question_id in the order of the questions."""
    by_id = {line["question_id"]: line for line in lines}
    return tuple(by_id[q["question_id"]] for q in questions if q["question_id"] in by_id)


def answer_lines(questions: Sequence[Value], answers: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return answers by question id as lines, in the order of the questions."""
    ids = [question["question_id"] for question in questions]
    return tuple({"question_id": key, "answer": answers[key]} for key in ids if key in answers)
