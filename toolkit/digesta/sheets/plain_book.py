"""A workbook of ours around a stranger's cells: all that openpyxl is given to read.

Out of a file that the archive's guard has let in come three things: rows of cells, texts, formats
of numbers. They are put into an empty workbook that openpyxl has just written, so that nothing else
of the file (drawings, comments, charts, names, rules, themes, links) reaches it, and no worksheet
does twice. What openpyxl would believe is looked at first: numbers of rows and of what cells point
to, formulas that are made from others, merged ranges, lengths of formats. Empty rows at the end of
what a worksheet can have, as some programs write them, are left out.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple
from xml.etree import ElementTree as ET

from digesta.errors import SubmissionError
from digesta.intake.limits import LIMITS
from digesta.sheets.archive import Parts, archive_of, local, members_of
from digesta.sheets.base import MOST_COLUMNS
from digesta.sheets.codes import problem
from digesta.sheets.extra import part

MOST_SHEETS = 8
"""Worksheets of a file: the rows and merged cells of each are filled up, however few it names."""
MOST_MERGED = 200_000
"""Merged cells of a worksheet that are looked at."""
MOST_FORMATS = 200_000
"""Formats of cells and of numbers; a spreadsheet can hold 65,490 of each."""
_LONGEST_FORMAT = 255
_LAST_COLUMN = (2, "BL")
"""Length and name of the last of ``MOST_COLUMNS``."""

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TEXTS, _STYLES, _TYPES = "xl/sharedStrings.xml", "xl/styles.xml", "[Content_Types].xml"
_TEXTS_TYPE = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
    b'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)

Merged = Mapping[int, AbstractSet[int]]
"""Cells that are hidden by the first of a merged range: row, from 1 -> columns, from 0."""


class OutOfView(NamedTuple):
    """Rows, from 1, and columns, from 0, that a worksheet does not show."""

    rows: AbstractSet[int]
    columns: AbstractSet[int]


class PlainBook(NamedTuple):
    """The bytes of the workbook, and the merged and hidden cells of each worksheet."""

    data: bytes
    merged: tuple[Merged, ...]
    hidden: tuple[OutOfView, ...]


def plain_book(parts: Parts) -> PlainBook:
    """Return the cells of a file in a workbook of ours, or refuse the file.

    Raises ValueError, TypeError or RecursionError where a part is not what it should be.
    """
    # Each once: a short name for a long part could be repeated without end.
    names = list(dict.fromkeys(_worksheets(parts)))
    if not names:
        raise ValueError("no worksheet")
    if len(names) > MOST_SHEETS:
        raise SubmissionError([problem("sheet-size", parts.file, got=f"{len(names)} worksheets")])
    members, merged, hidden = _empty_book(len(names)), [], []
    struck = set[str]()
    if _STYLES in parts.members:
        root = parts.xml(_STYLES)
        _check_formats(root, parts.file)
        fonts, formats = _struck_in(root.iterfind("{*}fonts/*")), root.iterfind("{*}cellXfs/*")
        struck |= {f"s{at}" for at, each in enumerate(formats) if each.get("fontId") in fonts}
        members[_STYLES] = _only(root, {"numFmts", "cellXfs"})
    if _TEXTS in parts.members:
        root = parts.xml(_TEXTS)
        struck |= {f"t{at}" for at in _struck_in(root.iterfind("{*}si"))}
        # openpyxl takes every x005F_ for half of an escape and drops it: of this, one is left.
        members[_TEXTS] = _only(root, {"si"}).replace(b"x005F_", b"xx005F_005F_")
        members[_TYPES] = members[_TYPES].replace(b"</Types>", _TEXTS_TYPE)
    for number, name in enumerate(names, start=1):
        root = parts.xml(name)
        merged.append(_merges(root, parts.file))
        hidden.append(_check_rows(root, parts.file, struck))
        members[f"xl/worksheets/sheet{number}.xml"] = _only(root, {"sheetData"})
    return PlainBook(archive_of(members), tuple(merged), tuple(hidden))


def _empty_book(worksheets: int) -> dict[str, bytes]:
    book = part("openpyxl").Workbook()
    for _ in range(worksheets - 1):
        book.create_sheet()
    out = io.BytesIO()
    book.save(out)
    return members_of(out.getvalue())


def _worksheets(parts: Parts) -> Iterator[str]:
    targets = {
        relation.get("Id", ""): relation.get("Target", "")
        for relation in parts.xml("xl/_rels/workbook.xml.rels")
        if relation.get("Type", "").endswith("/worksheet")
    }
    for element in parts.xml("xl/workbook.xml").iter():
        if local(element.tag) == "sheet":
            wanted = next(
                (v for k, v in element.attrib.items() if local(k) == "id" and "}" in k), ""
            )
            if wanted in targets:
                target = targets[wanted]
                yield target[1:] if target.startswith("/") else f"xl/{target}"


def _only(root: ET.Element, names: AbstractSet[str]) -> bytes:
    """Return a part with these of its elements alone, in the namespace that openpyxl knows."""
    root[:] = [node for node in root if local(node.tag) in names]
    root.attrib.clear()
    for node in root.iter():
        node.tag = f"{{{_MAIN}}}{local(node.tag)}"
    data: bytes = ET.tostring(root, encoding="utf-8")
    return data


_TRUE = frozenset({"1", "true"})


def _struck_in(nodes: Iterable[ET.Element]) -> set[str]:
    """Return the places of those nodes in which something is struck out."""
    strikes = (node.iterfind(".//{*}strike") for node in nodes)
    return {
        str(at) for at, each in enumerate(strikes) if any(n.get("val", "1") in _TRUE for n in each)
    }


def _check_rows(root: ET.Element, file: str, struck: set[str]) -> OutOfView:
    """Refuse rows that no sheet has, and cells that are struck out; return what is hidden."""
    number, hidden = 0, set[int]()
    for sheet in (node for node in root if local(node.tag) == "sheetData"):
        while len(sheet) and not any(map(len, sheet[-1])) and _is_far(sheet[-1].get("r", "")):
            del sheet[-1]
    for count, row in enumerate(node for node in root.iter() if local(node.tag) == "row"):
        number = int(row.get("r", number + 1))
        if max(number, count) > LIMITS.lines:
            raise SubmissionError([problem("sheet-size", file, number, got="too many rows")])
        if number < 1:
            raise ValueError(f"a row numbered {number}")
        hidden |= {number} if row.get("hidden") in _TRUE else set()
        for place, cell in enumerate(row):
            shown = _check_cell(cell)
            if len(cell) and (shown & struck or _struck_in([cell])):
                raise SubmissionError([problem("cell-struck", file, number, got=cell.get("r", ""))])
            column = cell.get("r", "").rstrip("0123456789")
            if len(cell) and (place >= MOST_COLUMNS or (len(column), column) > _LAST_COLUMN):
                got = f"more than {MOST_COLUMNS} columns"
                raise SubmissionError([problem("sheet-size", file, number, got=got)])
    columns = {
        at - 1
        for col in root.iter()
        if local(col.tag) == "col" and col.get("hidden") in _TRUE
        for at in range(
            max(1, int(col.get("min", 1))), min(int(col.get("max", 1)), MOST_COLUMNS) + 1
        )
    }
    return OutOfView(hidden, columns)


def _is_far(number: str) -> bool:
    """Return whether a row's number is beyond those that are read, and a spreadsheet's still."""
    return re.fullmatch("[0-9]{1,7}", number) is not None and LIMITS.lines <= int(number) <= 1 << 20


def _check_cell(cell: ET.Element) -> set[str]:
    """Refuse what points nowhere; return the format and the text that a cell points to."""
    values = {local(node.tag): node for node in cell}
    if "f" in values:
        values["f"].attrib.clear()  # else one formula is made anew for each cell that names it
    pointed = [cell.get("s", "0")]
    if cell.get("t") == "s" and "v" in values:
        pointed.append(values["v"].text or "0")
    # Python counts what is below 0 from the end.
    if wrong := [text for text in pointed if not (text.isascii() and text.isdigit())]:
        raise ValueError(f"no index: {wrong[0][:20]}")
    return {f"{kind}{int(text)}" for kind, text in zip("st", pointed, strict=False)}


def _merges(root: ET.Element, file: str) -> Merged:
    bounds = part("openpyxl.utils").range_boundaries
    merged: dict[int, set[int]] = {}
    left = MOST_MERGED
    for node in root.iter():
        if local(node.tag) != "mergeCell":
            continue
        first, top, last, bottom = bounds(node.get("ref", ""))
        columns = range(first - 1, min(last, MOST_COLUMNS))
        rows = range(top, min(bottom, LIMITS.lines) + 1)
        left -= len(rows) * len(columns)
        if left < 0:
            raise SubmissionError([problem("sheet-size", file, got="too many merged cells")])
        for row in rows:
            merged.setdefault(row, set()).update(columns[row == top :])
    return merged


def _check_formats(root: ET.Element, file: str) -> None:
    formats = sum(local(node.tag) in {"numFmt", "xf"} for node in root.iter())
    longest = max((len(node.get("formatCode", "")) for node in root.iter()), default=0)
    if formats > MOST_FORMATS or longest > _LONGEST_FORMAT:
        raise SubmissionError([problem("sheet-size", file, got="too many or too long formats")])
