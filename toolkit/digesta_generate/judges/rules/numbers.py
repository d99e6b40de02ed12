"""Numbers with their units, and days that share a year, as French answers write them.

Digits are grouped by spaces, points or apostrophes, decimals follow a comma; numbers up to a
hundred may be spelled; "million", "milliard" and "k€" multiply ("M€" is not read: a thousand to
one writer, a million to another). All read the form ``text/1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from digesta.text.french.checks import Quantity
from digesta.text.french.values import MONTHS


def numbers_in(text: str) -> Iterator[Quantity]:
    """Yield the numbers of a text (``text/1``) with their units; a range shares its unit."""
    waiting: list[Fraction] = []
    end = -1
    for match in _NUMBER.finditer(text):
        value, unit = _value(match), _unit(match)
        if waiting and _RANGE.fullmatch(text, end, match.start()) is None:
            waiting = []
        yield Quantity(value, unit)
        if unit:
            yield from (Quantity(value, unit) for value in waiting)
            waiting = []
        else:
            waiting.append(value)
        end = match.end()


def _value(match: re.Match[str]) -> Fraction:
    written = match["digits"]
    if written is None:
        return Fraction(_SPELLED[match["spelled"].replace("-", " ")])
    whole, _, decimals = written.replace(" ", "").replace("'", "").partition(",")
    if _GROUPED.fullmatch(whole):
        whole = whole.replace(".", "")
    written = f"{whole}.{decimals}" if decimals else whole
    # A company's number or a version is written with several points: no quantity.
    value = Fraction(written) if written.count(".") <= 1 else Fraction(0)
    return value * _TIMES[(match["times"] or "").rstrip("s")]


def _unit(match: re.Match[str]) -> str:
    if match["money"]:
        return "EUR"
    written = match["unit"]
    if not written:
        return ""
    return next(unit for unit, form in _UNITS.items() if re.fullmatch(form, written))


def paired_dates(text: str) -> Iterator[date]:
    """Yield the first of two days that share a year, or a month and a year."""
    for match in _PAIR.finditer(text):
        month = MONTHS[match["month"] or match["shared"]]
        try:
            yield date(int(match["year"]), month, int(match["day"].removesuffix("er")))
        except ValueError:
            continue


_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
_FIRST_NUMBERS = (
    "|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize"
    "|dix sept|dix huit|dix neuf"
)
_ONES = _FIRST_NUMBERS.split("|")


def _words_of_numbers() -> dict[str, int]:
    """Return the numbers from 1 to 100 as they are spelled, hyphens as spaces."""
    words = {word: number for number, word in enumerate(_ONES) if number}
    for ten, name in (*_TENS.items(), (80, "quatre vingt")):
        for unit in range(20 if ten in {60, 80} else 10):
            joint = " et " if unit in {1, 11} and name != "quatre vingt" else " "
            words[f"{name}{joint}{_ONES[unit]}" if unit else name] = ten + unit
    return words | {"une": 1, "quatre vingts": 80, "cent": 100}


_SPELLED: Mapping[str, int] = MappingProxyType(_words_of_numbers())
_TIMES = {"": 1, "mille": 1000, "k": 1000, "millier": 1000, "million": 10**6, "milliard": 10**9}
_UNITS = {
    "EUR": r"€|euros?|eur",
    "%": r"%|pour ?cent|p\. ?100",
    "heures": r"heures?|h",
    "jours": r"jours?",
    "semaines": r"semaines?",
    "mois": r"mois",
    "ans": r"ans?|annees?|années?",
    "parts": r"parts?",
}
_DIGITS = (
    r"(?:[0-9]{1,3}(?:(?: [0-9]{3}){1,6}|(?:\.[0-9]{3}){1,6}|(?:'[0-9]{3}){1,6})(?![0-9])"
    r"|[0-9]{1,15})(?:[.,][0-9]{1,6})?"
)
_MULTIPLE = r"k(?= ?€)|mille|milliers?|millions?|milliards?"
_WRITTEN = "|".join(word.replace(" ", "[ -]") for word in sorted(_SPELLED, key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![\w.,/'-])(?:(?P<money>€|eur|euros?) ?)?"
    rf"(?:(?P<digits>{_DIGITS})(?: ?(?P<times>{_MULTIPLE})(?: de | d')?)?"
    rf"|(?<!cent[ -])(?<!cents[ -])(?<!mille[ -])(?P<spelled>{_WRITTEN}))"
    rf"(?:[ -]?(?P<unit>{'|'.join(_UNITS.values())})(?![\w]))?(?![\w/])(?![.,-][0-9])"
)
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_RANGE = re.compile(r" ?(?:à|a|et|ou|-|/|,) ?")
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_PAIR = re.compile(
    rf"(?<![\w.,/-])(?P<day>1er|[0-3]?[0-9])(?: (?P<month>{_MONTH})\.?)?,? ?(?:et|ou|au|à|-|,) ?"
    rf"(?:le |au )?(?:1er|[0-3]?[0-9]) (?P<shared>{_MONTH})\.? (?P<year>[12][0-9]{{3}})"
)
