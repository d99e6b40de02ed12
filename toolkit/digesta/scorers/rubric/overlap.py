"""What the criteria of a rubric pay for, as far as a program can find it in a question's text.

A check (``digesta.text.french.checks``) is found where all terms of one of its alternatives are:
titles and names by their words, articles, decisions and days as the readers of French law find
them, numbers by their digits. A criterion without a check is never found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

from digesta.scorers.base import PaidFor
from digesta.text.french.checks import (
    Headings,
    Quantity,
    Ruling,
    TextArticle,
    Value,
    parse_check,
    text_named,
)
from digesta.text.french.citations import articles_in, plain_french
from digesta.text.french.decisions import decisions_in
from digesta.text.french.values import dates_in

_DIGITS = re.compile(r"\d+(?:[ .]\d{3})*(?:,\d+)?")
"""A number as French texts write it, its thousands parted by a space or a point."""


def paid_for(truth: Mapping[str, Any]) -> list[PaidFor]:
    """Return what each criterion pays for; those that cost are none."""
    return [
        PaidFor(Fraction(each["points"]), partial(_prints, each.get("check")))
        for each in truth["criteria"]
        if each["dimension"] != "negative"
    ]


def _prints(check: str | None, text: str) -> bool:
    alternatives = parse_check(check) if check else ()
    return any(all(_prints_value(text, term.value) for term in terms) for terms in alternatives)


def _prints_value(text: str, value: Value) -> bool:
    match value:
        case Headings(titles):
            return all(_words(title) in _words(text) for title in titles)
        case TextArticle(named, number):
            cited = ((text_named(each.text), each.number) for each in articles_in(text))
            return (named, number) in cited
        case Ruling(number=number) if number:
            return number in {each.number for each in decisions_in(text)}
        case Quantity(amount):
            written = (re.sub(r"[ .]", "", each).replace(",", ".") for each in _digits(text))
            return amount in {Fraction(each) for each in written}
        case str():
            return _words(value) in _words(text)
    # A text as a whole, a decision by its name and a former rule are seldom, and not found.
    return isinstance(value, date) and value in dates_in(text)


def _digits(text: str) -> list[str]:
    return _DIGITS.findall(" ".join(text.split()))


def _words(text: str) -> str:
    return f" {' '.join(re.findall(r'[a-z0-9]+', plain_french(text).lower()))} "
