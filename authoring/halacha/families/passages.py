"""Drawn passages in Hebrew, made up, whose facts are asked for as a JSON object.

Each passage holds a correction or a remainder to be reckoned, so that copying numbers in their
order does not do. No ruling decides: what is tested is reading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from authoring.draws import Draws
from authoring.halacha.families.numerals import number_in_words
from authoring.halacha.lines import ComputedQuestion, Difficulty, Language, Ref
from authoring.lines import Row, object_schema

_TEN = 10
_MOST = 5000
_NAMES = ("ראובן", "שמעון", "לוי", "יהודה", "נפתלי", "אשר", "יששכר", "זבולון", "מנשה", "אפרים")
_DAYS = ("ראשון", "שני", "שלישי", "רביעי", "חמישי")


class _Field(NamedTuple):
    name: str
    about: dict[Language, str]
    value: int | str


class _Passage(NamedTuple):
    title: str
    text: str
    fields: tuple[_Field, ...]
    difficulty: Difficulty
    kind: str


def _box(draws: Draws) -> _Passage:
    opening, wrong, extra = draws.between(120, 480), draws.between(21, 79), draws.between(3, 19)
    gift, second = wrong + extra, draws.between(31, 99)
    poor, each = draws.between(4, 12), draws.between(7, 23)
    giver, taker = draws.some(_NAMES, 2)
    days = sorted(draws.some(_DAYS, 3), key=_DAYS.index)
    left = opening + gift + second - poor * each
    n = number_in_words
    text = (
        f"רשם הגבאי: בתחילת השבוע היו בקופת הצדקה {n(opening)} שקלים. ביום {days[0]} הביא {giver} "
        f"{n(wrong)} שקלים, וביום {days[1]} הביא {taker} {n(second)} שקלים. ביום {days[2]} חולקה "
        f"צדקה ל{n(poor)} עניים, {n(each)} שקלים לכל אחד. בסוף השבוע מצא הגבאי שטעה ברישום "
        f"הראשון: {giver} הביא {n(extra)} שקלים יותר ממה שנכתב, והכסף היה בקופה כל אותו שבוע."
    )
    return _Passage(
        "פנקס קופת הצדקה",
        text,
        (
            _Field(
                "opening",
                {
                    "en": "shekels in the box at the week's beginning",
                    "he": "שקלים בקופה בתחילת השבוע",
                },
                opening,
            ),
            _Field(
                "first_giver_gave",
                {
                    "en": "shekels that the first giver really brought",
                    "he": "שקלים שהביא באמת הנותן הראשון",
                },
                gift,
            ),
            _Field(
                "handed_out",
                {
                    "en": "shekels handed out to the poor in all",
                    "he": "שקלים שחולקו לעניים בסך הכול",
                },
                poor * each,
            ),
            _Field(
                "left",
                {
                    "en": "shekels in the box at the end, by the corrected account",
                    "he": "שקלים בקופה בסוף, לפי החשבון המתוקן",
                },
                left,
            ),
        ),
        "hard",
        "charity-box",
    )


def _vessels(draws: Draws) -> _Passage:
    brought = draws.between(24, 70)
    copper, rusty = draws.between(6, brought - 12), draws.between(2, 5)
    start, minutes = draws.between(6 * 60, 11 * 60), draws.between(25, 95)
    n = number_in_words
    text = (
        f"יומן המשגיח: לקראת הפסח הובאו לבית הכנסת {n(brought)} כלים להגעלה, {n(copper)} מהם של "
        f"נחושת וכל השאר של ברזל. היורה הועמדה על האש בשעה {start // 60:02d}:{start % 60:02d}, "
        f"והמים רתחו כעבור {n(minutes)} רגעים. {n(rusty)} מכלי הברזל נמצאו חלודים, והוחזרו "
        "לבעליהם בלי הגעלה; כל שאר הכלים הוגעלו."
    )
    boiled = start + minutes
    return _Passage(
        "יומן ההגעלה",
        text,
        (
            _Field(
                "iron", {"en": "iron vessels brought", "he": "כלי ברזל שהובאו"}, brought - copper
            ),
            _Field(
                "kashered",
                {"en": "vessels kashered, of both metals", "he": "כלים שהוגעלו, משתי המתכות"},
                brought - rusty,
            ),
            _Field(
                "iron_kashered",
                {"en": "iron vessels kashered", "he": "כלי ברזל שהוגעלו"},
                brought - copper - rusty,
            ),
            _Field(
                "boiled_at",
                {
                    "en": "when the water boiled, HH:MM (a moment here is a minute)",
                    "he": "מתי רתחו המים, HH:MM (רגע הוא כאן דקה)",
                },
                f"{boiled // 60:02d}:{boiled % 60:02d}",
            ),
        ),
        "medium",
        "vessels",
    )


def _study(draws: Draws) -> _Passage:
    pages, first_pace, days = draws.between(90, 240), draws.between(3, 5), draws.between(8, 16)
    pace = first_pace + draws.between(1, 3)
    left = pages - first_pace * days
    if left <= pace or left % pace:
        raise ValueError("the pages do not come out even")
    reader = draws.pick(_NAMES)
    n, of_days = number_in_words, "ימים" if days <= _TEN else "יום"
    text = (
        f"{reader} קיבל עליו ללמוד חיבור בן {n(pages)} דפים. {n(days)} {of_days} למד "
        f"{n(first_pace)} דפים בכל יום. אחר כך הוסיף על קצבו, ומאז ועד הסיום למד {n(pace)} דפים "
        "בכל יום, ולא דילג על אף יום ולא על אף דף."
    )
    return _Passage(
        "סדר הלימוד",
        text,
        (
            _Field("pages", {"en": "pages in the work", "he": "דפים בחיבור"}, pages),
            _Field(
                "first_part",
                {
                    "en": "pages learnt before the pace changed",
                    "he": "דפים שנלמדו קודם שהשתנה הקצב",
                },
                first_pace * days,
            ),
            _Field(
                "faster_days",
                {"en": "days at the faster pace", "he": "ימים בקצב המהיר"},
                left // pace,
            ),
            _Field(
                "all_days",
                {"en": "days from beginning to end", "he": "ימים מתחילה ועד סוף"},
                days + left // pace,
            ),
        ),
        "hard",
        "study",
    )


def _market(draws: Draws) -> _Passage:
    brought, spoilt = draws.between(60, 140), draws.between(5, 19)
    fit = brought - spoilt
    early, late = draws.between(20, 45), draws.between(3, 9)
    dear = late + draws.between(4, 12)
    n, seller = number_in_words, draws.pick(_NAMES)
    text = (
        f"לקראת חג הסוכות הביא {seller} לשוק {n(brought)} אתרוגים. בבדיקה נמצאו {n(spoilt)} מהם "
        f"פסולים, והוא לא מכר אותם. {n(early)} הראשונים נמכרו ב{n(dear)} שקלים האחד; ערב החג ירד "
        f"המחיר, וכל הכשרים שנשארו נמכרו ב{n(late)} שקלים האחד, עד האחרון שבהם."
    )
    return _Passage(
        "מכירת האתרוגים",
        text,
        (
            _Field("fit", {"en": "etrogim found fit", "he": "אתרוגים שנמצאו כשרים"}, fit),
            _Field(
                "sold_late",
                {"en": "etrogim sold at the lower price", "he": "אתרוגים שנמכרו במחיר הנמוך"},
                fit - early,
            ),
            _Field(
                "price_fell_by",
                {"en": "shekels by which the price of one fell", "he": "בכמה שקלים ירד מחיר האחד"},
                dear - late,
            ),
            _Field(
                "income",
                {"en": "shekels taken in all", "he": "שקלים שהתקבלו בסך הכול"},
                early * dear + (fit - early) * late,
            ),
        ),
        "hard",
        "market",
    )


def _feast(draws: Draws) -> _Passage:
    full, places = draws.between(4, 9), draws.between(8, 14)
    at_last = draws.between(3, places - 4)
    more = draws.between(3, places - at_last)
    n = number_in_words
    text = (
        f"לסעודת הברית ערכו שולחנות שווים, ובכל שולחן {n(places)} מקומות. בתחילת הסעודה היו "
        f"{n(full)} שולחנות מלאים, ובשולחן אחד נוסף, האחרון, ישבו {n(at_last)} אורחים בלבד. באמצע "
        f"הסעודה הגיעו עוד {n(more)} אורחים, וכולם התיישבו בשולחן האחרון; איש לא יצא."
    )
    return _Passage(
        "סדר הסעודה",
        text,
        (
            _Field("tables", {"en": "tables laid", "he": "שולחנות שנערכו"}, full + 1),
            _Field(
                "at_the_beginning",
                {"en": "guests at the beginning", "he": "אורחים בתחילת הסעודה"},
                full * places + at_last,
            ),
            _Field(
                "at_the_end",
                {"en": "guests at the end", "he": "אורחים בסוף הסעודה"},
                full * places + at_last + more,
            ),
            _Field(
                "empty_places",
                {"en": "places left empty at the end", "he": "מקומות שנשארו פנויים בסוף"},
                places - at_last - more,
            ),
        ),
        "medium",
        "feast",
    )


_PASSAGES: tuple[Callable[[Draws], _Passage], ...] = (
    _box,
    _vessels,
    _study,
    _market,
    _feast,
)
_INTRO: dict[Language, str] = {
    "en": "The passage shown is a made-up note in Hebrew. Answer with a JSON object by the schema, "
    "from the passage alone:",
    "he": "הקטע המוצג הוא רשימה בדויה. השב באובייקט JSON לפי הסכימה, על פי הקטע המוצג בלבד:",
}


def _schema(fields: tuple[_Field, ...]) -> Row:
    whole = {"type": "integer", "minimum": 0, "maximum": _MOST}
    text = {"type": "string", "maxLength": 5}
    return object_schema(
        {field.name: whole if isinstance(field.value, int) else text for field in fields}
    )


def facts_of_a_passage(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Return a question for four facts of a made-up passage, one or more to be computed."""
    passage = _PASSAGES[(number // 2) % len(_PASSAGES)](draws)
    listing = "\n".join(f"{field.name} - {field.about[language]}" for field in passage.fields)
    return ComputedQuestion(
        slug=f"drawn-passage-{number:02d}",
        task="structured_extraction",
        language=language,
        difficulty=passage.difficulty,
        turn=f"{_INTRO[language]}\n{listing}",
        ask={"answer_type": "json", "schema": _schema(passage.fields)},
        answer={field.name: field.value for field in passage.fields},
        cluster=f"made-up-{passage.kind}-{number:02d}-{draws.below(1 << 32):08x}",
        tags=("extraction", "computed", passage.kind),
        attribution="Digesta authors; a made-up passage",
        refs=(Ref("a made-up passage", passage.kind),),
        why="The passage was written around these facts.",
        shown={"title": passage.title, "text": passage.text},
    )
