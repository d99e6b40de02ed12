"""What spreadsheets make of answers is refused or read as it was meant; every problem is placed."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from typing import Any

import pytest
from filling import back, edit_xlsx, fill_csv, fill_xlsx, read, toy, toy_sheet, typed

from digesta.errors import Problem, SubmissionError
from digesta.records.question import Question
from digesta.sheets import answers_of, archive, pack_sheet

ASKED = toy()
WORD, YES, COUNT = (next(q for q in ASKED if q.task == t) for t in ("colour", "yes_no", "count"))


def row_of(question: Question) -> int:
    return ASKED.index(question)


def asking(question: Question, **ask: Any) -> list[Question]:
    changed = question.model_copy(update={"ask": ask})
    return [changed if one is question else one for one in ASKED]


def problems(data: bytes, form: str, asked: list[Question] | None = None) -> tuple[Problem, ...]:
    with pytest.raises(SubmissionError) as refused:
        back(data, form, asked)
    return refused.value.problems


def only(data: bytes, form: str, asked: list[Question] | None = None) -> Problem:
    [found] = problems(data, form, asked)
    return found


def answered(question: Question, value: Any, number_format: str = "General", **ask: Any) -> Any:
    asked = asking(question, **ask) if ask else ASKED
    data = typed(value, number_format=number_format, at=row_of(question))
    return back(data, "xlsx", asked)[question.question_id]


CLOCK = {"answer_type": "numeric", "unit": "clock"}
OBJECT = {"answer_type": "json", "schema": {"type": "object"}}


@pytest.mark.parametrize(
    ("question", "value", "number_format", "ask", "expected"),
    [
        (COUNT, 18, "General", {}, 18),
        (COUNT, 18.0, "0.00", {}, 18),
        (COUNT, 18.5, "General", {}, 18.5),
        (COUNT, 1e-3, "0.00E+00", {}, 0.001),
        (COUNT, "18", "@", {}, "18"),
        (COUNT, "\u200f 18\u00a0", "@", {}, "18"),
        (COUNT, 1500, "#,##0", {}, 1500),
        (COUNT, 5, '"about day" 0', {}, 5),
        (WORD, 3, "General", {}, "3"),
        (WORD, 3.0, "0.0", {}, "3"),
        (YES, True, "General", {}, True),
        (YES, "VRAI", "@", {}, True),
        (YES, "Falso", "@", {}, False),
        (YES, "yes ", "@", {}, "yes"),
        (COUNT, dt.time(9, 5), "h:mm", CLOCK, "09:05"),
        (COUNT, dt.time(23, 59), "h:mm AM/PM", CLOCK, "23:59"),
        (COUNT, "9:05", "@", CLOCK, "9:05"),
        (COUNT, '\u200f{"a":\u00a01}\u200e', "@", OBJECT, {"a": 1}),
        (COUNT, '{"a": "“b”\u200f\u00a0"}', "@", OBJECT, {"a": "“b”\u200f\u00a0"}),
        (COUNT, "null", "@", OBJECT, None),
        (WORD, "   \u00a0", "@", {}, None),
    ],
)
def test_a_cell_is_read_as_it_was_meant(
    question: Question, value: Any, number_format: str, ask: dict[str, Any], expected: Any
) -> None:
    found = answered(question, value, number_format, **ask)

    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("question", "value", "number_format", "ask", "code"),
    [
        (WORD, dt.date(2026, 2, 1), "d-mmm", {}, "cell-date"),
        (COUNT, dt.date(2026, 2, 1), "yyyy-mm-dd", {}, "cell-date"),
        (COUNT, dt.time(1, 2), "h:mm", {}, "cell-date"),
        (COUNT, dt.time(1, 2, 3), "h:mm:ss", CLOCK, "cell-date"),
        (COUNT, dt.datetime(2026, 2, 1, 1, 2), "d/m/yy h:mm", CLOCK, "cell-date"),  # noqa: DTZ001 - a spreadsheet knows no zones
        (COUNT, dt.timedelta(hours=25), "[h]:mm", CLOCK, "cell-date"),
        (COUNT, 0.5, "General", CLOCK, "cell-number"),
        (COUNT, 0.5, "0%", {}, "cell-percent"),
        (WORD, 0.5, "0.00%", {}, "cell-percent"),
        (COUNT, 1e15, "0", {}, "cell-number"),
        (COUNT, True, "General", {}, "cell-boolean"),
        (WORD, True, "General", {}, "cell-boolean"),
        (YES, 1, "General", {}, "cell-number"),
        (WORD, "=A1", "General", {}, "cell-formula"),
        (COUNT, "=1+1", "@", {}, "cell-formula"),
        (WORD, "#N/A", "General", {}, "cell-error"),
        (COUNT, 5, "General", OBJECT, "cell-number"),
        (COUNT, "{“a”: 1}", "@", OBJECT, "smart-quotes"),
        (COUNT, '{"a": }', "@", OBJECT, "not-json"),
        (COUNT, '{"a": 1, "a": 2}', "@", OBJECT, "dup-key"),
        (COUNT, "[1]", "@", OBJECT, "not-object"),
        (COUNT, "red", "@", OBJECT, "not-json"),
        (WORD, "a\ufdd0", "@", {}, "noncharacter"),
        (WORD, "a" + "\u05b0" * 40, "@", {}, "marks"),
    ],
)
def test_a_cell_that_the_spreadsheet_spoiled_is_refused(
    question: Question, value: Any, number_format: str, ask: dict[str, Any], code: str
) -> None:
    with pytest.raises(SubmissionError) as refused:
        answered(question, value, number_format, **ask)

    [found] = refused.value.problems
    assert found.code == code
    assert found.line == 2 + row_of(question)
    assert found.question_id == question.question_id
    assert found.got
    assert found.expected
    assert found.fix


@pytest.mark.parametrize(("cells", "row"), [("E2:E3", 3), ("D3:E3", 3), ("A2:F3", 2)])
def test_an_answer_that_merged_cells_hide_is_refused_and_not_lost(cells: str, row: int) -> None:
    def merge(book: Any) -> None:
        book["answers"]["E2"], book["answers"]["E3"] = "red", "blue"
        book["answers"].merge_cells(cells)

    first, *_ = problems(edit_xlsx(pack_sheet(toy_sheet(), "xlsx"), merge), "xlsx")

    assert (first.code, first.line) == ("cell-merged", row)
    assert "unmerge the cells" in first.fix


def test_cells_that_are_merged_beside_the_answers_are_of_no_account() -> None:
    def merge(book: Any) -> None:
        book["answers"]["E2"] = "red"
        for cells in ("C2:C3", "E2:G2", "H1:H90"):
            book["answers"].merge_cells(cells)

    assert (
        back(edit_xlsx(pack_sheet(toy_sheet(), "xlsx"), merge), "xlsx")[WORD.question_id] == "red"
    )


def test_every_problem_of_a_sheet_is_told_in_its_order() -> None:
    def change(book: Any) -> None:
        sheet = book["answers"]
        sheet["A2"] = f"{ASKED[0].question_id}x"
        sheet.append([ASKED[1].question_id])
        sheet["E4"] = "=1"

    found = problems(edit_xlsx(pack_sheet(toy_sheet(), "xlsx"), change), "xlsx")

    said = [(one.line, one.code) for one in found]
    last = 2 + len(ASKED)
    assert said == [(2, "unknown-id"), (4, "cell-formula"), (last, "dup-id"), (0, "row-missing")]
    assert found[0].nearest == ASKED[0].question_id
    assert found[3].question_id == ASKED[0].question_id


def test_a_repeated_row_is_told_with_the_row_of_the_first() -> None:
    data = pack_sheet(toy_sheet(), "csv")
    last = data.splitlines()[-1]

    found = only(data + last + b"\r\n", "csv")

    assert found.code == "dup-id"
    assert found.got == f"that of row {found.line - 1}"


def test_a_row_without_an_answer_is_an_abstention_and_a_row_that_is_gone_is_not() -> None:
    data = pack_sheet(toy_sheet(), "csv")
    filled = fill_csv(data, {WORD.question_id: "red"})

    made = answers_of(read(filled, "csv"), ASKED)

    assert made.answered == 1
    assert len(made.abstained) == len(ASKED) - 1
    cut = b"\r\n".join(data.splitlines()[:-1])
    assert only(cut, "csv").code == "row-missing"


def test_rows_and_columns_may_stand_in_another_order_and_beside_others() -> None:
    def change(book: Any) -> None:
        sheet = book["answers"]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        sheet.delete_rows(1, sheet.max_row)
        for head, *rest in [rows[0], *reversed(rows[1:])]:
            sheet.append(["my note", *reversed(rest), head])

    data = fill_xlsx(pack_sheet(toy_sheet(), "xlsx"), {WORD.question_id: "red"})

    assert back(edit_xlsx(data, change), "xlsx")[WORD.question_id] == "red"


@pytest.mark.parametrize("comma", [";", "\t"])
def test_a_csv_of_another_country_is_read(comma: str) -> None:
    data = fill_csv(pack_sheet(toy_sheet(), "csv"), {WORD.question_id: "a;b\tc,d"})
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=comma, lineterminator="\n").writerows(rows)

    assert back(out.getvalue().encode(), "csv")[WORD.question_id] == "a;b\tc,d"


def shared_texts(data: bytes) -> bytes:
    """Return a workbook as Excel saves it: its texts in a list, and numbers of them in cells."""
    members, texts = archive.members_of(data), []

    def shared(cell: re.Match[bytes]) -> bytes:
        texts.append(b"<si>" + cell[2] + b"</si>")
        return b'<c%s t="s"><v>%d</v></c>' % (cell[1], len(texts) - 1)

    for name in [name for name in members if "worksheets/" in name]:
        inline = rb'<c([^>]*) t="inlineStr"><is>(.*?)</is></c>'
        members[name] = re.sub(inline, shared, members[name], flags=re.DOTALL)
    members["xl/sharedStrings.xml"] = b'<sst xmlns="%s">%s</sst>' % (MAIN, b"".join(texts))
    return archive.archive_of(members)


MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"


@pytest.mark.parametrize(
    "text", ["a", " a\tb\nc", "_x0041_", "_x005F_", "x005F_b", "_x005f_x0041_", "_x000D_", "<&>"]
)
def test_texts_that_a_spreadsheet_keeps_in_a_list_come_back_exactly(text: str) -> None:
    data = shared_texts(fill_xlsx(pack_sheet(toy_sheet(), "xlsx"), {WORD.question_id: text}))

    assert back(data, "xlsx")[WORD.question_id] == text.strip()


def test_runs_of_a_text_are_one_and_how_it_is_read_aloud_is_not_in_it() -> None:
    data = fill_xlsx(pack_sheet(toy_sheet(), "xlsx"), {WORD.question_id: "MARK"})
    members = archive.members_of(shared_texts(data))
    runs = b"<r><rPr><b/></rPr><t>re</t></r><r><t>d</t></r><rPh sb='0' eb='1'><t>no</t></rPh>"
    texts = members["xl/sharedStrings.xml"].replace(b"<t>MARK</t>", runs)

    read_ = back(archive.archive_of(members | {"xl/sharedStrings.xml": texts}), "xlsx")

    assert read_[WORD.question_id] == "red"


def test_a_strict_workbook_is_read_like_any_other() -> None:
    data = fill_xlsx(pack_sheet(toy_sheet(), "xlsx"), {WORD.question_id: "red"})
    strict = {n: d.replace(MAIN, STRICT) for n, d in archive.members_of(shared_texts(data)).items()}

    assert back(archive.archive_of(strict), "xlsx")[WORD.question_id] == "red"


@pytest.mark.parametrize("number", [b"27", b"31", b"57"])
def test_a_date_of_east_asia_is_none_of_a_number_s_formats(number: bytes) -> None:
    members = archive.members_of(typed(46054, number_format="0.000", at=row_of(COUNT)))
    styles = re.sub(rb'(<xf [^>]*numFmtId=")164"', rb"\g<1>" + number + b'"',
                    members["xl/styles.xml"].replace(b"<numFmt ", b"<other "))  # fmt: skip

    changed = archive.archive_of(members | {"xl/styles.xml": styles})

    assert only(changed, "xlsx").code == "cell-date"


def test_a_row_or_a_sheet_that_is_hidden_counts_like_any_other() -> None:
    def hide(book: Any) -> None:
        book["answers"].row_dimensions[2 + row_of(WORD)].hidden = True
        book["answers"].sheet_state = "hidden"

    data = fill_xlsx(pack_sheet(toy_sheet(), "xlsx"), {WORD.question_id: "red"})

    assert back(edit_xlsx(data, hide), "xlsx")[WORD.question_id] == "red"


@pytest.mark.parametrize("error", ["#N/A", "#NV", "####", "#DIV/0!", "#值!"])
def test_an_error_that_a_spreadsheet_wrote_into_csv_is_no_answer(error: str) -> None:
    [first, *_] = toy()
    data = fill_csv(pack_sheet(toy_sheet(), "csv"), {first.question_id: error})

    with pytest.raises(SubmissionError, match="cell-error; question colour-0"):
        back(data, "csv")
