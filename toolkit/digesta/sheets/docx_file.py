"""Sheets as Word documents: written by python-docx, read as the XML that they are.

A table for the head, then a section for each question: its text, and a table of two columns whose
first row holds the id and whose further rows hold what is to be filled in. A table counts by its
first cell, wherever it stands; text outside tables is never read. Tracked changes are refused: who
reads must not guess which are meant.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from digesta.errors import SubmissionError
from digesta.sheets.archive import local, members_of, opened, sealed
from digesta.sheets.base import ANSWER, ID, Cell, Kind, Row, Sheet, is_right_to_left
from digesta.sheets.codes import problem
from digesta.sheets.extra import part

DOCUMENT = "word/document.xml"
HEAD = "format"
"""The first key of a head, by which its table is known."""
_PAIR = 2
_FILLED = frozenset({ID, ANSWER, "doubt", "note"})
_CORE = (
    b'<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.'
    b'openxmlformats.org/package/2006/metadata/core-properties"/>'
)
_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def write(sheet: Sheet) -> bytes:
    """Give a sheet as a document."""
    document = part("docx").Document()
    _add_table(document, sheet.head, "en")
    for line in sheet.rows:
        cells = dict(zip(sheet.columns, line.cells, strict=True))
        turned = is_right_to_left(line.language)
        document.add_heading(cells["task"], level=2)
        for column in sheet.columns:
            if column not in _FILLED and column != "task":
                _add_text(document.add_paragraph(), cells[column], turned=turned)
        rows = tuple((name, cells[name]) for name in sheet.columns if name in _FILLED)
        _add_table(document, rows, line.language)
    out = io.BytesIO()
    document.save(out)
    members = members_of(out.getvalue()) | {"docProps/core.xml": _CORE}
    return sealed(members)


def _add_table(document: Any, rows: tuple[tuple[str, str], ...], language: str) -> None:
    table = document.add_table(rows=len(rows), cols=2, style="Table Grid")
    for row, (name, value) in zip(table.rows, rows, strict=True):
        first, second = row.cells
        _add_text(first.paragraphs[0], name, turned=False)
        turned = is_right_to_left(language) and name != ID
        _add_text(second.paragraphs[0], value, turned=turned)
        if name == ID:
            second.paragraphs[0].runs[0].font.size = part("docx.shared").Pt(7)
    document.add_paragraph()


def _add_text(paragraph: Any, text: str, *, turned: bool) -> None:
    # Control characters do not come this far: the release's reader refuses them.
    run = paragraph.add_run(text)
    if turned:
        # python-docx has no word for right to left: the elements are put in by hand.
        for holder, name in (
            (paragraph.paragraph_format.element.get_or_add_pPr(), "bidi"),
            (run.font.element.get_or_add_rPr(), "rtl"),
        ):
            holder.append(holder.makeelement(f"{_NAMESPACE}{name}", {}))


# Reading --------------------------------------------------------------------------------------


def read(data: bytes, file: str) -> list[list[Row]]:
    """Give the head and the filled rows of a document, as a spreadsheet would have them."""
    root = opened(data, file).xml(DOCUMENT)
    head: list[Row] = []
    found: list[tuple[int, dict[str, Cell]]] = []
    for number, table in enumerate(_tables(root), start=1):
        rows = [[_cell(one) for one in row if local(one.tag) == "tc"] for row in _rows(table)]
        pairs = [(row[0].text.strip(), row[1]) for row in rows if len(row) > 1]
        if pairs and pairs[0][0] == HEAD:
            head += [Row(number, (Cell(name), value)) for name, value in pairs]
        elif pairs and pairs[0][0] == ID:
            _check_names(rows, (file, number))
            found.append((number, {name: cell for name, cell in pairs if name in _FILLED}))
    columns = list(dict.fromkeys(name for _, cells in found for name in cells))
    _check_whole(found, columns, file)
    if found:
        head.append(Row(0, [Cell(name) for name in columns]))
    return [[*head, *(Row(n, [cells[name] for name in columns]) for n, cells in found)]]


def _check_names(rows: Sequence[Sequence[Cell]], place: tuple[str, int]) -> None:
    """Refuse a question's table with a row twice, or words in a cell without a name: not lost."""
    names = Counter(row[0].text.strip() for row in rows if len(row) > 1)
    twice = next((name for name in names if name and names[name] > 1), "")
    loose = [cell for row in rows for cell in _nameless(row)]
    filled = [one for one in loose if one.text.strip() or one.kind != "text"]
    said = filled[0].text or filled[0].kind if filled else ""
    if twice or said:
        got = f"two rows {twice}" if twice else f"a cell without a name: {said[:80]}"
        raise SubmissionError([problem("sheet-columns", *place, got=got)])


def _nameless(row: Sequence[Cell]) -> Sequence[Cell]:
    """Give the cells that are neither a name nor beside one: split, or merged over the row."""
    if len(row) < _PAIR:
        return row
    return row[_PAIR:] if row[0].text.strip() else row[1:]


def _check_whole(
    found: Sequence[tuple[int, Mapping[str, Cell]]], columns: Sequence[str], file: str
) -> None:
    """Refuse tables that lack a row which others have."""
    lacking = [
        problem("sheet-columns", file, n, question_id=cells[ID].text.strip(), got=f"no row {name}")
        for n, cells in found
        for name in columns
        if name not in cells
    ]
    if lacking:
        raise SubmissionError(lacking)


def _tables(root: ET.Element) -> Iterator[ET.Element]:
    """Yield the tables of a document in order, but none that stands in another."""
    rest = [root]
    while rest:
        one = rest.pop()
        if local(one.tag) == "tbl":
            yield one
        else:
            rest.extend(reversed(one))


def _rows(table: ET.Element) -> Iterator[list[ET.Element]]:
    """Yield the cells of each row; a content control around a row or a cell changes nothing."""
    rest = list(reversed(table))
    while rest:
        one = rest.pop()
        if local(one.tag) == "tr":
            yield list(_unwrapped(one))
        elif local(one.tag) in _WRAPPERS:
            rest.extend(reversed(one))


def _unwrapped(row: ET.Element) -> Iterator[ET.Element]:
    rest = list(reversed(row))
    while rest:
        one = rest.pop()
        if local(one.tag) in _WRAPPERS:
            rest.extend(reversed(one))
        else:
            yield one


_WRAPPERS = frozenset({"sdt", "sdtContent", "customXml"})
_TEXTS = {"t": None, "tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011",
          "softHyphen": "\u00ad"}  # fmt: skip
_STRUCK = frozenset({"ins", "del", "moveFrom", "moveTo"})
_EMBEDDED = frozenset(
    ["drawing", "pict", "object", "oMath", "oMathPara", "sym", "fldChar", "fldSimple", "tbl",
     "footnoteReference", "endnoteReference", "altChunk", "AlternateContent", "ruby", "subDoc"]
)  # fmt: skip
_UNREAD = frozenset({"pPr", "rPr", "tcPr", "sdtPr", "sdtEndPr"})
"""How it looks: tabs and marks of changes in there are none of the text's."""


def _cell(cell: ET.Element) -> Cell:
    """Give what a cell of a table says: paragraphs are lines."""
    said: list[str] = []
    kind: Kind = "text"
    numbered = False
    rest = list(reversed(cell))
    while rest:
        one = rest.pop()
        name = local(one.tag)
        if name in _UNREAD:
            continue
        if name in _STRUCK:
            kind = "struck"
        elif name in _EMBEDDED:
            kind = "embedded"
        elif name in _TEXTS:
            said.append(_TEXTS[name] or one.text or "")
        elif name == "p":
            said.append("\n")
            numbered = numbered or _is_numbered(one)
        rest.extend(reversed(one))
    text = "".join(said).removeprefix("\n")
    if numbered and not text.strip():
        # A word processor has made a list of an answer such as "3.": its number is no text.
        return Cell("a number of a list, and no text", "embedded")
    return Cell(text, kind)


def _is_numbered(paragraph: ET.Element) -> bool:
    looks = (one for one in paragraph if local(one.tag) == "pPr")
    return any(local(one.tag) == "numPr" for look in looks for one in look)
