"""Drawn questions of the fixed Hebrew calendar: numbers, and four events in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from authoring.draws import Draws
from authoring.halacha import hebrew_calendar as cal
from authoring.halacha.hebrew_calendar import HebrewDate
from authoring.halacha.lines import (
    LABELS,
    ORDER_ASK,
    ORDER_TAIL,
    ComputedQuestion,
    Difficulty,
    Event,
    Language,
    Ref,
    arrange,
    numeric_ask,
)

_MT = "Mishneh Torah, Sanctification of the New Month"
_BY = "Digesta authors; computed; calendar after Mishneh Torah, Sanctification of the New Month"
_YEARS = (5787, 5860)
_WHOLE = {"en": "Answer with a whole number.", "he": "השב במספר שלם."}
_MONTHS: dict[int, tuple[str, str]] = {
    cal.TISHREI: ("Tishrei", "תשרי"),
    cal.MARCHESHVAN: ("Marcheshvan", "מרחשוון"),
    cal.KISLEV: ("Kislev", "כסלו"),
    cal.TEVET: ("Tevet", "טבת"),
    cal.SHEVAT: ("Shevat", "שבט"),
    cal.NISAN: ("Nisan", "ניסן"),
    cal.IYAR: ("Iyar", "אייר"),
    cal.SIVAN: ("Sivan", "סיוון"),
    cal.TAMMUZ: ("Tammuz", "תמוז"),
    cal.AV: ("Av", "אב"),
    cal.ELUL: ("Elul", "אלול"),
}
"""The months that every year has once."""


class _Count(NamedTuple):
    kind: str
    turn: str
    unit: str
    answer: int
    difficulty: Difficulty
    places: tuple[str, ...]
    why: str


def _year(draws: Draws) -> int:
    return draws.between(*_YEARS)


def _date(draws: Draws, year: int) -> HebrewDate:
    return HebrewDate(year, draws.pick(sorted(_MONTHS)), draws.between(1, 29))


def _text(day: HebrewDate, language: Language) -> str:
    english, hebrew = _MONTHS[day.month]
    return (
        f"{day.day} ב{hebrew} {day.year}" if language == "he" else f"{day.day} {english} {day.year}"
    )


def _between(draws: Draws, language: Language) -> _Count:
    year = _year(draws)
    early, late = _date(draws, year), _date(draws, year + draws.between(2, 9))
    turn = {
        "en": f"In the fixed Hebrew calendar, how many days pass from {_text(early, 'en')} to "
        f"{_text(late, 'en')}? From a date to the next day one day passes.",
        "he": f"בלוח העברי הקבוע, כמה ימים עוברים מ-{_text(early, 'he')} עד {_text(late, 'he')}? "
        "מתאריך למחרתו עובר יום אחד.",
    }[language]
    days = cal.ordinal(late) - cal.ordinal(early)
    return _Count(
        "days-between",
        turn,
        "days",
        days,
        "hard",
        ("8:7", "8:8"),
        "The lengths of the years follow from the weekdays on which they begin.",
    )


def _gregorian(draws: Draws, language: Language) -> _Count:
    day = _date(draws, _year(draws))
    on = cal.gregorian(day)
    turn = {
        "en": f"In the fixed Hebrew calendar, the daylight of {_text(day, 'en')} falls on some "
        "Gregorian date. On which day of its Gregorian month?",
        "he": f"בלוח העברי הקבוע, היום של {_text(day, 'he')} (שעות האור) חל בתאריך גרגוריאני "
        "מסוים. באיזה יום בחודש הגרגוריאני?",
    }[language]
    return _Count(
        "gregorian", turn, "day of the month", on.day, "hard", ("8:7", "8:8"), f"It is {on}."
    )


def _molad(draws: Draws, language: Language) -> _Count:
    hours, parts, months = draws.below(24), draws.below(cal.HOUR_PARTS), draws.between(4, 40)
    turn = {
        "en": "By the arithmetic of Maimonides (Mishneh Torah, Sanctification of the New Month) "
        f"the molad of a month falls at {hours} hours and {parts} parts of its day (1080 parts to "
        f"the hour). The molad {months} months later falls at some full hours and how many parts? "
        "Give the parts alone, below 1080.",
        "he": 'לפי חשבון הרמב"ם (משנה תורה, הלכות קידוש החודש) חל מולד של חודש אחד בשעה '
        f"{hours} ו-{parts} חלקים של יומו (1080 חלקים בשעה). המולד שאחרי {months} חודשים חל בשעות "
        "שלמות ובכמה חלקים? השב בחלקים בלבד, פחות מ-1080.",
    }[language]
    left = (parts + months * cal.MONTH_PARTS) % cal.HOUR_PARTS
    return _Count(
        "molad",
        turn,
        "parts",
        left,
        "medium",
        ("6:3", "6:5"),
        "The months' 793 parts are added up and full hours cast out.",
    )


def _leaps(draws: Draws, language: Language) -> _Count:
    first = _year(draws)
    last = first + draws.between(40, 400)
    turn = {
        "en": "By the order of leap years that Maimonides gives (Mishneh Torah, Sanctification of "
        f"the New Month), how many leap years are there from the year {first} to the year {last}, "
        "both counted?",
        "he": 'לפי סדר השנים המעוברות שמביא הרמב"ם (משנה תורה, הלכות קידוש החודש), כמה שנים '
        f"מעוברות יש משנת {first} עד שנת {last}, ועד בכלל?",
    }[language]
    number = sum(map(cal.is_leap, range(first, last + 1)))
    return _Count(
        "leap-years",
        turn,
        "years",
        number,
        "medium",
        ("6:11",),
        "Seven in each cycle of nineteen, at fixed places.",
    )


_COUNTS: tuple[Callable[[Draws, Language], _Count], ...] = (_between, _molad, _gregorian, _leaps)


def number_of_the_calendar(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Return a whole number of the fixed calendar: days, parts, years or a date."""
    count = _COUNTS[(number + number // 2) % len(_COUNTS)](draws, language)
    return ComputedQuestion(
        slug=f"drawn-count-{number:02d}",
        task="computed_time",
        language=language,
        difficulty=count.difficulty,
        turn=f"{count.turn} {_WHOLE[language]}",
        ask=numeric_ask(count.unit, 0),
        answer=count.answer,
        cluster=f"cal-drawn-{number:02d}-{draws.below(1 << 32):08x}",
        tags=("calendar", "computed", count.kind),
        attribution=_BY,
        refs=tuple(Ref(_MT, place) for place in count.places),
        why=count.why,
    )


def order_of_dates(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Return four events of the calendar to put in order: new years, moladot or dates."""
    intro, events, gap = _ORDERS[(number // 2) % len(_ORDERS)](draws, language)
    lines, truth = arrange(events, "".join(draws.some(LABELS, len(LABELS))), gap=gap)
    return ComputedQuestion(
        slug=f"drawn-calendar-order-{number:02d}",
        task="order_of_times",
        language=language,
        difficulty="hard",
        turn=f"{intro}\n{lines}\n{ORDER_TAIL[language]}",
        ask=ORDER_ASK,
        answer={"order": truth},
        cluster=f"cal-drawn-order-{number:02d}-{draws.below(1 << 32):08x}",
        tags=("order", "calendar", "computed"),
        attribution=_BY,
        refs=(Ref(_MT, "6:8"), Ref(_MT, "8:7")),
        why="Each event is computed from the moladot and the lengths of the years.",
        few=True,
    )


_Made = tuple[str, tuple[Event, ...], float]


def _new_years(draws: Draws, language: Language) -> _Made:
    years = draws.some(range(*_YEARS), 4)
    days = [cal.gregorian(HebrewDate(year, cal.TISHREI, 1)) for year in years]
    intro = {
        "en": "In the fixed Hebrew calendar, take the Gregorian date of the daylight of 1 Tishrei "
        "of each of these years. Order the four by month and day within the Gregorian year, "
        "leaving the year's number aside:",
        "he": "בלוח העברי הקבוע, קח את התאריך הגרגוריאני של שעות האור של א' בתשרי בכל אחת מן השנים "
        "האלה. הסדר הוא לפי חודש ויום בתוך השנה הגרגוריאנית, בלי להתחשב במספר השנה:",
    }[language]
    word = {"en": "1 Tishrei", "he": "א' בתשרי"}[language]
    events = tuple(
        Event(f"{word} {year}", day.replace(year=2028).toordinal())
        for year, day in zip(years, days, strict=True)
    )
    return intro, events, 1


def _moladot(draws: Draws, language: Language) -> _Made:
    years = draws.some(range(*_YEARS), 4)
    intro = {
        "en": "By the arithmetic of Maimonides (Mishneh Torah, Sanctification of the New Month), "
        "which begins with the molad of Monday, 5 hours and 204 parts, compute the molad of "
        "Tishrei of each year. Order them by their place within their week, from the beginning "
        "of Saturday evening, when its first day begins, to the end of the Sabbath:",
        "he": 'לפי חשבון העיבור שברמב"ם (משנה תורה, הלכות קידוש החודש), שמתחיל במולד בהר"ד, חשב את '
        "מולד תשרי של כל אחת מן השנים. הסדר הוא לפי מקומו של המולד בתוך השבוע שלו, מתחילת ליל "
        "ראשון ועד סוף יום השבת:",
    }[language]
    word = {"en": "the molad of Tishrei", "he": "מולד תשרי של שנת"}[language]
    week = 7 * cal.DAY_PARTS
    events = tuple(
        Event(f"{word} {year}", cal.molad_parts(year, cal.TISHREI) % week) for year in years
    )
    return intro, events, 4 * cal.HOUR_PARTS / 60


def _lengths(draws: Draws, language: Language) -> _Made:
    year = _year(draws)
    spans = tuple(
        tuple(sorted((_date(draws, year + n), _date(draws, year + n)), key=cal.ordinal))
        for n in range(4)
    )
    intro = {
        "en": "Four spans of the fixed Hebrew calendar, each from one date to another of the same "
        "year. Here earliest means shortest and latest longest, by the number of days:",
        "he": "ארבעה פרקי זמן בלוח העברי הקבוע, כל אחד מתאריך אחד עד תאריך אחר באותה שנה. המוקדם "
        "הוא כאן הקצר ביותר במספר הימים, והמאוחר הארוך ביותר:",
    }[language]
    to = {"en": "from {} to {}", "he": "מ-{} עד {}"}[language]
    events = tuple(
        Event(
            to.format(_text(early, language), _text(late, language)),
            cal.ordinal(late) - cal.ordinal(early),
        )
        for early, late in spans
    )
    return intro, events, 1


_ORDERS: tuple[Callable[[Draws, Language], _Made], ...] = (_new_years, _moladot, _lengths)
