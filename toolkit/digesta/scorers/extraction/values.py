"""What a field's value means: two values with one meaning are the same answer.

Each kind of field has one reading (``KINDS``): a JSON value -> ``Meaning``, or None where it is
none of that kind. A number stands for its shortest decimal. Nothing is what says nothing: null, a
text that is empty after ``text/1``, an empty list or object; false and 0 are values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.scorers.extraction.records import ExtractionField
from digesta.text.french.values import fr_amount, fr_date, fr_party, fr_percent
from digesta.text.normal_form import text_1
from digesta.text.numerals import exact

NORMALISERS = frozenset({"text/1", "fr-amount/1", "fr-date/1", "fr-party/1", "fr-percent/1"})
"""What reading fields uses; an ask alone does not tell which of them its schema needs."""

YES = ("true", "oui", "vrai")
NO = ("false", "non", "faux")


class Meaning(NamedTuple):
    """What a value comes to: key decides; more (a legal form, a currency) where both state it."""

    key: str | bool | Fraction | date
    more: str = ""


def same(first: Meaning, other: Meaning) -> bool:
    """Return whether two meanings are one.

    >>> same(Meaning("verger", "SAS"), Meaning("verger"))
    True
    """
    return first.key == other.key and (first.more == other.more or not first.more or not other.more)


def is_nothing(value: Any) -> bool:
    """Return whether a value, looked at as a field's, leaves the field unset."""
    if isinstance(value, str):
        return not (value if value.isascii() and value.isalnum() else text_1(value))
    if isinstance(value, list):
        return all(map(is_nothing, value))
    return value is None or value == {}


def meaning(field: ExtractionField, value: Any) -> Meaning | None:
    """Return what a value means in a field; None where it means nothing there."""
    return KINDS[field.kind](field, value)


def _text(_field: ExtractionField, value: Any) -> Meaning | None:
    form = text_1(value) if isinstance(value, str) else ""
    return Meaning(form) if form else None


def _party(_field: ExtractionField, value: Any) -> Meaning | None:
    party = fr_party(value) if isinstance(value, str) else None
    return Meaning(*party) if party else None


def _amount(field: ExtractionField, value: Any) -> Meaning | None:
    if isinstance(value, str):
        amount = fr_amount(value)
        return Meaning(amount.value, amount.currency or field.unit or "") if amount else None
    number = _number_of(value)
    return None if number is None else Meaning(number, field.unit or "")


def _number(field: ExtractionField, value: Any) -> Meaning | None:
    if not isinstance(value, str):
        number = _number_of(value)
        return None if number is None else Meaning(number)
    form = text_1(value)
    if field.unit:
        form = form.removesuffix(text_1(field.unit)).rstrip()
    amount = fr_amount(form)
    return Meaning(amount.value) if amount and not amount.currency else None


def _percent(_field: ExtractionField, value: Any) -> Meaning | None:
    if isinstance(value, str):
        # "12,5" in a field of percentages is 12,5 %.
        number = fr_percent(value)
        number = fr_percent(f"{value} %") if number is None else number
    else:
        number = _number_of(value)
    return None if number is None else Meaning(number)


def _date(_field: ExtractionField, value: Any) -> Meaning | None:
    day = fr_date(value) if isinstance(value, str) else None
    return Meaning(day) if day else None


def _boolean(_field: ExtractionField, value: Any) -> Meaning | None:
    if isinstance(value, bool):
        return Meaning(value)
    form = text_1(value) if isinstance(value, str) else ""
    return Meaning(form in YES) if form in YES + NO else None


def _choice(field: ExtractionField, value: Any) -> Meaning | None:
    if not isinstance(value, str):
        return None
    wordings = choices_of(
        tuple((choice, *others) for choice, others in (field.choices or {}).items())
    )
    named = wordings.get(text_1(value))
    return None if named is None else Meaning(named)


@lru_cache(maxsize=256)
def choices_of(choices: tuple[tuple[str, ...], ...]) -> Mapping[str, str]:
    """Return every wording's normal form with its choice, or ValueError where one has two."""
    named: dict[str, str] = {}
    for wordings in choices:
        for wording in wordings:
            if named.setdefault(text_1(wording), wordings[0]) != wordings[0]:
                raise ValueError(f"the wording {wording!r} is of two choices")
    return named


def _number_of(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return exact(value) if isinstance(value, float) else Fraction(value)


KINDS: Mapping[str, Callable[[ExtractionField, Any], Meaning | None]] = {
    "amount": _amount,
    "boolean": _boolean,
    "choice": _choice,
    "date": _date,
    "number": _number,
    "party": _party,
    "percent": _percent,
    "text": _text,
}
"""Kind of field -> its reading."""
