"""What the tour's questions turn on: days of the calendar, and numerals up to 99.

Each comes as it is right and as a rule of the tour gets it wrong, side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

Numeral = Callable[[int], str]
"""A number from 1 to 99 -> how it is written."""

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of the months of a year that is no leap year."""


def last_day(after: date, days: int) -> date:
    """Give the last day of a period that begins on the day after ``after``.

    >>> last_day(date(2028, 2, 28), 1), last_day(date(2027, 2, 28), 1)
    (datetime.date(2028, 2, 29), datetime.date(2027, 3, 1))
    """
    return after + timedelta(days)


def last_day_without_leap_days(after: date, days: int) -> date:
    """Give the last day as somebody counts who never heard of 29 February.

    >>> last_day_without_leap_days(date(2028, 2, 28), 1)
    datetime.date(2028, 3, 1)
    """
    year, month, day = after.year, after.month, after.day + days
    while day > LENGTHS[month - 1]:
        day -= LENGTHS[month - 1]
        year, month = (year, month + 1) if month < len(LENGTHS) else (year + 1, 1)
    return date(year, month, day)


def last_day_counting_the_first(after: date, days: int) -> date:
    """Give the last day as somebody counts who takes ``after`` itself for the first day."""
    return after + timedelta(days - 1)


class Numerals(NamedTuple):
    """How numbers are written: rightly, and by adding only, as XIIII for XIV."""

    right: Numeral
    added: Numeral


ROMAN = {90: "XC", 50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}
ROMAN_ADDED = {50: "L", 10: "X", 5: "V", 1: "I"}

HEBREW = {
    90: "צ", 80: "פ", 70: "ע", 60: "ס", 50: "נ", 40: "מ", 30: "ל", 20: "כ", 10: "י",
    9: "ט", 8: "ח", 7: "ז", 6: "ו", 5: "ה", 4: "ד", 3: "ג", 2: "ב", 1: "א",
}  # fmt: skip
HEBREW_CUSTOM = {"יה": "טו", "יו": "טז"}
"""15 and 16 are written 9 + 6 and 9 + 7, since 10 + 5 and 10 + 6 begin and end Names."""

CHINESE = "零一二三四五六七八九"


def written(values: Mapping[int, str], number: int) -> str:
    """Write a number with the greatest signs first, each as often as it goes."""
    signs = []
    for value in sorted(values, reverse=True):
        times, number = divmod(number, value)
        signs.append(values[value] * times)
    return "".join(signs)


def _hebrew(number: int) -> str:
    letters = written(HEBREW, number)
    return _as_number(HEBREW_CUSTOM.get(letters, letters))


def _hebrew_added(number: int) -> str:
    return _as_number(written(HEBREW, number))


def _as_number(letters: str) -> str:
    # A gershayim before the last letter says that it is a number, a geresh after a single one.
    return f'{letters[:-1]}"{letters[-1]}' if letters[1:] else f"{letters}'"


def _chinese(number: int) -> str:
    tens, ones = divmod(number, 10)
    before = CHINESE[tens] if tens > 1 else ""
    return (f"{before}十" if tens else "") + (CHINESE[ones] if ones else "")


def _chinese_added(number: int) -> str:
    # Spelt out, 14 is "one ten four"; nobody numbers an article so.
    return f"一{_chinese(number)}" if number // 10 == 1 else _chinese(number)


LATIN_NUMERALS = Numerals(
    lambda number: written(ROMAN, number), lambda number: written(ROMAN_ADDED, number)
)
HEBREW_NUMERALS = Numerals(_hebrew, _hebrew_added)
CHINESE_NUMERALS = Numerals(_chinese, _chinese_added)
