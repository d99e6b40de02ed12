"""Sheets as CSV: RFC 4180, UTF-8 with a byte order mark, CR LF; what comes back may differ.

A cell that begins with ``=``, ``+``, ``-``, ``@``, TAB or CR would be run as a formula by a
spreadsheet, so it gets an apostrophe in front; the same apostrophe is taken off what comes back:
``'=1`` is ``=1``, ``''=1`` is ``'=1``, and ``'tis`` is as it stands. Spreadsheets of some
countries write semicolons or tabs for commas: the first line tells which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digesta.errors import SubmissionError
from digesta.intake.limits import LIMITS
from digesta.sheets.base import MOST_COLUMNS, Cell, Sheet, SheetRow
from digesta.sheets.codes import problem

BOM = b"\xef\xbb\xbf"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_END = re.compile(r"\r\n|\r|\n")


def guard(text: str) -> str:
    """Return a text as no spreadsheet will run it.

    >>> guard("=1"), guard("'=1"), guard("'tis"), guard("1")
    ("'=1", "''=1", "'tis", '1')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(text: str) -> str:
    """Take off the apostrophe that ``guard`` puts before a text."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def write(sheet: Sheet) -> bytes:
    """Return a sheet as CSV: its head, a key and a value a row, then columns and rows."""
    width = len(sheet.columns)
    rows = [*((*pair, *[""] * (width - 2)) for pair in sheet.head), sheet.columns]
    rows += [line.cells for line in sheet.rows]
    text = "".join(",".join(map(_quote, row)) + "\r\n" for row in rows)
    return BOM + text.encode()


def _quote(text: str) -> str:
    safe = guard(text).replace('"', '""')
    return f'"{safe}"' if re.search(r'[",;\t\r\n]', safe) or safe != safe.strip() else safe


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
    at, number = 0, 1
    bare = re.compile(rf'[^"{comma}\r\n][^{comma}\r\n]*|')
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        if text[at] == '"' and quoted is None:
            raise SubmissionError([problem("sheet-broken", file, number, got="an open quote")])
        match = quoted or bare.match(text, at)
        assert match is not None, "a bare cell may be empty"
        if len(cells) == MOST_COLUMNS:
            raise SubmissionError([problem("sheet-size", file, number, got="too many columns")])
        value = match[1].replace('""', '"') if quoted else match[0]
        cells.append(Cell(unguard(value)))
        at = match.end()
        if at < len(text) and text[at] == comma:
            at += 1
            if at < len(text):
                continue
            cells.append(Cell(""))
        end = _END.match(text, at)
        if end is None and at < len(text):
            raise SubmissionError([problem("sheet-broken", file, number, got="text after a quote")])
        if number > LIMITS.lines:
            raise SubmissionError([problem("sheet-size", file, number, got="too many rows")])
        yield SheetRow(number, cells)
        cells, number = [], number + 1
        at = end.end() if end else at
