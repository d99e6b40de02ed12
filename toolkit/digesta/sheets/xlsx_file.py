"""Sheets as Excel workbooks: written and read by openpyxl, which is given no file of a stranger.

Two worksheets: ``about`` has the head, ``answers`` the questions under a frozen row of names. Every
cell is an inline text of the format Text, so that nothing is a formula, and what is typed stays as
it is typed. What a spreadsheet makes of a cell all the same is told by its type and its format.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from digesta.errors import SubmissionError
from digesta.sheets.archive import archive_of, members_of, open_archive
from digesta.sheets.base import (
    ANSWER,
    ANSWERED,
    EMPTY,
    ID,
    MET,
    MOST_COLUMNS,
    ROW,
    Cell,
    Kind,
    Sheet,
    SheetRow,
    is_right_to_left,
    name_in,
    trim,
)
from digesta.sheets.codes import problem
from digesta.sheets.extra import part
from digesta.sheets.plain_book import Merged, OutOfView, plain_book

MOST_CHARS = 32_767
"""UTF-16 units that a cell can hold."""
MOST_TEXT = 32 << 20
"""Characters of all cells of a file: a text that many cells share counts in each."""

WIDTHS = dict.fromkeys([ID, ROW], 14) | dict.fromkeys(["question", ANSWERED], 70)
WIDTHS |= dict.fromkeys(["how to answer", ANSWER, "criterion"], 40)
WIDTHS |= {"task": 18, MET: 8, "note": 30}
_CORE = (
    b'<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.'
    b'openxmlformats.org/package/2006/metadata/core-properties"/>'
)


def write(sheet: Sheet) -> bytes:
    """Return a sheet as a workbook. No text may be longer than a cell can be."""
    openpyxl = part("openpyxl")
    book = openpyxl.Workbook()
    answers, head = book.active, book.create_sheet("about", 0)
    language = sheet.language
    answers.title, head.title = name_in(language, "answers"), name_in(language, "about")
    for key, value in sheet.head:
        _append(head, (name_in(language, key), value), ("key", "value"), language)
    head.column_dimensions["A"].width, head.column_dimensions["B"].width = 18, 100
    names = [name_in(language, name) for name in sheet.columns]
    _append(answers, names, ("key",) * len(names), language)
    for line in sheet.rows:
        _append(answers, line.cells, sheet.columns, line.language)
    answers.freeze_panes = "A2"
    for letter, column in zip("ABCDEFGHIJ", sheet.columns, strict=False):
        answers.column_dimensions[letter].width = WIDTHS.get(column, 10)
    book.active = 0 if any(value == "" for _, value in sheet.head) else 1
    out = io.BytesIO()
    book.save(out)
    # openpyxl writes when it was made and saved.
    return archive_of(members_of(out.getvalue()) | {"docProps/core.xml": _CORE})


def is_too_long(text: str) -> bool:
    """Return whether a cell of a workbook cannot hold a text."""
    return len(_escape(text).encode("utf-16-le")) > 2 * MOST_CHARS


def _append(sheet: Any, texts: Sequence[str], columns: Sequence[str], language: str) -> None:
    styles = part("openpyxl.styles")
    row = sheet.max_row + (sheet.cell(1, 1).value is not None)
    turned = is_right_to_left(language)
    for index, (text, column) in enumerate(zip(texts, columns, strict=True), start=1):
        cell = sheet.cell(row, index)
        if text:
            cell.value = _escape(text)
            cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
        plain = column in {ID, ROW, "task", "key"}
        cell.number_format = "@"
        cell.alignment = styles.Alignment(
            wrap_text=True,
            vertical="top",
            horizontal="right" if turned and not plain else "left",
            readingOrder=2 if turned and not plain else 1,
        )
        if plain:
            cell.fill = styles.PatternFill("solid", fgColor="FFE7E7E7")
            cell.font = styles.Font(bold=column == "key", color="FF404040")


# What XML cannot hold, or a spreadsheet would read as an escape, stands as _xHHHH_.
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def _escape(text: str) -> str:
    return _ESCAPE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n")


# Reading --------------------------------------------------------------------------------------

_BROKEN = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    SyntaxError,
    RecursionError,
)
"""What openpyxl raises over a part that is not what it should be: it checks little itself."""


def read(data: bytes, file: str) -> list[list[SheetRow]]:
    """Return the rows of each worksheet, or refuse the file."""
    load = part("openpyxl").load_workbook
    parts = open_archive(data, file)
    try:
        plain = plain_book(parts)
        with warnings.catch_warnings(action="ignore"):  # of dates beyond its calendar
            book = load(io.BytesIO(plain.data), read_only=True)
            texts = _Texts(file)
            return [
                list(_rows(sheet, merged, hidden, texts))
                for sheet, merged, hidden in zip(book, plain.merged, plain.hidden, strict=True)
            ]
    except _BROKEN as error:
        got = f"a part that cannot be read: {error}"[:120]
        raise SubmissionError([problem("sheet-broken", file, got=got)]) from None


class _Texts:
    """Texts of a file's cells: one that many cells share is small in the file, dear in each."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._known: dict[str, str] = {}
        self._left = MOST_TEXT

    def plain(self, text: str) -> str:
        """Return a text as it is read, trimmed; refuse the file where all are too long."""
        if text not in self._known:
            self._known[text] = trim(_unescape(text))
        self._left -= len(self._known[text])
        if self._left < 0:
            got = f"more than {MOST_TEXT} characters in all cells"
            raise SubmissionError([problem("sheet-size", self._file, got=got)])
        return self._known[text]


def _rows(sheet: Any, merged: Merged, hidden: OutOfView, texts: _Texts) -> Iterator[SheetRow]:
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        cells = [EMPTY if cell.value is None else _cell(cell, texts) for cell in row]
        for column in merged.get(number, ()):
            cells[column] = Cell("", "merged")
        filled = {at for at, cell in enumerate(cells) if cell != EMPTY}
        if filled:
            yield SheetRow(number, cells, number in hidden.rows or bool(filled & hidden.columns))


def _cell(cell: Any, texts: _Texts) -> Cell:
    value = cell.value
    if cell.data_type in {"f", "e"}:
        return Cell(str(value), "formula" if cell.data_type == "f" else "error")
    if isinstance(value, str):
        return Cell(texts.plain(value))
    if isinstance(value, bool):
        return Cell(str(value).lower(), "boolean")
    zeros = "" if cell.number_format.strip("0") else cell.number_format
    if isinstance(value, int) and len(zeros) > len(str(abs(value))):
        return Cell(f"{'-' * (value < 0)}{abs(value):0{len(zeros)}}")
    return Cell(str(value), _kind(cell) if isinstance(value, int | float) else "date")


# How numbers are shown ------------------------------------------------------------------------

_EASTERN_DATES = frozenset([*range(27, 37), *range(50, 59)])
"""Numbers of the formats of dates in East Asia, which a file need not spell out."""
_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^]]*\]')


_LARGE = 10**16
"""A spreadsheet shows no number of more digits as it is."""
_SHOWN = re.compile(r"[^0#?]*[0#?,]*[0#?](?:\.([0#?]+))?(?:E[+-]0+|[^0#?,./eE]*)|.*(?:General|@).*")
"""Formats that show a number as it is, but for its last places: not in thousands or fractions."""


def _kind(cell: Any) -> Kind:
    if cell.style_array.numFmtId in _EASTERN_DATES:
        return "date"
    signs = _QUOTED.sub("", cell.number_format).split(";")
    place = (cell.value < 0) + 2 * (cell.value == 0)
    form = signs[place if place < len(signs) else 0]
    if "%" in form:
        return "percent"
    shown = _SHOWN.fullmatch(form)
    whole = "General" in form or "@" in form
    places = f".{len(shown[1] or '')}{'e' if 'E' in form else 'f'}" if shown else ""
    short = abs(cell.value) < _LARGE
    exact = shown and (whole or (short and float(f"{cell.value:{places}}") == cell.value))
    return "number" if exact else "format"
