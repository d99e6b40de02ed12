"""Sheets as CSV: RFC 4180, UTF-8 with a byte order mark, CR LF; what comes back may differ.

What a spreadsheet would run as a formula gets an apostrophe in front, which is taken off what
comes back (``text.formulas``). Spreadsheets of some countries write semicolons or tabs for commas:
a line ``sep=;``, or the first row that holds something, shows which. Excel's "Unicode Text" is
UTF-16. Rows without any text are passed over, as in a workbook. Spaces around a quoted cell, and
the ``="007"`` that keeps a text from becoming a number, are how it is written, not what it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digesta.errors import SubmissionError
from digesta.sheets.base import (
    EMPTY,
    MOST_CELLS,
    MOST_COLUMNS,
    Cell,
    Kind,
    Sheet,
    SheetRow,
    name_in,
    trim,
)
from digesta.sheets.codes import problem
from digesta.text.formulas import csv_text, unguard

BOM = b"\xef\xbb\xbf"
_MARKS = {BOM: "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_SEP = re.compile(r'"?sep=([^\w"\r\n])\1*"?(?=\r|\n|\Z)', re.IGNORECASE)
_HEAD = 1 << 16
"""Characters in which the first row is looked for."""
# Possessive: what may be given back is remembered, at 75 bytes for each doubled quote.
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_WIDEST = 1 << 14
"""Columns that a spreadsheet can have, most of them empty."""
ERROR = re.compile(r"#(?:N/?[ADV]|¡?[^\W\d_/0]+[/0]*[!?]|##+)")
_KEPT = re.compile(r'\A="([^"]*)"\Z')
_END = re.compile(r"\r\n|\r|\n")


def write(sheet: Sheet) -> bytes:
    """Return a sheet as CSV: its head, a key and a value a row, then columns and rows."""
    width = len(sheet.columns)
    language, blank = sheet.language, [""] * (width - 2)
    rows = [(name_in(language, key), value, *blank) for key, value in sheet.head]
    rows += [tuple(name_in(language, name) for name in sheet.columns)]
    rows += [line.cells for line in sheet.rows]
    return BOM + csv_text(rows, end="\r\n").encode()


def read(data: bytes, file: str, *, comma: str = "") -> list[list[SheetRow]]:
    """Return the rows of a CSV file, or refuse it. comma: what parts cells, else as it shows."""
    text = _text_of(data, file)
    skipped = 1 if _SEP.match(text) else 0
    rows = _rows(text, (not skipped and comma) or _comma_of(text), file)
    return [[row for row in rows if row.number > skipped and any(c.text for c in row.cells)]]


def _text_of(data: bytes, file: str) -> str:
    mark = next((each for each in _MARKS if data.startswith(each)), b"")
    # Excel writes a mark; what passes UTF-16 on may lose it, and a sheet begins in ASCII.
    encoding = "utf-16-le" if data[1:4:2] == b"\0\0" else "utf-8"
    encoding = "utf-16-be" if data[:3:2] == b"\0\0" else encoding
    try:
        return data.removeprefix(mark).decode(_MARKS.get(mark, encoding))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        got = f"byte {data[error.start + len(mark)]:02X}"
        wrong = problem("utf8", file, line, got=got, fix="save it as: CSV UTF-8")
        raise SubmissionError([wrong]) from None


def separator_of(data: bytes, file: str) -> str:
    """Return what parts the cells of a CSV file, as its bytes show."""
    return _comma_of(_text_of(data, file))


def _comma_of(text: str) -> str:
    """Return what a line ``sep=`` states, or parts most cells of the first row with a text."""
    if stated := _SEP.match(text):
        return stated[1]
    head = _QUOTED.sub("x", text[:_HEAD])
    first = next((line for line in _END.split(head) if line.strip(",;\t ")), "")
    return max(",;\t", key=first.count)


def _rows(text: str, comma: str, file: str) -> Iterator[SheetRow]:
    cells: list[Cell] = []
    at, number, left = 0, 1, MOST_CELLS
    bare = re.compile(rf'[^"{re.escape(comma)}\r\n][^{re.escape(comma)}\r\n]*|')
    blanks = re.compile(rf"[ {re.escape(comma)}]{{0,{_WIDEST}}}(?=[\r\n]|\Z)")
    whole = re.compile(rf" *{_QUOTED.pattern} *(?=[{re.escape(comma)}\r\n]|\Z)")
    while at < len(text):
        quoted = whole.match(text, at) if text[at] in '" ' else None
        if text[at] == '"' and quoted is None:
            got = "text after a quote" if _QUOTED.match(text, at) else "an open quote"
            raise SubmissionError([problem("sheet-broken", file, number, got=got)])
        match = quoted or bare.match(text, at)
        assert match is not None, "a bare cell may be empty"
        left -= 1
        blank = blanks.match(text, at) if len(cells) == MOST_COLUMNS else None
        if left < 0 or (len(cells) == MOST_COLUMNS and not blank):
            got = f"more than {MOST_COLUMNS} columns" if left >= 0 else f"over {MOST_CELLS} cells"
            raise SubmissionError([problem("sheet-size", file, number, got=got)])
        if not blank:
            value = _END.sub("\n", match[1].replace('""', '"')) if quoted else match[0]
            kept = _KEPT.sub(r"\1", value) if value.startswith("=") else value
            kind: Kind = "error" if ERROR.fullmatch(kept) else "text"
            cells.append(Cell(trim(unguard(kept)), kind) if kept else EMPTY)
        at = (blank or match).end()
        if at < len(text) and text[at] == comma:
            at += 1
            if at < len(text):
                continue
            cells.append(Cell(""))
        end = _END.match(text, at)
        yield SheetRow(number, cells)
        cells, number = [], number + 1
        at = end.end() if end else at
