"""Loading: again, another folder, other people's nodes, and loaders that were killed."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from graph_commands import loading, run

from authoring.tlr.graph import GraphTimeline
from dated_law import charter_in, codes, long_charter_in
from digesta.workspace import store
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import GraphCorpus, corpus
from digesta_generate.graph.faults import GraphError
from digesta_generate.graph.load import digest_of, empty, load, load_record, whole
from digesta_generate.graph.servers import GraphServer
from digesta_generate.graph.truths import truth
from waiting import HANG

ASK = {"kind": "lineage", "component_id": "ch_art_1"}


def nothing(_more: int) -> None:
    pass


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    base = tmp_path_factory.mktemp("charters")
    return charter_in(base / "small"), long_charter_in(base / "long", 30)


@pytest.fixture
def emptied(client: Client) -> Client:
    empty(client)
    return client


@pytest.fixture
def holding(emptied: Client, toy_graph: GraphCorpus) -> Client:
    """Return a database that holds the small charter."""
    load(emptied, toy_graph, count=nothing)
    return emptied


def test_loading_again_changes_nothing(holding: Client, toy_graph: GraphCorpus) -> None:
    first = whole(holding), digest_of(holding, count=nothing)

    again = load(holding, toy_graph, count=nothing)

    assert (again, digest_of(holding, count=nothing)) == first
    assert first == ((toy_graph.source, toy_graph.graph, *toy_graph.counts, True), toy_graph.graph)


def test_constraints_keep_a_key_from_standing_twice(holding: Client) -> None:
    with pytest.raises(GraphError) as caught:
        holding.rows("CREATE (c:Component {component_id: 'ch_art_1'})")

    assert codes(caught.value) == ["graph-refused"]


@pytest.mark.parametrize(
    "damage",
    [
        "MATCH (:CTV {ctv_id: 'ch_art_1_v2'})-[r:AGGREGATES]->(:CTV) DELETE r",
        "MATCH (t:TextUnit {text_id: 'ch_art_1_v2_pt_text'}) DETACH DELETE t",
        "MATCH (v:CTV {ctv_id: 'ch_art_1_v2'}) SET v.version_number = 7, v.more = true",
    ],
)
def test_a_second_load_mends_what_was_lost_or_altered(
    holding: Client, toy_graph: GraphCorpus, damage: str
) -> None:
    holding.rows(damage)
    assert digest_of(holding, count=nothing) != toy_graph.graph

    load(holding, toy_graph, count=nothing)

    assert digest_of(holding, count=nothing) == toy_graph.graph


def test_a_graph_with_something_more_is_not_called_whole(
    holding: Client, toy_graph: GraphCorpus
) -> None:
    holding.rows("CREATE (c:Component {component_id: 'stray'})")

    with pytest.raises(GraphError) as caught:
        load(holding, toy_graph, count=nothing)

    assert codes(caught.value) == ["graph-differs"]
    with pytest.raises(GraphError, match="graph-incomplete"):
        whole(holding)


def test_another_folder_is_refused_unless_it_is_to_replace_the_first(
    holding: Client, toy_graph: GraphCorpus, folders: tuple[Path, Path]
) -> None:
    other = corpus(store.read_tree(folders[1]))

    with pytest.raises(GraphError) as caught:
        load(holding, other, count=nothing)
    assert codes(caught.value) == ["graph-other-source"]
    assert whole(holding).graph == toy_graph.graph

    load(holding, other, replace=True, count=nothing)
    assert digest_of(holding, count=nothing) == other.graph


def test_nodes_of_somebody_else_are_refused_and_stay(
    emptied: Client, toy_graph: GraphCorpus
) -> None:
    emptied.rows("CREATE (c:Component {component_id: 'mine'})")

    for replace in (False, True):
        with pytest.raises(GraphError) as caught:
            load(emptied, toy_graph, replace=replace, count=nothing)
        assert codes(caught.value) == ["graph-foreign"]

    found = emptied.rows("MATCH (c:Component) RETURN c.component_id AS id ORDER BY id")
    assert found == [{"id": "mine"}]
    emptied.rows("MATCH (c:Component) DELETE c")


def test_an_empty_database_says_what_to_do(emptied: Client, database: GraphServer) -> None:
    code, _, talk = run("graph", "ask", "lineage", "ch_art_1", address=database.address)

    assert code == 1
    assert "graph-empty" in talk
    assert "fix: load the folder: digesta-generate graph load FOLDER" in talk


def test_a_component_that_is_not_there_is_named(holding: Client) -> None:
    there, day = "ch_art_1", "1980-01-01"
    for ask, why in (
        (ASK | {"component_id": "ch_art_77"}, "ch_art_77, which is not there"),
        ({"kind": "point_in_time", "component_id": there, "date": day}, "not in force then"),
        (
            {"kind": "difference", "component_id": there, "date_1": day, "date_2": "1990-01-01"},
            "not in force then",
        ),
        ({"kind": "impact", "scope": "xx", "from": day, "to": "2000-01-01"}, "xx, which is not"),
    ):
        with pytest.raises(GraphError, match=why) as caught:
            truth(holding, ask)
        assert codes(caught.value) == ["graph-question"]


def test_a_timeline_of_another_source_is_refused(holding: Client) -> None:
    with pytest.raises(GraphError, match="graph-other-source"):
        GraphTimeline(holding, "0" * 64)


@pytest.mark.parametrize(("sent", "exit_code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_load_that_was_ended_is_recognised_refused_and_mended(
    emptied: Client,
    database: GraphServer,
    folders: tuple[Path, Path],
    sent: signal.Signals,
    exit_code: int,
) -> None:
    wanted = corpus(store.read_tree(folders[1]))
    with loading(folders[1], address=database.address) as process:
        process.send_signal(sent)
        process.wait(HANG)
    assert process.returncode == exit_code

    found = load_record(emptied)
    assert found
    assert not found.complete
    code, _, talk = run("graph", "ask", "lineage", "ch_art_1", address=database.address)
    assert (code, "graph-incomplete" in talk) == (1, True)

    code, said, talk = run("graph", "load", folders[1], address=database.address)
    assert code == 0, talk
    assert said.startswith(f"{wanted.counts[0]} nodes and {wanted.counts[1]} relations")
    assert digest_of(emptied, count=nothing) == wanted.graph
    code, said, _ = run("graph", "ask", "lineage", "ch_art_1", address=database.address)
    assert said.count('"version":') == 2
