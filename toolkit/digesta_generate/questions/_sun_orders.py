"""Eight orders of four moments that the sun sets: by opinion, by town, by definition."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from digesta_generate.questions import _hours as hours
from digesta_generate.questions import _scene as towns
from digesta_generate.questions._hours import Span
from digesta_generate.questions._rows import (
    ORDER_ASK,
    Asked,
    Difficulty,
    Event,
    Language,
    Ref,
    arranged,
)
from digesta_generate.questions._scene import HORIZON, Town, clock_in, date_in, scene, town_in
from digesta_generate.questions.sun import Day

GAP_SECONDS = 240
"""What neighbouring moments lie apart at least."""
TAIL = {
    "en": "Put the four in order from earliest to latest, as a JSON object with the key order.",
    "he": "סדר את הארבעה מן המוקדם אל המאוחר, באובייקט JSON עם המפתח order.",
}
_DEGREES_16 = 16.1
_OPINIONS_HE = (
    'שתי שיטות בחשבון היום, ובשתיהן הוא מתחלק לשתים עשרה שעות זמניות: לשיטת הגר"א מן הנץ עד '
    "השקיעה; לשיטת המגן אברהם מעלות השחר עד צאת הכוכבים, שנקבעים כאן ברגעים שבהם מרכז השמש "
    "16.1 מעלות מתחת לאופק."
)


class _Order(NamedTuple):
    slug: str
    language: Language
    difficulty: Difficulty
    intro: str
    key: str
    events: tuple[Event, ...]
    cluster: str
    tags: tuple[str, ...]
    why: str


def sun_orders() -> tuple[Asked, ...]:
    """Return the eight questions, each with the order of its moments as the truth."""
    made = (
        _shema_and_prayer(),
        _lamps_and_plag(),
        _mincha_and_plag(),
        _sunsets(),
        _sunrises(),
        _middays(),
        _nightfalls(),
        _shema_in_towns(),
    )
    return tuple(map(_asked, made))


def _asked(order: _Order) -> Asked:
    lines, key = arranged(order.events, order.key, gap=GAP_SECONDS)
    return Asked(
        slug=order.slug,
        task="order_of_times",
        language=order.language,
        difficulty=order.difficulty,
        turn=f"{order.intro}\n{lines}\n{TAIL[order.language]}",
        ask=ORDER_ASK,
        answer={"order": key},
        cluster=order.cluster,
        tags=("order", "zmanim", "computed", *order.tags),
        attribution="Digesta authors; computed (solar position after NOAA)",
        refs=(Ref("NOAA solar calculator", "sunrise equation"),),
        why=order.why,
    )


def _by_opinion(town: Town, day: Day, named: dict[str, float]) -> tuple[Event, ...]:
    spans = {
        'לשיטת הגר"א': hours.daylight(town.place, day),
        "לשיטת המגן אברהם": hours.between_degrees(town.place, day, _DEGREES_16),
    }
    return tuple(
        Event(f"{name} {opinion}", span.hour(hour))
        for name, hour in named.items()
        for opinion, span in spans.items()
    )


def _shema_and_prayer() -> _Order:
    town, day = towns.HELSINKI, Day(date(2027, 12, 20), 120)
    ends = {"סוף זמן קריאת שמע": hours.SHEMA, "סוף זמן תפילת שחרית": hours.PRAYER}
    return _Order(
        slug="order-shema-and-prayer",
        language="he",
        difficulty="hard",
        intro=(
            f"{scene(town, day, 'he')} {HORIZON['he']} {_OPINIONS_HE} זמן קריאת שמע נמשך עד סוף "
            "שלוש שעות מתחילת היום, וזמן תפילת שחרית עד סוף ארבע."
        ),
        key="badc",
        events=_by_opinion(town, day, ends),
        cluster=f"zm-order-helsinki-{day.date}",
        tags=("shema", "shacharit", "gra", "magen-avraham"),
        why=(
            "In a northern winter dawn is so early that the end of prayer by one opinion comes "
            "before the end of the Shema by the other."
        ),
    )


def _lamps_and_plag() -> _Order:
    town, day = towns.AMSTERDAM, Day(date(2027, 12, 24), 60)
    light = hours.daylight(town.place, day)
    wide = hours.daylight(town.place, day, more_minutes=72)
    return _Order(
        slug="order-lamps-and-plag",
        language="en",
        difficulty="hard",
        intro=(
            f"{scene(town, day, 'en')} The day is a Friday. {HORIZON['en']} Plag ha-mincha is one "
            "and a quarter seasonal hours (sha'ot zmaniyot) before the end of the day. After the "
            "Vilna Gaon (GRA) the day's twelve seasonal hours run from sunrise to sunset; after "
            "the Magen Avraham they run from 72 fixed minutes before sunrise to 72 fixed minutes "
            "after sunset."
        ),
        key="adbc",
        events=(
            Event("plag ha-mincha after the GRA", light.hour(hours.PLAG)),
            Event("plag ha-mincha after the Magen Avraham", wide.hour(hours.PLAG)),
            Event("lighting the lamps, 18 fixed minutes before sunset", light.end - 18 * 60),
            Event("sunset", light.end),
        ),
        cluster=f"zm-order-amsterdam-{day.date}",
        tags=("plag", "sabbath-eve", "gra", "magen-avraham"),
        why="On a short day plag by the wider count falls after sunset.",
    )


def _mincha_and_plag() -> _Order:
    town, day = towns.STOCKHOLM, Day(date(2028, 1, 20), 60)
    points = {"תחילת מנחה קטנה": hours.MINCHA_KETANA, "פלג המנחה": hours.PLAG}
    return _Order(
        slug="order-mincha-and-plag",
        language="he",
        difficulty="hard",
        intro=(
            f"{scene(town, day, 'he')} {HORIZON['he']} {_OPINIONS_HE} מנחה קטנה מתחילה אחרי תשע "
            "שעות ומחצה מתחילת היום, ופלג המנחה הוא אחרי אחת עשרה שעות פחות רבע."
        ),
        key="cbad",
        events=_by_opinion(town, day, points),
        cluster=f"zm-order-stockholm-{day.date}",
        tags=("mincha-ketana", "plag", "gra", "magen-avraham"),
        why=(
            "The wider count is so much longer here that its mincha ketana follows the other's "
            "plag."
        ),
    )


def _sunsets() -> _Order:
    four = (towns.WARSAW, towns.BAKU, towns.ADDIS_ABABA, towns.ANTANANARIVO)
    day = Day(date(2028, 12, 10), 0)
    return _Order(
        slug="order-sunsets",
        language="en",
        difficulty="easy",
        intro=(
            f"Four towns on {date_in(day.date, 'en')}, all on one clock that shows UTC. "
            f"{HORIZON['en']} Order the towns by the moment of that date's sunset."
        ),
        key="dacb",
        events=_in_towns(four, day, "en", lambda light: light.end),
        cluster=f"zm-order-sunsets-{day.date}",
        tags=("sunset",),
        why="Both the longitude and the length of the December day decide.",
    )


def _sunrises() -> _Order:
    four = (towns.REYKJAVIK, towns.DAKAR, towns.MADRID, towns.CAPE_TOWN)
    day = Day(date(2028, 7, 3), 0)
    return _Order(
        slug="order-sunrises",
        language="he",
        difficulty="easy",
        intro=(
            f"ארבע ערים, {date_in(day.date, 'he')}, כולן לפי שעון אחד המראה UTC. {HORIZON['he']} "
            "הסדר הוא לפי רגע הנץ החמה של אותו תאריך בכל עיר."
        ),
        key="dcab",
        events=_in_towns(four, day, "he", lambda light: light.start),
        cluster=f"zm-order-sunrises-{day.date}",
        tags=("sunrise",),
        why="The northernmost town is the westernmost, and yet its July sun rises first.",
    )


def _middays() -> _Order:
    zones = ((towns.MADRID, 60), (towns.WARSAW, 60), (towns.ISTANBUL, 180), (towns.BEIJING, 480))
    on = date(2028, 11, 1)
    events = tuple(
        Event(
            f"{town_in(town, 'en')}, {clock_in(minutes)}",
            hours.daylight(town.place, Day(on, minutes)).hour(hours.MIDDAY),
        )
        for town, minutes in zones
    )
    return _Order(
        slug="order-middays",
        language="en",
        difficulty="medium",
        intro=(
            f"Four towns on {date_in(on, 'en')}, each with its own fixed clock as given beside it. "
            f"{HORIZON['en']} Midday (chatzot) is the middle between sunrise and sunset. Order the "
            "towns by the time of day that each town's own clock shows at its midday."
        ),
        key="bcda",
        events=events,
        cluster=f"zm-order-middays-{on}",
        tags=("midday",),
        why="Midday on a clock follows from the place's distance from the clock's own meridian.",
    )


def _nightfalls() -> _Order:
    town, day = towns.EDINBURGH, Day(date(2028, 5, 16), 60)
    end = hours.daylight(town.place, day).end
    fixed = (Event(f"{m} דקות קבועות אחרי השקיעה", end + 60 * m) for m in (50, 72))
    degrees = (
        Event(
            f"הרגע שבו מרכז השמש נמצא {angle} מעלות מתחת לאופק",
            hours.nightfall(town.place, day, angle),
        )
        for angle in (7.083, 8.5)
    )
    return _Order(
        slug="order-nightfalls",
        language="he",
        difficulty="medium",
        intro=(
            f"{scene(town, day, 'he')} {HORIZON['he']} ארבע דרכים לקבוע את צאת הכוכבים של אותו ערב:"
        ),
        key="acbd",
        events=(*fixed, *degrees),
        cluster=f"zm-order-edinburgh-{day.date}",
        tags=("nightfall", "degrees"),
        why="In a northern May the sun sinks so slowly that fixed minutes and degrees interleave.",
    )


def _shema_in_towns() -> _Order:
    four = (towns.OSLO, towns.TUNIS, towns.KYIV, towns.KAMPALA)
    day = Day(date(2028, 6, 19), 0)
    return _Order(
        slug="order-shema-in-towns",
        language="en",
        difficulty="hard",
        intro=(
            f"Four towns on {date_in(day.date, 'en')}, all on one clock that shows UTC. "
            f"{HORIZON['en']} After the Vilna Gaon (GRA) the day runs from sunrise to sunset in "
            "twelve seasonal hours (sha'ot zmaniyot), and the time of the morning Shema ends after "
            "three of them. Order the towns by the moment when it ends."
        ),
        key="cdba",
        events=_in_towns(four, day, "en", lambda light: light.hour(hours.SHEMA)),
        cluster=f"zm-order-shema-towns-{day.date}",
        tags=("shema", "gra"),
        why="A quarter of each town's day is added to its own sunrise.",
    )


def _in_towns(
    four: tuple[Town, ...], day: Day, language: Language, moment: Callable[[Span], float]
) -> tuple[Event, ...]:
    return tuple(
        Event(town_in(town, language), moment(hours.daylight(town.place, day))) for town in four
    )
