"""Marks of a draft's answers by our own scorers, for the reports of the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from digesta.scorers import SCORERS
from digesta.scorers.base import Response, Row, Sums
from digesta.scoring.facts import truth_holds
from digesta_convert.shared.draft import Draft, Files, Value


def check(question: Value, truth: Value, resources: Files) -> str | None:
    """Return why the question's scorer refuses a truth, or None."""
    try:
        SCORERS[question["scorer"]].prepare(question, truth["truth"], resources)
    except ValueError as error:
        return str(error)
    return None


def marks_of(
    draft: Draft,
    settled: Callable[[Value, Value], Value] | None = None,
    *,
    verdicts: Mapping[str, Value] | None = None,
) -> list[Row]:
    """Return a row for each question, in their order; a question without an answer is missing.

    settled: gives the truth to mark by, where it is not the draft's.
    verdicts: one judge's, by question id.
    """
    answers, truths = draft.answer_of(), draft.truth_of()
    rows = []
    for question in draft.questions:
        scorer = SCORERS[question["scorer"]]
        right = truths[question["question_id"]]["truth"]
        prepared = _prepare(
            question, settled(question, right) if settled else right, draft.resources
        )
        key = question["question_id"]
        rows.append(scorer.mark(prepared, Response(answers.get(key), (verdicts or {}).get(key))))
    return rows


def cells_of(draft: Draft, rows: Sequence[Row]) -> Iterator[tuple[Value, dict[str, int]]]:
    """Yield each question with the cells of its row, by column."""
    for question, row in zip(draft.questions, rows, strict=True):
        names = SCORERS[question["scorer"]].column_names
        yield question, dict(zip(names, row, strict=True))


def sums_of(rows: Sequence[Row], scorer: str) -> Sums:
    """Return the column sums of rows of one scorer."""
    totals = [sum(column) for column in zip(*rows, strict=True)]
    return Sums(len(rows), SCORERS[scorer].column_names, totals)


def _prepare(question: Value, right: Value, resources: Files) -> Any:
    with truth_holds(question):
        return SCORERS[question["scorer"]].prepare(question, right, resources)
