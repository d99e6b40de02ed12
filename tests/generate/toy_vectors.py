"""Vectors without a model: drawn from a text's digest, so that the same words lie together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from digesta.canonical import sha256_hex
from digesta_generate.retrieval.corpus import CorpusText, TextCorpus
from digesta_generate.retrieval.embedding import Embedder, Vectors, unit
from digesta_generate.retrieval.vectors import VectorIndex, VectorStore, index_texts, open_store

WIDTH = 24


def drawn(text: str) -> list[float]:
    """Return the vector of a text: of its first word alone, so that there are duplicates."""
    seed = int(sha256_hex(text.split(maxsplit=1)[0].encode())[:8], 16)
    return [float(one) for one in np.random.default_rng(seed).normal(size=WIDTH)]


class Toy:
    """An embedder that counts what it embeds. hook: called with that count before each batch."""

    def __init__(
        self, name: str = "toy", hook: Callable[[int], object] = lambda _done: None
    ) -> None:
        self.done = 0
        self._hook = hook
        self.embedder = Embedder(name, self._passages, lambda text: unit([drawn(text)])[0])

    def _passages(self, texts: Sequence[str]) -> Vectors:
        self._hook(self.done)
        self.done += len(texts)
        return unit([drawn(one) for one in texts])


def corpus(size: int, *, words: int | None = None) -> TextCorpus:
    """Return texts; of ``words`` different first words, all different where it is None."""
    return TextCorpus(
        [
            CorpusText(f"t{at}", f"word{at % (words or size)} of {at}", f"shown {at}")
            for at in range(size)
        ],
        {"corpus": "toy"},
    )


def searched(
    place: Path | str, texts: TextCorpus, toy: Toy, ask: Callable[[VectorIndex], list[list[str]]]
) -> list[list[str]]:
    """Index a corpus at a place and ask it."""
    at = VectorStore(None, place) if isinstance(place, str) else VectorStore(place)
    with open_store(at) as client:
        return ask(index_texts(client, texts, toy.embedder, lambda _done, _total: None))
