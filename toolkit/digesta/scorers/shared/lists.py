"""Ranked lists: the ids of an answer, and what a list in random order earns on average."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import ratio


def ranked_ids(answer: Any) -> list[str] | None:
    """Return the ids that an answer ranks, or None when it is unreadable."""
    if not isinstance(answer, Mapping) or answer.keys() != {"ranked"}:
        return None
    ranked = answer["ranked"]
    if not isinstance(ranked, list) or not all(isinstance(name, str) for name in ranked):
        return None
    return ranked


def first_hits(pool: int, drawn: int, relevant: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return the chances that the first hit is at rank 1, 2, …, and that the first 0, 1, … miss.

    drawn: of ``pool`` different ids, of which ``relevant`` are right, in a random order.
    """
    first, none = [], [Fraction(1)]
    for before in range(drawn):
        first.append(none[-1] * Fraction(min(relevant, pool - before), pool - before))
        none.append(none[-1] - first[-1])
    return first, none


def expected_precision(pool: int, drawn: int, relevant: int) -> Fraction:
    """Return the mean average precision: a hit at rank r finds its share of hits before it."""
    if not relevant:
        return Fraction(0)
    others = ratio(relevant - 1, pool - 1)
    total = sum(
        (Fraction(1, rank) * (1 + (rank - 1) * others) for rank in range(1, drawn + 1)), Fraction(0)
    )
    return total * Fraction(relevant, pool) / relevant
