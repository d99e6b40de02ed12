"""The six tasks by Cypher, beside the released truths and the engine in memory."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from authoring import keys
from authoring.tlr import build
from authoring.tlr.graph import GraphTimeline
from authoring.tlr.law import AmendedLaw
from digesta.workspace import store
from digesta_generate.graph.check import differences
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import GraphCorpus, source_digest
from digesta_generate.graph.load import digest_of, whole
from digesta_generate.graph.queries import QUERIES
from digesta_generate.graph.servers import NEO4J, Kind
from digesta_generate.graph.truths import on_day, truth
from places import CONSTITUTION, ROOT

RELEASE = ROOT / "releases" / "2026-11-22.4"
Row = Mapping[str, Any]


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RELEASE / name).read_bytes().splitlines()]


@pytest.fixture(scope="module")
def asked() -> list[tuple[str, Row, Row]]:
    truths = {one["question_id"]: one["truth"] for one in lines("truths.jsonl")}
    return [
        (one["question_id"], one["ask"], truths[one["question_id"]])
        for one in lines("questions.jsonl")
        if one["scorer"] == "temporal" and one["split"] == "public"
    ]


@pytest.fixture(scope="module")
def cf_law() -> AmendedLaw:
    return AmendedLaw(store.read_tree(CONSTITUTION))


# the same by the engine in memory ----------------------------------------------------------------


def in_memory(law: AmendedLaw, ask: Row) -> Row:
    return ENGINE[ask["kind"]](law, ask)


def point_in_time(law: AmendedLaw, ask: Row) -> Row:
    [state] = [s for s in law.states(ask["component_id"]) if s.in_force(ask["date"])]
    version = {"component_id": state.article, "version": state.number}
    return {"versions": [version], "text_sha256": state.sha256}


def attribution(law: AmendedLaw, ask: Row) -> Row:
    days = [state.start for state in law.timeline.changes(ask["component_id"])]
    made_by = law.timeline.attribution(ask["component_id"]) or ()
    return {"amendments": list(made_by), "dates": days}


def difference(law: AmendedLaw, ask: Row) -> Row:
    found = law.timeline.difference(ask["component_id"], ask["date_1"], ask["date_2"])
    assert found.state_1
    assert found.state_2
    settled = all(state.settled for state in found.between)
    return {
        "changed": found.differs,
        "amendments_between": list(found.amendments) if settled else [],
        "version_1": found.state_1.number,
        "version_2": found.state_2.number,
    }


def lineage(law: AmendedLaw, ask: Row) -> Row:
    states = law.timeline.lineage(ask["component_id"])
    return {
        "version_chain": [
            {"version": s.number, "date": s.start, "amendments": list(s.amendments)} for s in states
        ]
    }


def consistency(law: AmendedLaw, ask: Row) -> Row:
    found = attribution(law, ask)
    return {"amended": bool(found["dates"]), "amendments": found["amendments"]}


def impact(law: AmendedLaw, ask: Row) -> Row:
    found = law.timeline.impact(ask["scope"], ask["from"], ask["to"])
    states = sorted((s for one in found for s in one.states), key=lambda state: state.start)
    named = dict.fromkeys(name for state in states for name in state.amendments)
    settled = all(state.settled for state in states)
    return {
        "articles": [one.article for one in found],
        "amendments": list(named) if settled else [],
    }


ENGINE: Mapping[str, Callable[[AmendedLaw, Row], Row]] = {
    "point_in_time": point_in_time, "attribution": attribution, "difference": difference,
    "lineage": lineage, "consistency": consistency, "impact": impact,
}  # fmt: skip


def test_every_released_truth_comes_out_by_cypher_and_by_the_engine_in_memory(
    full: Client, cf_law: AmendedLaw, asked: list[tuple[str, Row, Row]]
) -> None:
    for _, ask, released in asked:
        by_cypher = truth(full, ask)

        assert by_cypher == {name: released[name] for name in by_cypher}
        assert by_cypher == in_memory(cf_law, ask)
    assert Counter(ask["kind"] for _, ask, _ in asked) == {
        "point_in_time": 30, "attribution": 20, "difference": 15, "lineage": 10,
        "consistency": 20, "impact": 15,
    }  # fmt: skip


def test_the_check_finds_no_difference_and_names_one_where_there_is_one(
    full: Client, asked: list[tuple[str, Row, Row]]
) -> None:
    assert list(differences(full, asked)) == []

    (name, ask, released), *_ = (one for one in asked if one[1]["kind"] == "point_in_time")
    other = {
        **released, "text_sha256": "0" * 64,
        "must_contain": ["is not there"], "must_not_contain": ["Art."],
    }  # fmt: skip
    found = list(differences(full, [(name, ask, other)]))
    assert [problem.got.split()[0] for problem in found] == [
        "text_sha256", "must_contain", "must_not_contain",
    ]  # fmt: skip
    assert {problem.question_id for problem in found} == {name}


def test_every_state_is_found_on_its_first_day_and_not_on_the_day_it_ends(
    full: Client, cf_law: AmendedLaw
) -> None:
    for article in cf_law.timeline.articles[::3]:
        for state in cf_law.states(article):
            [row] = on_day(full, article, state.start)
            assert (row["version"], row["valid_from"]) == (state.number, state.start)
            assert (row["valid_to"], row["text"]) == (state.end, state.text)
            if state.end:
                assert [one["version"] for one in on_day(full, article, state.end)] in (
                    [state.number + 1],
                    [],
                )


def test_the_builder_draws_the_same_bytes_from_the_graph_as_from_memory(
    full: Client,
) -> None:
    files = store.read_tree(CONSTITUTION)
    key = keys.key_of(1, None)
    graph = GraphTimeline(full, source_digest(files))

    drawn = build(files, key, split="public", released="2026-11-22", temporal=graph)

    assert drawn == build(files, key, split="public", released="2026-11-22")
    assert drawn["questions.jsonl"].count(b"\n") == 110


def test_the_graph_says_of_every_article_what_the_engine_says(
    full: Client, cf_law: AmendedLaw, whole_corpus: GraphCorpus
) -> None:
    graph = GraphTimeline(full, whole_corpus.source)

    assert graph.states == cf_law.timeline.states
    assert graph.actions == cf_law.timeline.actions
    assert list(graph.components) == list(cf_law.timeline.components)
    for article in cf_law.timeline.articles:
        assert graph.attribution(article) == cf_law.timeline.attribution(article)
        for day in ("1988-10-05", "2004-12-08", "2020-08-26"):
            assert graph.place_on(article, day) == cf_law.timeline.place_on(article, day)
    for scope in ("cf", "adct", "cf_tit_4_cap_4_sec_4", "cf_tit_8_cap_3"):
        for day in ("1988-10-04", "1990-01-01", "2015-02-26", "2020-08-26"):
            assert graph.articles_in(scope, day) == cf_law.timeline.articles_in(scope, day)
        span = (scope, "1995-01-01", "2016-01-01")
        assert graph.impact(*span) == cf_law.timeline.impact(*span)


def test_what_a_database_holds_is_what_the_corpus_holds(
    full: Client, whole_corpus: GraphCorpus
) -> None:
    read = 0

    def count(more: int) -> None:
        nonlocal read
        read += more

    assert digest_of(full, count=count) == whole_corpus.graph
    assert read == sum(whole_corpus.counts)
    assert whole(full)[2:] == (*whole_corpus.counts, True)


def test_a_server_is_recorded_by_its_own_words(client: Client, kind: Kind) -> None:
    agent = client.server().agent

    assert ("ArcadeDB" in agent) == (kind == "arcadedb")
    assert (agent == f"Neo4j/{NEO4J}") == (kind == "neo4j")


def test_every_query_says_in_which_order_its_rows_come() -> None:
    assert all("ORDER BY" in query.splitlines()[-1] for query in QUERIES.values())
