"""Hebrew numerals in letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text import NUMERALS
from digesta.text.hebrew import he_numerals
from growth import MOST, growth_of, repeated


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("תרצ״ח", 698), ('תרצ"ח', 698), ("תרצ''ח", 698), ("תרצח", 698), ('כ"ד', 24), ("י׳", 10),
        ("י'", 10), ("שח", 308), ("ט״ו", 15), ("ט״ז", 16), ("תש״ן", 750), ("ה׳תשפ״ו", 5786),
        ("ה'תשפ\"ו", 5786), ("שד״מ", 344), ("תשד״מ", 744), ("רח״צ", 298), ("ער״ב", 272),
        ("תתקצ״ט", 999), (" א. ", 1), ("שְׁנַיִם", None), ("קי״ז", 117),
    ],
)  # fmt: skip
def test_a_number_in_letters_is_read(text: str, number: int | None) -> None:
    assert he_numerals(text) == number


@pytest.mark.parametrize(
    "text", ["", "שלום", "י״ה", "י״ו", "אא", "אי", "24", "תשפ'ו", 'ת"ש"פ', "ה' אלפים", "תתתת" * 9]
)
def test_a_word_is_no_number_though_its_letters_have_a_sum(text: str) -> None:
    assert he_numerals(text) is None


def test_numbers_to_999_are_written_by_one_program_and_read_by_another() -> None:
    import pyluach.hebrewcal as calendar

    for number in range(1, 1000):
        written = calendar._num_to_str(number)

        assert he_numerals(written) == number, written
        assert NUMERALS["he-numerals/1"](f"ה'{written}") == 5000 + number, written


@given(st.text(st.sampled_from("אבגהוזטיכלסקרשתן\"':, סימןעיף308"), max_size=30))
def test_the_reader_never_raises(text: str) -> None:
    number = he_numerals(text)

    assert number is None or 0 < number < 10_000


@pytest.mark.parametrize("unit", ["ת", "סימן ", "ה'"])
def test_a_long_text_is_refused_in_linear_time(unit: str) -> None:
    assert he_numerals(unit * 40_000) is None
    assert growth_of(he_numerals, repeated(unit)) <= MOST
