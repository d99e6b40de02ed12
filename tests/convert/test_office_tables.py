"""Tables as offices save them: ``import table`` and ``unpack`` read the same ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from filling import back, fill_csv, toy, toy_sheet
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from seeds import only

from digesta.errors import Problem, ReleaseError
from digesta.sheets import pack_sheet
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft

TABLE = CONVERTERS["table"]
ENGLISH = {"language": "en", "license": "CC0-1.0"}
PLAIN = 'id,question,choices,answer\na,Is it due?,,yes\nb,"Who pays, and why?",A | B,B\n'
SHEET = pack_sheet(toy_sheet(), "csv").decode("utf-8-sig")


def fault(data: bytes) -> Problem:
    """Return what is wrong with a table of English questions."""
    return only("table", {"q.csv": data, "q.toml": b'[constants]\nlanguage = "en"\n'})


def table(rows: list[list[str]], comma: str, language: str) -> Draft:
    """Return the draft of a table whose questions are in a language."""
    text = "".join(comma.join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    return TABLE.read({"q.csv": text.encode()}, ENGLISH | {"language": language})


def tabs(text: str) -> str:
    """Return a table without quoted cells, parted by tabs."""
    return text.replace('"Who pays, and why?"', "Who pays; and why?").replace(",", "\t")


def semicolons(text: str) -> str:
    return tabs(text).replace("Who pays; and", "Who pays, and").replace("\t", ";")


def padded(text: str, row: str) -> str:
    """Return a table with a row before each line, and at its end."""
    return row + text.replace("\n", f"\n{row}")


OFFICES: dict[str, bytes] = {
    "plain": PLAIN.encode(),
    "a mark": PLAIN.encode("utf-8-sig"),
    "CR LF": PLAIN.replace("\n", "\r\n").encode(),
    "a Macintosh's line ends": PLAIN.replace("\n", "\r").encode(),
    "rows of commas": padded(PLAIN, ",,,\n").encode(),
    "rows of spaces": padded(PLAIN, " ,\u00a0,\t, \n").encode(),
    "empty lines": padded(PLAIN, "\n").encode(),
    "columns without a name": PLAIN.replace("\n", ",,\n").encode(),
    "cells left off": PLAIN.replace("answer", "answer,reason,unit").encode(),
    "capitals and spaces": b" ID ,QUESTION,Choices, Answer\n" + PLAIN.encode().split(b"\n", 1)[1],
    "tabs": tabs(PLAIN).encode(),
    "semicolons": semicolons(PLAIN).encode(),
    "sep=;": f"sep=;\r\n{semicolons(PLAIN)}".encode(),
    "sep=| with a mark": f"\ufeffsep=^\n{tabs(PLAIN)}".replace("\t", "^").encode(),
    "Unicode Text": tabs(PLAIN).encode("utf-16"),
    "UTF-16 without a mark": tabs(PLAIN).encode("utf-16-le"),
    "UTF-16 of the other end": tabs(PLAIN).encode("utf-16-be"),
    "spaces around quotes": PLAIN.replace(
        '"Who pays, and why?"', ' "Who pays, and why?" '
    ).encode(),
    "as many columns as there are": PLAIN.replace("\n", "," * 16_380 + "\n").encode(),
    "texts kept from numbers": PLAIN.replace(",yes", ',"=""yes"""').encode(),
    "full-width names": PLAIN.replace("question", "ｑｕｅｓｔｉｏｎ").encode(),
    "German names": PLAIN.replace("question", "Frage").replace("answer", "Antwort").encode(),
}


@pytest.mark.parametrize("form", OFFICES)
def test_a_table_is_read_as_any_office_program_saves_it(form: str) -> None:
    draft = TABLE.read({"q.csv": OFFICES[form]}, ENGLISH)

    assert [line["question_id"] for line in draft.questions] == ["a", "b"]
    assert [line["truth"]["answer"] for line in draft.truths] == [True, "B"]
    assert draft.questions[1]["turns"][0]["content"].startswith("Who pays")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.encode(),
        lambda text: text.replace("\r\n", "\r").encode(),
        lambda text: padded(text.replace("\r\n", "\n"), ",,,,\n").encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: f"sep=,\r\n{text}".encode(),
        lambda text: text.replace("question_id,task", "Question_ID,Task").encode(),
    ],
    ids=["plain", "CR", "commas", "UTF-16", "no mark", "sep=", "capitals"],
)  # fmt: skip
def test_an_answer_sheet_comes_back_from_the_same_programs(change: Any) -> None:
    [first, *_] = toy()
    filled = fill_csv(SHEET.encode(), {first.question_id: "red"}).decode()

    assert back(change(filled), "csv")[first.question_id] == "red"


def test_a_file_s_ending_may_be_in_capitals() -> None:
    for name, data in (("Q.CSV", PLAIN.encode()), ("Q.TSV", tabs(PLAIN).encode())):
        assert len(TABLE.read({name: data}, ENGLISH).questions) == 2


@pytest.mark.parametrize(
    ("answer", "odd"),
    [
        ("Rent\0Act", "U+FFFD"),
        ("Rent\x07Act", "U+FFFD"),
        ("Rent\ufffdAct", "U+FFFD"),
        ("Rent\u200bAct", "U+200B"),
        ("Rent\u00adAct", "U+00AD"),
        ("Rent\ue000Act", "U+E000"),
        ("R\u0435nt Act", "U+0435"),
        ("\u0421\u0415\u041e", "U+0415"),
        ("\u0391\u0392", "U+0391"),
        ("#NAME?", "#NAME?"),
        ("#DIV/0!", "#DIV/0!"),
        ("#NV", "#NV"),
        ("#####", "#####"),
        ("1.23457E+12", "1.23457E+12"),
        ("1,5E+15", "1,5E+15"),
        ("r\u00c3\u00a8gle", "r"),
        ("K√ºndigung", "K"),
        ("K├╝ndigung", "K"),
        ("=3*450", "=3*450"),
        ("'007", "'007"),
        ("1.23E-05", "1.23E-05"),
        ("3-Apr", "3-Apr"),
        ("03. Mrz", "03. Mrz"),
        ("Apr-03", "Apr-03"),
        ("2026-01-05 00:00:00", "00:00"),
        ("NaN", "NaN"),
        ("Smith &amp; Co", "&amp;"),
        ("Rent Act | #REF!", "#REF!"),
    ],
)
def test_a_key_that_nobody_could_give_is_refused_with_its_line(answer: str, odd: str) -> None:
    for row in (f'"{answer}",', f'Law,"{answer}"'):
        data = f"id,question,answer,accepted\na,Is it due?,yes,\nb,Which?,{row}\n".encode()

        problem = fault(data)

        assert (problem.line, problem.code, odd in problem.got) == (3, "bad-cell", True), problem


@pytest.mark.parametrize(
    ("answer", "bare"),
    [("5 %", "5"), ("1.234,50 €", "1.234,50"), ("„ja“", "ja"), ("'ja", "ja"), ("１５", "15"),
     ("1.234,-", "1.234"), ("+5", "5"), ("5万", "5")],
)  # fmt: skip
def test_yes_or_a_number_with_signs_around_it_is_no_text_until_its_kind_says_so(
    answer: str, bare: str
) -> None:
    rows = [["question", "kind", "answer"], ["Wie viel?", "", answer]]
    with pytest.raises(ReleaseError) as caught:
        table(rows, ";", "de")

    assert caught.value.problems[0].expected == f"{bare} and nothing else, or kind text"
    rows[1][1] = "text"
    assert table(rows, ";", "de").truths[0]["truth"] == {"answer": answer}


def test_the_names_of_columns_are_no_question_and_misread_letters_are_refused() -> None:
    rows = ["id,question,answer", "Nr.,Frage,Antwort", "b,Ist die K\u00c3\u00bcche meine?,ja"]
    rows += ["b,#N/A,yes", "b,Total:,30", "b,Gesamtsumme,30", 'b,"סה""כ",30', "b,A &lt; B?,yes"]
    for row in rows:
        problem = fault(f"id,question,answer\na,Is it due?,yes\n{row}\n".encode())

        assert (problem.line, problem.code) == (3, "bad-cell")
        assert problem.got.startswith("column question: ")


@pytest.mark.parametrize(
    "answer",
    [
        "СЕО",
        "3. Mai",
        "Art 12",
        "(a)",
        "'s-Hertogenbosch",
        "Δt",
        "naïve",
        "l’École",
        "coup d’État",
        "§ 5 Abs. 2",
        "שכר",
        "租金",
        "C++",
    ],
)
def test_a_key_in_the_letters_of_its_question_is_taken(answer: str) -> None:
    row = f"a,Как называется {answer}?,{answer},text\n"

    draft = TABLE.read({"q.csv": f"id,question,answer,kind\n{row}".encode()}, ENGLISH)

    assert draft.truths[0]["truth"]["answer"] == answer


def test_decimal_commas_and_grouping_points_are_numbers_in_every_form_of_a_table() -> None:
    rows = "id;question;answer;tolerance\na;Wie viel?;2437,50;0,5\nb;Wie hoch?;1.234,5;5 %\n"
    for data in (rows.encode(), rows.replace(";", "\t").encode("utf-16")):
        draft = TABLE.read({"q.csv": data}, ENGLISH | {"language": "de"})

        assert [line["truth"]["answer"] for line in draft.truths] == [2437.5, 1234.5]
        amounts = [line["ask"]["tolerance"]["amount"] for line in draft.questions]
        assert amounts == ["0.5", "0.05"]


@pytest.mark.parametrize(
    ("language", "first", "other", "comma"),
    [("en", "2,437", "12", ";"), ("en", "2.437", "12", ";"), ("en", "2,437", "1,5", "\t"),
     ("fr", "2.437", "1,5", ";"), ("de", "2.437", "1.5", ",")],
)  # fmt: skip
def test_a_number_of_one_mark_is_refused_where_the_table_may_write_fractions_otherwise(
    language: str, first: str, other: str, comma: str
) -> None:
    rows = [["question", "answer", "kind"]]
    rows += [[f"Combien {text}?", text, "numeric"] for text in (first, other)]
    with pytest.raises(ReleaseError) as caught:
        table(rows, comma, language)

    [problem] = caught.value.problems
    assert (problem.line, problem.got) == (2, f"column answer: {first}")
    assert problem.expected.startswith("2437, or 2.4370: ")
    for number, answer in (("2437", 2437), ("2.4370", 2.437)):
        rows[1][1] = number
        assert table(rows, comma, language).truths[0]["truth"]["answer"] == answer


@pytest.mark.parametrize(
    ("language", "first", "other", "answer"),
    [("en", "2.437", "1.5", 2.437), ("de", "2.437", "1,5", 2437), ("de", "2,437", "12", 2.437),
     ("fr", "2,437", "1,5", 2.437)],
)  # fmt: skip
def test_a_number_of_one_mark_is_read_as_its_language_and_its_column_write_it(
    language: str, first: str, other: str, answer: float
) -> None:
    rows = [["question", "answer"], ["Combien?", first], ["Combien alors?", other]]

    assert table(rows, ";", language).truths[0]["truth"]["answer"] == answer


def test_a_workbook_may_have_rows_and_columns_that_hold_nothing(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in ([], ["Question", None, "ANSWER "], [" ", None, None], ["Is it due?", None, "yes"]):
        book.active.append(row)
    book.save(tmp_path / "q.xlsx")

    draft = TABLE.read({"q.xlsx": (tmp_path / "q.xlsx").read_bytes()}, ENGLISH)

    assert [line["truth"] for line in draft.truths] == [{"answer": True}]


def test_a_number_of_a_workbook_is_read_as_it_is_shown_or_refused(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["question", "answer", "kind"], ["Which article?", 7, "text"]):
        book.active.append(row)
    for number, form, answer in ((7, "000", "007"), (1234, "000", "1234"), (10**15, "0", "")):
        book.active["B2"] = number
        book.active["B2"].number_format = form
        book.save(tmp_path / "q.xlsx")
        files = {"q.xlsx": (tmp_path / "q.xlsx").read_bytes()}
        if answer:
            assert TABLE.read(files, ENGLISH).truths[0]["truth"] == {"answer": answer}
        else:
            assert only("table", files).got.startswith("column answer: a number")


@pytest.mark.parametrize(
    ("number", "form", "problems"),
    [(2.4567, "0.00", 1), (2.5, "0.00", 0), (2000, "0,", 1), (0.5, "# ?/?", 1),
     (1, '"ja";"ja";"nein"', 1), (5, ";;;", 1), (1234.5, '#,##0.00 "€"', 0),
     (-3, "0;[Red](0)", 0), (123456, "0.0E+00", 1), (5, "General", 0)],
)  # fmt: skip
def test_a_number_that_a_workbook_shows_as_another_is_refused(
    number: float, form: str, problems: int, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    for row in (["question", "answer"], ["How much?", number]):
        book.active.append(row)
    book.active["B2"].number_format = form
    book.save(tmp_path / "q.xlsx")
    files = {"q.xlsx": (tmp_path / "q.xlsx").read_bytes()}

    if problems:
        assert only("table", files).got == f"column answer: a format: {number}"
    else:
        assert TABLE.read(files, ENGLISH).truths[0]["truth"] == {"answer": number}


def changed_book(folder: Path, change: Callable[[Any], Any]) -> dict[str, bytes]:
    """Return a workbook of two questions whose sheet was changed."""
    book = openpyxl.Workbook()
    for row in (["question", "answer"], ["Is it due?", "yes"], ["Who pays?", "no"]):
        book.active.append(row)
    change(book.active)
    book.save(folder / "q.xlsx")
    return {"q.xlsx": (folder / "q.xlsx").read_bytes()}


def test_cells_that_nobody_sees_are_refused_and_empty_rows_and_columns_are_not(
    tmp_path: Path,
) -> None:
    read = partial(changed_book, tmp_path)
    row = only("table", read(lambda s: setattr(s.row_dimensions[3], "hidden", True)))
    column = only("table", read(lambda s: setattr(s.column_dimensions["B"], "hidden", True)))
    far = only("table", read(lambda s: s.cell(2, 70, "more")))

    def widely_formatted(sheet: Any) -> None:
        sheet.cell(2, 16_384).number_format = "@"
        sheet.row_dimensions[1 << 20].height = 9

    empty = read(widely_formatted)

    assert [(each.code, each.line) for each in (row, column, far)] == [
        ("hidden-cells", 3), ("hidden-cells", 1), ("sheet-size", 2),
    ]  # fmt: skip
    assert len(TABLE.read(empty, ENGLISH).questions) == 2


def test_a_cell_that_is_struck_out_is_refused_and_one_that_is_not_is_read(tmp_path: Path) -> None:
    read = partial(changed_book, tmp_path)

    def strikes(cell: str, *, struck: bool) -> Any:
        return lambda sheet: setattr(sheet[cell], "font", Font(strike=struck))

    half = CellRichText("yes ", TextBlock(InlineFont(strike=True), "no"))
    for change in (strikes("B3", struck=True), lambda sheet: sheet.cell(3, 2, half)):
        problem = only("table", read(change))

        assert (problem.code, problem.line, problem.got) == ("cell-struck", 3, "B3")
    for change in (strikes("B3", struck=False), strikes("D9", struck=True)):
        assert len(TABLE.read(read(change), ENGLISH).questions) == 2


def test_a_mapping_may_begin_with_a_mark() -> None:
    files = {"q.csv": PLAIN.encode(), "q.toml": b'\xef\xbb\xbf[constants]\nlanguage = "en"\n'}

    assert {each["language"] for each in TABLE.read(files).questions} == {"en"}


def test_a_stray_cell_and_two_columns_of_one_name_are_refused() -> None:
    stray = fault(b"question,answer\nIs it due?,yes, of course\n")
    twice = fault(b"question,Question,answer\nIs it due?,x,yes\n")

    assert (stray.line, stray.code) == (2, "cell-count")
    assert "of course under no name" in stray.got
    assert (twice.code, twice.got) == ("dup-column", "question and Question")


def test_a_letter_or_a_mark_is_no_answer_until_its_kind_says_so() -> None:
    for answer in ("Y", "n", "B", "☑", "✗"):
        rows = [["question", "answer", "kind"], ["Is it due?", answer, ""]]
        with pytest.raises(ReleaseError, match="yes or no in words, choices in their column"):
            table(rows, ",", "en")
        rows[1][2] = "text"
        assert table(rows, ",", "en").truths[0]["truth"] == {"answer": answer}


def test_texts_may_be_a_list_of_json() -> None:
    rows = [["question", "answer", "accepted", "kind"],
            ["Who?", "one", '[""two"",""three""]', "text"],
            ["Which?", '[""a"",""b""]', "", "set"]]  # fmt: skip

    first, second = table(rows, ",", "en").truths

    assert first["truth"] == {"answer": "one", "accepted": ["two", "three"]}
    assert second["truth"] == {"answer": {"answer": ["a", "b"]}}


CRITERIA = "2: names the term | says so in writing | -0,5: invents a case | –cites nothing"


def test_free_text_has_criteria_with_points_and_no_answer() -> None:
    data = f'id,question,criteria\na,Draft a notice.,"{CRITERIA}"\n'.encode()

    draft = TABLE.read({"q.csv": data}, ENGLISH | {"language": "de"})

    [question], [truth] = draft.questions, draft.truths
    criteria = truth["truth"]["criteria"]
    assert question["scorer"] == "rubric"
    assert draft.track["tasks"]["free_text"]["metric"] == "rubric_score"
    assert [(one["dimension"], one["points"], one["text"]) for one in criteria] == [
        ("substance", "2", "names the term"),
        ("substance", "1", "says so in writing"),
        ("negative", "-0.5", "invents a case"),
        ("negative", "-1", "cites nothing"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("rubric,yes,one", "answer"),
        ("rubric,,", "criteria"),
        ("rubric,,0: one", "criteria"),
        ("rubric,,one | ", "criteria"),
        ("boolean,yes,one", "criteria"),
        (",,", "answer"),
    ],
)
def test_criteria_that_cannot_be_meant_are_told_by_their_column(row: str, column: str) -> None:
    data = f"id,question,kind,answer,criteria\na,Draft a notice.,{row}\n".encode()

    problem = fault(data)

    assert (problem.line, problem.got.startswith(f"column {column}: ")) == (2, True), problem
