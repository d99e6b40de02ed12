"""Golden answers: a scorer's own, each with the row that was worked out for it by hand.

Lines ``{question, truth, answer, row}``, optionally with ``verdict``, ``passages`` and
``resources``; ``row`` has the cells that are not 0. The last line is what they come to: ``{n, sums,
metrics, headlines}``, sums without those that are 0, metrics as exact fractions, the headline of
each task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
from pydantic import Field

from digesta.errors import Problem, ScorerError
from digesta.records.base import Record, optional
from digesta.records.read import read_record
from digesta.scorers.base import QuestionWithTruth, Response, Rows, Scorer, Sums

_NO_RESOURCES: Mapping[str, Any] = MappingProxyType({})


class GoldenAnswer(Record):
    """An answer and the row that it earns, worked out by hand."""

    question: dict[str, Any] = Field(description="The question, at least question_id, task, ask.")
    truth: dict[str, Any] = Field(description="What is right.")
    answer: Any = Field(description="The answer; null for a missing one.")
    row: dict[str, int] = Field(description="The cells that are not 0, by column.")
    verdict: dict[str, Any] | None = optional("A judge's, on the answer.")
    passages: list[str] = Field(default_factory=list, description="Ids of passages, best first.")
    resources: dict[str, Any] = Field(default_factory=dict, description="Of a release, by path.")


class GoldenTotal(Record):
    """What golden answers come to."""

    n: int = Field(description="How many there are.")
    sums: dict[str, int] = Field(description="Sums of columns that are not 0.")
    metrics: dict[str, str] = Field(description="Every metric, as an exact fraction.")
    headlines: dict[str, str] = Field(description="Task -> the metric that the floor is held to.")


@dataclass(frozen=True)
class Golden:
    """A scorer with its golden answers. file: where they stand, each on its line from 1."""

    scorer: Scorer[Any]
    questions: tuple[QuestionWithTruth, ...]
    prepared: tuple[Any, ...]
    responses: tuple[Response, ...]
    rows: tuple[dict[str, int], ...]
    total: GoldenTotal
    file: str = field(default="")

    def mark(self, responses: Sequence[Response]) -> Rows:
        """Return the rows of responses, one to each question."""
        pairs = zip(self.prepared, responses, strict=True)
        rows = [self.scorer.mark(prepared, response) for prepared, response in pairs]
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.scorer.all_columns))

    def sums(self, responses: Sequence[Response]) -> Sums:
        """Return the sums of their rows."""
        return self.scorer.sums(self.mark(responses))

    def tasks(self) -> Iterator[tuple[str, list[int]]]:
        """Yield each task with the places of its questions."""
        for task in sorted({question.task for question in self.questions}):
            yield task, [i for i, each in enumerate(self.questions) if each.task == task]


def golden_of(
    scorer: Scorer[Any],
    lines: Sequence[Any],
    *,
    file: str,
    resources: Mapping[str, Any] = _NO_RESOURCES,
) -> Golden:
    """Return golden answers from the JSON values of their lines, or ScorerError.

    resources: the release's, for all of them.
    """
    if len(lines) < 2:  # noqa: PLR2004 - an answer and the total
        expected = "lines of golden answers, and what they come to on the last"
        raise ScorerError.of(code="golden-empty", file=file, expected=expected)
    answers = [
        read_record(GoldenAnswer, value, file, line, error=ScorerError)
        for line, value in enumerate(lines[:-1], start=1)
    ]
    total = read_record(GoldenTotal, lines[-1], file, len(lines), error=ScorerError)
    questions = tuple(_question(each, resources, file, n) for n, each in enumerate(answers, 1))
    return Golden(
        scorer,
        questions,
        tuple(_key_of(scorer, each, file, n) for n, each in enumerate(questions, start=1)),
        tuple(Response(each.answer, each.verdict, tuple(each.passages)) for each in answers),
        tuple(each.row for each in answers),
        _fractions(scorer, total, file, len(lines)),
        file,
    )


def _question(
    answer: GoldenAnswer, resources: Mapping[str, Any], file: str, line: int
) -> QuestionWithTruth:
    value = answer.question
    if lacking := [key for key in ("question_id", "task", "turns", "ask") if key not in value]:
        got, fix = f"a question without {', '.join(lacking)}", "add what is lacking"
        raise ScorerError.of(code="golden-question", file=file, line=line, got=got, fix=fix)
    shared = {**resources, **answer.resources}
    return QuestionWithTruth(value["question_id"], value["task"], value, answer.truth, shared)


def _key_of(scorer: Scorer[Any], question: QuestionWithTruth, file: str, line: int) -> Any:
    try:
        return scorer.prepare(question.question, question.truth, question.resources)
    except ValueError as error:
        fix = "correct the truth, or prepare"
        raise ScorerError.of(
            code="truth-refused", file=file, line=line, got=str(error), fix=fix
        ) from error


def _fractions(scorer: Scorer[Any], total: GoldenTotal, file: str, line: int) -> GoldenTotal:
    """Return the total as it is, or ScorerError where its names or fractions are none."""
    known = {metric.name for metric in scorer.metrics}
    wrong = [f"no metric {name}" for name in total.headlines.values() if name not in known]
    for name, text in total.metrics.items():
        try:
            Fraction(text)
        except (ValueError, ZeroDivisionError):
            wrong.append(f"{name}: {text!r}, no fraction")
    if wrong:
        raise ScorerError(
            [Problem(code="golden-total", file=file, line=line, got=each) for each in wrong]
        )
    return total
