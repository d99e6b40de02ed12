"""How much two contracts have in common: Jaccard similarity of their 8-grams of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from authoring.frenchlaw.compose import ContractLine

GRAM = 8
MOST, MOST_DECISIVE = 0.35, 0.2
"""What two contracts may share, in all their text and in their decisive clauses."""
_WORD = re.compile(r"\w+")


class Grams(NamedTuple):
    """A contract's 8-grams: of the whole text, and of its decisive clauses."""

    whole: frozenset[int]
    decisive: frozenset[int]


class Shared(NamedTuple):
    """The most that a contract shares with one of some others."""

    whole: float
    decisive: float

    @property
    def is_little(self) -> bool:
        """Return whether it is below both limits."""
        return self.whole < MOST and self.decisive < MOST_DECISIVE


def grams_of(lines: Iterable[ContractLine]) -> Grams:
    """Return a contract's 8-grams."""
    kept = list(lines)
    decisive = [line for line in kept if "." in line.key and ":" not in line.key]
    return Grams(_grams(kept), _grams(decisive))


def _grams(lines: Sequence[ContractLine]) -> frozenset[int]:
    words = [word for line in lines for word in _WORD.findall(line.text.lower())]
    return frozenset(hash(tuple(words[at : at + GRAM])) for at in range(len(words) - GRAM + 1))


def most_shared(left: Grams, others: Iterable[Grams]) -> Shared:
    """Return the most that a contract shares with one of the others."""
    most = Shared(0.0, 0.0)
    for right in others:
        whole = _jaccard(left.whole, right.whole)
        decisive = _jaccard(left.decisive, right.decisive)
        most = Shared(max(most.whole, whole), max(most.decisive, decisive))
    return most


def _jaccard(left: frozenset[int], right: frozenset[int]) -> float:
    shared = len(left & right)
    return shared / (len(left) + len(right) - shared) if shared else 0.0
