"""A table as Apache Parquet, written here: a handful of bytes around plain columns.

The format's own rules (parquet-format 2.x): one group of rows, one page a column, PLAIN values,
levels in one run of bits, GZIP without a clock. The package that others use for it, pyarrow, is
five times as large as all else that builds the site, and writes its version into every file.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.site.words import NOT_REPORTED

_MAGIC = b"PAR1"
_TEXT, _WHOLE, _DOUBLE = 6, 2, 5  # BYTE_ARRAY, INT64, DOUBLE
_PLAIN, _LEVELS, _GZIP, _UTF8, _OPTIONAL = 0, 3, 2, 0, 1
_MOST, _SEVEN_BITS, _SHORT = 2**63, 0x80, 15
_ONE_BYTE = [bytes([number]) for number in range(_SEVEN_BITS)]
_GZIP_BITS, _NEAR = 16, 2**9
Cell = str | float | None


class _Long(int):
    """A whole number whose field is 64 bits wide; all others are 32."""


_WIRE_TYPES = {_Long: 6, int: 5, str: 8, list: 9, dict: 12}


class _Column(NamedTuple):
    """A column's name, its type, how many values, and its page as it is stored."""

    name: str
    type: int
    rows: int
    page: bytes
    plain_size: int

    def chunk(self, at: int) -> dict[int, Any]:
        """Return what the file's end says of the column, whose page begins at a byte."""
        encodings, path = [_PLAIN, _LEVELS], [self.name]
        head = {1: self.type, 2: encodings, 3: path, 4: _GZIP, 5: _Long(self.rows)}
        sizes = {6: _Long(self.plain_size), 7: _Long(len(self.page)), 9: _Long(at)}
        return {2: _Long(at), 3: head | sizes}

    def schema(self) -> dict[int, Any]:
        """Return the column's place in the schema."""
        text = {6: _UTF8} if self.type == _TEXT else {}
        return {1: self.type, 3: _OPTIONAL, 4: self.name} | text


def parquet_bytes(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return a table as one Parquet file; a column of texts and numbers is one of texts.

    What is None or was not reported is null: a figure's column is one of numbers on every page.
    """
    cells = list(zip(*rows, strict=True)) or [()] * len(header)
    columns = [_column(name, values) for name, values in zip(header, cells, strict=True)]
    pages, chunks = _MAGIC, []
    for column in columns:
        chunks.append(column.chunk(len(pages)))
        pages += column.page
    count, size = _Long(len(rows)), _Long(len(pages))
    root = {4: "table", 5: len(columns)}
    groups = [{1: chunks, 2: size, 3: count}]
    schema = [root, *(column.schema() for column in columns)]
    end = _struct({1: 1, 2: schema, 3: count, 4: groups, 6: "digesta"})
    return pages + end + struct.pack("<I", len(end)) + _MAGIC


def _column(name: str, cells: Sequence[Cell]) -> _Column:
    present = [cell is not None and cell != NOT_REPORTED for cell in cells]
    values = [cell for cell, there in zip(cells, present, strict=True) if there]
    if all(isinstance(value, int) and abs(value) < _MOST for value in values) and values:
        kind, plain = _WHOLE, struct.pack(f"<{len(values)}q", *values)
    elif all(isinstance(value, int | float) for value in values) and values:
        kind, plain = _DOUBLE, struct.pack(f"<{len(values)}d", *values)
    else:
        texts = (value if isinstance(value, str) else json.dumps(value) for value in values)
        kind, plain = _TEXT, b"".join(map(_byte_array, texts))
    data = _levels(present) + plain
    # To make ready to look back farther than the data go takes most of the time of a small table.
    packed = zlib.compress(data, 9, _GZIP_BITS + (9 if len(data) <= _NEAR else 15))
    encodings = {1: len(cells), 2: _PLAIN, 3: _LEVELS, 4: _LEVELS}
    head = _struct({1: 0, 2: len(data), 3: len(packed), 5: encodings})
    return _Column(name, kind, len(cells), head + packed, len(head) + len(data))


def _byte_array(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _levels(present: Sequence[bool]) -> bytes:
    """Return which cells are there, as one run of bits with its length."""
    eights = [present[at : at + 8] for at in range(0, len(present), 8)]
    bits = bytes(sum(bit << place for place, bit in enumerate(eight)) for eight in eights)
    run = _varint(len(eights) << 1 | 1) + bits
    return struct.pack("<I", len(run)) + run


def _varint(number: int) -> bytes:
    if number < _SEVEN_BITS:
        return _ONE_BYTE[number]
    data = bytearray()
    while number >= _SEVEN_BITS:
        data.append(number % _SEVEN_BITS | _SEVEN_BITS)
        number >>= 7
    return bytes([*data, number])


def _struct(fields: dict[int, Any]) -> bytes:
    """Return a struct of Thrift's compact protocol; no field is 16 or more after the last."""
    data, before = b"", 0
    for number, value in fields.items():
        data += bytes([(number - before) << 4 | _wire_type(value)]) + _value(value)
        before = number
    return data + b"\x00"


def _wire_type(value: Any) -> int:
    return _WIRE_TYPES[type(value)]


def _value(value: Any) -> bytes:
    match _wire_type(value):
        case 5 | 6:
            return _varint(value << 1)  # zigzag; nothing here is below 0
        case 8:
            data: bytes = value.encode()
            return _varint(len(data)) + data
        case 9:
            size = len(value)
            kind = _wire_type(value[0]) if value else 12
            short = size < _SHORT
            head = bytes([size << 4 | kind]) if short else bytes([0xF0 | kind]) + _varint(size)
            return head + b"".join(map(_value, value))
        case _:
            return _struct(value)
