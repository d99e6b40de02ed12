"""Marking of the scorer ``mentions``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import nano, ratio
from digesta.scorers.base import Column, Response, Row
from digesta_legal.mentions.read import amounts_in, articles_in, labels_in, months_in
from digesta_legal.mentions.records import MentionsAsk, MentionsTruth

COLUMNS = (
    Column("published", "share", "what the original's function gives the reply"),
    Column("exact", "count", "1 when what was read is what is right, all of it and no more"),
    Column("nothing_read", "count", "1 when the reading finds nothing, or there is no reply"),
    Column("terms", "count", "1 when a prison term is asked for"),
    Column("distance", "share", "of terms: |ln(right + 1) - ln(read + 1)| over ln 1000"),
)
MOST_AMOUNTS = 3
"""Different numbers in a reply among which an amount still counts."""

FARTHEST = 216
"""What the original takes a reply without a term to be off by."""

_LN = Context(prec=30)


class MentionsKey(NamedTuple):
    """What a question's replies are marked with."""

    reading: str
    labels: tuple[str, ...]
    right: tuple[str, ...]


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> MentionsKey:
    """Prepare a question, or ValueError where a truth is none of its reading."""
    ask = MentionsAsk.model_validate(question["ask"])
    right = tuple(MentionsTruth.model_validate(truth).right)
    if ask.labels:
        if unknown := [label for label in right if label not in ask.labels]:
            raise ValueError(f"right: {', '.join(unknown)} is none of the labels")
    elif ask.reading == "amount/1":
        right = tuple(str(amount) for text in right for amount in amounts_in(text))
    elif not all(text.isascii() and text.isdecimal() for text in right):
        raise ValueError(f"right: whole numbers in digits, not {', '.join(right)}")
    if ask.reading in {"label/1", "months/1", "amount/1"} and len(right) != 1:
        raise ValueError(f"right: one, not {len(right)}")
    return MentionsKey(ask.reading, tuple(ask.labels), right)


def mark(key: MentionsKey, response: Response) -> Row:
    """Mark one reply: the standard columns, then ``COLUMNS``."""
    terms = int(key.reading == "months/1")
    if not isinstance(response.answer, str):
        missing = int(response.answer is None)
        away = nano(_share_of_ln(FARTHEST, 1000)) if terms else 0
        return (0, missing, 1 - missing, 0, 0, 0, 1, terms, away)
    values = read(key, response.answer)
    exact = int(sorted(values) == sorted(key.right))
    if terms:
        distance = distance_of(int(key.right[0]), int(values[0]) if values else None)
        published = max(Fraction(0), 1 - distance / _share_of_ln(FARTHEST, 1000))
        credit = max(Fraction(0), 1 - distance / _share_of_ln(2, 1000))
    else:
        published = _original_credit(key, values)
        many = key.reading == "amount/1" and len(values) > MOST_AMOUNTS
        credit, distance = Fraction(0) if many else published, Fraction(0)
    return (
        *(nano(credit), 0, 0, 0, nano(published), exact),
        *(int(not values), terms, nano(distance)),
    )


def read(key: MentionsKey, reply: str) -> list[str]:
    """Return what a question's reading finds in a reply."""
    if key.labels:
        return labels_in(reply, key.labels)
    if key.reading == "articles/1":
        return articles_in(reply)
    if key.reading == "months/1":
        months = months_in(reply)
        return [] if months is None else [str(months)]
    return [str(amount) for amount in amounts_in(reply)]


def distance_of(right: int, term: int | None) -> Fraction:
    """Return how far a term in months is from the right one, over ln 1000.

    None, no term, is as far as the original takes it: ln 216.
    """
    if term is None:
        return _share_of_ln(FARTHEST, 1000)
    high, low = max(right, term) + 1, min(right, term) + 1
    # Two terms up to 999 lie within ln 1000.
    return min(Fraction(1), _share_of_ln(Fraction(high, low), 1000))


def _share_of_ln(ratio_: Fraction | int, whole: int) -> Fraction:
    """Return ln of a ratio over ln of a whole number, of 30 digits."""
    exact = Fraction(ratio_)
    quotient = _LN.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return Fraction(_LN.divide(_LN.ln(quotient), _LN.ln(Decimal(whole))))


def _original_credit(key: MentionsKey, values: Sequence[str]) -> Fraction:
    """Return what the original gives, of all readings but terms."""
    if key.reading == "label/1":
        return Fraction(int(list(values) == list(key.right)))
    if key.reading == "amount/1":
        return Fraction(int(key.right[0] in values))
    right = set(key.right)
    return ratio(2 * len(right.intersection(values)), len(right) + len(set(values)))


def why(key: MentionsKey, response: Response) -> str:
    """Return in one plain sentence why the reply earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    if not isinstance(response.answer, str):
        return "unreadable: the answer is no text"
    values, right = read(key, response.answer), ", ".join(key.right)
    if not values:
        return f"{key.reading} reads nothing in the reply; right is {right}"
    return f"{key.reading} reads {', '.join(values[:20])}; right is {right}"
