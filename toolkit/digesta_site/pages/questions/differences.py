"""Which fields of an answer differ from the right ones, member by member, for the eye.

Marks are the scorers': two texts may differ and both be right, so only answers that earned less
than everything are compared, and only fields that hold plain texts and numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from digesta_site.words import visible

MOST_SHOWN = 12
"""Members of a list that are shown; then how many more there are."""


class Piece(NamedTuple):
    """A member of a field, and whether the other side has no such member."""

    text: str
    differs: bool


class FieldDifference(NamedTuple):
    """How a field and the right one differ."""

    name: str
    wrote: list[Piece]
    right: list[Piece]


def differences(answer: Any, truth: Mapping[str, Any]) -> list[FieldDifference]:
    """Return the fields of an answer that differ from a truth's.

    >>> [row.name for row in differences({"level": "A", "type": "x"}, {"level": "C", "type": "x"})]
    ['level']
    """
    right = truth.get("answer", truth.get("fields", truth))
    if not isinstance(answer, Mapping) or not isinstance(right, Mapping):
        return []
    pairs = [(name, answer[name], right[name]) for name in right if name in answer]
    return [*_fields(pairs)] or [*_fields(pairs, in_order=True)]


def _fields(
    pairs: Sequence[tuple[str, Any, Any]], *, in_order: bool = False
) -> list[FieldDifference]:
    """Return the fields that differ. in_order: also where only the order does."""
    rows = []
    for name, wrote, right in pairs:
        sides = [value if isinstance(value, list) else [value] for value in (wrote, right)]
        if not all(isinstance(value, str | int | float) for side in sides for value in side):
            continue
        mine, theirs = ([_text(value) for value in side] for side in sides)
        if {_fold(text) for text in mine} != {_fold(text) for text in theirs}:
            rows.append(
                FieldDifference(visible(name), _members(mine, theirs), _members(theirs, mine))
            )
        elif in_order and mine != theirs:
            every = [
                [Piece(visible(text), differs=True) for text in side] for side in (mine, theirs)
            ]
            rows.append(FieldDifference(visible(name), *every))
    return rows


def _members(side: Sequence[str], other: Sequence[str]) -> list[Piece]:
    there = {_fold(text) for text in other}
    pieces = [Piece(visible(text), _fold(text) not in there) for text in side]
    more = len(pieces) - MOST_SHOWN
    return [*pieces[:MOST_SHOWN], *([Piece(f"{more} more", differs=False)] if more > 0 else [])]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _fold(text: str) -> str:
    return text.strip().casefold() or text
