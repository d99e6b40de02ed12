"""The columns that a metric reads: what they mean, and their cells in a worked example."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import NANO, published
from digesta.scorers.base import Column, Scorer
from digesta.site.kinds.metric_examples import Example
from digesta.site.kinds.metric_terms import N, Name, names
from digesta.site.kinds.metric_trace import Formula, family_names

_WORD = re.compile(r"\w+|\W+")
_VARIABLES = "ijk"


def columns_read(scorer: Scorer[Any], formula: Formula | None) -> list[Column]:
    """Give the columns whose sums a formula has, in the order of a row; all where it has none."""
    if formula is None:
        return list(scorer.all_columns)
    read = {name.column({}) for one in formula for name in names(one)} - {N}
    return [column for column in scorer.all_columns if column.name in read]


def column_rows(scorer: Scorer[Any], formula: Formula) -> list[dict[str, Any]]:
    """Give each column that a formula reads; those that differ in a label alone stand together."""
    taken = family_names(scorer.all_columns)
    groups: dict[Name | tuple[str, ...], list[Column]] = {}
    for column in columns_read(scorer, formula):
        name = taken[column.name]
        groups.setdefault(name.family if name.at else name, []).append(column)
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[Column]) -> dict[str, Any]:
    first, last = group[0], group[-1]
    if first is last:
        return {"name": first.name, "last": "", "n": 1, "kind": first.kind, "about": first.about}
    about = _common([column.about for column in group])
    return {
        "name": first.name, "last": last.name, "n": len(group), "kind": first.kind, "about": about,
    }  # fmt: skip


def _common(texts: Sequence[str]) -> str:
    """Give what texts have in common, a letter where they differ.

    >>> _common(["label 1: named", "label 2: named"])
    'label k: named'
    """
    words = [_WORD.findall(text) for text in texts]
    if len({len(one) for one in words}) > 1:
        return texts[0]
    columns = list(zip(*words, strict=True))
    differ = [len({*column}) > 1 for column in columns]
    letters = iter("k" if sum(differ) == 1 else _VARIABLES * len(columns))
    return "".join(
        next(letters) if other else column[0] for column, other in zip(columns, differ, strict=True)
    )


def example_table(
    scorer: Scorer[Any], formula: Formula | None, example: Example
) -> tuple[list[dict[str, Any]], int]:
    """Give a row per column that is read, its cells question by question and their sum.

    Columns that are 0 in all questions are only counted.
    """
    read = columns_read(scorer, formula)
    rows = []
    for column in read:
        at = scorer.column_names.index(column.name)
        cells = [question.row[at] for question in example.questions]
        if any(cells):
            unit = NANO if column.kind == "share" else 1
            written = [as_written(Fraction(cell, unit)) for cell in (*cells, sum(cells))]
            rows.append({"name": column.name, "kind": column.kind, "cells": written})
    return rows, len(read) - len(rows)


def as_written(number: Fraction) -> str:
    """Give a number with the decimals that it needs, nine at most.

    >>> as_written(Fraction(1, 2)), as_written(Fraction(3)), as_written(Fraction(2, 3))
    ('0.5', '3', '0.666666667')
    """
    if number.denominator == 1:
        return str(number.numerator)
    return f"{published(number):.9f}".rstrip("0").rstrip(".")
