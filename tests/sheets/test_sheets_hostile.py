"""Sheets from strangers: refused whole, with a reason, before anything in them is trusted."""

from __future__ import annotations

import io
import random
import zipfile
from functools import partial
from typing import Any

import pytest
from filling import back, edit_xlsx, read, toy, toy_sheet

from digesta.errors import SubmissionError
from digesta.sheets import answers_of, archive, pack_sheet, tables_of
from growth import MOST, growth_of, peak

XLSX = pack_sheet(toy_sheet(), "xlsx")
CSV = pack_sheet(toy_sheet(), "csv")
SHEET = "xl/worksheets/sheet1.xml"


def refused(data: bytes, form: str) -> str:
    with pytest.raises(SubmissionError) as error:
        answers_of(read(data, form), toy())
    return error.value.problems[0].code


def with_members(data: bytes, changes: dict[str, bytes]) -> bytes:
    return archive.archive_of(archive.members_of(data) | changes)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("s.xlsm", "sheet-macros"), ("s.xls", "sheet-kind"),
        ("s.ods", "sheet-kind"), ("s.docx", "sheet-kind"),
        ("s.jsonl", "sheet-kind"), ("s", "sheet-kind"),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused_by_its_name(name: str, code: str) -> None:
    with pytest.raises(SubmissionError, match=code):
        tables_of(XLSX, name)


@pytest.mark.parametrize(
    ("data", "form", "code"),
    [
        (CSV, "xlsx", "sheet-kind"),
        (XLSX, "csv", "sheet-kind"),
        (b"\xd0\xcf\x11\xe0 old", "xlsx", "sheet-kind"),
        (b"", "xlsx", "sheet-kind"),
        (b"", "csv", "sheet-head"),
        (XLSX[:900], "xlsx", "sheet-broken"),
        (CSV.decode("utf-8-sig").encode("utf-16")[:-1], "csv", "utf8"),
        (CSV[:-1] + b'"', "csv", "sheet-broken"),
        (CSV.replace(b"2026-02-05", b"../2026-02"), "csv", "sheet-head"),
        (CSV.replace(b"digesta-answers/1", b"digesta-answers/9"), "csv", "sheet-head"),
        (CSV.replace(b"question_id,", b"id,"), "csv", "sheet-columns"),
        (CSV.replace(b"how to answer,", b"answer,"), "csv", "sheet-columns"),
    ],
)
def test_a_file_that_is_not_what_it_says_is_refused(data: bytes, form: str, code: str) -> None:
    assert refused(data, form) == code


@pytest.mark.parametrize(
    ("member", "code"),
    [
        ("xl/vbaProject.bin", "sheet-macros"),
        ("xl/macrosheets/sheet1.xml", "sheet-macros"),
        ("xl/activeX/activeX1.xml", "sheet-macros"),
        ("xl/embeddings/oleObject1.bin", "sheet-macros"),
        ("customUI/customUI.xml", "sheet-macros"),
        ("xl/externalLinks/externalLink1.xml", "sheet-links"),
        ("xl/connections.xml", "sheet-links"),
        ("xl/queryTables/queryTable1.xml", "sheet-links"),
    ],
)
def test_what_is_active_or_leads_elsewhere_is_refused(member: str, code: str) -> None:
    assert refused(with_members(XLSX, {member: b"<a/>"}), "xlsx") == code


def test_a_printer_s_settings_are_no_program() -> None:
    data = with_members(XLSX, {"xl/printerSettings/printerSettings1.bin": b"\0"})

    assert answers_of(read(data, "xlsx"), toy()).answered == 0


@pytest.mark.parametrize(
    ("kind", "is_refused"), [("hyperlink", False), ("attachedTemplate", True), ("image", True)]
)
def test_only_a_hyperlink_may_lead_out(kind: str, *, is_refused: bool) -> None:
    relation = (
        '<Relationships><Relationship Id="rId9" Type="http://x/relationships/'
        f'{kind}" Target="http://x.invalid/" TargetMode="External"/></Relationships>'
    )
    data = with_members(XLSX, {"xl/worksheets/_rels/more.xml.rels": relation.encode()})

    if is_refused:
        assert refused(data, "xlsx") == "sheet-links"
    else:
        assert answers_of(read(data, "xlsx"), toy()).answered == 0


@pytest.mark.parametrize("declared", ["", '<?xml version="1.0" encoding="utf-8"?>'])
@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE a [<!ENTITY x "y">]>',
        '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://x.invalid/"> %x;]>',
    ],
)
def test_a_document_type_is_refused_before_it_is_parsed(declared: str, doctype: str) -> None:
    data = (declared + doctype + "<worksheet/>").encode()

    assert refused(with_members(XLSX, {SHEET: data}), "xlsx") == "sheet-broken"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-7", "cp037"])
def test_a_document_type_cannot_hide_in_another_encoding(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'

    assert refused(with_members(XLSX, {SHEET: text.encode(encoding)}), "xlsx") == "sheet-broken"


def bomb(size: int = archive.MOST_BYTES + 1, *, stated: int = 0) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in archive.members_of(XLSX).items():
            made.writestr(name, data)
        made.writestr("xl/media/a.png", b"\0" * size)
    data = out.getvalue()
    if stated:
        data = data.replace(size.to_bytes(4, "little"), stated.to_bytes(4, "little"))
    return data


def test_a_zip_bomb_is_refused_by_the_size_that_it_states() -> None:
    assert refused(bomb(), "xlsx") == "sheet-size"


def test_a_zip_that_lies_about_its_size_gives_no_more_than_it_states() -> None:
    def read(lying: bytes) -> None:
        assert refused(lying, "xlsx") == "sheet-broken"

    small = archive.MOST_BYTES // 4
    assert growth_of(read, partial(bomb, stated=10), small, measure=peak) < 2


def test_many_members_and_many_tags_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {f"xl/media/{n}.png": b"" for n in range(archive.MOST_MEMBERS)}
    assert refused(with_members(XLSX, many), "xlsx") == "sheet-size"

    monkeypatch.setattr(archive, "MOST_TAGS", 50)
    assert refused(XLSX, "xlsx") == "sheet-size"


def test_a_member_without_a_name_is_passed_over_as_nothing_asks_for_it() -> None:
    assert back(with_members(XLSX, {"": b"x"}), "xlsx") == back(XLSX, "xlsx")


def test_a_member_that_stands_twice_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("a.xml", b"<a/>")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("a.xml", b"<b/>")

    assert refused(out.getvalue(), "xlsx") == "sheet-broken"


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="A1" t="s"><v>-1</v></c>', '<c r="A1" t="s"><v>99999</v></c>',
        '<c r="A1" t="b"><v>x</v></c>', '<c r="A1" s="999"><v>1</v></c>',
        '<c r="A1" s="-1"><v>1</v></c>',
    ],
)  # fmt: skip
def test_a_cell_that_points_nowhere_is_refused(cell: str) -> None:
    sheet = f"<worksheet><sheetData><row r='1'>{cell}</row></sheetData></worksheet>"

    assert refused(with_members(XLSX, {SHEET: sheet.encode()}), "xlsx") == "sheet-broken"


def test_a_sheet_of_too_many_rows_is_refused() -> None:
    sheet = b"<worksheet><sheetData><row r='9999999'/></sheetData></worksheet>"

    assert refused(with_members(XLSX, {SHEET: sheet}), "xlsx") == "sheet-size"


def test_a_second_table_of_answers_is_refused() -> None:
    data = edit_xlsx(XLSX, lambda book: book.copy_worksheet(book["answers"]))

    assert refused(data, "xlsx") == "sheet-columns"


@pytest.mark.parametrize(("data", "form"), [(XLSX, "xlsx"), (CSV, "csv")])
def test_spoiled_bytes_are_refused_or_read_and_nothing_else_happens(data: bytes, form: str) -> None:
    rng = random.Random(7)
    refusals = 0
    for _ in range(60):
        spoiled = bytearray(data)
        for _ in range(rng.choice([1, 3, 20])):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        try:
            answers_of(read(bytes(spoiled), form), toy())
        except SubmissionError:
            refusals += 1

    assert refusals


def test_spoiled_parts_are_refused_or_read_and_nothing_else_happens() -> None:
    rng = random.Random(11)
    members = archive.members_of(XLSX)
    refusals = 0
    for _ in range(120):
        name = rng.choice(["xl/workbook.xml", SHEET, "xl/styles.xml", "xl/_rels/workbook.xml.rels"])
        part = bytearray(members[name])
        for _ in range(rng.choice([1, 3])):
            part[rng.randrange(len(part))] = rng.choice(b'0129<>"abc-')
        try:
            answers_of(read(with_members(XLSX, {name: bytes(part)}), "xlsx"), toy())
        except SubmissionError:
            refusals += 1

    assert refusals


def test_texts_that_are_dear_to_search_are_searched_once() -> None:
    from filling import fill_csv

    from digesta.records.question import Question

    ask = {"answer_type": "json", "schema": {"type": "object"}}
    asked = [Question.model_validate(toy(1)[0].as_json() | {"ask": ask})]
    sheet = pack_sheet(toy_sheet(asked), "csv")
    for text in ("{" + '\\"' * 150_000, "{" + '"' * 200_001, " x" * 100_000, "{“" + "\\" * 99_999):
        with pytest.raises(SubmissionError):
            answers_of(read(fill_csv(sheet, {asked[0].question_id: text}), "csv"), asked)


def test_a_worksheet_that_is_named_again_and_again_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_parts: list[str] = []
    parse = archive.Parts.xml

    def counting(parts: archive.Parts, name: str) -> Any:
        read_parts.append(name)
        return parse(parts, name)

    book = archive.members_of(XLSX)["xl/workbook.xml"]
    named = book[book.index(b"<sheet ") : book.index(b"</sheets>")]
    data = with_members(XLSX, {"xl/workbook.xml": book.replace(named, named * 50)})
    monkeypatch.setattr(archive.Parts, "xml", counting)
    read(data, "xlsx")

    assert read_parts.count(SHEET) == 1


def test_empty_rows_are_not_kept() -> None:
    rows = archive.members_of(XLSX)[SHEET].replace(
        b"</sheetData>", b"<row/>" * 90_000 + b"</sheetData>"
    )

    tables = tables_of(with_members(XLSX, {SHEET: rows}), "s.xlsx")

    assert max(map(len, tables)) < 20


def test_merged_cells_without_number_are_refused() -> None:
    ranges = b'<mergeCell ref="A1:XFD1048576"/>' * 9
    sheet = b"<worksheet><sheetData/><mergeCells>" + ranges + b"</mergeCells></worksheet>"

    assert refused(with_members(XLSX, {SHEET: sheet}), "xlsx") == "sheet-size"


def test_a_row_of_a_hundred_thousand_cells_is_refused() -> None:
    assert refused(CSV + b"," * 100_000, "csv") == "sheet-size"


def test_a_hundred_thousand_unknown_ids_are_told_quickly() -> None:
    rows = b"".join(b"nobody%d,,,,\r\n" % n for n in range(50_000))

    with pytest.raises(SubmissionError) as error:
        answers_of(read(CSV + rows, "csv"), toy())
    assert error.value.total == 50_000
    assert len(error.value.problems) == 20


def part_named(data: bytes, name: str, part: bytes) -> bytes:
    """Return a workbook whose first worksheet is a part of another name."""
    members = archive.members_of(data)
    relations = "xl/_rels/workbook.xml.rels"
    moved = members[relations].replace(b"worksheets/sheet1.xml", name.encode())
    return archive.archive_of(members | {relations: moved, f"xl/{name}": part})


def test_a_worksheet_is_checked_whatever_its_part_is_called() -> None:
    part = archive.members_of(XLSX)[SHEET]
    declared = part.replace(b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet', 1)

    assert refused(part_named(XLSX, "worksheets/s.dat", declared), "xlsx") == "sheet-broken"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (b'<row r="1"/>' * 100_002, "sheet-size"),
        (b'<row r="-9"/>', "sheet-broken"),
        (b'<row r="0"/>', "sheet-broken"),
    ],
)
def test_rows_are_counted_and_not_believed(rows: bytes, code: str) -> None:
    part = archive.members_of(XLSX)[SHEET]

    assert b"</sheetData>" in part
    grown = part.replace(b"</sheetData>", rows + b"</sheetData>")
    assert refused(with_members(XLSX, {SHEET: grown}), "xlsx") == code


def test_members_packed_in_an_unusual_way_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as odd:
        for name, data in archive.members_of(XLSX).items():
            odd.writestr(name, data)

    assert refused(out.getvalue(), "xlsx") == "sheet-kind"


@pytest.mark.parametrize(
    "relation",
    [
        b'Type="http://x/image" Target="http://evil/x?&gt;" TargetMode="External"',
        b'Type="http://x/image" Target="http://evil/x" TargetMode="&#69;xternal"',
        b'Type="http://x/image" Target="http://evil/hyperlink" TargetMode="External"',
    ],
)
def test_a_link_to_another_file_is_seen_however_it_is_written(relation: bytes) -> None:
    name = "xl/_rels/workbook.xml.rels"
    part = archive.members_of(XLSX)[name]
    linked = part.replace(
        b"</Relationships>", b'<Relationship Id="z" ' + relation + b"/></Relationships>"
    )

    assert refused(with_members(XLSX, {name: linked}), "xlsx") == "sheet-links"


def test_a_long_formula_that_many_cells_share_is_not_translated_for_each() -> None:
    def shared(size: int) -> bytes:
        first = b'<c r="A1"><f t="shared" ref="A1:A9" si="0">' + b"1+" * size + b"1</f></c>"
        rows = b'<row><c r="A2"><f t="shared" si="0"/></c></row>' * size
        part = b"<sheetData><row>" + first + b"</row>" + rows + b"</sheetData>"
        return with_members(XLSX, {SHEET: b"<worksheet>" + part + b"</worksheet>"})

    def read(data: bytes) -> None:
        assert refused(data, "xlsx") == "sheet-head"

    assert growth_of(read, shared, 1_000) <= MOST


def test_what_stands_beside_the_cells_is_not_read_at_all() -> None:
    beside = (
        b"<cols><col/></cols><hyperlinks><hyperlink ref='?'/></hyperlinks><pageSetup scale='x'/>"
    )
    part = archive.members_of(XLSX)[SHEET].replace(b"</worksheet>", beside + b"</worksheet>")
    more = {SHEET: part, "docProps/core.xml": b"<a/>", "xl/theme/theme1.xml": b"<a/>",
            "[Content_Types].xml": b"<a/>"}  # fmt: skip

    assert answers_of(read(with_members(XLSX, more), "xlsx"), toy()).answered == 0


@pytest.mark.parametrize(
    "formats",
    ['<numFmt numFmtId="170" formatCode="' + "[" * 256 + '"/>', "<numFmt/>" * 200_001],
    ids=["long", "many"],
)
def test_formats_without_measure_are_refused(formats: str) -> None:
    styles = f"<styleSheet><numFmts>{formats}</numFmts></styleSheet>"

    assert refused(with_members(XLSX, {"xl/styles.xml": styles.encode()}), "xlsx") == "sheet-size"


@pytest.mark.parametrize("inside", [b"<a>" * 20_000 + b"</a>" * 20_000, b"<row><c r='?'/></row>"])
def test_rows_that_make_no_sense_are_refused(inside: bytes) -> None:
    part = b"<worksheet><sheetData>" + inside + b"</sheetData></worksheet>"

    assert refused(with_members(XLSX, {SHEET: part}), "xlsx") == "sheet-broken"
