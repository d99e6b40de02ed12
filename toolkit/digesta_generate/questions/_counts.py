"""Eight numbers of the fixed Hebrew calendar: parts, months, years, days and dates."""

from __future__ import annotations

from typing import NamedTuple

from digesta_generate.questions import hebrew_calendar as cal
from digesta_generate.questions._rows import Asked, Difficulty, Language, Ref, numeric_ask
from digesta_generate.questions.hebrew_calendar import HebrewDate

_MT = "Mishneh Torah, Sanctification of the New Month"
_EN = "Maimonides (Mishneh Torah, Sanctification of the New Month)"
_HE = 'הרמב"ם (משנה תורה, הלכות קידוש החודש)'
_CYCLE = range(1, 20)
_COMPLETE_LEAP_YEAR = 5795
_SOLAR_YEAR_PARTS = 365 * cal.DAY_PARTS + 6 * cal.HOUR_PARTS
_MOLAD = cal.Molad(cal.THURSDAY, 7, 441)


class _Count(NamedTuple):
    slug: str
    language: Language
    difficulty: Difficulty
    turn: str
    unit: str
    answer: int
    places: tuple[str, ...]
    why: str


def _months_in_cycle() -> int:
    return sum(len(cal.months_of(year)) for year in _CYCLE)


def _days_between(early: HebrewDate, late: HebrewDate) -> int:
    return cal.ordinal(late) - cal.ordinal(early)


_COUNTS = (
    _Count(
        slug="calendar-month-in-parts",
        language="en",
        difficulty="easy",
        turn=(
            f"{_EN} gives the time from one mean conjunction (molad) to the next in days, "
            "hours and parts, and says how many parts an hour has. Written in parts alone, how "
            "many parts is it? Answer with a whole number."
        ),
        unit="parts",
        answer=cal.MONTH_PARTS,
        places=("6:2", "6:3"),
        why="29 days, 12 hours and 793 parts, of which an hour has 1080.",
    ),
    _Count(
        slug="calendar-complete-leap-year",
        language="he",
        difficulty="easy",
        turn=(
            f"לפי {_HE}, כמה ימים יש בשנה מעוברת שחודשיה שלמים, כלומר שמרחשוון וכסלו שלה "
            "מלאים? השב במספר שלם."
        ),
        unit="days",
        answer=cal.year_days(_COMPLETE_LEAP_YEAR),
        places=("8:5", "8:6"),
        why="Seven months of 30 days and five of 29 in a common complete year, and 30 more.",
    ),
    _Count(
        slug="calendar-months-in-cycle",
        language="en",
        difficulty="easy",
        turn=(
            f"By the rule of leap years that {_EN} gives, how many lunar months does one whole "
            "cycle of years (machzor) contain? Answer with a whole number."
        ),
        unit="months",
        answer=_months_in_cycle(),
        places=("6:11",),
        why="Nineteen years of twelve months, and a thirteenth in seven of them.",
    ),
    _Count(
        slug="calendar-cycle-excess",
        language="he",
        difficulty="easy",
        turn=(
            f"לפי {_HE}, תשע עשרה שנות חמה של 365 יום ושש שעות ארוכות במעט מכל חודשי הלבנה "
            "שבמחזור אחד. בכמה חלקים בסך הכול, כשבשעה 1080 חלקים? השב במספר שלם."
        ),
        unit="parts",
        answer=len(_CYCLE) * _SOLAR_YEAR_PARTS - _months_in_cycle() * cal.MONTH_PARTS,
        places=("6:10",),
        why="One hour and 485 parts remain.",
    ),
    _Count(
        slug="calendar-leap-years",
        language="he",
        difficulty="medium",
        turn=(
            f"לפי סדר השנים המעוברות שמביא {_HE}, כמה שנים מעוברות יש מן השנה הראשונה ליצירה "
            "ועד שנת 5800, ועד בכלל? השב במספר שלם."
        ),
        unit="years",
        answer=sum(map(cal.is_leap, range(1, 5801))),
        places=("6:11",),
        why="305 whole cycles with seven each, and one more in the five years that are left.",
    ),
    _Count(
        slug="calendar-molad-after-six-months",
        language="en",
        difficulty="medium",
        turn=(
            f"By the arithmetic of {_EN}, the molad of a certain month falls on a Thursday at "
            f"{_MOLAD.hours} hours and {_MOLAD.parts} parts (1080 parts to the hour). The "
            "molad of the sixth month after it falls at some full hours and how many parts? "
            "Answer with the parts alone, a whole number below 1080."
        ),
        unit="parts",
        answer=(_MOLAD.parts + 6 * cal.MONTH_PARTS) % cal.HOUR_PARTS,
        places=("6:5", "6:6", "6:9"),
        why=("Six times the remainder of 793 parts is added and full hours of 1080 are cast out."),
    ),
    _Count(
        slug="calendar-days-between-fasts",
        language="he",
        difficulty="hard",
        turn=(
            "בלוח העברי הקבוע, כמה ימים עוברים מי' בטבת של שנת 5788 עד ט' באב של שנת 5795? מתאריך "
            "למחרתו עובר יום אחד. השב במספר שלם."
        ),
        unit="days",
        answer=_days_between(HebrewDate(5788, cal.TEVET, 10), HebrewDate(5795, cal.AV, 9)),
        places=("8:7", "8:8", "8:9"),
        why="The lengths of seven years follow from the days of the week on which they begin.",
    ),
    _Count(
        slug="calendar-purim-in-march",
        language="en",
        difficulty="hard",
        turn=(
            "In the fixed Hebrew calendar, Purim of the year 5817 (14 Adar; in a leap year 14 "
            "of the second Adar) falls in March 2057. On which day of that month is its "
            "daylight? Answer with a whole number from 1 to 31."
        ),
        unit="day of the month",
        answer=cal.gregorian(HebrewDate(5817, cal.ADAR_II, 14)).day,
        places=("8:7", "8:8", "8:10"),
        why=("The year is a leap year; its beginning and the lengths of its months give the date."),
    ),
)


def counts() -> tuple[Asked, ...]:
    """Return the eight questions, each with a whole number as the truth."""
    return tuple(map(_asked, _COUNTS))


def _asked(count: _Count) -> Asked:
    return Asked(
        slug=count.slug,
        task="computed_time",
        language=count.language,
        difficulty=count.difficulty,
        turn=count.turn,
        ask=numeric_ask(count.unit, 0),
        answer=count.answer,
        cluster=count.slug,
        tags=("calendar", "computed"),
        attribution=(
            "Digesta authors; computed; calendar after Mishneh Torah, Sanctification of the New "
            "Month"
        ),
        refs=tuple(Ref(_MT, place) for place in count.places),
        why=count.why,
    )
