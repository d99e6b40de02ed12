"""Days in Chinese texts, moved back so that none lies after the last day the law is known for."""

from __future__ import annotations

import re
from datetime import date, timedelta

LAST = date.fromisoformat("2025-04-19")
"""The last commit of LawRefBook, whose texts ``corpora/cn_laws`` has: later law is not known."""
NEW_AML = date(2025, 1, 1)
_YEAR = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(年(?:(\d{1,2})月(?:(\d{1,2})日)?)?|-(\d\d)-(\d\d)(?!\d))"
)


def days_of(text: str) -> list[date]:
    """Return the days that a text names in full, as 2025年4月19日 or 2025-04-19."""
    parts = ((m[1], m[3] or m[5], m[4] or m[6]) for m in _YEAR.finditer(text))
    return [date(int(y), int(m), int(d)) for y, m, d in parts if m and d]


def years_to_move(text: str) -> int:
    """Return by how many whole years a text's days must go back: 0 where none is too late."""
    latest = max(days_of(text), default=LAST)
    years = max(latest.year - LAST.year, 0)
    return years + (_back(latest, years) > LAST)


def move_years(text: str, years: int) -> str:
    """Return a text with every year so many years earlier; seasons and spans stay.

    >>> move_years("2024年2月29日至2025-03-01，2019年因酒驾", 1)
    '2023年2月28日至2024-03-01，2018年因酒驾'
    """

    def earlier(match: re.Match[str]) -> str:
        year, rest = int(match[1]) - years, match[2]
        leap = (match[3] or match[5]) in {"2", "02"} and (match[4] or match[6]) == "29"
        return f"{year}{rest.replace('29', '28') if leap and years else rest}"

    return _YEAR.sub(earlier, text)


def squeeze_days(text: str) -> str:
    """Return a text whose days of 2025 and later keep their order, the last of them on LAST - 1.

    For cases under the law that came into force on the first day of 2025, which must stay there.
    """
    latest = max(days_of(text))
    whole, room = (latest - NEW_AML).days, (LAST - NEW_AML).days - 1

    def nearer(match: re.Match[str]) -> str:
        if not (match[4] and date(int(match[1]), int(match[3]), int(match[4])) >= NEW_AML):
            return match[0]
        day = date(int(match[1]), int(match[3]), int(match[4]))
        new = NEW_AML + timedelta(days=(day - NEW_AML).days * room // whole)
        return f"{new.year}年{new.month}月{new.day}日"

    return _YEAR.sub(nearer, text)


def _back(day: date, years: int) -> date:
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - years, day=28 if leap else day.day)
