"""Rows as text, as HTML in a notebook, or as a data frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class Table:
    """Rows with the same columns: printed as text, shown as HTML in a notebook.

    rows: dicts, in order. caption: a line about them.

    >>> digesta.Table("two systems", [{"id": "a", "score": 0.5}, {"id": "b", "score": 1.0}])
    two systems
    id  score
    a   0.500
    b   1.000
    """

    def __init__(self, caption: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self.caption = caption
        self.rows = tuple(rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        """Return the caption and every row as aligned text."""
        cells = [self._columns, *([_text(row.get(c)) for c in self._columns] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells)
        return "\n".join([self.caption, *(line.rstrip() for line in lines)])

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(column)}</th>' for column in self._columns)
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(_text(row.get(c)))}</td>" for c in self._columns)
            + "</tr>"
            for row in self.rows
        )
        caption = f"<caption>{escape(self.caption)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a data frame. Raises ImportError without pandas."""
        import pandas as pd  # noqa: PLC0415 - no dependency of ours

        return pd.DataFrame(list(self.rows), columns=self._columns)

    @property
    def _columns(self) -> list[str]:
        return list(dict.fromkeys(name for row in self.rows for name in row))


def _text(value: Any) -> str:
    if isinstance(value, Fraction | float):
        return f"{float(value):.3f}"
    return "" if value is None else str(value)
