"""The released calendar questions: every truth again by a second library and by our own."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hebrewcal.hebrew.molad import molad_parts
from pyluach import dates, hebrewcal
from zmanim_reading import ANSWERS, MONTHS, QUESTIONS, TURNS, lines

from authoring.halacha import hebrew_calendar as cal
from authoring.halacha.hebrew_calendar import HebrewDate

CYCLE = range(5777, 5796)
WEEKDAYS = {"ראשון": 1, "שני": 2, "שלישי": 3, "רביעי": 4, "חמישי": 5, "שישי": 6}


def complete_leap_years() -> set[int]:
    found = set()
    for year in range(5700, 5900):
        months = {month.month: len(month) for month in hebrewcal.Year(year).itermonths()}
        if len(months) == 13 and months[8] == months[9] == 30:
            found.add(sum(months.values()))
    return found


def parts_six_months_after(parts: int) -> set[int]:
    tishreis = (hebrewcal.Month(year, 7) for year in range(1, 5000))
    return {(month + 6).molad()["parts"] for month in tishreis if month.molad()["parts"] == parts}


COUNTS: dict[str, Callable[[], int]] = {
    "calendar-month-in-parts": lambda: molad_parts(5787, 8) - molad_parts(5787, 7),
    "calendar-complete-leap-year": lambda: complete_leap_years().pop(),
    "calendar-months-in-cycle": lambda: sum(hebrewcal.Year(y).monthscount() for y in CYCLE),
    "calendar-cycle-excess": lambda: (
        19 * 1461 * 25920 // 4 - (molad_parts(CYCLE.stop, 7) - molad_parts(CYCLE.start, 7))
    ),
    "calendar-leap-years": lambda: sum(hebrewcal.Year(year).leap for year in range(1, 5801)),
    "calendar-molad-after-six-months": lambda: parts_six_months_after(441).pop(),
    "calendar-days-between-fasts": lambda: (
        dates.HebrewDate(5795, 5, 9) - dates.HebrewDate(5788, 10, 10)
    ),
    "calendar-purim-in-march": lambda: dates.HebrewDate(5817, 13, 14).to_greg().day,
}
OURS: dict[str, Callable[[], int]] = {
    "calendar-month-in-parts": lambda: cal.MONTH_PARTS,
    "calendar-complete-leap-year": lambda: cal.year_days(5795),
    "calendar-months-in-cycle": lambda: sum(len(cal.months_of(year)) for year in CYCLE),
    "calendar-cycle-excess": lambda: (
        19 * 1461 * cal.DAY_PARTS // 4
        - (cal.molad_parts(CYCLE.stop, cal.TISHREI) - cal.molad_parts(CYCLE.start, cal.TISHREI))
    ),
    "calendar-leap-years": lambda: sum(map(cal.is_leap, range(1, 5801))),
    "calendar-molad-after-six-months": lambda: (441 + 6 * cal.MONTH_PARTS) % cal.HOUR_PARTS,
    "calendar-days-between-fasts": lambda: (
        cal.ordinal(HebrewDate(5795, cal.AV, 9)) - cal.ordinal(HebrewDate(5788, cal.TEVET, 10))
    ),
    "calendar-purim-in-march": lambda: cal.gregorian(HebrewDate(5817, cal.ADAR_II, 14)).day,
}
GIVEN = {
    "calendar-leap-years": (5800,),
    "calendar-molad-after-six-months": (441,),
    "calendar-days-between-fasts": (5788, 5795),
    "calendar-purim-in-march": (5817, 2057),
}
"""The numbers above that come from a question's words."""


@pytest.mark.parametrize("slug", COUNTS)
def test_a_number_of_the_calendar_is_the_same_by_a_second_library(slug: str) -> None:
    assert COUNTS[slug]() == ANSWERS[slug] == OURS[slug]()


@pytest.mark.parametrize("slug", GIVEN)
def test_the_numbers_computed_with_stand_in_the_question(slug: str) -> None:
    numbers = list(map(int, re.findall(r"\d+", TURNS[slug])))

    assert set(GIVEN[slug]) <= set(numbers)
    assert ANSWERS[slug] not in numbers


def test_what_is_asked_of_any_year_or_month_is_one_number_for_all() -> None:
    assert len(complete_leap_years()) == 1
    assert len(parts_six_months_after(441)) == 1
    assert dates.HebrewDate(5817, 13, 14).to_greg().tuple()[:2] == (2057, 3)


def number(line: str) -> int:
    return int(re.findall(r"\d+", line)[-1])


def place_in_cycle(line: str) -> int:
    """Years since the last cycle ended, as the leap years of the library show cycles."""
    pattern = [index in {3, 6, 8, 11, 14, 17, 19} for index in range(1, 20)]
    year = number(line)
    starts = (
        start
        for start in range(year - 18, year + 1)
        if [hebrewcal.Year(start + index).leap for index in range(19)] == pattern
    )
    return year - next(starts) + 1


def length(line: str) -> Fraction:
    day = 25920
    return {
        "שנים עשר": Fraction(354 * day + 8 * 1080 + 876),
        "שלושה עשר": Fraction(383 * day + 21 * 1080 + 589),
        "שמואל": Fraction(365 * day + 6 * 1080),
        "אדא": 365 * day + 5 * 1080 + 997 + Fraction(48, 76),
    }[next(name for name in ("שלושה עשר", "שנים עשר", "שמואל", "אדא") if name in line)]


def day_of_omer(line: str) -> int:
    if line.endswith("Iyar"):
        return int(dates.HebrewDate(5787, 2, number(line)) - dates.HebrewDate(5787, 1, 15))
    return int(re.findall(r"\d+", line)[0])


def weekday_of_new_year(line: str) -> int:
    """The weekday on which all years of the library begin whose molad and kind are the line's."""
    name, hours = re.findall(r"^יום (\w+), (\d+|שעה אחת)", line)[0]
    hour = 1 if hours == "שעה אחת" else int(hours)
    leap, after = "; שנה מעוברת" in line, "אחרי שנה מעוברת" in line
    found = set[int]()
    for year in range(2, 6500):
        molad = hebrewcal.Month(year, 7).molad()
        kind = (hebrewcal.Year(year).leap, hebrewcal.Year(year - 1).leap)
        if (molad["weekday"], molad["hours"]) == (WEEKDAYS[name], hour) and (
            kind == (leap, after) if not leap else kind[0]
        ):
            found.add(dates.HebrewDate(year, 7, 1).weekday())
    (weekday,) = found
    return weekday


def season_hour(line: str) -> Fraction:
    index = ("Nisan", "Tammuz", "Tishrei", "Tevet").index(line.removeprefix("tekufat "))
    return (12 + index * Fraction(1461 * 24, 16)) % 24


def place_in_week(line: str) -> tuple[int, int, int]:
    molad = hebrewcal.Month(number(line), 7).molad()
    return molad["weekday"], molad["hours"], molad["parts"]


def month_and_day(line: str) -> tuple[int, ...]:
    return tuple(dates.HebrewDate(number(line), 7, 1).to_greg().tuple()[1:])


def spring_day(line: str) -> int:
    if "5803" in line:
        month, day = (13, 14) if "אדר" in line else (1, 15)
        return int(dates.HebrewDate(5803, month, day).jd + 0.5)
    day, name, year = re.findall(r"^(\d+) ב(\w+) (\d+)$", line)[0]
    month = next(index for index, names in enumerate(MONTHS, start=1) if name in names)
    return int(dates.GregorianDate(int(year), month, int(day)).jd + 0.5)


ORDERS: dict[str, Callable[[str], Any]] = {
    "order-places-in-cycle": place_in_cycle,
    "order-lengths": length,
    "order-days-of-omer": day_of_omer,
    "order-weekdays-of-new-year": weekday_of_new_year,
    "order-seasons": season_hour,
    "order-moladot": place_in_week,
    "order-new-years": month_and_day,
    "order-spring-dates": spring_day,
}


@pytest.mark.parametrize("slug", ORDERS)
def test_an_order_of_the_calendar_is_the_same_by_a_second_library(slug: str) -> None:
    four = {label: ORDERS[slug](line) for label, line in lines(TURNS[slug]).items()}

    falling = sorted(four, key=four.__getitem__)

    assert ANSWERS[slug] == {"order": falling}
    assert all(four[early] < four[late] for early, late in pairwise(falling))


def test_every_question_of_the_calendar_was_computed_again() -> None:
    tagged = {name for name, row in QUESTIONS.items() if "calendar" in row["tags"]}

    assert tagged == {*COUNTS, *ORDERS}
