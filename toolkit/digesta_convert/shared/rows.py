"""Rows of a source's files: bytes of CSV, JSON, XLSX and Parquet to values, each with its line.

UTF-8 only, read by strict readers; all text is folded to NFC. Problems are noted with file and line
as they are met, and raised together. A byte order mark of a CSV file is read where the benchmark's
own code reads it, and refused where that code fails on it. A cell that a spreadsheet would run is
written with an apostrophe in front, which is taken off when it is read.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Any, NamedTuple, TypeVar

from digesta.errors import InputError, Problem, ReleaseError, SubmissionError
from digesta.intake import INT_MAX, LIMITS, RELEASE_LIMITS, strict_parse
from digesta.intake.characters import (
    CONTROLS,
    MARKS,
    NONCHARACTERS,
    SURROGATES,
    class_of,
    code_point,
    has_mark_run,
    is_clean,
    wrong_characters,
)
from digesta.records.base import Record
from digesta.records.read import read_record
from digesta.sheets import files as sheet_files
from digesta.sheets.base import Cell, SheetRow
from digesta.sheets.codes import CODES
from digesta.text.formulas import csv_text, unguard


class LineFault(Exception):  # noqa: N818 - noted by ``Faults.noting`` and never leaves a reader
    """What is wrong with one line: a code, and details such as got, expected and fix."""

    def __init__(self, code: str, **details: str) -> None:
        super().__init__(code)
        self.code, self.details = code, details


@dataclass
class Faults:
    """Problems so far; ``refuse`` raises them all.

    mends: whether what no release may hold is replaced. mended: in how many values.
    """

    problems: list[Problem] = field(default_factory=list)
    mends: bool = False
    mended: int = 0

    def add(self, code: str, file: str, line: int = 0, **details: str) -> None:
        """Note a problem. details: got, expected, nearest, fix, question_id."""
        self.problems.append(Problem(code=code, file=file, line=line, **details))

    @contextmanager
    def noting(self, file: str, line: int = 0) -> Iterator[None]:
        """Note the LineFault that is raised in this block, and go on after it."""
        try:
            yield
        except LineFault as fault:
            self.add(fault.code, file, line, **fault.details)

    def refuse(self) -> None:
        """Raise ReleaseError if anything is wrong."""
        if self.problems:
            raise ReleaseError(self.problems)


# Bytes and lines -------------------------------------------------------------------------------


MOST_BYTES = LIMITS.file_bytes
"""Of all files of an import together."""


def too_many_lines(path: str, data: bytes, most: int = LIMITS.lines) -> Sequence[Problem]:
    """Return the problem of a file of more lines than are read; none where it has fewer."""
    count = data.count(b"\n")
    if count <= most:
        return ()
    expected, fix = f"at most {most} lines", "split the file, or leave out what is not needed"
    return (
        Problem(code="line-count", file=path, got=f"{count} lines", expected=expected, fix=fix),
    )


def first_line(data: bytes) -> bytes:
    """Return the first line that holds something, without what is blank around it."""
    # Not split: a list of all lines of a large file takes far more than the file.
    return data.lstrip().partition(b"\n")[0].strip()


def gunzip(data: bytes, most: int = MOST_BYTES) -> bytes:
    """Return the content of a gzip file of one stream, or LineFault where it is over a limit."""
    stream = zlib.decompressobj(wbits=31)
    try:
        content = stream.decompress(data, max(most, 0) + 1)
    except zlib.error as error:
        got, expected = str(error)[:80], "a gzip file"
        raise LineFault("archive", got=got, expected=expected, fix="pack it again") from None
    if len(content) > most:
        got, expected = "more", f"at most {MOST_BYTES} bytes unpacked"
        raise LineFault("archive", got=got, expected=expected, fix="split the file")
    if not stream.eof or stream.unused_data:
        got, expected = "a part of a stream, or several", "one whole stream"
        raise LineFault("archive", got=got, expected=expected, fix="pack it again")
    return content


# JSON ------------------------------------------------------------------------------------------


R = TypeVar("R", bound=Record)
_SHOWN = 80


class JsonLine(NamedTuple):
    """A JSON value of a source: its line, its original spelling, and the value in NFC."""

    file: str
    line: int
    raw: Any
    value: Any

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}" if self.line else self.file


def lines_of(path: str, data: bytes, faults: Faults) -> list[JsonLine]:
    """Return the JSON values of a file, one a line; blank lines are skipped."""
    if wrong := too_many_lines(path, data):
        faults.problems += wrong
        return []
    lines = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            value = _json(path, line, number, faults)
            if value is not None:
                lines.append(value)
    return lines


def document_of(path: str, data: bytes, faults: Faults) -> JsonLine | None:
    """Return the JSON value of a whole file, or None where it is none."""
    return _json(path, data, 0, faults)


def record_of(record: type[R], line: JsonLine, faults: Faults, *, of: Any = None) -> R | None:
    """Return a line, or a part of it, as a record; a null counts as an absent key."""
    value = _without_nulls(line.value if of is None else of)
    if not isinstance(value, dict):
        faults.add(
            "wrong-type",
            line.file,
            line.line,
            got=json.dumps(value, ensure_ascii=False)[:_SHOWN],
            expected="an object",
            fix="write an object",
        )
        return None
    try:
        return read_record(record, value, line.file, line.line)
    except InputError as error:
        faults.problems.extend(error.problems)
        return None


def nfc(value: Any) -> Any:
    """Return a JSON value with every text in NFC, and whole numbers as integers."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {nfc(key): nfc(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [nfc(inner) for inner in value]
    if isinstance(value, float) and value.is_integer() and abs(value) <= INT_MAX:
        return int(value)
    return value


def _without_nulls(value: Any) -> Any:
    """Return a value without keys that are null, except answers; a null in a list stays."""
    if isinstance(value, dict):
        return {
            key: inner if key == "answer" else _without_nulls(inner)
            for key, inner in value.items()
            if inner is not None or key == "answer"
        }
    if isinstance(value, list):
        return [_without_nulls(inner) for inner in value]
    return value


def _json(path: str, data: bytes, line: int, faults: Faults) -> JsonLine | None:
    parsed = strict_parse(data, file=path, line=line, limits=RELEASE_LIMITS)
    if faults.mends and parsed.problems and {p.code for p in parsed.problems} <= _MENDABLE:
        with suppress(ValueError, RecursionError):
            value = json.loads(data, strict=False, parse_float=_finite)
            plain = json.dumps(mend(value), ensure_ascii=False)
            parsed = strict_parse(plain.encode(), file=path, line=line, limits=RELEASE_LIMITS)
            faults.mended += 1
    if parsed.problems:
        faults.problems.extend(parsed.problems)
        return None
    return JsonLine(path, line, parsed.value, nfc(parsed.value))


def _finite(text: str) -> float | str:
    """Return a number, or its own digits where it is larger than any double."""
    return float(text) if math.isfinite(float(text)) else text


_MENDABLE = frozenset({"control", "noncharacter", "surrogate", "marks", "number-range"})
"""Codes of problems that ``mend`` takes away."""


def mend(value: Any) -> Any:
    """Return a value that a release may hold: U+FFFD for what texts may not, few marks.

    NaN, infinities and integers that are too large for JSON's readers are given as texts.
    """
    if isinstance(value, dict):
        return {key: mend(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [mend(inner) for inner in value]
    if isinstance(value, int | float) and not abs(value) <= INT_MAX:
        return str(value)
    if not isinstance(value, str) or is_clean(value, LIMITS.marks):
        return value
    return _MARK_RUN.sub(r"\1", _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value))


_FORBIDDEN = re.compile(f"[{class_of(f'{CONTROLS} {SURROGATES} {NONCHARACTERS}')}]")
_MARK_RUN = re.compile(f"([{class_of(MARKS)}]{{{LIMITS.marks}}})[{class_of(MARKS)}]+")


def json_lines(values: Iterable[Any]) -> bytes:
    """Return a file of JSON values, one a line, as the originals write theirs."""
    return "".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values).encode()


def json_document(value: Any, *, sort_keys: bool = False) -> bytes:
    """Return a JSON file as the originals write theirs: indented by two."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=sort_keys).encode()


# CSV -------------------------------------------------------------------------------------------


BOM = b"\xef\xbb\xbf"
_MOST_COLUMNS = 64
"""Columns that are looked at one by one, each for the nearest that is known."""
_MOST_DELIMITERS = 100_000
"""In the first line, where names may hold some: each is a column that takes far more room."""


@dataclass(frozen=True)
class SourceRow:
    """A row: its first line (of .xlsx its row), its cells by column, and where to report."""

    file: str
    line: int
    cells: Mapping[str, Any]
    faults: Faults

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}"

    def __getitem__(self, column: str) -> str:
        """Return a cell; LineFault for a column that the file lacks."""
        if column not in self.cells:
            raise LineFault("unknown-column", got=f"no column {column}", fix="add the column")
        return str(self.cells[column])

    def text(self, column: str) -> str:
        """Return a cell's text without spaces around it; LineFault for one that is empty."""
        value = self.cells.get(column)
        if not isinstance(value, str) or not value.strip():
            got = f"{column}: {value}"[:80]
            raise LineFault("bad-cell", got=got, expected="a text", fix="correct the cell")
        return value.strip()

    def wrong(
        self, column: str, *, expected: str, got: str | None = None, known: Sequence[str] = ()
    ) -> None:
        """Note that a cell is wrong; known: the right ones, for the nearest."""
        value = self.cells[column] if got is None else got
        near = difflib.get_close_matches(value, known, 1)
        shown_value = json.dumps(value, ensure_ascii=False)[:_SHOWN]
        self.faults.add(
            "bad-cell",
            self.file,
            self.line,
            got=f"column {list(self.cells).index(column) + 1}, {column}: {shown_value}",
            expected=expected,
            nearest=near[0] if near else "",
            fix="correct the cell",
        )


def rows_of(
    path: str, data: bytes, columns: Sequence[str], faults: Faults, *, bom: bool = False
) -> list[SourceRow]:
    """Return the rows of a benchmark's CSV file, which has exactly these columns, in any order."""
    text = _csv_text(path, data, faults, bom=bom)
    if text is None:
        return []
    if (count := text.count(",", 0, text.find("\n"))) > _MOST_DELIMITERS:
        got, expected = f"{count} signs of a column", f"at most {_MOST_COLUMNS} columns"
        faults.add("unknown-column", path, 1, got=got, expected=expected, fix="remove the others")
        return []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records = list(_records(path, reader, faults))
    if not records:
        expected = f"columns {', '.join(columns)}"
        faults.add("no-rows", path, expected=expected, fix="add the rows")
        return []
    (_, header), *rest = records
    if not _fits(path, header, columns, faults):
        return []
    rows = []
    for line, cells in rest:
        if len(cells) != len(header):
            faults.add(
                "cell-count",
                path,
                line,
                got=f"{len(cells)} cells",
                expected=f"{len(header)} cells",
                fix="quote cells that hold a comma or a quote",
            )
        else:
            plain = dict(zip(header, map(unguard, cells), strict=True))
            rows.append(SourceRow(path, line, plain, faults))
    return rows


def header_of(data: bytes) -> tuple[str, ...]:
    """Return the columns of what may be a CSV file; none where it is not."""
    first = data.removeprefix(BOM).split(b"\n", 1)[0]
    try:
        header = next(csv.reader([first.decode().rstrip("\r")], strict=True), [])
    except (UnicodeDecodeError, csv.Error):
        return ()
    return tuple(unicodedata.normalize("NFC", column) for column in header)


def csv_of(columns: Sequence[str], rows: Sequence[Mapping[str, str]], *, end: str = "\n") -> str:
    """Return rows by column as CSV."""
    return csv_text([columns, *([row[column] for column in columns] for row in rows)], end=end)


def _csv_text(path: str, data: bytes, faults: Faults, *, bom: bool) -> str | None:
    if len(data) > RELEASE_LIMITS.line_bytes:
        faults.add("file-size", path, got=f"{len(data)} bytes", fix="split the file")
        return None
    if wrong := too_many_lines(path, data):
        faults.problems += wrong
        return None
    if data.startswith(BOM):
        if not bom:
            faults.add(
                "bom",
                path,
                1,
                got="bytes EF BB BF",
                expected="no byte order mark: the benchmark's own loader fails on it",
                fix="save the file as UTF-8 without it",
            )
            return None
        data = data.removeprefix(BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.add(
            "utf8",
            path,
            line,
            got=f"byte {data[error.start]:02X}",
            expected="UTF-8",
            fix="save the file as UTF-8",
        )
        return None
    return unicodedata.normalize("NFC", text) if _characters(path, text, faults) else None


def _characters(path: str, text: str, faults: Faults) -> bool:
    before = len(faults.problems)
    for code, char in wrong_characters(text):
        line = text.count("\n", 0, text.index(char)) + 1
        faults.add(code, path, line, got=code_point(char), fix="remove the character")
    if has_mark_run(text, LIMITS.marks):
        faults.add("marks", path, got=f"more than {LIMITS.marks} combining marks in a row")
    return len(faults.problems) == before


def _records(path: str, reader: Any, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line, cells) of each row; empty lines hold nothing and are passed over."""
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            faults.add("csv", path, line, got=str(error), fix="close quotes, double those inside")
            return
        if cells:
            yield line, cells


def _fits(path: str, header: Sequence[str], columns: Sequence[str], faults: Faults) -> bool:
    before = len(faults.problems)
    if len(header) > _MOST_COLUMNS:
        got, expected = f"{len(header)} columns", ", ".join(columns)
        faults.add("unknown-column", path, 1, got=got, expected=expected, fix="remove the others")
        return False
    for column in header:
        if column not in columns:
            near = difflib.get_close_matches(column, columns, 1)
            faults.add(
                "unknown-column",
                path,
                1,
                got=column,
                expected=", ".join(columns),
                nearest=near[0] if near else "",
                fix="correct or remove the column",
            )
        elif header.count(column) > 1:
            faults.add("dup-column", path, 1, got=column, fix="keep one of the columns")
    for column in columns:
        if column not in header:
            faults.add("missing-column", path, 1, expected=column, fix="add the column")
    return len(faults.problems) == before


# Tables of any form ----------------------------------------------------------------------------


def plain_files(files: Mapping[str, bytes], faults: Faults) -> dict[str, bytes]:
    """Return files by path, those that gzip packed unpacked: all together within our limit."""
    plain: dict[str, bytes] = {}
    left = MOST_BYTES
    for path, data in files.items():
        with faults.noting(path):
            plain[path] = gunzip(data, left) if path.endswith(".gz") else data
            left -= len(plain[path])
    return plain


def table_rows(path: str, data: bytes, faults: Faults) -> list[SourceRow]:
    """Return the rows of a table; none where it has a problem, which is noted."""
    return READERS[ending_of(path)](path, data, faults)


def ending_of(path: str) -> str:
    """Return the ending of a file's name, .gz left out.

    >>> ending_of("a/1_1.jsonl.gz")
    '.jsonl'
    """
    _, point, ending = PurePosixPath(path.lower().removesuffix(".gz")).name.rpartition(".")
    return point + ending


def _sheet(path: str, data: bytes, faults: Faults) -> list[SourceRow]:
    """Return the rows of a spreadsheet's file, as ``digesta unpack`` reads them."""
    try:
        sheets = [rows for rows in sheet_files.tables_of(data, path.removesuffix(".gz")) if rows]
    except SubmissionError as error:
        faults.problems += error.problems
        return []
    if len(sheets) != 1:
        got, fix = f"{len(sheets)} worksheets that hold something", "leave one, hidden ones too"
        faults.add("worksheets", path, got=got, expected="one, its first row names", fix=fix)
        return []
    [(head, *rows)] = sheets
    if hidden := [row.number for row in (head, *rows) if row.hidden]:
        got, fix = f"{len(hidden)} rows with hidden cells", "show rows and columns, or delete them"
        faults.add("hidden-cells", path, hidden[0], got=got, expected="no hidden cell", fix=fix)
        return []
    names = [cell.text for cell in head.cells]
    if twice := sorted({name for name in names if name and names.count(name) > 1}):
        faults.add("dup-column", path, head.number, got=", ".join(twice), fix="name each once")
        return []
    read = []
    for row in rows:
        with faults.noting(path, row.number):
            cells = _row_cells(names, row)
            plain = mend(cells) if faults.mends else cells
            faults.mended += plain != cells
            read.append(SourceRow(path, row.number, nfc(plain), faults))
    return read


def _row_cells(names: Sequence[str], row: SheetRow) -> dict[str, Any]:
    pairs = list(zip_longest(names, row.cells, fillvalue=None))
    if stray := [cell.text for name, cell in pairs if not name and cell and cell.text]:
        fix = "name its column in the first row; quote cells that hold a comma or a quote"
        raise LineFault("cell-count", got=f"{stray[0][:40]} under no name", fix=fix)
    return {name: _cell_value(name, cell) if cell else "" for name, cell in pairs if name}


_EXACT = 1e15
"""Spreadsheets keep fifteen digits of a number."""


def _cell_value(name: str, cell: Cell) -> Any:
    """Return what a cell of a workbook holds, or LineFault for what is not what was typed."""
    if cell.kind == "text":
        return cell.text
    if cell.kind == "boolean" or (cell.kind == "number" and abs(float(cell.text)) < _EXACT):
        return json.loads(cell.text)
    about, got = CODES[f"cell-{cell.kind}"], f"column {name}: a {cell.kind}: {cell.text}"[:80]
    raise LineFault("bad-cell", got=got, expected=about.expected, fix=about.fix)


def _jsonl(path: str, data: bytes, faults: Faults) -> list[SourceRow]:
    lines = lines_of(path, data, faults)
    return _objects(path, [(line.line, line.value) for line in lines], faults)


def _json_rows(path: str, data: bytes, faults: Faults) -> list[SourceRow]:
    document = document_of(path, data, faults)
    if document is None:
        return []
    if not isinstance(document.value, list):
        fix = "write one object for each question"
        faults.add("wrong-type", path, got="no list", expected="a list of objects", fix=fix)
        return []
    return _objects(path, list(enumerate(document.value, start=1)), faults)


def _objects(path: str, values: list[tuple[int, Any]], faults: Faults) -> list[SourceRow]:
    for line, value in values:
        if not isinstance(value, dict):
            got = f"a {type(value).__name__}"
            faults.add("wrong-type", path, line, got=got, expected="an object", fix="write one")
    return [
        SourceRow(path, line, value, faults) for line, value in values if isinstance(value, dict)
    ]


def _parquet(path: str, data: bytes, faults: Faults) -> list[SourceRow]:
    with faults.noting(path):
        rows = _parquet_rows(data)
        return [
            SourceRow(path, number, nfc(row), faults) for number, row in enumerate(rows, start=1)
        ]
    return []


def _parquet_rows(data: bytes) -> list[dict[str, Any]]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        fix = "pip install 'digesta[parquet]', or save the table as JSONL"
        raise LineFault("archive", got="a Parquet file", expected="pyarrow", fix=fix) from None
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
        left -= sum(map(_size, rows))
        if left < 0:
            raise _too_large("rows that repeat long texts")
        yield from rows


def _size(value: Any) -> int:
    """Return how much text a value holds, counted each time that it stands there."""
    if isinstance(value, dict | list):
        return sum(map(_size, value.values() if isinstance(value, dict) else value))
    return len(value) if isinstance(value, str | bytes) else 1


def _too_large(got: str) -> LineFault:
    expected = f"at most {LIMITS.lines} rows and {MOST_BYTES} bytes"
    return LineFault("file-size", got=got, expected=expected, fix="split the file")


Reader = Callable[[str, bytes, Faults], list[SourceRow]]
READERS: Mapping[str, Reader] = {
    ".csv": _sheet,
    ".tsv": _sheet,
    ".jsonl": _jsonl,
    ".json": _json_rows,
    ".parquet": _parquet,
    ".xlsx": _sheet,
}
"""Ending of a file -> what reads it."""
