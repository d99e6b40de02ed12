"""Sheets that are dear to read: ``digesta unpack`` refuses each, in little time and memory."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filling import toy_sheet
from sheet_commands import CARD

from commanded import Server
from digesta.sheets import archive, pack_sheet

SHEET, TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
MERGED = b'<worksheet><mergeCells><mergeCell ref="A1:BL3000"/></mergeCells></worksheet>'


@pytest.fixture(scope="module")
def unpacker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server; usual is a sheet of nearly as many tags as are read."""
    path, made = tmp_path_factory.mktemp("usual") / "s.xlsx", Server()
    path.write_bytes(zipped({SHEET: rows(b'<c r=""/>' * 240_000)}))
    made.run(["unpack", "none.xlsx", *CARD], warm=True)
    made.usual = made.run(["unpack", str(path), *CARD])
    assert "sheet-head" in made.usual.said[0]
    yield made
    made.end()


def zipped(changes: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in (archive.members_of(pack_sheet(toy_sheet(), "xlsx")) | changes).items():
            made.writestr(name, data)
    return out.getvalue()


def rows(inside: bytes) -> bytes:
    return b"<worksheet><sheetData>" + inside + b"</sheetData></worksheet>"


def shared(text: bytes) -> bytes:
    """Return a workbook of few KiB that names a text of 262,144 characters in 20,000 cells."""
    texts = b'<sst><si><t xml:space="preserve">' + text * 262_144 + b"</t></si></sst>"
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * 4 + b"</row>"
    return zipped({TEXTS: texts, SHEET: rows(row * 5_000)})


def worksheets(number: int, part: bytes) -> bytes:
    """Return a workbook with so many worksheets more, each the same part under another name."""
    members = archive.members_of(pack_sheet(toy_sheet(), "xlsx"))
    relations, book = "xl/_rels/workbook.xml.rels", "xl/workbook.xml"
    ids = [b"x%d" % at for at in range(number)]
    related = b"".join(
        b'<Relationship Id="%b" Type="/worksheet" Target="%b.xml"/>' % (name, name) for name in ids
    )
    named = b"".join(b'<sheet name="%b" xmlns:r="r" r:id="%b"/>' % (name, name) for name in ids)
    changed = {
        relations: members[relations].replace(b"</Relations", related + b"</Relations"),
        book: members[book].replace(b"</sheets>", named + b"</sheets>"),
    }
    return zipped(changed | {f"xl/{name.decode()}.xml": part for name in ids})


def attributes() -> bytes:
    names = b" ".join(b'a%d=""' % number for number in range(2_500_000))
    return zipped({SHEET: b"<worksheet " + names + b"/>"})


def listing() -> bytes:
    """Return a zip of one member whose list, in the form for large archives, names 1.3 million."""
    entries, first = 1_300_000, b"PK\x03\x04" + bytes(26)
    listed = (b"PK\x01\x02" + bytes(24) + b"\1\0" + bytes(16) + b"a") * entries
    size, end = len(listed), len(first) + len(listed)
    whole = struct.pack(
        "<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, size, len(first)
    )
    place = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    last = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, *(2**32 - 1,) * 2, 0)
    return first + listed + whole + place + last


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("s.xlsx", lambda: shared(b" "), "sheet-head"),
        ("s.xlsx", lambda: shared(b"x"), "sheet-size; got more than 33554432 characters"),
        ("s.xlsx", attributes, "sheet-size; got more than 500000 tags or attributes"),
        ("s.xlsx", lambda: zipped({SHEET: rows(b'<c r=""/>' * 1_900_000)}), "tags or attributes"),
        ("s.xlsx", lambda: worksheets(14, rows(b"<c/>" * 490_000)), "tags or attributes"),
        ("s.xlsx", lambda: worksheets(180, rows(b'<row r="100000"/>')), "got 182 worksheets"),
        ("s.xlsx", lambda: worksheets(180, MERGED), "sheet-size; got 182 worksheets"),
        ("s.xlsx", listing, "sheet-size; got 1300000 members, and 200 are read"),
        ("s.csv", lambda: b'"' + b'""' * (10 << 20), "sheet-broken; got an open quote"),
        ("s.csv", lambda: (b"," * 63 + b"\n") * 100_000, "sheet-size; got over 1000000 cells"),
    ],
    ids=[
        *("spaces", "a shared text", "attributes", "tags", "tags of many", "rows", "merged cells"),
        *("members", "quotes", "cells"),
    ],
)
def test_a_sheet_that_is_dear_to_read_is_refused_cheaply(
    name: str, data: Callable[[], bytes], problem: str, released: Path, unpacker: Server
) -> None:
    (released / name).write_bytes(data())

    done = unpacker.run(["unpack", str(released / name), *CARD, "--root", str(released)])

    assert done.codes == [1]
    assert problem in done.said[0]
    assert done.costs_at_most(unpacker.usual)
    assert not (released / "predictions").exists()
