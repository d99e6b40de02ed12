"""The scorer closed: which answers are right, which unreadable, which questions are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from closed_cases import MISSING, RIGHT, UNREADABLE, WRONG, cell, outcome, prepared
from hypothesis import given
from hypothesis import strategies as st

from digesta.metrics.exact import NANO

MCQ = {"answer_type": "mcq", "choices": ["meat", "dairy", "pareve"], "labels": ["A", "B", "C"]}


# enum -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("dairy", RIGHT),
        ("“Dairy”.", RIGHT),
        ("milchig", RIGHT),
        ("dairy" + "." * 500, RIGHT),
        ("dair", WRONG),
        ("dairy, meat", WRONG),
        (" ?! ", UNREADABLE),
        ("", UNREADABLE),
        (["dairy"], UNREADABLE),
        ({"dairy": ""}, UNREADABLE),
        (1, UNREADABLE),
        (True, UNREADABLE),
        (None, MISSING),
    ],
)
def test_an_enum_is_right_when_its_text_is_the_answer_or_accepted(
    answer: Any, expected: str
) -> None:
    assert outcome(prepared({"answer_type": "enum"}, "dairy", "Milchig"), answer) == expected


def test_an_enum_drops_niqqud_only_when_the_question_says_he_1() -> None:
    plain = {"answer_type": "enum"}

    assert outcome(prepared(plain, "מותר"), "מֻתָּר") == WRONG
    assert outcome(prepared({**plain, "normaliser": "he/1"}, "מתר"), "מֻתָּר") == RIGHT


# mcq --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("dairy", RIGHT),
        ("DAIRY!", RIGHT),
        ("b", RIGHT),
        ("(B)", RIGHT),
        (1, RIGHT),
        (1.0, RIGHT),
        ("A", WRONG),
        (0, WRONG),
        (-0.0, WRONG),
        ("1", UNREADABLE),
        ("²", UNREADABLE),
        (1.5, UNREADABLE),
        (3, UNREADABLE),
        (-1, UNREADABLE),
        (2**53, UNREADABLE),
        (float("inf"), UNREADABLE),
        (True, UNREADABLE),
        (False, UNREADABLE),
        ("A, B, C", UNREADABLE),
        ("B: dairy", UNREADABLE),
        ("butter", UNREADABLE),
        (["B"], UNREADABLE),
        (None, MISSING),
    ],
)
def test_an_mcq_is_answered_by_text_by_index_or_by_label(answer: Any, expected: str) -> None:
    assert outcome(prepared(MCQ, "dairy"), answer) == expected


def test_labels_that_are_not_shown_name_nothing() -> None:
    unlabelled = {"answer_type": "mcq", "choices": MCQ["choices"]}

    assert outcome(prepared(unlabelled, "dairy"), "B") == UNREADABLE


def test_chance_is_the_share_of_the_choices_that_is_right() -> None:
    choices = {"answer_type": "enum", "choices": ["a", "b", "c", "d"]}

    assert cell(prepared(MCQ, "dairy"), None, "chance") == 333333333
    assert cell(prepared(MCQ, "dairy", "pareve"), None, "chance") == 666666667
    assert cell(prepared(choices, "a", "A spelt otherwise"), "a", "chance") == NANO // 4
    assert cell(prepared({"answer_type": "enum"}, "a"), "a", "chance") == 0
    assert cell(prepared({"answer_type": "boolean"}, answer=True), 0, "chance") == NANO // 2


# boolean ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("en", "Yes.", "no"),
        ("he", "כן", "לא"),
        ("fr", "Oui", "non"),
        ("pt-BR", "sim", "na\u0303o"),
        ("zh", "是。", "否"),
    ],
)
def test_a_boolean_is_answered_in_json_or_in_the_questions_language(
    language: str, yes: str, no: str
) -> None:
    question = prepared({"answer_type": "boolean"}, answer=True, language=language)

    assert [outcome(question, given) for given in (True, "true", yes)] == [RIGHT] * 3
    assert [outcome(question, given) for given in (False, "False", no)] == [WRONG] * 3
    assert outcome(question, "ja") == UNREADABLE
    assert outcome(question, "oui" if language != "fr" else "yes") == UNREADABLE


@pytest.mark.parametrize("answer", [1, 0, 1.0, "1", "t", "y", "yes and no", {"answer": True}])
def test_what_is_neither_true_nor_false_is_no_boolean(answer: Any) -> None:
    assert outcome(prepared({"answer_type": "boolean"}, answer=True), answer) == UNREADABLE


def test_a_language_without_words_of_its_own_has_those_of_json() -> None:
    question = prepared({"answer_type": "boolean"}, answer=False, language="de")

    assert outcome(question, "false") == RIGHT
    assert outcome(question, "nein") == UNREADABLE


# numeric ----------------------------------------------------------------------------------------


def numeric(
    answer: Any, *accepted: Any, amount: str = "0", kind: str = "absolute", **ask: Any
) -> Any:
    tolerance = {"amount": amount, "kind": kind}
    return prepared({"answer_type": "numeric", "tolerance": tolerance, **ask}, answer, *accepted)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        (numeric(18), [18, 18.0, "18", " 18.000\n", "1.8e1"], [18.0000001, "-18", 17]),
        (numeric("0.3", amount="0.1"), [0.4, "0.2", 0.2], [0.41, "0.1999999999999999999"]),
        (numeric(0.3, amount="0.1"), [0.4], [0.40000000000000013]),
        (numeric(30, amount="0.1", kind="relative"), [27, 33, "33.0"], [26.999, "33.001"]),
        (numeric(-30, amount="0.1", kind="relative"), [-27, -33], [-26.9, 30]),
        (numeric(0, amount="0.5", kind="relative"), [0.5, "-0.5", "-0"], ["0.51"]),
        (numeric(1, 5, "9"), [1, 5, 9], [2, 4, 10]),
        (numeric("18:03", unit="clock", amount="2"), ["18:01", "18:05"], ["18:00", "18:06"]),
        (numeric("07:05", unit="clock"), ["7:05", "07:05 "], ["19:05", "07:06"]),
        (numeric("23:59", "00:00", unit="clock", amount="1"), ["23:58", "0:01"], ["00:02"]),
    ],
)  # fmt: skip
def test_a_number_is_right_within_the_tolerance_exactly(
    question: Any, right: list[Any], wrong: list[Any]
) -> None:
    assert [outcome(question, answer) for answer in right] == [RIGHT] * len(right)
    assert [outcome(question, answer) for answer in wrong] == [WRONG] * len(wrong)


@pytest.mark.parametrize(
    "answer",
    ["18 minutes", "1,8", "٤٦", "４６", "4_6", "nan", "1e9999", "+18", "", True, {}, float("nan")],
)
def test_what_is_no_number_of_the_grammar_is_unreadable(answer: Any) -> None:
    assert outcome(numeric(18), answer) == UNREADABLE


def test_spaces_around_a_number_do_not_count_against_its_length() -> None:
    assert outcome(numeric(18), " " * 100 + "18") == RIGHT


@pytest.mark.parametrize("answer", [1083, "1083", "24:00", "6:03 pm", "18:03:00"])
def test_a_clock_question_takes_times_of_day_only(answer: Any) -> None:
    assert outcome(numeric("18:03", unit="clock"), answer) == UNREADABLE


@given(
    st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6), st.integers(0, 10**6), st.booleans()
)
def test_tolerances_agree_with_integers_in_thousandths(
    truth: int,
    given_: int,
    amount: int,
    as_text: bool,  # noqa: FBT001 - drawn by position
) -> None:
    def decimal(thousandths: int) -> str:
        sign = "-" if thousandths < 0 else ""
        return f"{sign}{abs(thousandths) // 1000}.{abs(thousandths) % 1000:03}"

    question = numeric(decimal(truth), amount=decimal(amount))
    answer = decimal(given_) if as_text else json.loads(decimal(given_))

    assert (outcome(question, answer) == RIGHT) == (abs(truth - given_) <= amount)
