"""From sheets to files and back, by format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePath

from digesta.errors import SubmissionError, UsageError
from digesta.intake.limits import LIMITS
from digesta.sheets import csv_file, html_file, xlsx_file
from digesta.sheets.base import FORMATS, PRINTED, Sheet, SheetLine, SheetRow, words_for
from digesta.sheets.codes import problem

WRITE: Mapping[str, Callable[[Sheet], bytes]] = {
    "xlsx": xlsx_file.write,
    "csv": csv_file.write,
    "html": html_file.write,
}
_BEGINNING = 1_000
"""Characters of a long text that a cell shows."""
_MACROS = frozenset({"xlsm", "xltm", "xlsb"})
READ: Mapping[str, Callable[[bytes, str], list[list[SheetRow]]]] = {
    "xlsx": xlsx_file.read,
    "csv": csv_file.read,
    "tsv": partial(csv_file.read, comma="\t"),
}


def pack_sheet(sheet: Sheet, form: str) -> bytes:
    """Return a sheet's bytes: the same for the same sheet and the same versions of the extra."""
    if form not in WRITE:
        raise UsageError(f"no format {form!r}; there are: {', '.join(FORMATS)}")
    return WRITE[form](sheet)


def pack_files(sheet: Sheet, name: str) -> dict[str, bytes]:
    """Return a sheet as a file of that name; and, where a workbook's cells are too small, a page.

    The page has the rows with such a text whole; a cell then holds where to read it.
    """
    form = name.rpartition(".")[2]
    long = [line for line in sheet.rows if any(map(xlsx_file.is_too_long, line.cells))]
    if form != "xlsx" or not long:
        return {name: pack_sheet(sheet, form)}
    page = f"{name.removesuffix(form)}{PRINTED}"
    cut = words_for(sheet.language)["whole"]
    rows = [line._replace(cells=tuple(_short(line, text, cut, page) for text in line.cells))
            for line in sheet.rows]  # fmt: skip
    printed = pack_sheet(sheet._replace(rows=tuple(long)), PRINTED)
    return {name: pack_sheet(sheet._replace(rows=tuple(rows)), form), page: printed}


def _short(line: SheetLine, text: str, cut: str, page: str) -> str:
    whole = f"{text[:_BEGINNING]} … ({cut.format(page=page, row=line.cells[0])})"
    return whole if xlsx_file.is_too_long(text) else text


def tables_of(data: bytes, file: str) -> list[list[SheetRow]]:
    """Return the rows of a sheet by the ending of its name, table by table, or refuse it."""
    _, point, ending = PurePath(file).name.lower().rpartition(".")
    if ending == PRINTED:
        got = "a page, which is for printing"
        fix = "pack the same questions as .xlsx or .csv, and fill that in"
        raise SubmissionError([problem("sheet-kind", file, got=got, fix=fix)])
    if ending not in READ:
        code = "sheet-macros" if ending in _MACROS else "sheet-kind"
        raise SubmissionError([problem(code, file, got=f".{ending}" if point else "no ending")])
    if len(data) > LIMITS.file_bytes:
        raise SubmissionError([problem("sheet-size", file, got=f"{len(data)} bytes")])
    if ending != "xlsx" and data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise SubmissionError([problem("sheet-kind", file, got="a workbook")])
    return READ[ending](data, file)
