"""Vectors of a corpus in ChromaDB, and the texts nearest to a query, as exact search gives them.

A collection is named by the digest of the corpus and of the embedder: one made for other texts or
by another model is never read. Each vector is stored with the digest of its id, its words and its
bytes. Before a search all are read and checked; what is missing, wrong or too much is put right,
so a run that a kill or a full disk ended, or that found the folder gone, is healed by the next.
Ids, vectors and digests are stored; no words.

Chroma's index is drawn at random, and with its defaults two builds give other neighbours. Its
search is as wide as the collection here, and goes on until what it has not given cannot be among
the best; these are then ordered by our own exact cosines, rounded, ties by id
(``similarity.ranking.best``). Telemetry is off, and no text is ever handed to Chroma to embed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from digesta.canonical import digest, sha256_hex
from digesta.errors import InputError, UsageError
from digesta_generate.retrieval.corpus import CorpusText, TextCorpus
from digesta_generate.retrieval.embedding import Embedder, Vectors, batches
from digesta_generate.similarity.ranking import DIGITS, best

if TYPE_CHECKING:
    from chromadb import Collection
    from chromadb.api import ClientAPI

SPAN = 2 * 10.0**-DIGITS
"""How far behind the last of the best a text must lie to be out of it, whatever rounding does."""

_FIRST = 64
_PAGE = 1000
_NEIGHBOURS = 64
_BREADTH = 200
_SEAL = "sha256"
_PORTS = {"http": 8000, "https": 443}

Count = Callable[[int, int], None]
"""Is told how many vectors stand, of how many."""


class _LostError(Exception):
    """The store did not give back what was put into it."""


class VectorStore(NamedTuple):
    """Where the collections lie: a folder, or the URL of a Chroma server."""

    folder: Path | None
    url: str | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.url or (self.folder or Path()).as_posix()


@contextmanager
def open_store(place: VectorStore) -> Iterator[ClientAPI]:
    """Open the store for the block; InputError where it fails, with the way on."""
    # Of the extra [rag], and slow to import.
    from chromadb.api.shared_system_client import SharedSystemClient  # noqa: PLC0415 - as said
    from chromadb.config import Settings  # noqa: PLC0415 - the same

    settings = Settings(anonymized_telemetry=False)
    try:
        # A client that finds no server raises a plain ValueError.
        with _faults(place, ValueError):
            client = _client(place, settings)
        try:
            with _faults(place):
                yield client
        finally:
            _hang_up(client)
    finally:
        # Else the next client of this path would go on with files that may be gone by then.
        SharedSystemClient.clear_system_cache()


def _hang_up(client: Any) -> None:
    """Close a server's connections: the client's own ``close`` leaves them open."""
    for system in (client, client._admin_client):  # noqa: SLF001 - there is no public way
        session = getattr(system._server, "_session", None)  # noqa: SLF001 - the same
        if session is not None:
            session.close()


def _client(place: VectorStore, settings: Any) -> ClientAPI:
    import chromadb  # noqa: PLC0415 - as above

    if place.url is None:
        assert place.folder is not None, "a folder or a server"
        place.folder.mkdir(parents=True, exist_ok=True)
        return chromadb.PersistentClient(place.folder, settings=settings)
    at = _check_address(place.url)
    port = at.port or _PORTS[at.scheme]
    return chromadb.HttpClient(at.hostname or "", port, ssl=at.scheme == "https", settings=settings)


def _check_address(url: str) -> Any:
    at = urlsplit(url)
    try:
        fine = at.scheme in _PORTS and at.hostname and at.port != 0 and at.path in ("", "/")
    except ValueError:
        fine = False
    if not fine or "@" in url or at.query or at.fragment:
        raise UsageError("--chroma-url: expected a server such as http://127.0.0.1:8000")
    return at


@contextmanager
def _faults(place: VectorStore, *more: type[Exception]) -> Iterator[None]:
    from chromadb.errors import ChromaError  # noqa: PLC0415 - of the extra [rag]
    from httpx import HTTPError  # noqa: PLC0415 - of the extra [generate]

    caught: tuple[type[Exception], ...] = (ChromaError, HTTPError, _LostError, *more)
    try:
        yield
    except caught as error:
        fix = (
            "see that the server runs"
            if place.url
            else "see that the disk has room and is writable"
        )
        last = "" if place.url else f"; if it fails again remove {place.name}"
        raise InputError.of(
            code="vectors",
            file=place.name,
            got=" ".join(str(error).split())[:200],
            expected="a store that reads and writes vectors",
            fix=f"{fix}, and run the same command again, which keeps what is done{last}",
        ) from error


class VectorIndex:
    """A corpus's vectors in an open store."""

    def __init__(self, collection: Collection, size: int) -> None:
        self._collection = collection
        self._size = size

    def nearest(self, query: Vectors, most: int) -> list[str]:
        """Return the ids of the texts nearest to a query's vector, best first."""
        wanted = min(self._size, max(4 * most, _FIRST))
        while True:
            scores = self._scores(query, wanted)
            ranked = best(scores, most)
            last = scores[ranked[-1]]
            if wanted == self._size or min(scores.values()) < last - SPAN:
                return ranked
            wanted = min(self._size, 4 * wanted)

    def _scores(self, query: Vectors, wanted: int) -> dict[str, float]:
        reply: Any = self._collection.query(
            query_embeddings=[query.tolist()], n_results=wanted, include=["embeddings"]
        )
        ids, rows = reply["ids"][0], reply["embeddings"][0]
        if len(ids) != wanted:
            raise _LostError(f"the index gave {len(ids)} texts of {wanted}")
        return dict(zip(ids, cosines(rows, query), strict=True))


def cosines(rows: Any, query: Vectors) -> list[float]:
    """Return the products of rows with a query, in 64 bits."""
    product = np.asarray(rows, dtype=np.float64) @ np.asarray(query, dtype=np.float64)
    return [float(cosine) for cosine in product]


def index_texts(
    client: ClientAPI, corpus: TextCorpus, embedder: Embedder, count: Count
) -> VectorIndex:
    """Return the index of a corpus, after what is missing of it is embedded and stored."""
    size = len(corpus.texts)
    collection = client.get_or_create_collection(
        f"digesta-{digest([corpus.sha256, embedder.name])[:40]}",
        embedding_function=None,
        configuration={
            "hnsw": {
                "space": "ip",
                "ef_search": size,
                "max_neighbors": _NEIGHBOURS,
                "ef_construction": max(_BREADTH, _NEIGHBOURS),
            }
        },
    )
    missing = _put_right(collection, corpus)
    count(size - len(missing), size)
    done = size - len(missing)
    for some in batches(missing):
        _store(collection, some, embedder.passages([text.searched for text in some]))
        done += len(some)
        count(done, size)
    if missing and (lost := len(_put_right(collection, corpus))):
        raise _LostError(f"{lost} of {size} vectors are not as they were stored")
    return VectorIndex(collection, size)


def _store(collection: Collection, texts: Sequence[CorpusText], rows: Vectors) -> None:
    collection.upsert(
        ids=[text.id for text in texts],
        embeddings=[*rows],
        metadatas=[{_SEAL: _seal(text, row)} for text, row in zip(texts, rows, strict=True)],
    )


def _put_right(collection: Collection, corpus: TextCorpus) -> list[CorpusText]:
    """Remove what is not the corpus's, and give the texts whose vectors are missing or wrong."""
    right, strange = set(), []
    for name, row, metadata in _rows(collection):
        text = corpus.by_id.get(name)
        if text is None:
            strange.append(name)
        elif (metadata or {}).get(_SEAL) == _seal(text, np.asarray(row, dtype=np.float32)):
            right.add(name)
    for some in batches(strange):
        collection.delete(ids=list(some))
    return [text for text in corpus.texts if text.id not in right]


def _rows(collection: Collection) -> Iterator[tuple[str, Any, Any]]:
    for at in range(0, collection.count(), _PAGE):
        page: Any = collection.get(limit=_PAGE, offset=at, include=["embeddings", "metadatas"])
        yield from list(zip(page["ids"], page["embeddings"], page["metadatas"], strict=True))


def _seal(text: CorpusText, row: Vectors) -> str:
    return sha256_hex(f"{text.id}\n{text.searched}\n".encode() + row.tobytes())
