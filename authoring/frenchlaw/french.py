"""Sums and days as French contracts write them, and back."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
DAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
_UNITS = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
]
_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante", 8: "quatre-vingt"}
_HUNDRED, _THOUSAND, _MILLION = 100, 1000, 10**6


def words(number: int) -> str:
    """Return a whole number below a thousand million in letters, in the traditional spelling.

    >>> words(18_045_000), words(271), words(80)
    ('dix-huit millions quarante-cinq mille', 'deux cent soixante et onze', 'quatre-vingts')
    """
    if number >= _MILLION:
        head, rest = divmod(number, _MILLION)
        unit = "million" if head == 1 else "millions"
        return f"{words(head)} {unit}" + (f" {words(rest)}" if rest else "")
    if number >= _THOUSAND:
        head, rest = divmod(number, _THOUSAND)
        first = "" if head == 1 else _before_thousand(words(head)) + " "
        return f"{first}mille" + (f" {words(rest)}" if rest else "")
    if number >= _HUNDRED:
        head, rest = divmod(number, _HUNDRED)
        first = "cent" if head == 1 else f"{_UNITS[head]} cent" + ("" if rest else "s")
        return first + (f" {words(rest)}" if rest else "")
    return _two_digits(number)


def _before_thousand(text: str) -> str:
    return re.sub(r"(cent|vingt)s$", r"\1", text)


def _two_digits(number: int) -> str:
    if number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    if tens == 1:
        return f"dix-{_UNITS[unit]}"
    if tens in {7, 9}:
        tens, unit = tens - 1, unit + 10
    if not unit:
        return _TENS[tens] + ("s" if tens == 8 else "")  # noqa: PLR2004 quatre-vingts
    joint = " et " if unit in {1, 11} and tens != 8 else "-"  # noqa: PLR2004 the same
    return f"{_TENS[tens]}{joint}{_two_digits(unit)}"


@lru_cache(maxsize=1)
def _small() -> dict[str, int]:
    return {_before_thousand(words(number)): number for number in range(1, _THOUSAND)}


def number_in(text: str) -> int:
    """Return the number that a text writes in letters; ValueError where it writes none.

    >>> number_in("dix-huit millions quarante-cinq mille")
    18045000
    """
    match = re.fullmatch(r"(?:(.+?) millions?)? ?(?:(.*?) ?(mille))? ?(.*)", text.strip())
    if match is None:
        raise ValueError(text)
    millions, thousands, has_thousands, rest = match.groups()
    total = 0
    for part, unit in ((millions, _MILLION), (thousands, _THOUSAND), (rest, 1)):
        if part:
            if (value := _small().get(_before_thousand(part))) is None:
                raise ValueError(text)
            total += value * unit
        elif unit == _THOUSAND and has_thousands:
            total += _THOUSAND
    return total


def group_digits(number: int) -> str:
    """Return a whole number in groups of three.

    >>> group_digits(1250000)
    '1 250 000'
    """
    return f"{number:,}".replace(",", " ")


def decimal(number: float) -> str:
    """Return a number with a decimal comma, without needless decimals.

    >>> decimal(2.5), decimal(4.0)
    ('2,5', '4')
    """
    return f"{number:g}".replace(".", ",")


def day(when: date) -> str:
    """Return a day in words.

    >>> day(date(2025, 3, 1))
    '1er mars 2025'
    """
    return f"{'1er' if when.day == 1 else when.day} {MONTHS[when.month - 1]} {when.year}"


def day_in(text: str) -> date:
    """Return the day that a text writes in words; ValueError where it writes none."""
    match = re.fullmatch(r"(?:[a-z]+ )?(\d+)(?:er)? (\S+) (\d{4})", text.strip())
    if match is None or match[2] not in MONTHS:
        raise ValueError(text)
    return date(int(match[3]), MONTHS.index(match[2]) + 1, int(match[1]))


def whole(text: str) -> int:
    """Return the whole number in a text's digits.

    >>> whole("1 250 000 €")
    1250000
    """
    return int(re.sub(r"\D", "", text))
