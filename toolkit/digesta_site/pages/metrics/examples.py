"""A scorer's own small example (``Scorer.example``), marked by it when pages are made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, round_share
from digesta.scorers.base import CORRELATION, Metric, Response, Row, Scorer, Sums
from digesta_site.words import percent, visible

SHORT = 240
"""Characters of a truth or an answer in an example."""


class MarkedQuestion(NamedTuple):
    """A question of an example with its answer, and what the scorer makes of it."""

    about: str
    question: str
    language: str
    truth: Any
    answer: Any
    row: Row
    why: str


class WorkedExample(NamedTuple):
    """The questions of an example, and the column sums of their rows."""

    questions: tuple[MarkedQuestion, ...]
    sums: Sums


def example_of(scorer: Scorer[Any]) -> WorkedExample | None:
    """Mark the scorer's example; None where it has none."""
    if scorer.example is None:
        return None
    written = scorer.example()
    resources = {name: _bytes(inner) for name, inner in written["resources"].items()}
    questions = tuple(
        _worked_question(scorer, example, resources) for example in written["questions"]
    )
    totals = [sum(cells) for cells in zip(*(question.row for question in questions), strict=True)]
    return WorkedExample(questions, Sums(len(questions), scorer.column_names, totals))


def _bytes(inner: Any) -> bytes:
    lines = inner if isinstance(inner, list) else [inner]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def _worked_question(
    scorer: Scorer[Any], example: Mapping[str, Any], resources: Mapping[str, bytes]
) -> MarkedQuestion:
    question = example["question"]
    prepared = scorer.prepare(question, example["truth"], resources)
    response = Response(
        example["answer"], example.get("verdict"), tuple(example.get("passages", ()))
    )
    return MarkedQuestion(
        about=example["about"],
        question=question["turns"][-1]["content"],
        language=question["language"],
        truth=example["truth"],
        answer=example["answer"],
        row=scorer.mark(prepared, response),
        why=visible(scorer.why(prepared, response)),
    )


class _NotedSums(Sums):
    """Sums that note which columns are asked for."""

    def __init__(self, sums: Sums) -> None:
        super().__init__(sums.n, list(sums), list(sums.values()))
        self.read: set[str] = set()

    def __getitem__(self, column: str) -> Any:
        self.read.add(column)
        return super().__getitem__(column)


def shown_question(question: MarkedQuestion) -> dict[str, Any]:
    """Return what a page shows of a question and its answer."""
    return {
        "about": question.about,
        "question": question.question,
        "language": question.language,
        "truth": _short(question.truth),
        "answer": "" if question.answer is None else _short(question.answer),
        "why": question.why,
    }


def worked_example(
    scorer: Scorer[Any], metrics: Sequence[Metric], example: WorkedExample
) -> dict[str, Any]:
    """Return one metric of several worked out: the first whose value is neither 0 nor 1."""
    telling = (m for m in metrics if m.value(example.sums) not in {0, 1})
    metric = next(telling, metrics[0])
    numerator, denominator = (int(part) for part in metric.share(example.sums))
    exact = metric.value(example.sums)
    rows, silent = _table(scorer, metric, example)
    return {
        "metric": metric.name,
        "table": rows,
        "silent": silent,
        "numerator": f"{numerator:,}",
        "denominator": f"{denominator:,}",
        "defined": denominator != 0 or not metric.undefined,
        "exact": _lowest(exact, (numerator, denominator)),
        "value": digits_of(exact),
        "shown": f"{float(exact):.3f}" if metric.least == CORRELATION else percent(float(exact)),
    }


def _table(
    scorer: Scorer[Any], metric: Metric, example: WorkedExample
) -> tuple[list[dict[str, Any]], int]:
    """Return the columns that a metric reads, question by question, and how many are all 0."""
    sums = _NotedSums(example.sums)
    metric.share(sums)
    rows, silent = [], 0
    for at, column in enumerate(scorer.all_columns):
        cells = [question.row[at] for question in example.questions]
        if column.name in sums.read and any(cells):
            unit = NANO if column.kind == "share" else 1
            written = [digits_of(Fraction(cell, unit)) for cell in (*cells, sum(cells))]
            rows.append({"name": column.name, "kind": column.kind, "cells": written})
        elif column.name in sums.read:
            silent += 1
    return rows, silent


def _lowest(exact: Fraction, written: tuple[int, int]) -> str:
    """Return a fraction in lowest terms; empty where it was so before, or is a whole number."""
    if exact.denominator == 1 or (exact.numerator, exact.denominator) == written:
        return ""
    return f"{exact.numerator:,} / {exact.denominator:,}"


def digits_of(number: Fraction) -> str:
    """Return a number with the decimals that it needs, nine at most.

    >>> digits_of(Fraction(1, 2)), digits_of(Fraction(3)), digits_of(Fraction(2, 3))
    ('0.5', '3', '0.666666667')
    """
    if number.denominator == 1:
        return str(number.numerator)
    return f"{round_share(number):.9f}".rstrip("0").rstrip(".")


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    shown = visible(text)
    return shown[:SHORT] + "…" * (len(shown) > SHORT)
