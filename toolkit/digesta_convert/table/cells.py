"""Cells of a row as texts, and what is wrong with one."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from digesta_convert.shared.keys import texts_of
from digesta_convert.shared.rows import LineFault, SourceRow


def needed_text(row: SourceRow, column: str) -> str:
    """Return a cell that must hold something."""
    text = plain_text(row.cells.get(column))
    if not text.strip():
        raise wrong_cell(row, column, "a text")
    return text


def cell_text(row: SourceRow, column: str | None, *, needed: bool = False) -> str:
    """Return a cell's text; "" where there is no such column, or it is empty and may be."""
    if column is None:
        return ""
    return needed_text(row, column) if needed else plain_text(row.cells.get(column)).strip()


def plain_text(value: Any) -> str:
    """Return a cell as a text; what is no text as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)


def texts_in(row: SourceRow, column: str) -> list[str]:
    """Return the choices of a cell: a list, one written as a text, or texts beside labels."""
    value = row.cells.get(column)
    value = value.get("text") if isinstance(value, dict) else value
    if isinstance(value, str) and value:
        value = texts_of(value) if value.startswith("[") else values_in(value)
    if value is None and row.cells.get(column):
        raise wrong_cell(row, column, "a list of texts")
    return [plain_text(text) for text in value or ()]


def wrong_cell(row: SourceRow, column: str, expected: str) -> LineFault:
    """Return the fault of a cell that holds something else than is expected."""
    got = f"column {column}: {plain_text(row.cells.get(column))}"[:80]
    return LineFault("bad-cell", got=got, expected=expected, fix="correct the cell, or the mapping")


def values_in(value: Any) -> Sequence[Any]:
    """Return the values of a cell: of a list, texts parted by |, or what is no text itself.

    >>> values_in("a | b"), values_in(["a|b"]), values_in(1.5)
    (['a', 'b'], ['a|b'], [1.5])
    """
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        return [text.strip() for text in value.split("|")] if value else []
    return [] if value is None else [value]


def finite_row(row: SourceRow) -> SourceRow:
    """Return a row whose NaN cells are empty, as data frames mean them; LineFault for infinity."""
    empty = {name for name, value in row.cells.items()
             if isinstance(value, float) and math.isnan(value)}  # fmt: skip
    cells = {name: None if name in empty else value for name, value in row.cells.items()}
    for name, value in cells.items():
        if isinstance(value, float) and math.isinf(value):
            raise wrong_cell(row, name, "a finite number")
    return replace(row, cells=cells)
