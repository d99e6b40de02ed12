"""The fixed Hebrew calendar: moladot, postponements, lengths, and Gregorian dates.

Defined in: Maimonides, Mishneh Torah, Sanctification of the New Month, chapters 6 to 8.

Everything is an exact integer. An hour has 1080 parts; from one molad (mean conjunction) to the
next are 29 days, 12 hours and 793 parts; the first, that of Tishrei of year 1, fell on Monday at
5 hours and 204 parts. A day of the Hebrew calendar begins in the evening, its hours are counted
from 18:00. A Hebrew day's Gregorian date is the one that its daylight falls on. Months count from
Nisan: Nisan 1, Tishrei 7, Adar (in leap years the first Adar) 12, the second Adar 13; the year's
number changes at 1 Tishrei. Years from 1; Gregorian dates are those of ``datetime.date`` (from
year 1 of the Gregorian calendar, so from 3761).
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

HOUR_PARTS = 1080
DAY_PARTS = 24 * HOUR_PARTS
MONTH_PARTS = 29 * DAY_PARTS + 12 * HOUR_PARTS + 793
FIRST_MOLAD = DAY_PARTS + 5 * HOUR_PARTS + 204
"""Parts from Sunday 0 hours to the first molad (6:8)."""

NISAN, IYAR, SIVAN, TAMMUZ, AV, ELUL = range(1, 7)
TISHREI, MARCHESHVAN, KISLEV, TEVET, SHEVAT, ADAR, ADAR_II = range(7, 14)
SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SHABBAT = range(7)

_CYCLE_YEARS, _CYCLE_MONTHS = 19, 235
_DEFICIENT, _COMPLETE = 3, 5  # what the number of a year's days ends in
_LEAP = (3, 6, 8, 11, 14, 17, 19)
_OLD = 18 * HOUR_PARTS  # noon: a molad from here on is old (7:2)
_GATARAD = 9 * HOUR_PARTS + 204
_BETUTAKPAT = 15 * HOUR_PARTS + 589
# Day 0 is the Sunday before the first molad; 1 Tishrei of year 1 was that Monday,
# proleptic Gregorian ordinal -1373427 (Reingold and Dershowitz, Calendrical Calculations).
_SUNDAY_ORDINAL = -1_373_428


class HebrewDate(NamedTuple):
    """A day of the Hebrew calendar; months count from Nisan."""

    year: int
    month: int
    day: int


class Molad(NamedTuple):
    """A mean conjunction: weekday from 0 (Sunday), hours from 18:00 before it, parts."""

    weekday: int
    hours: int
    parts: int


def place_in_cycle(year: int) -> int:
    """Return a year's place in its cycle of 19, from 1 to 19 (6:10).

    >>> place_in_cycle(5784)
    8
    """
    return (year - 1) % _CYCLE_YEARS + 1


def is_leap(year: int) -> bool:
    """Return whether a year has thirteen months: places 3, 6, 8, 11, 14, 17 and 19 (6:11)."""
    return place_in_cycle(year) in _LEAP


def months_of(year: int) -> tuple[int, ...]:
    """Return a year's months in order, from Tishrei to Elul."""
    winter = range(TISHREI, ADAR_II + is_leap(year))
    return (*winter, *range(NISAN, TISHREI))


def molad_parts(year: int, month: int) -> int:
    """Return the parts from Sunday 0 hours, the day before the first molad, to a month's molad."""
    cycles, place = divmod(year - 1, _CYCLE_YEARS)
    leaps = sum(leap <= place for leap in _LEAP)
    before = cycles * _CYCLE_MONTHS + 12 * place + leaps
    return FIRST_MOLAD + MONTH_PARTS * (before + months_of(year).index(month))


def molad(year: int, month: int) -> Molad:
    """Return a month's molad within its week.

    >>> molad(1, TISHREI)
    Molad(weekday=1, hours=5, parts=204)
    """
    day, rest = divmod(molad_parts(year, month), DAY_PARTS)
    hours, parts = divmod(rest, HOUR_PARTS)
    return Molad(day % 7, hours, parts)


def postponement(weekday: int, parts: int, *, leap: bool, after_leap: bool) -> int:
    """Return by how many days, 0 to 2, 1 Tishrei comes after the day of its molad (7:1-7:5).

    weekday: of the molad, 0 to 6; parts: of its day, in [0, 25920).
    """
    old = parts >= _OLD
    gatarad = not leap and weekday == TUESDAY and parts >= _GATARAD
    betutakpat = after_leap and weekday == MONDAY and parts >= _BETUTAKPAT
    days = int(old or gatarad or betutakpat)
    # No year begins on a Sunday, a Wednesday or a Friday.
    return days + ((weekday + days) % 7 in (SUNDAY, WEDNESDAY, FRIDAY))


def elapsed_days(year: int) -> int:
    """Return the days from the Sunday before the first molad to a year's 1 Tishrei.

    >>> elapsed_days(1)
    1
    """
    day, parts = divmod(molad_parts(year, TISHREI), DAY_PARTS)
    return day + postponement(day % 7, parts, leap=is_leap(year), after_leap=is_leap(year - 1))


def year_days(year: int) -> int:
    """Return how many days a year has: 353, 354 or 355; in leap years 383, 384 or 385."""
    return elapsed_days(year + 1) - elapsed_days(year)


def month_days(year: int, month: int) -> int:
    """Return how many days a month has, 29 or 30 (8:5, 8:6). ValueError for no month of a year."""
    if month not in months_of(year):
        raise ValueError(f"year {year} has no month {month}")
    kind = year_days(year) % 10
    if month == MARCHESHVAN:
        return 30 if kind == _COMPLETE else 29
    if month == KISLEV:
        return 29 if kind == _DEFICIENT else 30
    full = (TISHREI, SHEVAT, NISAN, SIVAN, AV)
    return 30 if month in full or (month == ADAR and is_leap(year)) else 29


def ordinal(day: HebrewDate) -> int:
    """Return a day's proleptic Gregorian ordinal, as ``date.toordinal`` counts.

    ValueError where the month or the day is none of the year's.
    """
    if not 1 <= day.day <= month_days(day.year, day.month):
        raise ValueError(f"no such day: {day}")
    months = months_of(day.year)
    before = sum(month_days(day.year, month) for month in months[: months.index(day.month)])
    return _SUNDAY_ORDINAL + elapsed_days(day.year) + before + day.day - 1


def gregorian(day: HebrewDate) -> date:
    """Return the Gregorian date of a day's daylight; ValueError before year 1 of that calendar."""
    return date.fromordinal(ordinal(day))


def hebrew(day: date) -> HebrewDate:
    """Return the Hebrew date of a Gregorian date's daylight.

    >>> hebrew(date(2024, 10, 3))
    HebrewDate(year=5785, month=7, day=1)
    """
    target = day.toordinal() - _SUNDAY_ORDINAL
    year = day.year + 3761
    if elapsed_days(year) > target:
        year -= 1
    rest = target - elapsed_days(year)
    for month in months_of(year):
        length = month_days(year, month)
        if rest < length:
            return HebrewDate(year, month, rest + 1)
        rest -= length
    raise AssertionError(f"{day} lies outside of year {year}")
