"""Numbers as text: a strict grammar, exact values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text.numerals import ascii_1, clock_minutes, exact


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-0", 0),
        (" 18.50\n", Fraction(37, 2)),
        ("-2.5e-1", Fraction(-1, 4)),
        ("1E+3", 1000),
        ("9" * 64, int("9" * 64)),
    ],
)
def test_a_number_of_the_grammar_is_read_exactly(text: str, value: Fraction) -> None:
    assert ascii_1(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "+1", "07", ".5", "5.", "1,000", "1,00", "1_0", "0x10", "４６", "٤٦", "½", "²",
        "nan", "Infinity", "-inf", "1e9999", "1e999999999999", "1 000", "--1", "1-", "5 min",
        "1\u00a0", "9" * 65, "1\x00", "1e", "e1",
    ],
)  # fmt: skip
def test_what_is_not_of_the_grammar_is_no_number(text: str) -> None:
    assert ascii_1(text) is None


@given(st.text("0123456789-+.eE _", max_size=70))
def test_the_reader_never_raises_and_agrees_with_fraction(text: str) -> None:
    value = ascii_1(text)

    assert value is None or value == Fraction(text.strip())


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("00:00", 0), ("7:05", 425), ("07:05", 425), ("23:59", 1439), (" 18:03 ", 1083)],
)
def test_a_time_of_day_is_minutes_since_midnight(text: str, minutes: int) -> None:
    assert clock_minutes(text) == minutes


@pytest.mark.parametrize(
    "text",
    [
        "24:00",
        "18:3",
        "18:60",
        "18.03",
        "6:03 pm",
        "18:03:20",
        "1803",
        "",
        "-1:00",
        "١٨:٠٣",
        "007:05",
    ],
)
def test_what_is_no_24_hour_time_is_not_read(text: str) -> None:
    assert clock_minutes(text) is None


def test_a_double_stands_for_its_shortest_decimal() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(1e300) == 10**300
    assert exact(float("nan")) is None
    assert exact(float("inf")) is None
