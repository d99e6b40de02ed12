"""How a reply is read: what LawBench's own functions find in it (arXiv 2309.16289, section 4).

Chinese numerals count as digits for ``articles/1`` and ``months/1``. What is no number in
``digesta.text.chinese.numerals`` (一百六 for 160) is left as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from digesta.text.chinese.numerals import CHARACTERS, zh_int

MOST_MONTHS = 999
"""A term counts as this at most: distances stay within ln 1000."""

_NUMERAL = re.compile(f"[{re.escape(CHARACTERS)}]+")
_DIGITS = re.compile(r"[0-9]+")
_AMOUNT = re.compile(r"[0-9]+\.?[0-9]*")
_PARAGRAPH = re.compile(r"第[^第]*?款")
_ARTICLE = re.compile(r"第(.*?)条")
# Only at the first digit of a run: begun at each, a run without its unit takes the square of it.
_MONTHS = (re.compile(r"(?<![0-9])([0-9]+)个月"), re.compile(r"(?<![0-9])([0-9]+)月"))
_YEARS = re.compile(r"(?<![0-9])([0-9]+)年")
_LONGEST = 4300
"""Digits of the longest number that Python reads; of a longer one, that is no sum, the first."""


def labels_in(text: str, labels: Sequence[str]) -> list[str]:
    """Return the labels that stand in a text, in the order of the list.

    >>> labels_in("盗窃和诈骗", ["诈骗", "盗窃", "抢劫"])
    ['诈骗', '盗窃']
    """
    return [label for label in labels if label in text]


def articles_in(text: str) -> list[str]:
    """Return the first number of each part of a text between marks 、, each once.

    >>> articles_in("刑法第二百六十四条第一款、第67条")
    ['264', '67']
    """
    numbers = []
    for part in text.split("、"):
        plain = _without_marks(_PARAGRAPH.sub("", part.replace("万元", "元")))
        if number := _DIGITS.search(with_digits(plain)):
            numbers.append(number[0].lstrip("0") or "0")
    return list(dict.fromkeys(numbers))


def months_in(text: str) -> int | None:
    """Return a prison term in months; None where no term is named.

    The first number of months, else the first of years: 一年六个月 counts as 6 by the original.

    >>> months_in("判处有期徒刑三年"), months_in("一年六个月"), months_in("缓刑")
    (36, 6, None)
    """
    plain = with_digits(text)
    for pattern in _MONTHS:
        if months := pattern.search(plain):
            return min(int(months[1][:4]), MOST_MONTHS)
    years = _YEARS.search(plain)
    return min(12 * int(years[1][:4]), MOST_MONTHS) if years else None


def amounts_in(text: str) -> list[Fraction]:
    """Return the different numbers that a text writes in digits, in order.

    >>> amounts_in("共计3500.0元，即3500元")
    [Fraction(3500, 1)]
    """
    return list(dict.fromkeys(Fraction(number[:_LONGEST]) for number in _AMOUNT.findall(text)))


def _without_marks(text: str) -> str:
    """Return a text without each 第 and the 条 after it on its line."""
    # After the last 条 there is none to look for, which would be looked for at each 第.
    before, mark, after = text.rpartition("条")
    return _ARTICLE.sub(r"\1", before + mark) + after


def with_digits(text: str) -> str:
    """Return a text with its Chinese numerals in digits."""
    return _NUMERAL.sub(lambda match: _digits(match[0]), text)


def _digits(numeral: str) -> str:
    value = zh_int(numeral)
    return numeral if value is None else str(value)
