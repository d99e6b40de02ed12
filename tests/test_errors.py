"""Problems are one line each that no terminal misreads, and teach."""

from __future__ import annotations

import pytest

from digesta.errors import InputError, Problem, SubmissionError, plain
from digesta.intake.characters.confusables import CAPITALS, OTHERS


def test_a_problem_says_where_what_and_what_now() -> None:
    problem = Problem(
        code="dup-id", file="predictions.jsonl", line=17, question_id="9f2a61c0",
        got="answered on line 4 already", expected="one line", fix="keep one line",
    )  # fmt: skip

    assert str(problem) == (
        "predictions.jsonl:17: dup-id; question 9f2a61c0; got answered on line 4 already; "
        "expected one line; fix: keep one line"
    )


def test_submitted_text_cannot_reach_a_terminal_or_a_ci_log() -> None:
    hostile = "\x1b[31m::set-output\nname=\u202e"

    said = str(Problem(code="key", file="a\nb", got=hostile))

    assert said.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        'column 1, 序号: "9"', "Droit Privé", "cœur d’acier", "תשובה", "שִׁבְעָה", "Решение суда",
        "Νόμος", "第４６条", "données / 数据", "Ǆ", "é",
        "ו-AI", "סעיף-1", "из-за", "一、总则", "二〇二六年", "المحكمة العليا", "हिन्दी",
    ],
)  # fmt: skip
def test_a_message_shows_any_script_as_it_is_written(text: str) -> None:
    assert text in str(Problem(code="bad-cell", file="数据/тест.csv", got=text))
    assert "数据/тест.csv:" in str(Problem(code="bad-cell", file="数据/тест.csv"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m\r\n", "\\x1b[31m\\r\\n"),
        ("a\u202eb\u2066\u200b\ufeff", "a\\u202eb\\u2066\\u200b\\ufeff"),
        ("a\u3000b\xa0c\u2028", "a\\u3000b\\xa0c\\u2028"),
        ("\ud800\ue000\U0010ffff", "\\ud800\\ue000\\U0010ffff"),
        ("e" + "\u0301" * 6, "e" + "\u0301" * 4 + "\\u0301\\u0301"),
        # An id with a Cyrillic letter beside the nearest known one, which would look the same.
        ("p\u0430ypal", "p\\u0430ypal"),
        ("\uff21cme", "\\uff21cme"),
        # Not only beside a letter of ASCII: an id of full-width digits, a word of twins.
        ("q-\uff10\uff11", "q-\\uff10\\uff11"),
        ("\uff11", "\\uff11"),
        ("\u0441\u043e\u0440", "\\u0441\\u043e\\u0440"),
        ("q-\u0430", "q-\\u0430"),
        ("\u0391_1", "\\u0391_1"),
        ("q\u2011001", "q\\u2011001"),
        ("q-\u0661", "q-\\u0661"),
        ("\u0661", "\\u0661"),
        ("\u13df\u13bb \ua4f3\ua4d1", "\\u13df\\u13bb \\ua4f3\\ua4d1"),
        ("\u1d00\u1d04\u1d0d\u1d07", "\\u1d00\\u1d04\\u1d0d\\u1d07"),
        ("1\u05e1", "1\\u05e1"),
        ("q\u4e00001", "q\\u4e00001"),
        ("\U0001d7cf \u2170", "\\U0001d7cf \\u2170"),
        ("\u13a0igesta \u0251b", "\\u13a0igesta \\u0251b"),
    ],
)
def test_what_misleads_a_terminal_or_an_eye_is_escaped(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_every_look_alike_of_a_letter_in_an_id_is_escaped() -> None:
    tables = (CAPITALS, OTHERS)
    alike = {
        char for each in tables for seen, row in each.items() if seen.isalnum() for char in row
    }
    # A symbol is none of an id's characters: messages show it, and names that differ by it are one.
    # Hebrew's "and" stands before a Latin word: \u05d5-AI.
    letters = (char for char in alike - {"\u05d5"} if char.isalnum())
    odd = [char for char in letters if not char.isascii() and not is_kana_or_han(char)]

    assert len(odd) > 150
    raw = [char for char in odd if not (plain(f"q{char}1") + plain(f"q-{char}")).isascii()]
    assert raw == []


def is_kana_or_han(char: str) -> bool:
    return "\u3040" <= char <= "\u9fff"


def test_long_values_are_cut() -> None:
    assert len(str(Problem(code="key", file="f", got="x" * 10_000))) < 300


def test_twenty_problems_are_listed_and_the_rest_counted() -> None:
    many = [Problem(code="key", file="f", line=n) for n in range(1, 31)]

    lines = str(InputError(many)).splitlines()

    assert len(lines) == 21
    assert lines[-1] == "30 problems, 10 of them not listed"


def test_a_problem_as_json_leaves_absent_fields_out() -> None:
    assert Problem(code="key", file="f").as_json() == {"code": "key", "file": "f"}


def test_one_problem_is_counted_in_the_singular() -> None:
    assert str(SubmissionError([Problem(code="key", file="f")])).endswith("1 problem")
