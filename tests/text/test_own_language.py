"""Answers as languages write them: the table is CLDR's, and readings do what it says."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

import digesta.text
from authoring.locales.__main__ import list_word, numbers, regions
from digesta.canonical import digest
from digesta.text import readings
from digesta.text.normal_form import text_1
from digesta.text.numerals import ascii_1
from digesta.text.readings import language_of_yes_no, number_in, yes_no_words

TABLE: dict[str, Any] = json.loads(
    Path(digesta.text.__file__).with_name("locales.json").read_text("utf-8")
)["languages"]
LOCALES = sorted({*TABLE, *(tag for each in TABLE.values() for tag in each["regions"])})


@pytest.mark.parametrize("language", sorted(TABLE))
def test_the_marks_of_numbers_are_those_of_cldr_as_babel_has_them(language: str) -> None:
    record = TABLE[language]

    assert {name: record[name] for name in ("decimal", "group")} == numbers(language)
    assert record["regions"] == regions(language)
    assert record["list"] == list_word(language)


def test_what_a_published_reading_reads_never_changes() -> None:
    """A table that reads otherwise is another version of the readings: name it so."""
    table = {
        language: {key: value for key, value in record.items() if key != "list"}
        | {"also": {word: record["also"][word] for word in ("yes", "no")}}
        for language, record in TABLE.items()
    }
    assert digest(table) == "8044379eb065a3cfc9fcf74f316e1e64fd9759d3faf742202caa5556c8002451"


def test_no_word_means_yes_in_one_language_and_no_in_another() -> None:
    words = [yes_no_words(language).own for language in TABLE]
    yes, no = ({word for each in words for word in each[at::2]} for at in (0, 1))

    assert not yes & no
    assert all(text_1(word) == word for word in yes | no)


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("de", "ja wahr richtig", "nein falsch unwahr"),
        ("en", "yes true correct", "no false incorrect"),
        ("es", "sí si verdadero cierto", "no falso falsa"),
        ("fr", "oui vrai", "non faux"),
        ("he", "כן נכון", "לא"),
        ("it", "sì si vero", "no falso"),
        ("nl", "ja waar juist", "nee onwaar onjuist"),
        ("pl", "tak prawda", "nie fałsz"),
        ("pt-BR", "sim verdadeiro certo", "não falso errado"),
        ("zh-Hans", "是 对 正确", "否 错 错误 不是"),
    ],
)
def test_yes_and_no_are_read_in_each_language(language: str, yes: str, no: str) -> None:
    words = yes_no_words(language).own

    assert [words.index(word) % 2 for word in yes.split()] == [0] * len(yes.split())
    assert [words.index(word) % 2 for word in no.split()] == [1] * len(no.split())


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("de", "1,5", "1.5"), ("de", "1.000", "1000"), ("de", "1.234.567,89", "1234567.89"),
        ("de", "1.5", "1.5"), ("de", "1 000", "1000"), ("de", "−0,5", "-0.5"),
        ("de-CH", "1’000.5", "1000.5"), ("de-CH", "1'000", "1000"),
        ("en", "1,000", "1000"), ("en", "1.000", "1"), ("en", "1,234.5", "1234.5"),
        ("es", "1.000,5", "1000.5"), ("es-MX", "1,000.5", "1000.5"),
        ("fr", "1 000,5", "1000.5"), ("fr", "1\u202f000", "1000"), ("fr", "1,5", "1.5"),
        ("he", "1,000.5", "1000.5"), ("he", "2.5", "2.5"),
        ("it", "1.000", "1000"), ("it-CH", "1’000.25", "1000.25"),
        ("nl", "12.500,75", "12500.75"), ("pl", "1\u00a0000,5", "1000.5"), ("pl", "1.000", "1"),
        ("pt", "1.000,50", "1000.5"), ("pt-PT", "1 000,50", "1000.5"),
        ("zh", "1,000.5", "1000.5"), ("la", "2.5", "2.5"),
        ("de", "„1,5“", "1.5"), ("fr", "«1,5»", "1.5"), ("de", "1,5e3", None),
        ("de", "1.00", "1"), ("de", "1.0000", "1"), ("de", "1.000.00", None),
        ("de", "01", None), ("de", "1.000 000", None),
        ("de", "1,000.5", None), ("en", "1,5", None), ("en", "1,00", None),
        ("la", "2,5", None), ("de", "", None), ("de", ",5", None), ("zh", "４６", None),
    ],
)  # fmt: skip
def test_numbers_are_read_with_the_marks_of_the_language(
    language: str, text: str, value: str | None
) -> None:
    assert number_in(text, language, own=True) == (None if value is None else Fraction(value))


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "1,5", "1.5"), ("he", "1.000.000", "1000000"), ("de", "1,000.5", "1000.5"),
        ("la", "2,5", "2.5"), ("zh", "1’000.5", "1000.5"),
        # Where the question's own language reads it, no other is asked.
        ("de", "1.000", "1000"), ("en", "1.000", "1"), ("de", "1,000", "1"),
        ("en", "1,000", "1000"),
    ],
)  # fmt: skip
def test_numbers_of_other_languages_count_where_the_own_reads_nothing(
    language: str, text: str, value: str
) -> None:
    assert number_in(text, language) == Fraction(value)


@given(st.sampled_from(LOCALES), st.decimals("-1e9", "1e9", places=3))
def test_a_number_that_a_locale_writes_is_read_back(locale: str, number: Decimal) -> None:
    text = format_decimal(number, locale=locale.replace("-", "_"), decimal_quantization=False)
    text = text.replace("\u200e", "")  # Hebrew writes its minus after a mark of direction

    assert number_in(text, locale, own=True) == Fraction(number)
    assert number_in(text, locale) == Fraction(number)


@given(st.text("0123456789-−.,' \u00a0e’", max_size=70), st.sampled_from([*LOCALES, "la"]))
def test_readings_never_raise_and_any_language_reads_what_the_own_reads(
    text: str, language: str
) -> None:
    own, other = (number_in(text, language, own=own) for own in (True, False))

    assert own is None or own == other
    assert ascii_1(text) is None or own is not None


@pytest.mark.parametrize("language", sorted(TABLE))
def test_quotation_marks_of_a_language_change_no_answer(language: str) -> None:
    for mark in TABLE[language]["quotes"]:
        assert text_1(f"{mark}{TABLE[language]['yes'][0]}{mark}") == TABLE[language]["yes"][0]
        assert number_in(f"{mark}12{mark}", language, own=True) == 12


@pytest.mark.parametrize(
    ("word", "question", "language"),
    [
        ("yes", "he", "en"), ("כן", "he", "he"), ("no", "es", "es"), ("no", "zh", "en"),
        ("ja", "pl", "de"), ("non", "pt", "fr"), ("true", "he", ""), ("B", "de", ""),
    ],
)  # fmt: skip
def test_yes_and_no_tell_their_language(word: str, question: str, language: str) -> None:
    assert language_of_yes_no(word, question) == language


def test_a_language_without_a_record_is_not_known() -> None:
    assert readings.is_known("pt-BR")
    assert not readings.is_known("eo")
