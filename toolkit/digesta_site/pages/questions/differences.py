"""What differs between an answer and the right one, piece by piece, for the eye.

Marks are the scorers': two texts may differ and both be right, so only answers that earned less
than everything are compared, and only values that hold plain texts and numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from digesta_site.words import visible

MOST_WORDS = 400
"""Longer texts are not compared word by word."""
MOST_SHOWN = 12
"""Members of a list that are shown; then how many more there are."""
_WORD = re.compile(r"[\u3400-\u9fff]|\w+|\s+|[^\w\s]")


class Piece(NamedTuple):
    """A piece of an answer, and whether the other side has no such piece."""

    text: str
    differs: bool


class FieldDifference(NamedTuple):
    """How a value and the right one differ. name: of the field; empty: the whole answer."""

    name: str
    wrote: list[Piece]
    right: list[Piece]


def differences(answer: Any, truth: Mapping[str, Any]) -> list[FieldDifference]:
    """Return where an answer differs from a truth; empty where that cannot be told.

    >>> [row.name for row in differences({"level": "A", "type": "x"}, {"level": "C", "type": "x"})]
    ['level']
    """
    right = truth.get("answer", truth.get("fields", truth))
    if _is_plain(answer) and _is_plain(right):
        wrote, other = _word_pieces(_text(answer), _text(right))
        return (
            [FieldDifference("", wrote, other)] if any(p.differs for p in (*wrote, *other)) else []
        )
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
        if not all(_is_plain(value) for side in sides for value in side):
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


def _word_pieces(wrote: str, right: str) -> tuple[list[Piece], list[Piece]]:
    sides = [_WORD.findall(text) for text in (wrote, right)]
    folded = [[_fold(word) for word in side] for side in sides]
    same: list[set[int]] = [set(), set()]
    if max(map(len, sides)) <= MOST_WORDS:
        matcher = SequenceMatcher(None, folded[0], folded[1], autojunk=False)
        for block in matcher.get_matching_blocks():
            same[0].update(range(block.a, block.a + block.size))
            same[1].update(range(block.b, block.b + block.size))
    if not any(sides[0][at].isalnum() for at in same[0]):
        same = [set(), set()]  # spaces and points in common say nothing
    first, second = (_pieces(side, at) for side, at in zip(sides, same, strict=True))
    return first, second


def _pieces(words: Sequence[str], same: set[int]) -> list[Piece]:
    pieces: list[Piece] = []
    for at, word in enumerate(words):
        differs = at not in same
        if pieces and pieces[-1].differs is differs:
            pieces[-1] = Piece(pieces[-1].text + visible(word), differs)
        else:
            pieces.append(Piece(visible(word), differs))
    return pieces


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _fold(text: str) -> str:
    return text.strip().casefold() or text
