"""Sheets as Word documents, for printing: written by python-docx, and never read.

A table for the head, then a section for each question: its text, and a table of two columns whose
first row holds the id and whose further rows leave room to write in by hand.
"""

from __future__ import annotations

import io
from typing import Any

from digesta.sheets.archive import archive_of, members_of
from digesta.sheets.base import ANSWER, ID, MET, ROW, SAID, Sheet, is_right_to_left
from digesta.sheets.extra import part
from digesta.sheets.questions import SEND_BACK

PRINTED = (
    "This document is for reading and printing; it is not read back. To send answers, pack the "
    "same questions as .xlsx or .csv, and fill that in."
)
_TABLED = frozenset({ID, ROW, ANSWER, "criterion", SAID, MET, "doubt", "note"})
_CORE = (
    b'<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties xmlns:cp="http://schemas.'
    b'openxmlformats.org/package/2006/metadata/core-properties"/>'
)
_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def write(sheet: Sheet) -> bytes:
    """Return a sheet as a document."""
    document = part("docx").Document()
    head = tuple((key, PRINTED if key == SEND_BACK else value) for key, value in sheet.head)
    _add_table(document, head, "en")
    for line in sheet.rows:
        cells = dict(zip(sheet.columns, line.cells, strict=True))
        turned = is_right_to_left(line.language)
        if cells["task"]:  # of several rows about one answer the first alone has it
            document.add_heading(cells["task"], level=2)
        for column in sheet.columns:
            if column not in {*_TABLED, "task"} and cells[column]:
                _add_text(document.add_paragraph(), cells[column], turned=turned)
        rows = tuple((name, cells[name]) for name in sheet.columns if name in _TABLED)
        _add_table(document, rows, line.language)
    out = io.BytesIO()
    document.save(out)
    members = members_of(out.getvalue()) | {"docProps/core.xml": _CORE}
    return archive_of(members)


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
