"""Numbers as replies write them: with a unit before or after, in thousands, in words.

``answer/2`` reads digits and the unit that the question names. ``answer/3`` also reads any unit
where the question names none, "1.5 million", Chinese numerals, and words up to twenty.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache

from digesta.text.chinese.numerals import CHARACTERS, zh_1
from digesta.text.lazy import lazily
from digesta.text.other_words import reword
from digesta.text.readings import number_in
from digesta.text.replies import (
    AFTER_UNSPACED,
    BEFORE,
    DOUBT,
    MORE_UNITS,
    RULES,
    STOP,
    Lead,
    Reader,
    any_of,
    first_answer,
    own_words,
    plain,
)
from digesta.text.spelling import spellings
from digesta.text.units import UNITS

_DIGITS = lazily(
    r"[-+\u2212]?[0-9]+(?:[.,'\u2019\u066b\u066c \u00a0\u2009\u202f][0-9]+){0,20}"
    r"(?:e[-+]?[0-9]{1,3})?(?![0-9])",
    re.IGNORECASE,
)
_LIST = lazily(r"[0-9]{1,2}[.)][ \t].*?\n[ \t]*[0-9]{1,2}[.)][ \t]", re.DOTALL)
"""The beginning of a numbered list."""
_SPACE = r"[ \t\u00a0]*"


@lru_cache(maxsize=256)
def amount_reader(language: str, unit: str | None, version: int) -> Reader:
    """Return the reader of numbers, with the unit that a question names, or any where it can."""
    spelling = spellings(_unit_names(unit) if unit else _every_unit() if version > 2 else ())  # noqa: PLR2004
    mark, colon = (r"['\u2019]?", r"[ :=\t]*") if version > 2 else ("", _SPACE)  # noqa: PLR2004
    after = re.compile(rf"{_SPACE}{spelling}{mark}(?!\w)", re.IGNORECASE)
    before = re.compile(rf"{spelling}{colon}(?=[-+\u2212]?[0-9])", re.IGNORECASE)

    def read(text: str) -> Lead | None:
        ahead = before.match(text)
        at = ahead.end() if ahead else 0
        match = _DIGITS.match(text, at)
        number = match[0] if match and not _LIST.match(text) else ""
        while number:
            ascii_marks = number.removeprefix("+").replace("\u066b", ".").replace("\u066c", ",")
            value = number_in(ascii_marks, language)
            if value is not None:
                end = after.match(text, at + len(number))
                return Lead(number, value, end.end() if end else at + len(number))
            number = number.rpartition(" ")[0]
        return None

    def read_more(text: str) -> Lead | None:
        if fraction := _FRACTION.match(text):
            top, under = filter(None, fraction.groups())
            end = after.match(text, fraction.end())
            value = Fraction(int(top), int(under))
            return Lead(f"{top}/{under}", value, end.end() if end else fraction.end())
        lead = read(text)
        if lead is None:
            return _in_words(text, language, after)
        scale = _scale().match(text, lead.end)
        if scale and isinstance(lead.key, Fraction):
            value = lead.key * int(str(scale.lastgroup)[1:])
            end = after.match(text, scale.end())
            lead = Lead(_decimal(value), value, end.end() if end else scale.end())
        bare = unit and text[lead.end - 1].isdigit()
        last = None if bare else _end_of_words(text, lead.end, language)
        return lead if last is None else lead._replace(end=last)

    return read if version < 3 else read_more  # noqa: PLR2004


def _unit_names(unit: str) -> set[str]:
    names = {unit, *(words.get(unit, unit) for words in UNITS.values())}
    # A unit that no release names so is known by any of its words: EUR is euros.
    for name, more in MORE_UNITS.items():
        names |= {name, *more} if unit.lower() in (name, *more) else set()
    return names | {name.removesuffix("s") for name in names}


@cache
def _every_unit() -> frozenset[str]:
    units = {*RULES["signs"], *MORE_UNITS, *(unit for words in UNITS.values() for unit in words)}
    scales = {word for words in RULES["scales"].values() for word in words}
    return frozenset().union(*map(_unit_names, units)) - scales


@cache
def _scale() -> re.Pattern[str]:
    scales = sorted(RULES["scales"].items(), key=lambda scale: -int(scale[0]))
    either = "|".join(f"(?P<n{size}>{any_of(words)})" for size, words in scales)
    return re.compile(rf"{_SPACE}(?:{either})(?:(?![^\W元])|(?<='))", re.IGNORECASE)


_FRACTION = lazily("|".join(RULES["fractions"]))
_LINE = 200
"""Characters of a reply that is one line."""
_WORDS = lazily(RULES["unit_words"])
_INEXACT = lazily(
    rf"[~≈≤≥±<]|{BEFORE}{any_of([*RULES['inexact'], *RULES['either']])}"
    rf"(?:(?!\w)|{AFTER_UNSPACED})",
    re.IGNORECASE,
)


def _end_of_words(text: str, at: int, language: str) -> int | None:
    """Return where up to four words after a number end, which may be its unit; None if not."""
    words = _WORDS.match(text, at)
    if words is None or not all(map(str.isalpha, words[0].replace("'", "").split())):
        return None
    rest = text[words.end() :].partition("\n")[0].partition("(")[0]
    other = _is_other(words[0], language) or re.search("[0-9]", rest)
    return None if other or STOP.match(text, words.end()) is None else words.end()


@cache
def _number_words(language: str) -> re.Pattern[str]:
    lists = [RULES["numbers"]["en"], RULES["numbers"].get(language.partition("-")[0], "")]
    named = [
        (f"n{value}_{at}", words)
        for at, each in enumerate(lists)
        for value, words in enumerate(each.split(",") if each else ())
    ]
    either = "|".join(f"(?P<{name}>{words})" for name, words in reversed(named))
    chinese = "".join(character for character in CHARACTERS if not character.isdigit())
    return re.compile(rf"(?:{either})(?!\w)|(?P<zh>[{chinese}]{{1,64}})", re.IGNORECASE)


def _is_other(words: str, language: str) -> bool:
    """Return whether words next to a number doubt it, make it inexact, or say another."""
    numbers = map(_number_words(language).fullmatch, re.split(r"\W+", words))
    # "One" is an article in other languages.
    several = any(number and str(number.lastgroup)[:3] != "n1_" for number in numbers)
    return several or bool(_INEXACT.search(words) or DOUBT.search(words))


def _in_words(text: str, language: str, after: re.Pattern[str]) -> Lead | None:
    """Return the number that a text begins with in words, before its unit or a stop."""
    match = _number_words(language).match(text)
    if match is None:
        return None
    value = zh_1(match[0]) if match["zh"] else Fraction(str(match.lastgroup)[1:].partition("_")[0])
    unit = after.match(text, match.end())
    end = unit.end() if unit else match.end()
    ends = unit or STOP.match(text, end)
    return Lead(str(value), value, end) if ends and value is not None else None


def sole_amount(
    reply: str, read: Reader, language: str, form: re.Pattern[str] | None = None
) -> Lead | None:
    """Return the only number of a one-line reply that begins with words, as "within 15 days".

    It must have its unit, so that "Article 15" is no amount, or the form of a time.
    """
    text = plain(reword(own_words(reply), sums=True)).strip()
    matches = (form or _DIGITS).finditer(text) if len(text) <= _LINE and "\n" not in text else ()
    numbers = list(matches)
    if len(numbers) != 1:
        return None
    at, end = numbers[0].span()
    words = [word.start() for word in re.finditer(r"\S+", text[:at])]
    for start in (*words[-2:], at):
        before, lead = text[:start], first_answer(text[start:], read)
        if lead and start + lead.end >= end and (form or lead.end - lead.start > end - at):
            return None if _is_other(before, language) else lead
    return None


def _decimal(value: Fraction) -> str:
    """Return a number that is whole, or a decimal times a power of ten, without an exponent."""
    if value.denominator == 1:  # of any length; decimals have 28 digits
        return str(value)
    return f"{Decimal(value.numerator) / value.denominator:f}"
