"""Days of work, holidays and durations of a contract."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

ONE = timedelta(days=1)
_FIXED = ((1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25))
_EASTER = {2025: date(2025, 4, 20), 2026: date(2026, 4, 5), 2027: date(2027, 3, 28)}
"""Easter Sundays; Monday, Ascension and Whit Monday follow (Code du travail, art. L. 3133-1)."""
_SATURDAY = 5


def holidays(year: int) -> list[date]:
    """Return the eleven legal holidays of metropolitan France in a year from 2025 to 2027."""
    easter = _EASTER[year]
    moving = [easter + timedelta(days=after) for after in (1, 39, 50)]
    return sorted([date(year, month, number) for month, number in _FIXED] + moving)


def is_weekend(when: date) -> bool:
    """Return whether a day is a Saturday or a Sunday."""
    return when.weekday() >= _SATURDAY


def working_day(start: date, number: int, closed: frozenset[date] | set[date]) -> date:
    """Return the working day that is so many after a day, which is not counted."""
    when = start
    while number:
        when += ONE
        number -= not is_weekend(when) and when not in closed
    return when


def next_open(when: date, closed: frozenset[date] | set[date]) -> date:
    """Return a day, or the first working day after it."""
    while is_weekend(when) or when in closed:
        when += ONE
    return when


def months_after(start: date, months: int) -> date:
    """Return the day of the same number so many months later, else that month's last."""
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    return date(year, month, min(start.day, monthrange(year, month)[1]))


def weekdays(start: date, end: date) -> Iterator[date]:
    """Yield the days from Monday to Friday after a day, up to another."""
    while (start := start + ONE) <= end:
        if not is_weekend(start):
            yield start
