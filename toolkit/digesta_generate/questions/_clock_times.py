"""Ten clock times of one place and date: what the sun computes and a ruling asks for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from digesta_generate.questions import _hours as hours
from digesta_generate.questions import _scene as towns
from digesta_generate.questions._rows import (
    Asked,
    Difficulty,
    Language,
    Ref,
    clock_time,
    numeric_ask,
)
from digesta_generate.questions._scene import HORIZON, Town, scene
from digesta_generate.questions.sun import Day, Place

TOLERANCE_MINUTES = 2
_SA, _MB = "Shulchan Arukh, Orach Chayim", "Mishnah Berurah"
_TAIL = {
    "en": "Answer as HH:MM (24-hour clock); an answer within 2 minutes is accepted.",
    "he": "השב בצורה HH:MM (שעון של 24 שעות); סטייה של עד 2 דקות מתקבלת.",
}
_TWELVE = {
    "en": "in twelve seasonal hours (sha'ot zmaniyot)",
    "he": "בשתים עשרה שעות זמניות",
}


class _Time(NamedTuple):
    slug: str
    language: Language
    difficulty: Difficulty
    scene: tuple[Town, Day]
    turn: str
    moment: Callable[[Place, Day], float]
    tags: tuple[str, ...]
    ruling: str
    refs: tuple[Ref, ...]
    why: str


_TIMES = (
    _Time(
        slug="zman-shema",
        language="en",
        difficulty="hard",
        scene=(towns.BUENOS_AIRES, Day(date(2027, 12, 10), -180)),
        turn=(
            f"{HORIZON['en']} The Mishnah Berurah brings the opinion of the Magen Avraham, who "
            "counts the hours of the day from dawn. Reckon the day by it from dawn to the "
            f"appearance of the stars, {_TWELVE['en']}, with dawn 72 fixed minutes before sunrise "
            "and the stars 72 fixed minutes after sunset. At what clock time does the period end "
            "that the Shulchan Arukh (Orach Chayim) sets for the morning Shema?"
        ),
        moment=lambda place, day: hours.daylight(place, day, more_minutes=72).hour(hours.SHEMA),
        tags=("shema", "magen-avraham"),
        ruling="Shulchan Arukh, Orach Chayim, laws of the Shema, and Mishnah Berurah",
        refs=(
            Ref(_SA, "58:1", "עד סוף ג' שעות שהוא רביע היום"),
            Ref(_MB, "58:4", "ומונין אלו הג' שעות מזמן עמוד השחר"),
        ),
        why=(
            "The time lasts for a quarter of the day, here counted from dawn: the third seasonal "
            "hour."
        ),
    ),
    _Time(
        slug="zman-prayer",
        language="he",
        difficulty="hard",
        scene=(towns.LONDON, Day(date(2028, 6, 21), 60)),
        turn=(
            f'{HORIZON["he"]} כדעת הגר"א מחשבים את היום מן הנץ עד השקיעה, {_TWELVE["he"]}. לפי '
            "השולחן ערוך (אורח חיים), באיזו שעה בשעון מסתיים הזמן שבו יש לתפילת שחרית שכר של תפילה "
            "בזמנה?"
        ),
        moment=lambda place, day: hours.daylight(place, day).hour(hours.PRAYER),
        tags=("shacharit", "gra"),
        ruling="Shulchan Arukh, Orach Chayim, laws of prayer, and Mishnah Berurah",
        refs=(
            Ref(_SA, "89:1", "עד סוף ד' שעות שהוא שליש היום"),
            Ref(_MB, "89:5", 'שהיום מתחלק לי"ב חלקים'),
        ),
        why=(
            "The proper time lasts for a third of the day, four seasonal hours; later prayer lacks "
            "the reward of prayer in its time."
        ),
    ),
    _Time(
        slug="zman-mincha-gedola",
        language="en",
        difficulty="hard",
        scene=(towns.JOHANNESBURG, Day(date(2027, 7, 12), 120)),
        turn=(
            f"{HORIZON['en']} The day is counted from sunrise to sunset, as the Vilna Gaon (GRA) "
            f"holds, {_TWELVE['en']}; half hours are halves of these. According to the Shulchan "
            "Arukh (Orach Chayim), from what clock time on has one who prayed the afternoon prayer "
            "fulfilled the duty, although its main time comes only later?"
        ),
        moment=lambda place, day: hours.daylight(place, day).hour(hours.MINCHA_GEDOLA),
        tags=("mincha-gedola", "gra"),
        ruling="Shulchan Arukh, Orach Chayim, laws of the afternoon prayer",
        refs=(Ref(_SA, "233:1", "תפלת המנחה לאחר שש שעות ומחצה ולמעלה יצא"),),
        why="One who prays after six and a half seasonal hours has fulfilled the duty.",
    ),
    _Time(
        slug="zman-mincha-ketana",
        language="he",
        difficulty="hard",
        scene=(towns.PARIS, Day(date(2028, 3, 13), 60)),
        turn=(
            f"מחשבים את היום מעלות השחר עד צאת הכוכבים, {_TWELVE['he']}, וחצאי השעות הם חצאים של "
            "אלה. עלות השחר וצאת הכוכבים הם כאן הרגעים שבהם מרכז השמש נמצא 16.1 מעלות מתחת לאופק "
            "של צופה בגובה פני הים. לפי השולחן ערוך (אורח חיים), באיזו שעה בשעון מתחיל עיקר זמנה "
            "של תפילת המנחה?"
        ),
        moment=lambda place, day: hours.between_degrees(place, day, 16.1).hour(hours.MINCHA_KETANA),
        tags=("mincha-ketana", "dawn-to-nightfall"),
        ruling="Shulchan Arukh, Orach Chayim, laws of the afternoon prayer, and Mishnah Berurah",
        refs=(
            Ref(_SA, "233:1", "ועיקר זמנה מט' שעות ומחצה ולמעלה"),
            Ref(_MB, "233:4", "מעמוד השחר עד צאת הכוכבים"),
        ),
        why=(
            "The main time begins at nine and a half seasonal hours, here of the day from dawn to "
            "the stars."
        ),
    ),
    _Time(
        slug="zman-plag",
        language="en",
        difficulty="hard",
        scene=(towns.NEW_YORK, Day(date(2027, 9, 3), -240)),
        turn=(
            f"The day is a Friday. {HORIZON['en']} The Mishnah Berurah names a point of Friday "
            "afternoon before which accepting the Sabbath has no effect at all. By the opinion "
            f"that counts the day from dawn to the appearance of the stars, {_TWELVE['en']}, with "
            "dawn 72 fixed minutes before sunrise and the stars 72 fixed minutes after sunset, at "
            "what clock time does that point come?"
        ),
        moment=lambda place, day: hours.daylight(place, day, more_minutes=72).hour(hours.PLAG),
        tags=("plag", "dawn-to-nightfall"),
        ruling="Mishnah Berurah, laws of the Sabbath and of the afternoon prayer",
        refs=(
            Ref(_MB, "261:25", "אם קיבל עליו השבת קודם פלג המנחה אין"),
            Ref(_MB, "233:4", 'שעה ורביע קודם צה"כ'),
        ),
        why=(
            "The point is plag ha-mincha, an hour and a quarter before the end of the day, which "
            "by this opinion is the appearance of the stars."
        ),
    ),
    _Time(
        slug="zman-stopping-work",
        language="en",
        difficulty="medium",
        scene=(towns.TORONTO, Day(date(2029, 1, 26), -300)),
        turn=(
            f"The day is a Friday. {HORIZON['en']} The Mishnah Berurah praises one who strictly "
            "stops work some while before sunset to bring in the Sabbath, and names a longer and a "
            "shorter such span, in fixed hours of sixty minutes. By the shorter one, at what clock "
            "time does he stop?"
        ),
        moment=lambda place, day: hours.daylight(place, day).end - 20 * 60,
        tags=("sabbath-eve", "sunset"),
        ruling="Mishnah Berurah, laws of lighting the Sabbath lamps",
        refs=(Ref(_MB, "261:23", 'חצי שעה או עכ"פ שליש שעה קודם שקיעה'),),
        why=(
            "Half an hour, or at any rate a third of one, before sunset: the shorter is 20 minutes."
        ),
    ),
    _Time(
        slug="zman-chametz",
        language="he",
        difficulty="medium",
        scene=(towns.CASABLANCA, Day(date(2028, 4, 10), 60)),
        turn=(
            f'היום ערב פסח. {HORIZON["he"]} כדעת הגר"א מחשבים את היום מן הנץ עד השקיעה, '
            f"{_TWELVE['he']}. לפי השולחן ערוך (אורח חיים) והמשנה ברורה, מאיזו שעה בשעון החמץ אסור "
            "בהנאה מן התורה, ולא רק מגזירת חכמים?"
        ),
        moment=lambda place, day: hours.daylight(place, day).hour(hours.MIDDAY),
        tags=("erev-pesach", "midday", "gra"),
        ruling="Shulchan Arukh, Orach Chayim, laws of Pesach, and Mishnah Berurah",
        refs=(
            Ref(_SA, "443:1", "חמץ מו' שעות ולמעלה ביום י\"ד אסור בהנאה"),
            Ref(_MB, "443:6", "גזירה אטו שעה שביעית דאסור מן התורה"),
        ),
        why=(
            "The ban of the Torah begins after six seasonal hours, at midday; the sixth hour is "
            "forbidden by decree only."
        ),
    ),
    _Time(
        slug="zman-nightfall",
        language="he",
        difficulty="easy",
        scene=(towns.JERUSALEM, Day(date(2028, 8, 12), 180)),
        turn=(
            "היום שבת. המשנה ברורה מזהיר שלא לעשות מלאכה במוצאי שבת עד שייראו שלושה כוכבים קטנים. "
            "הנח שהם נראים כשמרכז השמש נמצא 8.5 מעלות מתחת לאופק של צופה בגובה פני הים. עד איזו "
            "שעה בשעון נמשכת אזהרה זו?"
        ),
        moment=lambda place, day: hours.nightfall(place, day, 8.5),
        tags=("nightfall", "degrees"),
        ruling="Mishnah Berurah, laws of the Sabbath",
        refs=(Ref(_MB, "261:23", "עד שיראו ג' כוכבים קטנים"),),
        why="Work is to be left until three small stars are seen; the moment is given by degrees.",
    ),
    _Time(
        slug="zman-sunrise",
        language="he",
        difficulty="easy",
        scene=(towns.ANTWERP, Day(date(2027, 10, 5), 120)),
        turn=(
            f"{HORIZON['he']} השולחן ערוך (אורח חיים) מביא את הנהגת הוותיקים כמצווה מן המובחר "
            "בקריאת שמע של שחרית. לפי הנהגה זו, באיזו שעה בשעון מסיימים את קריאת שמע וברכותיה "
            "ומתחילים מיד את התפילה?"
        ),
        moment=lambda place, day: hours.daylight(place, day).start,
        tags=("sunrise", "shema"),
        ruling="Shulchan Arukh, Orach Chayim, laws of the Shema",
        refs=(Ref(_SA, "58:1", 'כדי שיסיים ק"ש וברכותיה עם הנץ החמה'),),
        why="They finish the Shema and its blessings with sunrise and join the prayer to it.",
    ),
    _Time(
        slug="zman-dawn",
        language="en",
        difficulty="easy",
        scene=(towns.MELBOURNE, Day(date(2028, 2, 18), 660)),
        turn=(
            "According to the Shulchan Arukh (Orach Chayim), one who said the morning prayer "
            "before its proper beginning at sunrise has still fulfilled the duty if dawn had come "
            "and the east was lit. Take this as the moment when the centre of the sun is 16.1 "
            "degrees below the horizon of an observer at sea level. At what clock time is it?"
        ),
        moment=lambda place, day: hours.between_degrees(place, day, 16.1).start,
        tags=("dawn", "degrees"),
        ruling="Shulchan Arukh, Orach Chayim, laws of prayer",
        refs=(Ref(_SA, "89:1", "ואם התפלל משעלה עמוד השחר והאיר פני המזרח"),),
        why="Prayer from dawn on, when the east is lit, fulfils the duty; degrees give the moment.",
    ),
)


def clock_times() -> tuple[Asked, ...]:
    """Return the ten questions, each with its time of day as the truth."""
    return tuple(map(_asked, _TIMES))


def _asked(time: _Time) -> Asked:
    town, day = time.scene
    set_in = scene(town, day, time.language)
    kind = time.slug.removeprefix("zman-")
    return Asked(
        slug=time.slug,
        task="computed_time",
        language=time.language,
        difficulty=time.difficulty,
        turn=f"{set_in} {time.turn} {_TAIL[time.language]}",
        ask=numeric_ask("clock", TOLERANCE_MINUTES),
        answer=clock_time(time.moment(town.place, day)),
        cluster=f"zm-{kind}-{town.en.lower().replace(' ', '-')}-{day.date}",
        tags=("zmanim", "computed", *time.tags),
        attribution=(
            f"Digesta authors; computed (solar position after NOAA); ruling after {time.ruling}"
        ),
        refs=time.refs,
        why=time.why,
    )
