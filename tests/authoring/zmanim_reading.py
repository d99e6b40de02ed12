"""Read a released question's turn as its answerer does, and compute the moments it speaks of.

Places, dates and clocks come from the question's words; the sun from PyEphem, which the builder
does not use, or from the builder's own ``sun``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import ephem

from authoring.halacha import sun
from places import ROOT

FIRST = ROOT / "releases" / "2026-11-22"
RELEASE = ROOT / "releases" / "2026-11-22.2"
"""The release in which the 34 computed questions of the calendar were first asked."""
NAMES = {
    "cb656244f6c0": "calendar-complete-leap-year",
    "41a406cc720e": "calendar-cycle-excess",
    "8f1b222d617c": "calendar-days-between-fasts",
    "085b1e1c2ab4": "calendar-leap-years",
    "eb92c56b2fbd": "calendar-molad-after-six-months",
    "0094285c4953": "calendar-month-in-parts",
    "064ac29936aa": "calendar-months-in-cycle",
    "2808a791f3a4": "calendar-purim-in-march",
    "eef759da104d": "order-days-of-omer",
    "2ca015c1a8f5": "order-lamps-and-plag",
    "5c37dd1f2010": "order-lengths",
    "857b41ae193b": "order-middays",
    "9d2dfae56907": "order-mincha-and-plag",
    "098a7080f353": "order-moladot",
    "4706544bf7dc": "order-new-years",
    "b67243c89754": "order-nightfalls",
    "ed4322d9e52e": "order-places-in-cycle",
    "5ce94c08cfef": "order-seasons",
    "d81ff0a8fc30": "order-shema-and-prayer",
    "e492657bd997": "order-shema-in-towns",
    "31b673b0f33e": "order-spring-dates",
    "b33b57b58480": "order-sunrises",
    "5b8aa050c6a1": "order-sunsets",
    "31f6fb7d7339": "order-weekdays-of-new-year",
    "f9ce6d6f30a3": "zman-chametz",
    "0350c370e9e5": "zman-dawn",
    "b60f5212a0c6": "zman-mincha-gedola",
    "d4375448fdcc": "zman-mincha-ketana",
    "1b48bcff7cf2": "zman-nightfall",
    "92277d07275c": "zman-plag",
    "9b22fbbb9c43": "zman-prayer",
    "361af88015c6": "zman-shema",
    "9fb628e32f4e": "zman-stopping-work",
    "eb4e5e0295fb": "zman-sunrise",
}
"""How the ids of those questions begin -> what each is called here."""


def rows(file: str) -> dict[str, dict[str, Any]]:
    """Give the lines of a file of the release that are about these questions, by name."""
    lines_ = map(json.loads, (RELEASE / file).read_bytes().splitlines())
    named = ((NAMES.get(row["question_id"][:12]), row) for row in lines_)
    return {name: row for name, row in named if name is not None}


QUESTIONS = rows("questions.jsonl")
TRUTHS = rows("truths.jsonl")
TURNS = {name: row["turns"][0]["content"] for name, row in QUESTIONS.items()}
ANSWERS = {name: row["truth"]["answer"] for name, row in TRUTHS.items()}

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
    """What a text says: degrees north and east, the day, and how far its clock is ahead of UTC.

    below: computes when the sun's centre is so far below the horizon, in seconds of the clock.
    """

    latitude: float
    longitude: float
    day: date
    hours_ahead: int
    below: Callable[..., float]

    def event(self, angle: float, *, rising: bool) -> float:
        """Give the seconds of the clock when the sun's centre is that far below the horizon."""
        return self.below(self, angle, rising=rising)

    def hour(self, hours: float, *, angle: float = 0.833, more_minutes: int = 0) -> float:
        """Give the end of so many of the twelve seasonal hours, in seconds of the clock."""
        start = self.event(angle, rising=True) - 60 * more_minutes
        end = self.event(angle, rising=False) + 60 * more_minutes
        return start + hours / 12 * (end - start)


def by_ephem(place: Seen, angle: float, *, rising: bool) -> float:
    """Compute with PyEphem."""
    observer = ephem.Observer()
    observer.lat, observer.lon = str(place.latitude), str(place.longitude)
    observer.pressure, observer.elevation, observer.horizon = 0, 0, str(-angle)
    midnight = datetime(place.day.year, place.day.month, place.day.day, tzinfo=UTC)
    midnight -= timedelta(hours=place.hours_ahead)
    # The sun's noon is near 12:00 UTC less four minutes a degree east.
    day = (midnight + timedelta(hours=12)).date()
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    noon -= timedelta(minutes=4 * place.longitude)
    observer.date = ephem.Date(noon.replace(tzinfo=None))
    find = observer.previous_rising if rising else observer.next_setting
    moment = find(ephem.Sun(), use_center=True).datetime().replace(tzinfo=UTC)
    return float((moment - midnight).total_seconds())


def by_noaa(place: Seen, angle: float, *, rising: bool) -> float:
    """Compute with the builder's own sun."""
    day = sun.Day(place.day, 60 * place.hours_ahead)
    moment = sun.below(sun.Location(place.latitude, place.longitude), day, angle, rising=rising)
    assert moment is not None
    return moment


def seen(text: str, *, elsewhere: str = "", below: Callable[..., float] = by_ephem) -> Seen:
    """Read a place, a date and a clock; what a text lacks is read from ``elsewhere``."""
    latitude, north, longitude, east = found(_PLACE, text)
    day, month, year = found(_DATE, text if _DATE.search(text) else elsewhere)
    number = next(i for i, names in enumerate(MONTHS, start=1) if month in names)
    offset = (_CLOCK.search(text) or found_match(_CLOCK, elsewhere)).group(1)
    signs = [-1 if side in BACKWARD else 1 for side in (north, east)]
    return Seen(
        signs[0] * float(latitude), signs[1] * float(longitude),
        date(int(year), number, int(day)), int(offset or 0), below,
    )  # fmt: skip


def found(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return found_match(pattern, text).groups()


def found_match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.search(text)
    assert match is not None, text
    return match


def lines(turn: str) -> dict[str, str]:
    """Give the four labelled lines of a question that asks for an order."""
    return dict(_LINE.findall(turn))


def intro(turn: str) -> str:
    """Give what stands before the labelled lines."""
    return turn.partition("\na. ")[0]
