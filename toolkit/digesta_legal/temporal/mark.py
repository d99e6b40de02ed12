"""The definition of a row, and why an answer earns it."""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import STANDARD, Response, Row
from digesta_legal.temporal.columns import COLUMNS
from digesta_legal.temporal.kinds import Cells, TemporalQuestion

_NAMES = tuple(column.name for column in STANDARD + COLUMNS)


def mark(prepared: TemporalQuestion, response: Response) -> Row:
    """Return an answer's row: the standard columns, then those of every kind, others' being 0."""
    if response.answer is None:
        return row_of(prepared, prepared.blank | {"missing": 1})
    cells = prepared.cells(response.answer)
    return row_of(prepared, prepared.blank | {"unreadable": 1} if cells is None else cells)


def row_of(prepared: TemporalQuestion, cells: Cells) -> Row:
    """Return the row that has these cells, and the question's chance."""
    cells = cells | {"chance": prepared.chance}
    return tuple(cells.get(name, 0) for name in _NAMES)


def why(prepared: TemporalQuestion, response: Response) -> str:
    """Return in one plain sentence why the answer earned its marks."""
    if response.answer is None:
        return f"missing: there is no answer; right is {prepared.right}"
    cells = prepared.cells(response.answer)
    if cells is None:
        return (
            "unreadable: the answer is no object with the members of its kind, or names over "
            f"{prepared.at_most}; right is {prepared.right}"
        )
    if cells["credit"] == NANO:
        return f"right: it says {prepared.right}"
    status = "in part" if cells["credit"] else "wrong"
    return f"{status}: it earns {cells['credit'] / NANO:.3f}; right is {prepared.right}"
