"""Where the sun stands: sunrise, sunset, solar noon and degrees below the horizon.

Defined in: the NOAA solar calculator of the U.S. National Oceanic and Atmospheric
Administration, whose equations are those of Meeus, Astronomical Algorithms, chapters 25 and 28.

Sunrise and sunset are the moments at which the sun's *centre* is 0.833 degrees below the
horizon of an observer at sea level (34 minutes of refraction, 16 of the sun's radius); heights
of places and hills are left out. An event is found where the altitude, taken for that very
moment, crosses the angle: the calculator's own two rounds come to the same within seconds.

Differs from the calculator: the day is halved at noon and each half is bisected, so that an
event near the polar circles is found or refused by one rule. Plain floats; answers are meant
to be rounded to minutes. Years 1900 to 2100: within 6 seconds of libastro (PyEphem) up to 50
degrees of latitude, within 20 up to 60, and more only where the sun grazes the angle.
"""

from __future__ import annotations

from datetime import date
from math import asin, cos, degrees, radians, sin, tan
from typing import NamedTuple

SUNRISE_DEGREES = 0.833
"""How far below the horizon the sun's centre is at sunrise and sunset."""
DAY_SECONDS = 86_400.0
_HALF_DAY = DAY_SECONDS / 2
_J2000 = date(2000, 1, 1).toordinal() + 0.5
_HALVINGS = 40  # 12 hours / 2^40: far below a millisecond


class Location(NamedTuple):
    """A place at sea level: degrees north of the equator, degrees east of Greenwich."""

    latitude: float
    longitude: float


class Day(NamedTuple):
    """A date of the Gregorian calendar on a clock that is always ``utc_minutes`` ahead of UTC."""

    date: date
    utc_minutes: int


class Sun(NamedTuple):
    """The sun's declination in degrees, and how far sundials are ahead of clocks, in minutes."""

    declination: float
    equation_of_time: float


def sun_at(days: float) -> Sun:
    """Return declination and equation of time, ``days`` of UTC after noon of 1 January 2000.

    Source: the calculator's columns; declination within 0.01 degree, equation within 5 seconds.
    """
    t = days / 36525.0
    mean_longitude = radians((280.46646 + t * (36000.76983 + t * 0.0003032)) % 360.0)
    anomaly = radians(357.52911 + t * (35999.05029 - 0.0001537 * t))
    eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    node = radians(125.04 - 1934.136 * t)
    centre = (
        sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
        + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
        + sin(3 * anomaly) * 0.000289
    )
    longitude = mean_longitude + radians(centre - 0.00569 - 0.00478 * sin(node))
    arc_seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    obliquity = radians(23 + (26 + arc_seconds / 60) / 60 + 0.00256 * cos(node))
    y = tan(obliquity / 2) ** 2
    equation = (
        y * sin(2 * mean_longitude)
        - 2 * eccentricity * sin(anomaly)
        + 4 * eccentricity * y * sin(anomaly) * cos(2 * mean_longitude)
        - 0.5 * y * y * sin(4 * mean_longitude)
        - 1.25 * eccentricity**2 * sin(2 * anomaly)
    )
    return Sun(degrees(asin(sin(obliquity) * sin(longitude))), 4 * degrees(equation))


def noon(place: Location, day: Day) -> float:
    """Return the clock's seconds, in [0, 86400), when the sun crosses the meridian on that date.

    Of a clock far from the place's own longitude this is the crossing that falls on the date.
    """
    seconds = _HALF_DAY
    for _ in range(3):
        seconds = _crossing(place, day, seconds) % DAY_SECONDS
    return seconds


def altitude(place: Location, day: Day, seconds: float) -> float:
    """Return how many degrees the sun's centre is above the horizon, refraction left out."""
    sun = sun_at(_days(day, seconds))
    angle = radians((seconds - _crossing(place, day, seconds)) / 240.0)
    tilt, latitude = radians(sun.declination), radians(place.latitude)
    height = sin(latitude) * sin(tilt) + cos(latitude) * cos(tilt) * cos(angle)
    return degrees(asin(max(-1.0, min(1.0, height))))


def below(place: Location, day: Day, angle: float, *, rising: bool) -> float | None:
    """Return the clock's seconds when the sun stands ``angle`` degrees below the horizon.

    rising: in the half day before the date's noon; else in the one after it. Seconds count from
    the date's midnight and may be below 0 or over 86400. None where the sun does not pass the
    angle in that half day.
    """
    top = noon(place, day)
    bottom = top - _HALF_DAY if rising else top + _HALF_DAY
    if not altitude(place, day, bottom) < -angle < altitude(place, day, top):
        return None
    for _ in range(_HALVINGS):
        middle = (top + bottom) / 2
        if altitude(place, day, middle) < -angle:
            bottom = middle
        else:
            top = middle
    return (top + bottom) / 2


def sunrise(place: Location, day: Day) -> float | None:
    """Return the clock's seconds of sunrise, as ``below`` does; None where it does not rise."""
    return below(place, day, SUNRISE_DEGREES, rising=True)


def sunset(place: Location, day: Day) -> float | None:
    """Return the clock's seconds of sunset, as ``below`` does; None where it does not set."""
    return below(place, day, SUNRISE_DEGREES, rising=False)


def _days(day: Day, seconds: float) -> float:
    return day.date.toordinal() - _J2000 + (seconds - 60 * day.utc_minutes) / DAY_SECONDS


def _crossing(place: Location, day: Day, seconds: float) -> float:
    # The clock's noon, moved by four minutes a degree and by the equation of time.
    lead = 4 * place.longitude + sun_at(_days(day, seconds)).equation_of_time
    return _HALF_DAY + 60 * (day.utc_minutes - lead)
