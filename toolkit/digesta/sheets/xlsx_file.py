"""Sheets as Excel workbooks: written by openpyxl, read as the XML that they are.

Two worksheets: ``about`` has the head, ``answers`` the questions under a frozen row of names. Every
cell is an inline text of the format Text, so that nothing is a formula, and what is typed stays as
it is typed. What a spreadsheet makes of a cell all the same is told by its type and its format.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn
from xml.etree import ElementTree as ET

from digesta.errors import SubmissionError, UsageError
from digesta.intake.limits import LIMITS
from digesta.sheets.archive import Parts, local, members_of, opened, sealed
from digesta.sheets.base import (
    ANSWER,
    EMPTY,
    ID,
    MOST_COLUMNS,
    Cell,
    Kind,
    Row,
    Sheet,
    is_right_to_left,
)
from digesta.sheets.codes import problem
from digesta.sheets.extra import part

MOST_CHARS = 32_767
"""UTF-16 units that a cell can hold."""

MOST_MERGED = 200_000
"""Merged cells of a worksheet that are looked at."""
_RANGE = re.compile("([A-Z]{1,3}([0-9]{1,7})):([A-Z]{1,3}([0-9]{1,7}))")

WIDTHS = {ID: 14, "task": 18, "question": 70, "how to answer": 40, ANSWER: 40, "note": 30}
_CORE = (
    b'<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.'
    b'openxmlformats.org/package/2006/metadata/core-properties"/>'
)


def write(sheet: Sheet) -> bytes:
    """Give a sheet as a workbook; UsageError where a text is longer than a cell can be."""
    _check_lengths(sheet)
    openpyxl = part("openpyxl")
    book = openpyxl.Workbook()
    answers, head = book.active, book.create_sheet("about", 0)
    answers.title = "answers"
    for pair in sheet.head:
        _append(head, pair, ("key", "value"), "en")
    head.column_dimensions["A"].width, head.column_dimensions["B"].width = 18, 100
    _append(answers, sheet.columns, ("key",) * len(sheet.columns), "en")
    for line in sheet.rows:
        _append(answers, line.cells, sheet.columns, line.language)
    answers.freeze_panes = "A2"
    for letter, column in zip("ABCDEFGHIJ", sheet.columns, strict=False):
        answers.column_dimensions[letter].width = WIDTHS.get(column, 10)
    book.active = 0 if any(value == "" for _, value in sheet.head) else 1
    out = io.BytesIO()
    book.save(out)
    # openpyxl writes when it was made and saved.
    return sealed(members_of(out.getvalue()) | {"docProps/core.xml": _CORE})


def _check_lengths(sheet: Sheet) -> None:
    for line in sheet.rows:
        longest = max(len(text.encode("utf-16-le")) // 2 for text in map(_escaped, line.cells))
        if longest > MOST_CHARS:
            raise UsageError(
                f"question {line.cells[0]}: {longest} characters, and a cell of a workbook holds "
                f"{MOST_CHARS}; pack it with --format docx, which has no such limit"
            )


def _append(sheet: Any, texts: Sequence[str], columns: Sequence[str], language: str) -> None:
    styles = part("openpyxl.styles")
    row = sheet.max_row + (sheet.cell(1, 1).value is not None)
    turned = is_right_to_left(language)
    for index, (text, column) in enumerate(zip(texts, columns, strict=True), start=1):
        cell = sheet.cell(row, index)
        if text:
            cell.value = _escaped(text)
            cell.data_type = "s"  # openpyxl takes a text that begins with = for a formula
        plain = column in {ID, "task", "key"}
        cell.number_format = "@"
        cell.alignment = styles.Alignment(
            wrap_text=True, vertical="top",
            horizontal="right" if turned and not plain else "left",
            readingOrder=2 if turned and not plain else 1,
        )  # fmt: skip
        if plain:
            cell.fill = styles.PatternFill("solid", fgColor="FFE7E7E7")
            cell.font = styles.Font(bold=column == "key", color="FF404040")


# What XML cannot hold, or a spreadsheet would read as an escape, stands as _xHHHH_.
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def _escaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).replace("\r\n", "\n")


# Reading --------------------------------------------------------------------------------------


def read(data: bytes, file: str) -> list[list[Row]]:
    """Give the rows of each worksheet, or refuse the file."""
    parts = opened(data, file)
    texts = _shared(parts)
    kinds = _kinds(parts)
    try:
        # Each once: a short name for a long part could be repeated without end.
        names = dict.fromkeys(_worksheets(parts))
        return [list(_rows(parts.xml(name), texts, kinds, file)) for name in names]
    except (ValueError, IndexError, OverflowError) as error:
        _broken(file, f"a cell that cannot be read: {error}")


def _worksheets(parts: Parts) -> Iterator[str]:
    targets = {
        one.get("Id", ""): one.get("Target", "")
        for one in parts.xml("xl/_rels/workbook.xml.rels")
        if one.get("Type", "").endswith("/worksheet")
    }
    for one in parts.xml("xl/workbook.xml").iter():
        if local(one.tag) == "sheet":
            wanted = next((v for k, v in one.attrib.items() if local(k) == "id" and "}" in k), "")
            if wanted in targets:
                target = targets[wanted]
                yield target[1:] if target.startswith("/") else f"xl/{target}"


def _shared(parts: Parts) -> list[str]:
    if "xl/sharedStrings.xml" not in parts.members:
        return []
    texts = [_text(one) for one in parts.xml("xl/sharedStrings.xml") if local(one.tag) == "si"]
    # A long text in each of many cells is small in the file, and dear to look at in each.
    longest = max(map(len, texts), default=0)
    if longest > LIMITS.string_chars:
        got = f"a text of {longest} characters"
        raise SubmissionError([problem("sheet-size", parts.file, got=got)])
    return texts


def _text(node: ET.Element) -> str:
    """Give the text of a node: its own and its runs', without what shows how it is read aloud."""
    said = []
    for one in node:
        if local(one.tag) == "t":
            said.append(one.text or "")
        elif local(one.tag) == "r":
            said.extend(t.text or "" for t in one if local(t.tag) == "t")
    return _unescaped("".join(said))


def _rows(
    root: ET.Element, texts: Sequence[str], kinds: Sequence[Kind], file: str
) -> Iterator[Row]:
    number, merged = 0, _merged(root, file)
    for count, row in enumerate(one for one in root.iter() if local(one.tag) == "row"):
        number = int(row.get("r", number + 1))
        if max(number, count) > LIMITS.lines:
            raise SubmissionError([problem("sheet-size", file, number, got="too many rows")])
        if number < 1:
            _broken(file, f"a row numbered {number}")
        cells = [EMPTY] * MOST_COLUMNS
        column = -1
        for one in row:
            column = _column(one.get("r", ""), column + 1)
            if local(one.tag) == "c" and column < MOST_COLUMNS:
                cells[column] = _cell(one, texts, kinds)
        for column in merged.get(number, ()):
            cells[column] = Cell("", "merged")
        if any(one is not EMPTY for one in cells):
            yield Row(number, cells)


def _merged(root: ET.Element, file: str) -> Mapping[int, set[int]]:
    """Give the cells that are hidden by the first of a merged range: row -> columns."""
    found: dict[int, set[int]] = {}
    left = MOST_MERGED
    for one in root.iter():
        place = _RANGE.fullmatch(one.get("ref", "")) if local(one.tag) == "mergeCell" else None
        if place is None:
            continue
        first, last = _column(place[1], 0), min(_column(place[3], 0), MOST_COLUMNS - 1)
        top, rows = int(place[2]), range(int(place[2]), min(int(place[4]), LIMITS.lines) + 1)
        left -= len(rows) * max(0, last - first + 1)
        if left < 0:
            raise SubmissionError([problem("sheet-size", file, got="too many merged cells")])
        for row in rows:
            found.setdefault(row, set()).update(range(first + (row == top), last + 1))
    return found


def _column(place: str, following: int) -> int:
    letters = re.match(r"[A-Z]{1,3}(?=[0-9])", place)
    if letters is None:
        return following
    number = 0
    for letter in letters[0]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _cell(node: ET.Element, texts: Sequence[str], kinds: Sequence[Kind]) -> Cell:
    inside = {local(one.tag): one for one in node}
    value = inside["v"].text or "" if "v" in inside else ""
    if "f" in inside:
        return Cell(f"={inside['f'].text or ''}", "formula")
    kind = node.get("t", "n")
    if kind == "inlineStr":
        return Cell(_text(inside["is"])) if "is" in inside else EMPTY
    if not value:
        return EMPTY
    if kind in _TYPES:
        return _TYPES[kind](value)
    return (
        Cell(texts[_index(value)])
        if kind == "s"
        else Cell(value, kinds[_index(node.get("s", "0"))])
    )


_TYPES: Mapping[str, Callable[[str], Cell]] = {
    "str": lambda value: Cell(_unescaped(value)),
    "b": lambda value: Cell("true" if _index(value) else "false", "boolean"),
    "e": lambda value: Cell(value, "error"),
    "d": lambda value: Cell(value, "date"),
}
"""Type of a cell -> what its value is, but for texts that are shared, and numbers."""


def _index(text: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text):
        raise ValueError(f"no index: {text[:20]}")
    return int(text)


# How numbers are shown ------------------------------------------------------------------------

_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
"""Numbers of the formats of dates and times that every spreadsheet knows."""
_LONGEST_FORMAT = 255
_PERCENTS = frozenset({9, 10})
_NOT_A_LETTER = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^]]*\]|General', re.IGNORECASE)


def _kinds(parts: Parts) -> list[Kind]:
    """Give what a number is by its style: a date, a percentage, or a number."""
    if "xl/styles.xml" not in parts.members:
        return ["number"]
    root = parts.xml("xl/styles.xml")
    codes = {
        one.get("numFmtId", ""): one.get("formatCode", "")
        for one in root.iter()
        if local(one.tag) == "numFmt"
    }
    formats = [
        one.get("numFmtId", "0") for all_ in root if local(all_.tag) == "cellXfs" for one in all_
    ]
    return [_kind(number, codes.get(number)) for number in formats] or ["number"]


def _kind(number: str, code: str | None) -> Kind:
    if code is None:
        known = int(number) if re.fullmatch("[0-9]{1,5}", number) else 0
        return "date" if known in _DATES else "percent" if known in _PERCENTS else "number"
    bare = _NOT_A_LETTER.sub("", code[:_LONGEST_FORMAT])
    if re.search("[ymdhs]", bare, re.IGNORECASE):
        return "date"
    return "percent" if "%" in bare else "number"


def _broken(file: str, got: str) -> NoReturn:
    raise SubmissionError([problem("sheet-broken", file, got=got[:120])]) from None
