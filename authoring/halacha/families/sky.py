"""Drawn questions of the sun: a clock time of one place and day; four moments in order."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from authoring.draws import Draws
from authoring.halacha import hours
from authoring.halacha.hours import Span
from authoring.halacha.lines import (
    LABELS,
    ORDER_ASK,
    ORDER_TAIL,
    ComputedQuestion,
    Event,
    Language,
    Ref,
    arrange,
    clock_time,
    numeric_ask,
)
from authoring.halacha.scene import HORIZON, TOWNS, Town, date_in, scene, town_in
from authoring.halacha.sun import Day

TOLERANCE_MINUTES = 2
GAP_SECONDS = 240
"""What neighbouring moments of an order lie apart at least."""
_FIRST, _DAYS = date(2027, 1, 1), 4 * 365
_ONE_DATE = 60.0
_DAY_SECONDS = 24 * 60 * 60
_NEAR = tuple(town for town in TOWNS if abs(town.place.longitude) < _ONE_DATE)
"""Towns whose sunrise and sunset fall on the date that a clock of UTC shows."""
_REF = (Ref("NOAA solar calculator", "sunrise equation"),)
_BY = "Digesta authors; computed (solar position after NOAA)"
_CLOCK_TAIL = {
    "en": "Answer as HH:MM (24-hour clock); an answer within 2 minutes is accepted.",
    "he": "השב בצורה HH:MM (שעון של 24 שעות); סטייה של עד 2 דקות מתקבלת.",
}


class _Point(NamedTuple):
    """A moment of the day as seasonal hours from its beginning, and what it is called."""

    hours: float
    en: str
    he: str


_POINTS = (
    _Point(
        hours.SHEMA,
        "the end of the third seasonal hour, the end of the time of the morning Shema",
        "סוף השעה הזמנית השלישית, סוף זמנה של קריאת שמע של שחרית",
    ),
    _Point(
        hours.PRAYER,
        "the end of the fourth seasonal hour, the proper end of the morning prayer",
        "סוף השעה הזמנית הרביעית, סוף זמנה של תפילת שחרית",
    ),
    _Point(
        hours.MINCHA_GEDOLA,
        "six and a half seasonal hours into the day (mincha gedola)",
        "שש שעות זמניות ומחצה מתחילת היום (מנחה גדולה)",
    ),
    _Point(
        hours.MINCHA_KETANA,
        "nine and a half seasonal hours into the day (mincha ketana)",
        "תשע שעות זמניות ומחצה מתחילת היום (מנחה קטנה)",
    ),
    _Point(
        hours.PLAG,
        "an hour and a quarter, seasonal, before the end of the day (plag ha-mincha)",
        "שעה ורבע זמניות קודם סוף היום (פלג המנחה)",
    ),
)


class _Opinion(NamedTuple):
    """Between which two ends the day is cut into twelve."""

    name: str
    en: str
    he: str


_OPINIONS = (
    _Opinion("gra", "the day runs from sunrise to sunset", "היום נמשך מן הנץ עד השקיעה"),
    _Opinion(
        "ma-72",
        "the day runs from 72 fixed minutes before sunrise to 72 fixed minutes after sunset",
        "היום נמשך מ-72 דקות קבועות קודם הנץ עד 72 דקות קבועות אחרי השקיעה",
    ),
    _Opinion(
        "ma-16",
        "the day runs from dawn to the appearance of the stars, which are here the two moments "
        "when the centre of the sun is 16.1 degrees below the horizon of an observer at sea level",
        "היום נמשך מעלות השחר עד צאת הכוכבים, שהם כאן שני הרגעים שבהם מרכז השמש נמצא 16.1 מעלות "
        "מתחת לאופק של צופה בגובה פני הים",
    ),
)


_NAMES = {
    "en": ("from sunrise to sunset: ", "from 72 minutes before to 72 minutes after: "),
    "he": ("מן הנץ עד השקיעה: ", "מ-72 דקות לפני עד 72 דקות אחרי: "),
}
"""What the first two reckonings are called in a list of moments."""


def _span(opinion: _Opinion, town: Town, day: Day) -> Span:
    if opinion.name == "ma-16":
        return hours.between_degrees(town.place, day, 16.1)
    return hours.daylight(town.place, day, more_minutes=72 if opinion.name == "ma-72" else 0)


def _where_and_when(draws: Draws) -> tuple[Town, Day]:
    town = draws.pick(TOWNS)
    on = _FIRST + timedelta(days=draws.below(_DAYS))
    return town, Day(on, 60 * round(town.place.longitude / 15))


def clock_time_of_a_day(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Return a clock time of one place and day, by one of three reckonings of the day."""
    town, day = _where_and_when(draws)
    point, opinion = draws.pick(_POINTS), _OPINIONS[number % len(_OPINIONS)]
    moment = _span(opinion, town, day).hour(point.hours)
    if not 0 < moment < _DAY_SECONDS:
        raise ValueError("the moment falls on another date of the clock")
    if language == "he":
        sentence = (
            f"לפי שיטה אחת {opinion.he}, והוא מתחלק לשתים עשרה שעות זמניות שוות. באיזו שעה בשעון "
            f"חל, לשיטה זו, הרגע הזה: {point.he}?"
        )
    else:
        sentence = (
            f"By one reckoning {opinion.en}, and is cut into twelve equal seasonal hours (sha'ot "
            f"zmaniyot). At what clock time, by this reckoning, does this moment fall: {point.en}?"
        )
    horizon = "" if opinion.name == "ma-16" else f"{HORIZON[language]} "
    return ComputedQuestion(
        slug=f"drawn-clock-{number:02d}",
        task="computed_time",
        language=language,
        difficulty="medium" if opinion.name == "gra" else "hard",
        turn=f"{scene(town, day, language)} {horizon}{sentence} {_CLOCK_TAIL[language]}",
        ask=numeric_ask("clock", TOLERANCE_MINUTES),
        answer=clock_time(moment),
        cluster=f"zm-drawn-{town.en.lower().replace(' ', '-')}-{day.date}",
        tags=("zmanim", "computed", opinion.name),
        attribution=_BY,
        refs=_REF,
        why=f"{point.hours} of twelve seasonal hours; {opinion.en}.",
    )


def order_of_moments(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Return four moments to put in order: of one day by two reckonings, or of four towns."""
    family = _by_opinion if number % 2 == number // 2 % 2 else _in_towns
    intro, events, tags = family(draws, language)
    key = "".join(draws.some(LABELS, len(LABELS)))
    lines, truth = arrange(events, key, gap=GAP_SECONDS)
    return ComputedQuestion(
        slug=f"drawn-sky-order-{number:02d}",
        task="order_of_times",
        language=language,
        difficulty="hard" if family is _by_opinion else "easy",
        turn=f"{intro}\n{lines}\n{ORDER_TAIL[language]}",
        ask=ORDER_ASK,
        answer={"order": truth},
        cluster=f"zm-drawn-order-{number:02d}-{draws.below(1 << 32):08x}",
        tags=("order", "zmanim", "computed", *tags),
        attribution=_BY,
        refs=_REF,
        why="The four moments are computed from the given coordinates and put in order.",
        few=True,
    )


_Made = tuple[str, tuple[Event, ...], tuple[str, ...]]


def _by_opinion(draws: Draws, language: Language) -> _Made:
    town, day = _where_and_when(draws)
    points = draws.some(_POINTS, 2)
    names = _NAMES[language]
    events = tuple(
        Event(f"{name}{point.he if language == 'he' else point.en}", span.hour(point.hours))
        for name, span in zip(
            names, (_span(opinion, town, day) for opinion in _OPINIONS[:2]), strict=True
        )
        for point in points
    )
    if language == "he":
        how = (
            "שתי דרכים למדוד את היום, ובשתיהן הוא מתחלק לשתים עשרה שעות זמניות: מן הנץ עד השקיעה, "
            "או מ-72 דקות קבועות לפני הנץ עד 72 דקות קבועות אחרי השקיעה. ארבעה רגעים של היום הזה:"
        )
    else:
        how = (
            "The day is measured in two ways, and in both it is cut into twelve seasonal hours: "
            "from sunrise to sunset, or from 72 fixed minutes before sunrise to 72 fixed minutes "
            "after sunset. Four moments of this day:"
        )
    return f"{scene(town, day, language)} {HORIZON[language]} {how}", events, ("gra", "ma-72")


def _in_towns(draws: Draws, language: Language) -> _Made:
    four = draws.some(_NEAR, 4)
    day = Day(_FIRST + timedelta(days=draws.below(_DAYS)), 0)
    rising = bool(draws.below(2))
    events = tuple(
        Event(town_in(town, language), light.start if rising else light.end)
        for town in four
        for light in (hours.daylight(town.place, day),)
    )
    when = date_in(day.date, language)
    if language == "he":
        event = "הנץ החמה" if rising else "השקיעה"
        intro = (
            f"ארבע ערים, {when}, כולן לפי שעון אחד המראה UTC. {HORIZON['he']} הסדר הוא לפי השעה "
            f"שהשעון הזה מראה ברגע {event} של אותו תאריך בכל עיר:"
        )
    else:
        event = "sunrise" if rising else "sunset"
        intro = (
            f"Four towns on {when}, all on one clock that shows UTC. {HORIZON['en']} Order the "
            f"towns by the time that this clock shows at the {event} of that date in each:"
        )
    return intro, events, ("sunrise" if rising else "sunset",)
