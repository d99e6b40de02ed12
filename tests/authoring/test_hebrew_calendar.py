"""The Hebrew calendar: published dates, Maimonides' own sums, and two independent libraries."""

from __future__ import annotations

from datetime import date

import pytest
from hebrewcal.calendars.hebrew import HebrewDate as TheirDate
from hebrewcal.hebrew.molad import molad_parts as their_molad_parts
from hypothesis import given, settings
from hypothesis import strategies as st
from pyluach import dates, hebrewcal

from authoring.halacha import hebrew_calendar as cal
from authoring.halacha.hebrew_calendar import HebrewDate, Molad

few = settings(derandomize=True, deadline=None, max_examples=300)
days = st.dates(date(1600, 1, 1), date(2999, 12, 31))
THURSDAY = 3
"""Of ``date.weekday``."""

# Reingold and Dershowitz, Calendrical Calculations, sample data of appendix C: fixed day
# (ordinal), then year, month (from Nisan) and day.
SAMPLE = (
    (-214193, 3174, 5, 10),
    (-61387, 3593, 9, 25),
    (25469, 3831, 7, 3),
    (171307, 4230, 10, 18),
    (253427, 4455, 8, 13),
    (369740, 4773, 2, 6),
    (452605, 5000, 13, 8),
    (470160, 5048, 1, 21),
    (524156, 5196, 11, 7),
    (569477, 5320, 12, 27),
    (645554, 5528, 4, 4),
    (671401, 5599, 1, 12),
    (709409, 5703, 1, 14),
    (727274, 5752, 13, 12),
    (728714, 5756, 12, 5),
    (764652, 5854, 5, 5),
)


@pytest.mark.parametrize(("fixed", "year", "month", "day"), SAMPLE)
def test_sample_dates_of_calendrical_calculations_come_out(
    fixed: int, year: int, month: int, day: int
) -> None:
    assert cal.ordinal(HebrewDate(year, month, day)) == fixed
    if fixed > 0:
        assert cal.hebrew(date.fromordinal(fixed)) == (year, month, day)


def parts(day: int, hour: int, part: int) -> int:
    return day * 24 * 1080 + hour * 1080 + part


def test_lengths_are_those_that_maimonides_sums_up() -> None:
    """Mishneh Torah, Sanctification of the New Month, 6:4, 6:10 and 6:12."""
    first, cycle = cal.molad_parts(1, cal.TISHREI), cal.molad_parts(20, cal.TISHREI)

    assert parts(354, 8, 876) == 12 * cal.MONTH_PARTS
    assert parts(383, 21, 589) == 13 * cal.MONTH_PARTS
    assert 19 * parts(365, 6, 0) - (cycle - first) == parts(0, 1, 485)
    assert (cycle - first) % parts(7, 0, 0) == parts(2, 16, 595)


def test_the_molad_of_the_second_year_fell_on_a_friday_at_14_hours() -> None:
    """By hand: Monday 5 h 204 and the common year's remainder of 4 d 8 h 876 (6:5, 6:8)."""
    assert cal.molad(2, cal.TISHREI) == Molad(cal.FRIDAY, 14, 0)


def test_a_late_tuesday_in_a_common_year_goes_to_thursday() -> None:
    """5789: Tuesday 9 h 368, beyond 9 h 204 (7:4)."""
    assert cal.molad(5789, cal.TISHREI) == Molad(cal.TUESDAY, 9, 368)
    assert cal.gregorian(HebrewDate(5789, cal.TISHREI, 1)) == date(2028, 9, 21)
    assert date(2028, 9, 21).weekday() == THURSDAY


def test_a_late_monday_after_a_leap_year_goes_to_tuesday() -> None:
    """5766 began on 4 October 2005; the year before had thirteen months (7:5)."""
    assert cal.molad(5766, cal.TISHREI) == Molad(cal.MONDAY, 16, 876)
    assert cal.is_leap(5765)
    assert cal.gregorian(HebrewDate(5766, cal.TISHREI, 1)) == date(2005, 10, 4)


@pytest.mark.parametrize(
    ("molad", "kind", "days_later"),
    [
        (Molad(cal.SUNDAY, 0, 0), "common", 1),
        (Molad(cal.MONDAY, 17, 1079), "common", 0),
        (Molad(cal.MONDAY, 18, 0), "common", 1),
        (Molad(cal.SHABBAT, 18, 0), "common", 2),
        (Molad(cal.TUESDAY, 9, 203), "common", 0),
        (Molad(cal.TUESDAY, 9, 204), "common", 2),
        (Molad(cal.TUESDAY, 9, 204), "leap", 0),
        (Molad(cal.TUESDAY, 18, 0), "leap", 2),
        (Molad(cal.MONDAY, 15, 588), "after leap", 0),
        (Molad(cal.MONDAY, 15, 589), "after leap", 1),
        (Molad(cal.FRIDAY, 3, 0), "leap", 1),
    ],
)
def test_each_postponement_begins_at_its_part(molad: Molad, kind: str, days_later: int) -> None:
    late = cal.postponement(
        molad.weekday,
        parts(0, molad.hours, molad.parts),
        leap=kind == "leap",
        after_leap=kind == "after leap",
    )

    assert late == days_later


@few
@given(days)
def test_dates_are_those_of_pyluach(day: date) -> None:
    theirs = dates.GregorianDate(day.year, day.month, day.day).to_heb()

    assert cal.hebrew(day) == (theirs.year, theirs.month, theirs.day)


@few
@given(st.dates(date(2, 1, 1), date(9998, 12, 31)))
def test_dates_are_those_of_hebrewcal(day: date) -> None:
    theirs = TheirDate.from_rd(day.toordinal())

    assert cal.hebrew(day) == (theirs.year, theirs.month, theirs.day)


@few
@given(days)
def test_there_and_back_is_the_same_day(day: date) -> None:
    assert cal.gregorian(cal.hebrew(day)) == day


def test_every_year_begins_when_both_libraries_say() -> None:
    for year in range(5001, 6500):
        found = cal.ordinal(HebrewDate(year, cal.TISHREI, 1))

        assert found == TheirDate(year, 7, 1).to_rd()
        # A Julian day begins at noon, ordinal 1 at 1721425.5.
        assert found == dates.HebrewDate(year, 7, 1).jd + 0.5 - 1721425


def test_every_month_has_as_many_days_as_in_pyluach() -> None:
    for year in range(5700, 5900):
        theirs = {month.month: len(list(month)) for month in hebrewcal.Year(year).itermonths()}

        assert {month: cal.month_days(year, month) for month in cal.months_of(year)} == theirs
        assert cal.year_days(year) == sum(theirs.values())


@few
@given(st.integers(1, 9000), st.integers(0, 12))
def test_moladot_are_those_of_pyluach_and_hebrewcal(year: int, index: int) -> None:
    months = cal.months_of(year)
    month = months[index % len(months)]
    theirs = hebrewcal.Month(year, month).molad()

    found = cal.molad(year, month)

    assert found.weekday + 1 == theirs["weekday"]
    assert (found.hours, found.parts) == (theirs["hours"], theirs["parts"])
    # hebrewcal counts from the first molad's eve, and months from Nisan of the same number.
    if month >= cal.TISHREI:
        offset = their_molad_parts(1, 7) - cal.molad_parts(1, cal.TISHREI)
        assert cal.molad_parts(year, month) + offset == their_molad_parts(year, month)


@pytest.mark.parametrize("day", [(5790, 13, 30), (5789, 13, 1), (5789, 14, 1), (5789, 7, 0)])
def test_a_day_that_the_year_does_not_have_is_refused(day: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no "):
        cal.ordinal(HebrewDate(*day))


def test_a_year_has_one_of_six_lengths() -> None:
    found = {cal.year_days(year) for year in range(1, 2000)}

    assert found == {353, 354, 355, 383, 384, 385}
