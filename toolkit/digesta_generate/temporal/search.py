"""One search for all three systems: BM25 and embeddings, fused by reciprocal ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from digesta.canonical import sha256_hex
from digesta_generate.similarity.bm25 import bm25, words
from digesta_generate.similarity.ranking import DIGITS
from digesta_generate.temporal.names import LawNames
from digesta_generate.temporal.states import RetrievedState
from digesta_generate.temporal.vectors import Vectors

FUSION = 60
"""Added to a rank before its reciprocal is taken (Cormack, Clarke and Büttcher, 2009)."""
TOP_K = 20
"""Results of one search."""


class Search:
    """What ranks states for a query.

    vectors: of passages. query: makes the vector of a query.
    """

    def __init__(self, vectors: Vectors, query: Callable[[str], Any]) -> None:
        self.vectors = vectors
        self._query = lru_cache(maxsize=None)(query)

    def index(
        self, states: Sequence[RetrievedState], law: LawNames | None = None
    ) -> Callable[[str], list[RetrievedState]]:
        """Return what finds the best of some states for a query, best first. law: of the states."""
        passages = [state.passage(law) for state in states]
        lexical = bm25(words, passages) if states else None
        vectors = [self.vectors.of(passage) for passage in passages]
        ids = [state.id for state in states]

        def find(query: str) -> list[RetrievedState]:
            if lexical is None:
                return []
            vector = self._query(query)
            cosines = [float(row @ vector) for row in vectors]
            order = fuse([lexical(query), cosines], ids)
            return [states[at] for at in order[:TOP_K]]

        return find


def fuse(scores: Sequence[Sequence[float]], ids: Sequence[str]) -> list[int]:
    """Order texts by the sum of reciprocal ranks. scores: of each ranking; higher is nearer.

    Equal scores, and equal sums, are ordered by a digest of the id: by the id itself, an
    article's first state would stand before its later ones.

    >>> fuse([[0.1, 0.9, 0.5], [0.2, 0.3, 0.25]], ["a", "b", "c"])
    [1, 2, 0]
    """
    ties = [sha256_hex(state_id.encode()) for state_id in ids]
    sums = [0.0] * len(ids)
    for ranking in scores:
        order = sorted(range(len(ids)), key=lambda at: (-round(ranking[at], DIGITS), ties[at]))
        for rank, at in enumerate(order, start=1):
            sums[at] += 1 / (FUSION + rank)
    return sorted(range(len(ids)), key=lambda at: (-round(sums[at], 12), ties[at]))
