"""Sheets as CSV: RFC 4180, UTF-8 with a byte order mark, CR LF; what comes back may differ.

What a spreadsheet would run as a formula gets an apostrophe in front, which is taken off what
comes back (``text.formulas``). Spreadsheets of some countries write semicolons or tabs for commas:
the first line tells which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digesta.errors import SubmissionError
from digesta.sheets.base import MOST_CELLS, MOST_COLUMNS, Cell, Sheet, SheetRow, trim
from digesta.sheets.codes import problem
from digesta.text.formulas import csv_text, unguard

BOM = b"\xef\xbb\xbf"
# Possessive: what may be given back is remembered, at 75 bytes for each doubled quote.
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_END = re.compile(r"\r\n|\r|\n")


def write(sheet: Sheet) -> bytes:
    """Return a sheet as CSV: its head, a key and a value a row, then columns and rows."""
    width = len(sheet.columns)
    rows = [*((*pair, *[""] * (width - 2)) for pair in sheet.head), sheet.columns]
    rows += [line.cells for line in sheet.rows]
    return BOM + csv_text(rows, end="\r\n").encode()


def read(data: bytes, file: str) -> list[list[SheetRow]]:
    """Return the rows of a CSV file, or refuse it."""
    try:
        text = data.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        fix = "save it as: CSV UTF-8"
        wrong = problem("utf8", file, got=f"byte {data[error.start]:02X}", fix=fix)
        raise SubmissionError([wrong]) from None
    first = _END.split(text, maxsplit=1)[0]
    comma = max(",;\t", key=first.count)
    return [list(_rows(text, comma, file))]


def _rows(text: str, comma: str, file: str) -> Iterator[SheetRow]:
    cells: list[Cell] = []
    at, number, left = 0, 1, MOST_CELLS
    bare = re.compile(rf'[^"{comma}\r\n][^{comma}\r\n]*|')
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        if text[at] == '"' and quoted is None:
            raise SubmissionError([problem("sheet-broken", file, number, got="an open quote")])
        match = quoted or bare.match(text, at)
        assert match is not None, "a bare cell may be empty"
        left -= 1
        if left < 0 or len(cells) == MOST_COLUMNS:
            got = f"more than {MOST_COLUMNS} columns" if left >= 0 else f"over {MOST_CELLS} cells"
            raise SubmissionError([problem("sheet-size", file, number, got=got)])
        value = match[1].replace('""', '"') if quoted else match[0]
        cells.append(Cell(trim(unguard(value))))
        at = match.end()
        if at < len(text) and text[at] == comma:
            at += 1
            if at < len(text):
                continue
            cells.append(Cell(""))
        end = _END.match(text, at)
        if end is None and at < len(text):
            raise SubmissionError([problem("sheet-broken", file, number, got="text after a quote")])
        yield SheetRow(number, cells)
        cells, number = [], number + 1
        at = end.end() if end else at
