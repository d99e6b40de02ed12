"""CSV files of a source: bytes to rows, each problem with its line and column, and back.

UTF-8 only. A byte order mark is read where the benchmark's own code reads it, and refused where
that code fails on it. All text is folded to NFC. Rows are read by the standard library's reader
in strict mode (its limit of 131,072 characters a cell stands). A cell that a spreadsheet would run
is written with an apostrophe in front, which is taken off when it is read.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from digesta.intake import LIMITS, RELEASE_LIMITS
from digesta.intake.characters import code_point, has_mark_run, wrong_characters
from digesta.text.formulas import csv_text, unguard
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.lines import too_many_lines
from digesta_convert.shared.values import mend

BOM = b"\xef\xbb\xbf"
_SHOWN = 80
_MOST_COLUMNS = 64
"""Columns that are looked at one by one, each for the nearest that is known."""
_MOST_DELIMITERS = 100_000
"""In the first line, where names may hold some: each is a column that takes far more room."""


@dataclass(frozen=True)
class CsvRow:
    """A row of a CSV file: its first line, its cells by column, and where to report."""

    file: str
    line: int
    cells: Mapping[str, str]
    faults: Faults

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}"

    def __getitem__(self, column: str) -> str:
        """Return a cell."""
        return self.cells[column]

    def wrong(
        self, column: str, *, expected: str, got: str | None = None, known: Sequence[str] = ()
    ) -> None:
        """Note that a cell is wrong; known: the right ones, for the nearest."""
        value = self.cells[column] if got is None else got
        near = difflib.get_close_matches(value, known, 1)
        shown_value = json.dumps(value, ensure_ascii=False)[:_SHOWN]
        self.faults.add(
            "bad-cell",
            self.file,
            self.line,
            got=f"column {list(self.cells).index(column) + 1}, {column}: {shown_value}",
            expected=expected,
            nearest=near[0] if near else "",
            fix="correct the cell",
        )


def rows_of(
    path: str,
    data: bytes,
    columns: Sequence[str] | None,
    faults: Faults,
    *,
    bom: bool = False,
    delimiter: str = ",",
) -> list[CsvRow]:
    """Return the rows of a CSV file that has exactly these columns, in any order; None: any."""
    text = _text(path, data, faults, bom=bom)
    if text is None:
        return []
    if (count := text.count(delimiter, 0, text.find("\n"))) > _MOST_DELIMITERS:
        got, expected = f"{count} signs of a column", f"at most {_MOST_COLUMNS} columns"
        faults.add("unknown-column", path, 1, got=got, expected=expected, fix="remove the others")
        return []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
    records = list(_records(path, reader, faults))
    if not records:
        expected = f"columns {', '.join(columns)}" if columns else "a line of columns, and rows"
        faults.add("no-rows", path, expected=expected, fix="add the rows")
        return []
    (_, header), *rest = records
    if not _fits(path, header, columns or list(dict.fromkeys(header)), faults):
        return []
    rows = []
    for line, cells in rest:
        if len(cells) != len(header):
            faults.add(
                "cell-count",
                path,
                line,
                got=f"{len(cells)} cells",
                expected=f"{len(header)} cells",
                fix="quote cells that hold a comma or a quote",
            )
        else:
            plain = dict(zip(header, map(unguard, cells), strict=True))
            rows.append(CsvRow(path, line, plain, faults))
    return rows


def header_of(data: bytes) -> tuple[str, ...]:
    """Return the columns of what may be a CSV file; none where it is not."""
    first = data.removeprefix(BOM).split(b"\n", 1)[0]
    try:
        header = next(csv.reader([first.decode().rstrip("\r")], strict=True), [])
    except (UnicodeDecodeError, csv.Error):
        return ()
    return tuple(unicodedata.normalize("NFC", column) for column in header)


def csv_of(columns: Sequence[str], rows: Sequence[Mapping[str, str]], *, end: str = "\n") -> str:
    """Return rows by column as CSV."""
    return csv_text([columns, *([row[column] for column in columns] for row in rows)], end=end)


def _text(path: str, data: bytes, faults: Faults, *, bom: bool) -> str | None:
    if len(data) > RELEASE_LIMITS.line_bytes:
        faults.add("file-size", path, got=f"{len(data)} bytes", fix="split the file")
        return None
    if wrong := too_many_lines(path, data):
        faults.problems += wrong
        return None
    if data.startswith(BOM):
        if not bom:
            faults.add(
                "bom",
                path,
                1,
                got="bytes EF BB BF",
                expected="no byte order mark: the benchmark's own loader fails on it",
                fix="save the file as UTF-8 without it",
            )
            return None
        data = data.removeprefix(BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.add(
            "utf8",
            path,
            line,
            got=f"byte {data[error.start]:02X}",
            expected="UTF-8",
            fix="save the file as UTF-8",
        )
        return None
    if faults.mends and (plain := mend(text)) != text:
        faults.mended += 1
        text = plain
    return unicodedata.normalize("NFC", text) if _characters(path, text, faults) else None


def _characters(path: str, text: str, faults: Faults) -> bool:
    before = len(faults.problems)
    for code, char in wrong_characters(text):
        line = text.count("\n", 0, text.index(char)) + 1
        faults.add(code, path, line, got=code_point(char), fix="remove the character")
    if has_mark_run(text, LIMITS.marks):
        faults.add("marks", path, got=f"more than {LIMITS.marks} combining marks in a row")
    return len(faults.problems) == before


def _records(path: str, reader: Any, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line, cells) of each row; empty lines hold nothing and are passed over."""
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            faults.add("csv", path, line, got=str(error), fix="close quotes, double those inside")
            return
        if cells:
            yield line, cells


def _fits(path: str, header: Sequence[str], columns: Sequence[str], faults: Faults) -> bool:
    before = len(faults.problems)
    if len(header) > _MOST_COLUMNS:
        got, expected = f"{len(header)} columns", ", ".join(columns)
        faults.add("unknown-column", path, 1, got=got, expected=expected, fix="remove the others")
        return False
    for column in header:
        if column not in columns:
            near = difflib.get_close_matches(column, columns, 1)
            faults.add(
                "unknown-column",
                path,
                1,
                got=column,
                expected=", ".join(columns),
                nearest=near[0] if near else "",
                fix="correct or remove the column",
            )
        elif header.count(column) > 1:
            faults.add("dup-column", path, 1, got=column, fix="keep one of the columns")
    for column in columns:
        if column not in header:
            faults.add("missing-column", path, 1, expected=column, fix="add the column")
    return len(faults.problems) == before
