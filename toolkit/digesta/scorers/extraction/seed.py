"""The seed's own field accuracy, as its code computes it.

Defined in: FrenchLaw Bench 0.2.0, workflow cession_actions. Both objects are flattened to dotted
keys; a field of the truth counts unless it is null, an empty text or an empty list; it is right
when the values are equal (lists in order; no value is normalised), or when the judge was asked
and said so of a value that is not empty. Its record presets the applicable law on both sides, so
that an empty answer has one field right wherever the truth is silent or says the same
(``PRESETS``). Its record also turns "480000" into a number and refuses "un prix": here a text is
a text. A verdict of a judge counts for whatever field the judge was asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from digesta.metrics.exact import ratio

PRESETS: Mapping[str, Any] = {"droit_applicable": "Droit français"}
"""Dotted key -> what the original's record holds where a document or an answer does not."""


SeedMatch = Literal["exact", "llm", "miss"]


class SeedField(NamedTuple):
    """A field that the truth sets, by its dotted key, and how the original calls its match."""

    field: str
    match: SeedMatch
    expected: Any
    got: Any


def seed_accuracy(
    truth: Mapping[str, Any], answer: Mapping[str, Any], judged: frozenset[str]
) -> Fraction:
    """Return the share of the truth's fields that the original calls right; 0 without any.

    judged: JSON pointers of the fields that a verdict calls equivalent.

    >>> seed_accuracy({"prix": {"montant": 5}}, {"prix": {"montant": 5.0}}, frozenset())
    Fraction(1, 1)
    """
    fields = seed_fields(truth, answer, judged)
    return ratio(sum(field.match != "miss" for field in fields), len(fields))


def seed_fields(
    truth: Mapping[str, Any], answer: Mapping[str, Any], judged: frozenset[str]
) -> list[SeedField]:
    """Return each field that the truth sets as the original details it, in the truth's order."""
    true, filled = dict(_flat(truth)), {**PRESETS, **dict(_flat(answer))}
    # The preset comes last, as in the original's record; a truth that has the field keeps its own.
    true |= {key: value for key, value in PRESETS.items() if key not in true}
    fields = []
    for key, value in true.items():
        if value in (None, "", []):
            continue
        got = filled.get(key)
        by_judge = bool(got) and "/" + key.replace(".", "/") in judged
        match: SeedMatch = "exact" if got == value else "llm" if by_judge else "miss"
        fields.append(SeedField(key, match, value, got))
    return fields


def _flat(value: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield from _flat(inner, f"{above}{name}.")
        else:
            yield f"{above}{name}", inner
