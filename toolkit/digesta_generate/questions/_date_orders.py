"""Eight orders of four years, lengths, seasons, moladot or dates of the Hebrew calendar."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from digesta_generate.questions import hebrew_calendar as cal
from digesta_generate.questions._rows import (
    ORDER_ASK,
    Asked,
    Difficulty,
    Event,
    Language,
    Ref,
    arranged,
)
from digesta_generate.questions._scene import date_in
from digesta_generate.questions._sun_orders import TAIL
from digesta_generate.questions.hebrew_calendar import HebrewDate

_MT = "Mishneh Torah, Sanctification of the New Month"
_RD = Ref("Calendrical Calculations (Reingold and Dershowitz)", "The Hebrew Calendar")
_MONTHS_IN_CYCLE, _CYCLE = 235, 19
_DAY_HOURS, _SEASON_HOURS = 24, 91 * 24 + 7.5
_NISAN_HOURS = 12


class _Order(NamedTuple):
    slug: str
    language: Language
    difficulty: Difficulty
    intro: str
    key: str
    events: tuple[Event, ...]
    gap: float
    refs: tuple[Ref, ...]
    why: str
    tail: str = ""


def date_orders() -> tuple[Asked, ...]:
    """Return the eight questions, each with the order of its events as the truth."""
    made = (
        _places_in_cycle(),
        _lengths(),
        _days_of_omer(),
        _weekdays_of_new_year(),
        _seasons(),
        _moladot(),
        _new_years(),
        _spring_dates(),
    )
    return tuple(map(_asked, made))


def _asked(order: _Order) -> Asked:
    lines, key = arranged(order.events, order.key, gap=order.gap)
    return Asked(
        slug=order.slug,
        task="order_of_times",
        language=order.language,
        difficulty=order.difficulty,
        turn=f"{order.intro}\n{lines}\n{order.tail or TAIL[order.language]}",
        ask=ORDER_ASK,
        answer={"order": key},
        cluster=order.slug,
        tags=("order", "calendar", "computed"),
        attribution=(
            "Digesta authors; computed; calendar after Mishneh Torah, Sanctification of the New "
            "Month"
        ),
        refs=order.refs,
        why=order.why,
    )


def _places(*at: str) -> tuple[Ref, ...]:
    return tuple(Ref(_MT, place) for place in at)


def _places_in_cycle() -> _Order:
    years = (5789, 5796, 5802, 5817)
    return _Order(
        slug="order-places-in-cycle",
        language="en",
        difficulty="easy",
        intro=(
            "Hebrew years run in cycles (machzorim) of nineteen, counted from year 1. Order these "
            "four years by their place in their own cycle, the first place of a cycle before the "
            "second and so on:"
        ),
        key="bdac",
        events=tuple(Event(f"the year {year}", cal.place_in_cycle(year)) for year in years),
        gap=1,
        refs=(_RD,),
        why="The place is what is left of the year's number after whole cycles of 19.",
    )


def _lengths() -> _Order:
    in_cycle = _MONTHS_IN_CYCLE * cal.MONTH_PARTS / _CYCLE
    julian = 365 * cal.DAY_PARTS + 6 * cal.HOUR_PARTS
    return _Order(
        slug="order-lengths",
        language="he",
        difficulty="easy",
        intro=(
            'ארבעה פרקי זמן לפי חשבון העיבור שברמב"ם (משנה תורה, הלכות קידוש החודש), מן הקצר אל '
            "הארוך:"
        ),
        key="adcb",
        events=(
            Event("שנים עשר חודשי לבנה, ממולד למולד", 12 * cal.MONTH_PARTS),
            Event("שלושה עשר חודשי לבנה, ממולד למולד", 13 * cal.MONTH_PARTS),
            Event("שנת החמה שעליה בנויה תקופת שמואל", julian),
            Event("שנת החמה שעליה בנויה תקופת רב אדא", in_cycle),
        ),
        gap=4 * cal.HOUR_PARTS / 60,
        refs=_places("6:4", "9:1", "10:1"),
        why=(
            "The year of Rav Adda is a nineteenth of the cycle's 235 months, some 83 parts shorter "
            "than 365 days and 6 hours."
        ),
        tail="סדר את הארבעה מן הקצר אל הארוך, באובייקט JSON עם המפתח order.",
    )


def _days_of_omer() -> _Order:
    # The first day of the Omer is 16 Nisan, so 30 Nisan is the fifteenth.
    return _Order(
        slug="order-days-of-omer",
        language="en",
        difficulty="easy",
        intro=(
            "The first of the forty-nine days of the Omer is 16 Nisan. Four days of the month of "
            "Iyar of one year:"
        ),
        key="abdc",
        events=(
            Event("the 29th day of the Omer", 29),
            Event("17 Iyar", 15 + 17),
            Event("the 36th day of the Omer", 36),
            Event("24 Iyar", 15 + 24),
        ),
        gap=1,
        refs=(_RD,),
        why="Nisan has thirty days, so the first of Iyar is the sixteenth day of the Omer.",
    )


def _weekdays_of_new_year() -> _Order:
    hour = cal.HOUR_PARTS
    cases = (
        ("יום שני, 16 שעות; שנה פשוטה שאחרי שנה מעוברת", cal.MONDAY, 16, False, True),
        ("יום שני, 17 שעות; שנה מעוברת", cal.MONDAY, 17, True, False),
        ("יום שלישי, 10 שעות; שנה פשוטה שאחרי שנה פשוטה", cal.TUESDAY, 10, False, False),
        ("יום שישי, שעה אחת; שנה מעוברת", cal.FRIDAY, 1, True, False),
    )
    events = tuple(
        Event(line, weekday + cal.postponed(weekday, at * hour, leap=leap, after_leap=after))
        for line, weekday, at, leap, after in cases
    )
    return _Order(
        slug="order-weekdays-of-new-year",
        language="he",
        difficulty="easy",
        intro=(
            "ארבעה מולדות של תשרי בארבע שנים שונות: היום בשבוע, השעות מתחילת הלילה שלו (18:00 בערב "
            'הקודם), וסוג השנה שמתחילה בו. לפי דחיות ראש השנה שברמב"ם (משנה תורה, הלכות קידוש '
            "החודש), הסדר הוא לפי היום בשבוע שבו חל ראש השנה, מיום ראשון ועד שבת:"
        ),
        key="cabd",
        events=events,
        gap=1,
        refs=_places("7:1", "7:4", "7:5"),
        why=(
            "A late Tuesday in a common year is put off to Thursday, a late Monday after a leap "
            "year to Tuesday, a Friday to the Sabbath; a Monday before noon in a leap year stays."
        ),
    )


def _seasons() -> _Order:
    names = ("Nisan", "Tammuz", "Tishrei", "Tevet")
    return _Order(
        slug="order-seasons",
        language="en",
        difficulty="medium",
        intro=(
            "By the reckoning of Shmuel a year of 365 days and 6 hours falls into four equal "
            "seasons. In a certain year tekufat Nisan comes after exactly 12 hours of its day, and "
            "hours are counted from the evening (18:00) that begins a day. The tekufot of Nisan, "
            "Tammuz, Tishrei and Tevet follow one another. Order them by the hour of its own day "
            "at which each comes, whatever its date, the beginning of the day first:"
        ),
        key="dabc",
        events=tuple(
            Event(f"tekufat {name}", (_NISAN_HOURS + index * _SEASON_HOURS) % _DAY_HOURS)
            for index, name in enumerate(names)
        ),
        gap=1,
        refs=_places("9:2"),
        why=(
            "A season is 91 days and seven and a half hours: 12, 19.5, 3 and 10.5 hours of the day."
        ),
    )


def _moladot() -> _Order:
    years = (5798, 5799, 5800, 5803)
    week = 7 * cal.DAY_PARTS
    return _Order(
        slug="order-moladot",
        language="he",
        difficulty="hard",
        intro=(
            'לפי חשבון העיבור שברמב"ם (משנה תורה, הלכות קידוש החודש), שמתחיל במולד בהר"ד, חשב את '
            "מולד תשרי של כל אחת מן השנים. הסדר הוא לפי מקומו של המולד בתוך השבוע שלו, מתחילת ליל "
            "ראשון ועד סוף יום השבת:"
        ),
        key="bdca",
        events=tuple(
            Event(f"מולד תשרי של שנת {year}", cal.molad_parts(year, cal.TISHREI) % week)
            for year in years
        ),
        gap=4 * cal.HOUR_PARTS / 60,
        refs=_places("6:8", "6:14"),
        why="The remainders of cycles and years are added to the first molad and weeks cast out.",
    )


def _new_years() -> _Order:
    years = (5788, 5791, 5793, 5795)
    days = [cal.gregorian(HebrewDate(year, cal.TISHREI, 1)) for year in years]
    return _Order(
        slug="order-new-years",
        language="en",
        difficulty="hard",
        intro=(
            "In the fixed Hebrew calendar, take the Gregorian date of the daylight of 1 Tishrei of "
            "each of these years. Order the four by month and day within the Gregorian year, "
            "leaving the year's number aside:"
        ),
        key="bacd",
        events=tuple(
            Event(f"1 Tishrei {year}", day.replace(year=2028).toordinal())
            for year, day in zip(years, days, strict=True)
        ),
        gap=1,
        refs=(_RD,),
        why="Converted: 2 October 2027, 28 September 2030, 6 September 2032, 14 September 2034.",
    )


def _spring_dates() -> _Order:
    hebrew = {
        'י"ד באדר של שנת 5803 (באדר שני, אם השנה מעוברת)': HebrewDate(5803, cal.ADAR_II, 14),
        'ט"ו בניסן של שנת 5803': HebrewDate(5803, cal.NISAN, 15),
    }
    civil = (date(2043, 3, 20), date(2043, 4, 20))
    return _Order(
        slug="order-spring-dates",
        language="he",
        difficulty="hard",
        intro=(
            "ארבעה תאריכים באביב אחד, שניים בלוח העברי הקבוע ושניים בלוח הגרגוריאני. התאריך העברי "
            "הוא לפי שעות האור שלו:"
        ),
        key="dbac",
        events=(
            *(Event(name, cal.ordinal(day)) for name, day in hebrew.items()),
            *(Event(date_in(day, "he"), day.toordinal()) for day in civil),
        ),
        gap=1,
        refs=(_RD,),
        why="Converted: 26 March and 25 April 2043, since 5803 is a leap year.",
    )
