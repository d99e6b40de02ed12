"""The scorer closed where an ask names a reading: other languages' words and marks."""

from __future__ import annotations

from typing import Any

import pytest
from closed_cases import CLOSED, RIGHT, UNREADABLE, WRONG, outcome, prepared

OLD, NEW = ({"reading": name} for name in ("any-language/2", "any-language/3"))
YES_NO, NUMBER, YES = {"answer_type": "boolean"}, {"answer_type": "numeric"}, True


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("ja", RIGHT), ("Ja.", RIGHT), ("wahr", RIGHT), ("„Richtig“", RIGHT), (True, RIGHT),
        ("true", RIGHT), ("nein", WRONG), ("Nein!", WRONG), ("falsch", WRONG), (False, WRONG),
        ("vielleicht", UNREADABLE), ("ja oder nein", UNREADABLE), ("", UNREADABLE), (1, UNREADABLE),
    ],
)  # fmt: skip
def test_a_german_yes_is_read_where_the_ask_names_a_reading(answer: Any, expected: str) -> None:
    for reading in (OLD, NEW):
        assert outcome(prepared(YES_NO | reading, YES, language="de"), answer) == expected


@pytest.mark.parametrize(
    ("truth", "answer", "expected"),
    [
        (1.5, "1,5", RIGHT), (1.5, "1.5", RIGHT), (1.5, "„1,50“", RIGHT), (1.5, 1.5, RIGHT),
        (1000, "1.000", RIGHT), (1000, "1 000", RIGHT), (1000, "1000", RIGHT),
        (1, "1.000", WRONG), (1000, "1,000", WRONG), ("1.000", 1000, RIGHT), ("1,5", 1.5, RIGHT),
        (1000, "tausend", UNREADABLE),
    ],
)  # fmt: skip
def test_german_numbers_are_read_where_the_ask_names_a_reading(
    truth: Any, answer: Any, expected: str
) -> None:
    for reading in (OLD, NEW):
        assert outcome(prepared(NUMBER | reading, truth, language="de"), answer) == expected


def test_an_english_yes_to_a_hebrew_question_counts_where_the_ask_says_so() -> None:
    hebrew = prepared(YES_NO | NEW, YES, language="he")

    assert [outcome(hebrew, word) for word in ("כן", "yes", "no", "oui")] == [
        *(RIGHT, RIGHT, WRONG, RIGHT)
    ]


def test_without_a_reading_nothing_is_read_otherwise_than_before() -> None:
    german, hebrew = (prepared(YES_NO, YES, language=language) for language in ("de", "he"))
    number = prepared(NUMBER, 1000, language="de")

    assert [outcome(german, word) for word in ("ja", "true")] == [UNREADABLE, RIGHT]
    assert [outcome(hebrew, word) for word in ("כן", "yes", "נכון")] == [
        *(RIGHT, UNREADABLE, UNREADABLE)
    ]
    assert [outcome(number, text) for text in ("1.000", "1,5")] == [WRONG, UNREADABLE]


def test_signatures_name_the_reading() -> None:
    assert CLOSED.normalisers(YES_NO | NEW) == {"he/1", "any-language/3"}
    assert CLOSED.normalisers(NUMBER | OLD) == {"any-language/2"}
    assert CLOSED.normalisers(NUMBER) == {"ascii/1"}


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ({"answer_type": "numeric", "numerals": "zh/1", **NEW}, "nothing beside reading"),
        ({"answer_type": "boolean", "reading": "any-language/1"}, "any-language/2"),
    ],
)
def test_a_reading_that_could_mean_nothing_is_refused(ask: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        CLOSED.Ask.model_validate(ask)
