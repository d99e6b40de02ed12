"""Towns, dates and clocks, and the sentences in two languages that set a question's scene.

Coordinates are rounded to hundredths of a degree and are what the question shows: the truth is
computed from the shown numbers, not from the town.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from authoring.halacha.lines import Language
from authoring.halacha.sun import Day, Location


class Town(NamedTuple):
    """A place and its names."""

    en: str
    he: str
    place: Location


TOWNS = (
    Town("Addis Ababa", "אדיס אבבה", Location(9.03, 38.74)),
    Town("Amsterdam", "אמסטרדם", Location(52.37, 4.90)),
    Town("Antananarivo", "אנטננריבו", Location(-18.88, 47.51)),
    Town("Antwerp", "אנטוורפן", Location(51.22, 4.40)),
    Town("Baku", "באקו", Location(40.41, 49.87)),
    Town("Beijing", "בייג'ינג", Location(39.90, 116.40)),
    Town("Buenos Aires", "בואנוס איירס", Location(-34.60, -58.38)),
    Town("Cape Town", "קייפטאון", Location(-33.92, 18.42)),
    Town("Casablanca", "קזבלנקה", Location(33.57, -7.59)),
    Town("Dakar", "דקר", Location(14.69, -17.45)),
    Town("Edinburgh", "אדינבורו", Location(55.95, -3.19)),
    Town("Istanbul", "איסטנבול", Location(41.01, 28.98)),
    Town("Jerusalem", "ירושלים", Location(31.78, 35.22)),
    Town("Johannesburg", "יוהנסבורג", Location(-26.20, 28.05)),
    Town("Kampala", "קמפלה", Location(0.35, 32.58)),
    Town("Kyiv", "קייב", Location(50.45, 30.52)),
    Town("London", "לונדון", Location(51.51, -0.13)),
    Town("Madrid", "מדריד", Location(40.42, -3.70)),
    Town("Melbourne", "מלבורן", Location(-37.81, 144.96)),
    Town("New York", "ניו יורק", Location(40.71, -74.01)),
    Town("Paris", "פריז", Location(48.86, 2.35)),
    Town("Toronto", "טורונטו", Location(43.65, -79.38)),
    Town("Tunis", "תוניס", Location(36.81, 10.18)),
    Town("Warsaw", "ורשה", Location(52.23, 21.01)),
)
"""Towns to draw from, none so far north that the sun fails to pass an angle that is asked about."""

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "he": "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
}
_SIDES = {"en": ("N", "S", "E", "W"), "he": ("צפון", "דרום", "מזרח", "מערב")}

HORIZON = {
    "en": "Sunrise and sunset are the moments when the centre of the sun is 0.833 degrees below "
    "the horizon of an observer at sea level.",
    "he": "הנץ החמה והשקיעה הם הרגעים שבהם מרכז השמש נמצא 0.833 מעלות מתחת לאופק של צופה "
    "בגובה פני הים.",
}
"""The definition of sunrise and sunset that ``sun.sunrise`` and ``sun.sunset`` compute."""


def town_in(town: Town, language: Language) -> str:
    """Return a town's name with its coordinates.

    >>> town_in(Town("Casablanca", "קזבלנקה", Location(33.57, -7.59)), "en")
    'Casablanca (33.57° N, 7.59° W)'
    """
    north, south, east, west = _SIDES[language]
    latitude, longitude = town.place
    name = town.he if language == "he" else town.en
    return (
        f"{name} ({abs(latitude):.2f}° {north if latitude >= 0 else south}, "
        f"{abs(longitude):.2f}° {east if longitude >= 0 else west})"
    )


def date_in(day: date, language: Language) -> str:
    """Return a date in words.

    >>> date_in(date(2028, 4, 10), "en")
    '10 April 2028'
    """
    month = _MONTHS[language].split()[day.month - 1]
    return f"{day.day} {'ב' if language == 'he' else ''}{month} {day.year}"


def clock_in(utc_minutes: int) -> str:
    """Return a clock's offset, in whole hours.

    >>> clock_in(-180)
    'UTC-3'
    """
    return f"UTC{utc_minutes // 60:+d}" if utc_minutes else "UTC"


def scene(town: Town, day: Day, language: Language) -> str:
    """Return the sentences that say where, when and by which clock."""
    where, when = town_in(town, language), date_in(day.date, language)
    clock = clock_in(day.utc_minutes)
    if language == "he":
        return f"המקום: {where}. התאריך: {when}. השעון: {clock} קבוע."
    return f"Place: {where}. Date: {when}. Clock: {clock}, fixed."
