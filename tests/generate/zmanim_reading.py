"""Read a question's turn as its answerer does, and compute the moments that it speaks of.

Uses nothing of the builder: places, dates and clocks come from the words, the sun from PyEphem.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import ephem

MONTHS = (
    ("January", "ינואר"), ("February", "פברואר"), ("March", "מרץ"), ("April", "אפריל"),
    ("May", "מאי"), ("June", "יוני"), ("July", "יולי"), ("August", "אוגוסט"),
    ("September", "ספטמבר"), ("October", "אוקטובר"), ("November", "נובמבר"),
    ("December", "דצמבר"),
)  # fmt: skip
BACKWARD = ("S", "W", "דרום", "מערב")
_PLACE = re.compile(r"\((\d+\.\d\d)° (\w+), (\d+\.\d\d)° (\w+)\)")
_DATE = re.compile(r"(\d{1,2}) ב?(\w+) (\d{4})")
_CLOCK = re.compile(r"UTC([+-]\d+)?")
_LINE = re.compile(r"^([a-d])\. (.+)$", re.MULTILINE)


class Seen(NamedTuple):
    """What a text says: degrees north and east, and the UTC of the clock's midnight."""

    latitude: float
    longitude: float
    midnight: datetime

    def event(self, angle: float, *, rising: bool) -> float:
        """Return the seconds of the clock when the sun's centre is that far below the horizon."""
        observer = ephem.Observer()
        observer.lat, observer.lon = str(self.latitude), str(self.longitude)
        observer.pressure, observer.elevation, observer.horizon = 0, 0, str(-angle)
        # The sun's noon is near 12:00 UTC less four minutes a degree east.
        day = (self.midnight + timedelta(hours=12)).date()
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        noon -= timedelta(minutes=4 * self.longitude)
        observer.date = ephem.Date(noon.replace(tzinfo=None))
        find = observer.previous_rising if rising else observer.next_setting
        found = find(ephem.Sun(), use_center=True).datetime().replace(tzinfo=UTC)
        return (found - self.midnight).total_seconds()

    def hour(self, hours: float, *, angle: float = 0.833, more_minutes: int = 0) -> float:
        """Return the end of so many of the twelve seasonal hours, in seconds of the clock."""
        start = self.event(angle, rising=True) - 60 * more_minutes
        end = self.event(angle, rising=False) + 60 * more_minutes
        return start + hours / 12 * (end - start)


def seen(text: str, *, elsewhere: str = "") -> Seen:
    """Read a place, a date and a clock; what a text lacks is read from ``elsewhere``."""
    latitude, north, longitude, east = found(_PLACE, text)
    day, month, year = found(_DATE, text if _DATE.search(text) else elsewhere)
    number = next(i for i, names in enumerate(MONTHS, start=1) if month in names)
    offset = (_CLOCK.search(text) or found_match(_CLOCK, elsewhere)).group(1)
    midnight = datetime(int(year), number, int(day), tzinfo=UTC) - timedelta(hours=int(offset or 0))
    signs = [-1 if side in BACKWARD else 1 for side in (north, east)]
    return Seen(signs[0] * float(latitude), signs[1] * float(longitude), midnight)


def found(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return found_match(pattern, text).groups()


def found_match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.search(text)
    assert match is not None, text
    return match


def lines(turn: str) -> dict[str, str]:
    """Return the four labelled lines of a question that asks for an order."""
    return dict(_LINE.findall(turn))


def intro(turn: str) -> str:
    """Return what stands before the labelled lines."""
    return turn.partition("\na. ")[0]
