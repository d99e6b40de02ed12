"""Moments of a halachic day, in seconds of the clock: seasonal hours from given ends.

The day is cut into twelve seasonal hours between two ends: sunrise and sunset (the Vilna Gaon),
or dawn and the appearance of the stars (the Magen Avraham), which are set by fixed minutes
before sunrise and after sunset or by degrees below the horizon, as each question says.
"""

from __future__ import annotations

from typing import NamedTuple

from authoring.halacha import sun
from authoring.halacha.sun import Day, Location

SHEMA, PRAYER, MIDDAY, MINCHA_GEDOLA, MINCHA_KETANA, PLAG = 3.0, 4.0, 6.0, 6.5, 9.5, 10.75
"""Seasonal hours from the beginning of the day; the first two are ends of their times."""


class Span(NamedTuple):
    """The two ends of a day, in seconds of the clock."""

    start: float
    end: float

    def hour(self, hours: float) -> float:
        """Return the moment when that many of the twelve seasonal hours have passed."""
        return self.start + (self.end - self.start) * hours / 12


def daylight(place: Location, day: Day, *, more_minutes: float = 0) -> Span:
    """Return the span from sunrise to sunset, widened by fixed minutes at both ends."""
    widened = 60 * more_minutes
    rise, fall = sun.sunrise(place, day), sun.sunset(place, day)
    return Span(_require(rise) - widened, _require(fall) + widened)


def between_degrees(place: Location, day: Day, angle: float) -> Span:
    """Return the span between the moments when the sun is ``angle`` degrees below the horizon."""
    dawn = sun.below(place, day, angle, rising=True)
    return Span(_require(dawn), nightfall(place, day, angle))


def nightfall(place: Location, day: Day, angle: float) -> float:
    """Return the evening's moment when the sun is ``angle`` degrees below the horizon."""
    return _require(sun.below(place, day, angle, rising=False))


def _require(moment: float | None) -> float:
    if moment is None:
        raise ValueError("the sun does not pass the angle there on that date")
    return moment
