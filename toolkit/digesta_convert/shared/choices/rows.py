"""Rows of a table in any of its forms: cells by column, and the line of each."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from digesta.errors import SubmissionError
from digesta.intake import LIMITS
from digesta.sheets import files as sheet_files
from digesta.sheets.base import Cell, SheetRow
from digesta_convert.shared.draft import Files
from digesta_convert.shared.faults import Faults, LineFault
from digesta_convert.shared.lines import MOST_BYTES, gunzip
from digesta_convert.shared.tables import rows_of
from digesta_convert.shared.values import document_of, lines_of, nfc


class TableRow(NamedTuple):
    """A row: its line (of .xlsx its row, of others its number), and its cells as values."""

    line: int
    cells: Mapping[str, Any]


def plain_files(files: Files, faults: Faults) -> dict[str, bytes]:
    """Return files by path, those that gzip packed unpacked: all together within our limit."""
    plain: dict[str, bytes] = {}
    left = MOST_BYTES
    for path, data in files.items():
        with faults.noting(path):
            plain[path] = gunzip(data, left) if path.endswith(".gz") else data
            left -= len(plain[path])
    return plain


def table_rows(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    """Return the rows of a table; none where it has a problem, which is noted."""
    return READERS[ending_of(path)](path, data, faults)


def ending_of(path: str) -> str:
    """Return the ending of a file's name, .gz left out.

    >>> ending_of("a/1_1.jsonl.gz")
    '.jsonl'
    """
    _, point, ending = PurePosixPath(path.removesuffix(".gz")).name.rpartition(".")
    return point + ending if point else ""


def _csv(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    delimiter = "\t" if ending_of(path) == ".tsv" else _delimiter(data)
    rows = rows_of(path, data, None, faults, bom=True, delimiter=delimiter)
    return [TableRow(row.line, row.cells) for row in rows]


def _delimiter(data: bytes) -> str:
    """Return what parts a CSV file's columns: spreadsheets write ; where , is a decimal mark."""
    head = data.split(b"\n", 1)[0]
    return ";" if head.count(b";") > head.count(b",") else ","


def _xlsx(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    try:
        sheets = [rows for rows in sheet_files.tables_of(data, path) if rows]
    except SubmissionError as error:
        faults.problems += error.problems
        return []
    if len(sheets) != 1:
        got, fix = f"{len(sheets)} worksheets that hold something", "leave one in the file"
        faults.add("worksheets", path, got=got, expected="one, its first row names", fix=fix)
        return []
    [(head, *rows)] = sheets
    names = [cell.text for cell in head.cells]
    while names and not names[-1]:
        names.pop()
    if twice := sorted({name or "a column without a name" for name in names
                        if not name or names.count(name) > 1}):  # fmt: skip
        faults.add("dup-column", path, head.number, got=", ".join(twice), fix="name each once")
        return []
    read = []
    for row in rows:
        with faults.noting(path, row.number):
            read.append(TableRow(row.number, nfc(_cells(names, row))))
    return read


def _cells(names: Sequence[str], row: SheetRow) -> dict[str, Any]:
    if stray := [cell.text for cell in row.cells[len(names) :] if cell.text]:
        raise LineFault("cell-count", got=f"{stray[0][:40]} under no name", fix="name its column")
    cells = dict(zip(names, row.cells, strict=False))
    return {name: _value(name, cells[name]) if name in cells else "" for name in names}


def _value(name: str, cell: Cell) -> Any:
    """Return what a cell of a workbook holds, or LineFault for what is not what was typed."""
    if cell.kind in {"text", "boolean", "number"}:
        if cell.kind == "text":
            return cell.text
        return cell.text == "true" if cell.kind == "boolean" else json.loads(cell.text)
    raise LineFault(
        "bad-cell",
        got=f"column {name}: a {cell.kind}: {cell.text}"[:80],
        expected="a text or a number, as it was typed",
        fix="format the cell as Text, and type its value again",
    )


def _jsonl(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    lines = lines_of(path, data, faults)
    return _objects(path, [(line.line, line.value) for line in lines], faults)


def _json(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    document = document_of(path, data, faults)
    if document is None:
        return []
    if not isinstance(document.value, list):
        fix = "write one object for each question"
        faults.add("wrong-type", path, got="no list", expected="a list of objects", fix=fix)
        return []
    return _objects(path, list(enumerate(document.value, start=1)), faults)


def _objects(path: str, values: list[tuple[int, Any]], faults: Faults) -> list[TableRow]:
    for line, value in values:
        if not isinstance(value, dict):
            got = f"a {type(value).__name__}"
            faults.add("wrong-type", path, line, got=got, expected="an object", fix="write one")
    return [TableRow(line, value) for line, value in values if isinstance(value, dict)]


def _parquet(path: str, data: bytes, faults: Faults) -> list[TableRow]:
    with faults.noting(path):
        rows = _parquet_rows(data)
        return [TableRow(number, nfc(row)) for number, row in enumerate(rows, start=1)]
    return []


def _parquet_rows(data: bytes) -> list[dict[str, Any]]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        fix = "pip install 'digesta[parquet]', or save the table as JSONL"
        raise LineFault(
            "archive", got="a Parquet file", expected="pyarrow beside", fix=fix
        ) from None
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        return list(_rows_within_limits(file))
    except LineFault:
        raise
    except Exception as error:  # noqa: BLE001 - the library raises whatever a broken file leads to
        raise LineFault("archive", got=str(error)[:80], fix="save the table again") from None


def _rows_within_limits(file: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file, or LineFault where they are more than is read.

    A long text that stands once in the file may be the cell of every row: no batch of rows can be
    larger than all that is read.
    """
    groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    size, left = sum(group.total_byte_size for group in groups), MOST_BYTES
    if size > MOST_BYTES or file.metadata.num_rows > LIMITS.lines:
        raise _too_large(f"{file.metadata.num_rows} rows, {size} bytes unpacked")
    for batch in file.iter_batches(batch_size=max(1, min(1024, MOST_BYTES // max(1, size)))):
        rows = batch.to_pylist()
        left -= sum(map(_characters, rows))
        if left < 0:
            raise _too_large("rows that repeat long texts")
        yield from rows


def _characters(value: Any) -> int:
    """Return how much text a value holds, counted each time that it stands there."""
    if isinstance(value, dict | list):
        return sum(map(_characters, value.values() if isinstance(value, dict) else value))
    return len(value) if isinstance(value, str | bytes) else 1


def _too_large(got: str) -> LineFault:
    expected = f"at most {LIMITS.lines} rows and {MOST_BYTES} bytes"
    return LineFault("file-size", got=got, expected=expected, fix="split the file")


Reader = Callable[[str, bytes, Faults], list[TableRow]]
READERS: Mapping[str, Reader] = {
    ".csv": _csv, ".tsv": _csv, ".jsonl": _jsonl, ".json": _json, ".parquet": _parquet,
    ".xlsx": _xlsx,
}  # fmt: skip
"""Ending of a file -> what reads it."""
