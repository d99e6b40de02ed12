"""Days as French texts write them."""

from __future__ import annotations

from datetime import date

MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]


def day(when: date) -> str:
    """Return a day in words.

    >>> day(date(2025, 3, 1))
    '1er mars 2025'
    """
    return f"{'1er' if when.day == 1 else when.day} {MONTHS[when.month - 1]} {when.year}"
