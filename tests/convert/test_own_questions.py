"""Questions from an owner's own table: columns by name, kinds of answers, cells in error."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from seeds import lines, only, refused

from digesta.errors import UsageError
from digesta_convert import CONVERTERS
from digesta_convert.shared.rows import Faults, LineFault, SourceRow
from digesta_convert.table.cells import finite_row

TABLE = CONVERTERS["table"]
GERMAN = {"language": "de", "license": "CC-BY-4.0"}


def table(*rows: dict[str, Any]) -> dict[str, bytes]:
    return {"q.jsonl": lines(list(rows))}


ROW = {"question": "Gilt das?", "answer": "ja", "id": "a"}


def read(*rows: dict[str, Any]) -> tuple[Any, ...]:
    draft = TABLE.read(table(*rows), GERMAN)
    return draft.questions, [truth["truth"] for truth in draft.truths]


def test_a_german_row_says_yes_and_numbers_in_its_own_words_and_marks() -> None:
    questions, truths = read(
        ROW,
        ROW | {"id": "b", "answer": "1,5", "tolerance": "5%"},
        ROW | {"id": "c", "answer": "1.000", "unit": "EUR"},
        ROW | {"id": "d", "answer": "Pfand", "accepted": "Pfandrecht | Faustpfand"},
    )

    assert truths == [
        {"answer": True},
        {"answer": 1.5},
        {"answer": 1000},
        {"answer": "Pfand", "accepted": ["Pfandrecht", "Faustpfand"]},
    ]
    assert [q["ask"]["answer_type"] for q in questions] == ["boolean", "numeric", "numeric", "enum"]
    assert questions[1]["ask"]["tolerance"] == {"amount": "0.05", "kind": "relative"}


def test_choices_are_parted_by_a_stroke_or_stand_in_columns_and_a_letter_names_one() -> None:
    columns = ROW | {"choice_1": "Bund", "choice_2": "Land"}
    questions, truths = read(columns | {"answer": "B"})
    sets, several = read(ROW | {"choices": "x|y|z", "answer": "z | x"})
    letters, right = read(ROW | {"choices": "x|y", "answer": "y", "kind": "letters"})

    assert questions[0]["ask"] == {"answer_type": "mcq", "choices": ["Bund", "Land"]}
    assert truths == [{"answer": "Land"}]
    assert (sets[0]["ask"]["unordered"], several) == (
        ["/answer"],
        [{"answer": {"answer": ["z", "x"]}}],
    )
    assert (letters[0]["scorer"], right) == ("letters", [{"answer": "B"}])


@pytest.mark.parametrize(
    ("row", "got", "expected"),
    [
        ({"answer": "yes"}, "column answer: yes", "one meaning, not boolean or text"),
        ({"answer": "1,000.5"}, "column answer: 1,000.5", "one meaning, not numeric or text"),
        ({"answer": "a|b"}, "column answer: a|b", "one meaning, not set or text"),
        ({"answer": "x", "choices": "Bund|Land"}, "column answer: x", "one of Bund | Land"),
        ({"answer": "vielleicht", "kind": "boolean"}, "column answer: vielleicht", "yes or no"),
        ({"kind": "essay"}, "column kind: essay", "a kind: boolean, mcq"),
        ({"kind": "mcq"}, "column choices: ", "the choices, | between them"),
        ({"difficulty": "schwer"}, "column difficulty: schwer", "easy, medium or hard"),
        ({"split": "secret"}, "column split: secret", "public or holdout"),
        ({"answer": ""}, "column answer: ", "a text"),
        ({"answer": None}, "column answer: ", "a text"),
        ({"answer": "inf", "kind": "numeric"}, "column answer: inf", "a number as de writes it"),
        ({"accepted": "nein"}, "column accepted: nein", "nothing, since the kind is boolean"),
        ({"answer": "a|b", "kind": "set", "accepted": "c"}, "column accepted: c", "nothing"),
        ({"answer": "x", "choices": "x|y", "kind": "letters", "unit": "m"}, "column unit: m", "no"),
        ({"answer": 1, "accepted": [2, "x"]}, 'column accepted: [2, "x"]', "a number as de"),
        ({"answer": "Pfand", "kind": "text", "unit": "EUR"}, "column unit: EUR", "nothing, since"),
        ({"answer": "1,5", "tolerance": "0,0000000000001"}, "column tolerance: 0,0000000000001",
         "0, or at least 0.000000000001"),
        ({"answer": "A", "choices": "B|A|C"}, "column answer: A", "one meaning, not the choice A"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_meant_is_told_by_row_and_column(
    row: dict[str, str], got: str, expected: str
) -> None:
    with pytest.raises(Exception, match=r"q\.jsonl:2: bad-cell") as refusal:
        TABLE.read(table(ROW, ROW | {"id": "b"} | row), GERMAN)

    [problem] = refusal.value.problems  # type: ignore[attr-defined]
    assert (problem.got, problem.line) == (got, 2)
    assert problem.expected.startswith(expected)


def test_what_is_a_number_already_is_not_read_as_german_text() -> None:
    row = ROW | {"answer": 1.125, "tolerance": 1.125, "accepted": [2.375, 3]}

    questions, truths = read(row)

    assert truths == [{"answer": 1.125, "accepted": [2.375, 3]}]
    assert questions[0]["ask"]["tolerance"] == {"amount": "1.125", "kind": "absolute"}


def test_a_row_without_an_answer_or_a_language_is_told_by_its_line() -> None:
    none = only("table", table(ROW | {"language": "de"}, {"question": "Gilt es?", "id": "b"}))
    empty = only("table", table(ROW | {"language": "de"}, ROW | {"id": "b", "language": ""}))
    mapping = b'question = "question"\nanswer = "answer"\nkind = "infer"\n'
    lacking = only("table", table(ROW) | {"m.toml": mapping})

    assert (none.line, none.got) == (2, "column answer: ")
    assert (empty.line, empty.got, lacking.line) == (2, "column language: ", 1)
    assert empty.expected == lacking.expected
    assert "--language de" in empty.expected


def test_an_option_that_is_no_language_is_a_mistake_of_use() -> None:
    with pytest.raises(UsageError, match="--language Deutsch bitte: expected a language tag"):
        TABLE.read(table(ROW), {"language": "Deutsch bitte"})


def test_a_number_that_no_double_holds_keeps_its_digits_and_is_refused() -> None:
    data = b'{"question": "Wie viel?", "answer": 1e400, "id": "a"}\n'

    with pytest.raises(Exception, match=r"q\.jsonl:1: bad-cell; got column answer: 1e400"):
        TABLE.read({"q.jsonl": data}, GERMAN)


def test_a_cell_of_parquet_that_is_no_number_is_empty_and_infinity_is_refused() -> None:
    row = SourceRow("q.parquet", 3, {"answer": math.nan, "x": 1.5}, Faults())

    assert finite_row(row).cells == {"answer": None, "x": 1.5}
    with pytest.raises(LineFault, match="bad-cell"):
        finite_row(replace(row, cells={"x": math.inf}))


def test_a_mapping_says_whether_a_character_is_a_choice_or_its_letter() -> None:
    mapping = 'question = "question"\nanswer = "answer"\nchoices = "choices"\nkind = "mcq"\n'
    row = ROW | {"answer": "A", "choices": "B|A|C"}

    for way, right in (("text", "A"), ("letters", "B")):
        files = table(row) | {"m.toml": f'{mapping}answer_is = "{way}"\n'.encode()}
        assert TABLE.read(files, GERMAN).truths[0]["truth"] == {"answer": right}


def test_a_column_that_is_none_and_one_that_lacks_are_told_with_the_nearest() -> None:
    problems = refused("table", table({"qestion": "x", "answer": "y", "language": "de"}))

    assert [(p.code, p.nearest) for p in problems] == [
        ("unknown-column", "question"),
        ("missing-column", ""),
    ]
    assert "--language de" in only("table", table(ROW)).fix


def workbook(path: Path, *rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path.read_bytes()


def test_a_workbook_is_read_as_it_was_typed_and_a_formula_is_refused(tmp_path: Path) -> None:
    head = ["id", "question", "answer"]
    good = workbook(tmp_path / "a.xlsx", head, ["a", "Wie viel?", 1.5], ["b", "Gilt es?", True])
    bad = workbook(tmp_path / "b.xlsx", head, ["a", "Gilt es?", "ja"], ["b", "Wie?", "=1+1"])

    draft = TABLE.read({"a.xlsx": good}, GERMAN)
    with pytest.raises(Exception, match=r"b\.xlsx:3: bad-cell; got column answer: a formula"):
        TABLE.read({"b.xlsx": bad}, GERMAN)

    assert [truth["truth"]["answer"] for truth in draft.truths] == [1.5, True]


def test_a_hostile_table_is_refused_and_never_shown_raw() -> None:
    head = "id,question,answer\n"
    for text, code in (
        (head + 'a,"Gilt es?,ja\n', "an open quote"),
        (head + "a,Gilt es?\x1b[2J,ja,x\n", "cell-count"),
        (head + "a,Gilt es?,ja\na,Gilt das?,ja\n", "dup-id"),
        ("id,id,question,answer\n", "dup-column"),
        (head + "\udcff", "utf8"),
    ):
        data = text.encode("utf-8", "surrogateescape")
        with pytest.raises(Exception, match=code) as refusal:
            TABLE.read({"q.csv": data}, GERMAN)
        assert "\x1b" not in str(refusal.value)
