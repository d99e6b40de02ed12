"""Drawn questions of plain rulings that turn on measures: domains, pots, spoons, companies.

Each ruling is one or two seifim of the Shulchan Arukh whose words set the limits; the draw sets
the measures, and never lies in a range on which authorities named there differ.
"""

from __future__ import annotations

from authoring.draws import Draws
from authoring.halacha.lines import ComputedQuestion, Language, Ref, numeric_ask

_OC, _YD = "Shulchan Arukh, Orach Chayim", "Shulchan Arukh, Yoreh De'ah"
_SIXTY = 60
_BY = "Digesta authors; ruling after Shulchan Arukh"
_MEAT_AND_MILK = f"{_BY}, Yoreh De'ah, laws of meat and milk"
_DOMAINS = {
    "public": ("public domain", "רשות הרבים"),
    "private": ("private domain", "רשות היחיד"),
    "karmelit": ("karmelit", "כרמלית"),
    "exempt": ("exempt place (makom petur)", "מקום פטור"),
}
_KINDS = tuple(_DOMAINS)


def _pick(pair: tuple[str, str], language: Language) -> str:
    return pair[language == "he"]


def domain_of_a_place(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Ask which domain a block, or a pit, in a full public domain is (345:10, 345:11)."""
    pit = number % 4 >= 2  # noqa: PLR2004 - two of each, in both languages
    wanted = _KINDS[(number + number // 4) % len(_KINDS)]
    deep, wide = _measures(draws, wanted)
    shape = _pick(("pit", "גומה") if pit else ("block of stone", "גוש אבן"), language)
    if language == "he":
        size = f"{'עומקה' if pit else 'גובהו'} {deep} טפחים ושטחה העליון"
        size = size if pit else f"גובהו {deep} טפחים ושטחו העליון"
        turn = (
            f"בלב רשות הרבים גמורה {'יש' if pit else 'עומד'} {shape}: {size} {wide} על {wide} "
            "טפחים. אין לו מחיצה אחרת. לפי השולחן ערוך (אורח חיים), מה דין המקום הזה לעניין שבת? "
            "בחר אחת מן התשובות."
        ).replace("אין לו", "אין לה" if pit else "אין לו")
    else:
        measure = "deep" if pit else "high"
        turn = (
            f"In the middle of a full public domain there is a {shape}, {deep} handbreadths "
            f"(tefachim) {measure}; its {'opening' if pit else 'top'} measures {wide} by {wide} "
            "handbreadths, and nothing else encloses it. According to the Shulchan Arukh (Orach "
            "Chayim), what is the place for the laws of Shabbat? Choose one of the listed "
            "answers."
        )
    place = "345:11" if pit else "345:10"
    words = (
        "משלש עד עשרה אם רחבה ארבעה הוי כרמלית" if pit else "אינו רחב ארבע על ארבע הוי מקום פטור"
    )
    return ComputedQuestion(
        slug=f"drawn-domain-{number:02d}",
        task="carrying_melacha",
        language=language,
        difficulty="medium",
        turn=turn,
        ask={
            "answer_type": "enum",
            "choices": [_pick(pair, language) for pair in _DOMAINS.values()],
        },
        answer=_pick(_DOMAINS[wanted], language),
        cluster=f"oc-345-{'pit' if pit else 'block'}",
        tags=("domains", "computed"),
        attribution=f"{_BY}, Orach Chayim, laws of Shabbat",
        refs=(Ref(_OC, place, words),),
        why=f"{deep} by {wide} handbreadths: {_DOMAINS[wanted][0]}.",
        few=True,
    )


def _measures(draws: Draws, wanted: str) -> tuple[int, int]:
    """Return depth (or height) and width; nothing from 9 up to 10, where people's shoulders count.

    No pit of ten and more that is narrower than four: the seif does not speak of it.
    """
    wide, narrow = draws.between(5, 12), draws.between(2, 3)
    middling = draws.between(3, 8)
    return {
        "public": (2, draws.pick((wide, narrow))),
        "private": (draws.between(10, 19), wide),
        "karmelit": (middling, wide),
        "exempt": (middling, narrow),
    }[wanted]


def milk_in_a_pot(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Ask whether milk stirred into a pot of meat at once is one part in sixty (92:2, 98:1)."""
    enough = number % 4 in (0, 3)
    spoons, milk = draws.between(8, 24), draws.between(3, 19)
    need = -(-_SIXTY * milk // spoons)
    cups = need + draws.between(0, 2) if enough else need - draws.between(1, 3)
    parts = _shared(draws, cups)
    if language == "he":
        turn = (
            f"סיר רותח על האש, ובו יחד {parts[0]} כוסות בשר, {parts[1]} כוסות ירק ו-{parts[2]} "
            f"כוסות מרק. נשפכו לתוכו {milk} כפות חלב, ומיד עם נפילתן ערבבו את כל הסיר, מתחילה ועד "
            f"סוף. בכוס {spoons} כפות. אין מי שיטעם. לפי השולחן ערוך (יורה דעה), האם התבשיל מותר "
            "באכילה? השב כן או לא."
        )
    else:
        turn = (
            f"A pot boils on the fire and holds, together, {parts[0]} cups of meat, {parts[1]} "
            f"cups of vegetables and {parts[2]} cups of broth. {milk} spoons of milk spill into "
            "it, and at that very moment the whole pot is stirred, from beginning to end. A cup "
            f"holds {spoons} spoons. There is nobody to taste it. According to the Shulchan Arukh "
            "(Yoreh De'ah), may the dish be eaten? Answer yes or no."
        )
    return ComputedQuestion(
        slug=f"drawn-pot-{number:02d}",
        task="milk_meat_status",
        language=language,
        difficulty="medium",
        turn=turn,
        ask={"answer_type": "boolean"},
        answer=enough,
        cluster="yd-92-2",
        tags=("sixty", "computed"),
        attribution=_MEAT_AND_MILK,
        refs=(
            Ref(_YD, "92:2", "הכל מצטרף לבטל טעם החלב"),
            Ref(_YD, "98:1", "ואם אין שם עובד כוכבים לטעמו, משערינן בס'"),
        ),
        why=f"{cups * spoons} spoons against {_SIXTY * milk}, sixty times the milk.",
        few=True,
    )


def _shared(draws: Draws, cups: int) -> tuple[int, int, int]:
    """Cut a number of cups into three parts of at least two."""
    least = 2
    if cups < 3 * least + 1:
        raise ValueError("too little to share out")
    meat = draws.between(least, cups - 2 * least)
    vegetables = draws.between(least, cups - meat - least)
    return meat, vegetables, cups - meat - vegetables


def spoon_in_a_pot(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Ask how much a pot must hold against a dairy spoon thrust into it (94:1, 94:2)."""
    inserted, rest = draws.between(3, 29), draws.between(4, 30)
    twice, rema = (number % 2 == number // 2 % 2), number % 4 >= 2  # noqa: PLR2004 - four forms
    times = 2 if twice and not rema else 1
    by = _pick(
        (
            ("the Rema's custom", 'מנהג הרמ"א')
            if rema
            else ("the Shulchan Arukh itself", "השולחן ערוך עצמו")
        ),
        language,
    )
    if language == "he":
        again = "פעמיים, ובין פעם לפעם לא נודע הדבר" if twice else "פעם אחת"
        turn = (
            "כף חולבת מעץ, שהיום בישלו בכולה חלב בכלי ראשון, נתחבה בטעות לקדרת בשר רותחת "
            f'{again}. נפח החלק שנכנס לקדרה {inserted} סמ"ק, ונפח שאר הכף {rest} סמ"ק. לפי {by} '
            '(יורה דעה), כמה סמ"ק של תבשיל לפחות צריכים להיות בקדרה כדי שיהיה מותר? השב במספר שלם.'
        )
    else:
        again = "twice, without anybody noticing in between," if twice else "once"
        turn = (
            "The same day the whole of a wooden dairy spoon had lain in milk that boiled in a "
            f"first vessel; now it was by mistake thrust {again} into a boiling pot of meat. The "
            f"part that entered the pot has a volume of {inserted} cubic centimetres, the rest of "
            f"the spoon {rest}. According to {by} (Yoreh De'ah), how many cubic centimetres of "
            "food must there be in the pot at least for it to be permitted? Answer with a whole "
            "number."
        )
    words = "דסגי בפעם א' ששים, וכן נוהגים" if rema else "צריך ב' פעמים ששים"
    refs = (Ref(_YD, "94:1", "משערים בכל מה שנתחב ממנו בקדרה"),)
    return ComputedQuestion(
        slug=f"drawn-spoon-{number:02d}",
        task="utensils_kashering",
        language=language,
        difficulty="medium" if twice else "easy",
        turn=turn,
        ask=numeric_ask("cubic centimetres", 0),
        answer=_SIXTY * inserted * times,
        cluster="yd-94-spoon",
        tags=("sixty", "spoon", "computed"),
        attribution=_MEAT_AND_MILK,
        refs=(*refs, Ref(_YD, "94:2", words)) if twice else refs,
        why=f"Sixty times the part that entered{', twice' if times > 1 else ''}.",
    )


_TEN, _THREE = 10, 3


def _may_part(first: int, second: int) -> bool:
    """Return whether a company may part so: each keeps the summons that the whole owes (193:1)."""
    least = _TEN if first + second >= _TEN else _THREE
    return min(first, second) >= least


def company_that_parts(draws: Draws, number: int, language: Language) -> ComputedQuestion:
    """Ask whether a company that ate bread together may part into two, or into how many."""
    ways = number % 3 == 2  # noqa: PLR2004 - a third of the family asks for a number
    if ways:
        people = draws.pick((*range(6, 10), *range(20, 60)))
        answer: int | bool = people // (_TEN if people >= _TEN else _THREE)
        ask = numeric_ask("companies", 0)
    else:
        first, second = draws.between(2, 24), draws.between(2, 24)
        people, answer = first + second, _may_part(first, second)
        ask = {"answer_type": "boolean"}
        if answer != bool(number % 2 == number // 3 % 2):
            raise ValueError("the other answer is due")
        if min(first, second) < _THREE:
            raise ValueError("too plain")
    if language == "he":
        sentence = (
            "לכמה חבורות לכל היותר רשאים הם להתחלק, כך שהחלוקה תהיה מותרת? השב במספר שלם."
            if ways
            else f"האם רשאים הם להתחלק לשתי חבורות, אחת של {first} ואחת של {second}? השב כן או לא."
        )
        turn = (
            f"{people} גברים גדולים קבעו סעודה יחד, אכלו כולם פת ושומעים היטב את המברך. לפי "
            f"השולחן ערוך (אורח חיים), בבואם לברך ברכת המזון, {sentence}"
        )
    else:
        sentence = (
            "into how many companies at most may they part, if the parting is to be allowed? "
            "Answer with a whole number."
            if ways
            else f"may they part into two companies, one of {first} and one of {second}? Answer "
            "yes or no."
        )
        turn = (
            f"{people} grown men sat down to a meal together, all ate bread, and all can hear the "
            "one who leads. According to the Shulchan Arukh (Orach Chayim), when they come to "
            f"say the grace after meals, {sentence}"
        )
    return ComputedQuestion(
        slug=f"drawn-split-{number:02d}",
        task="minyan_timing",
        language=language,
        difficulty="medium",
        turn=turn,
        ask=ask,
        answer=answer,
        cluster="oc-193-1",
        tags=("zimun", "counting", "computed"),
        attribution=f"{_BY}, Orach Chayim, laws of the grace after meals",
        refs=(Ref(_OC, "193:1", "ואז אין נחלקים עד שיהיו עשרי'"),),
        why="Each company must keep the summons that the whole owes: three, or from ten on ten.",
        few=True,
    )
