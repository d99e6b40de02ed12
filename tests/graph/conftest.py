"""One graph database of each kind for the whole session: ArcadeDB, and a real Neo4j Community."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from graph_servers import PASSWORD, libraries
from the_book import FILES

from authoring.tlr.law import AmendedLaw
from digesta.workspace import store
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import GraphCorpus, corpus
from digesta_generate.graph.load import empty, load
from digesta_generate.graph.servers import GraphServer, Kind, serving
from places import CONSTITUTION


@pytest.fixture(scope="session", params=["arcadedb", "neo4j"])
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(scope="session")
def server(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphServer]:
    folder = tmp_path_factory.mktemp(kind)
    with serving(kind, folder, password=PASSWORD, libraries=libraries(kind)) as running:
        yield running
        running.process.kill()  # nothing of it is kept: do not wait until all is written


@pytest.fixture
def client(server: GraphServer) -> Iterator[Client]:
    with Client(server.address) as client:
        yield client


@pytest.fixture(scope="session")
def whole_corpus() -> GraphCorpus:
    return corpus(store.read_tree(CONSTITUTION))


@pytest.fixture
def full(client: Client, whole_corpus: GraphCorpus) -> Client:
    """Return a database that holds the whole constitution; loaded by the first who asks."""
    found = client.rows("MATCH (l:Load {complete: true}) RETURN l.graph AS graph ORDER BY graph")
    if found != [{"graph": whole_corpus.graph}]:
        load(client, whole_corpus, replace=True, count=lambda _: None)
    return client


@pytest.fixture(scope="session")
def law() -> AmendedLaw:
    return AmendedLaw(FILES)


@pytest.fixture(scope="session")
def book() -> GraphCorpus:
    return corpus(FILES)


@pytest.fixture
def held_book(client: Client, book: GraphCorpus) -> Client:
    """Return a database that holds the code; loaded by the first who asks."""
    found = client.rows("MATCH (l:Load {complete: true}) RETURN l.graph AS graph ORDER BY graph")
    if found != [{"graph": book.graph}]:
        empty(client)
        load(client, book, count=lambda _: None)
    return client
