"""A second law, of a folder that anybody could write: nothing in the graph is of one law alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from graph_commands import run

from authoring.draws import Draws
from authoring.tlr import choice
from authoring.tlr.again import Again, truth_again
from authoring.tlr.articles import OF_ARTICLES
from authoring.tlr.graph import GraphTimeline
from authoring.tlr.law import AmendedLaw
from authoring.tlr.scopes import impacts, scopes
from dated_law import (
    BOOK,
    FILES,
    FIRST,
    HORIZON,
    ROWS,
    WAITING,
    Row,
    codes,
    draft,
    drawn,
    lines,
    without,
)
from digesta.errors import ReleaseError
from digesta.workspace import store
from digesta_generate.graph.check import differences
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import GraphCorpus
from digesta_generate.graph.faults import GraphError
from digesta_generate.graph.load import digest_of, empty, load, whole
from digesta_generate.graph.servers import GraphServer
from digesta_generate.graph.truths import on_day, truth
from digesta_legal.timeline import text_digest
from digesta_legal.timeline.records import DIVISIONS

DAYS = [json.loads(line)["date"] for line in FILES["amendments.jsonl"].splitlines()]


# the six tasks, worked by hand -------------------------------------------------------------------

BY_HAND: list[tuple[str, Row, Row]] = [
    (
        "an article on the day on which its second state ends",
        {"kind": "point_in_time", "component_id": "hc_art_2", "date": "2012-02-29"},
        {"versions": [{"component_id": "hc_art_2", "version": 3}]},
    ),
    (
        "a line whose middle version has no length",
        {"kind": "point_in_time", "component_id": "hc_art_10_par_1", "date": "2005-06-30"},
        {"versions": [{"component_id": "hc_art_10_par_1", "version": 3}]},
    ),
    (
        "a line whose change was promulgated and would take effect later",
        {"kind": "point_in_time", "component_id": "hc_art_11_inc_1", "date": "2006-10-01"},
        {"versions": [{"component_id": "hc_art_11_inc_1", "version": 2}]},
    ),
    (
        "one of two amendments of a day, told apart",
        {"kind": "attribution", "component_id": "hc_art_4"},
        {"amendments": ["EC 3"], "dates": ["1996-09-01"]},
    ),
    (
        "both amendments of a day",
        {"kind": "attribution", "component_id": "hc_art_5"},
        {"amendments": ["EC 2", "EC 3"], "dates": ["1996-09-01"]},
    ),
    (
        "two amendments of a day that nothing tells apart: none is named",
        {"kind": "attribution", "component_id": "hc_art_6"},
        {"amendments": [], "dates": ["1996-09-01"]},
    ),
    (
        "a revision and an amendment of one day, which are never each other",
        {"kind": "attribution", "component_id": "hc_art_14"},
        {"amendments": ["ECR 2"], "dates": ["2013-07-07"]},
    ),
    (
        "an amendment taken back before it took effect counts from its promulgation",
        {"kind": "attribution", "component_id": "hc_art_11"},
        {"amendments": ["EC 7", "EC 8"], "dates": ["2006-10-01", "2007-03-01"]},
    ),
    (
        "a version taken back before it would have begun is in force on no day",
        {"kind": "lineage", "component_id": "tp_art_1"},
        {"version_chain": [
            {"version": 1, "date": "1990-03-01", "amendments": []},
            {"version": 2, "date": "2007-03-01", "amendments": ["EC 8"]},
        ]},
    ),
    (
        "the day on which it would have begun",
        {"kind": "point_in_time", "component_id": "tp_art_1", "date": "2008-01-15"},
        {"versions": [{"component_id": "tp_art_1", "version": 2}]},
    ),
    (
        "before and after a repeal with a re-enactment",
        {"kind": "difference", "component_id": "hc_art_7", "date_1": "1999-04-14",
         "date_2": "2002-11-20"},
        {"changed": True, "amendments_between": ["EC 4"], "version_1": 1, "version_2": 2},
    ),
    (
        "form alone changed between",
        {"kind": "difference", "component_id": "hc_art_16", "date_1": "2012-02-28",
         "date_2": "2012-03-01"},
        {"changed": False, "amendments_between": [], "version_1": 1, "version_2": 1},
    ),
    (
        "five states, one of them made by one of two amendments of its day",
        {"kind": "lineage", "component_id": "hc_art_18"},
        {"version_chain": [
            {"version": 1, "date": "1990-03-01", "amendments": []},
            {"version": 2, "date": "1993-05-10", "amendments": ["EC 1"]},
            {"version": 3, "date": "1999-04-15", "amendments": ["ECR 1"]},
            {"version": 4, "date": "2005-06-30", "amendments": ["EC 6"]},
            {"version": 5, "date": "2012-02-29", "amendments": ["EC 10"]},
        ]},
    ),
    (
        "a renumbered article is another one, which an amendment added",
        {"kind": "lineage", "component_id": "hc_art_9-a"},
        {"version_chain": [{"version": 1, "date": "2002-11-20", "amendments": ["EC 4"]}]},
    ),
    (
        "a letter removed and another one changed, deep inside",
        {"kind": "consistency", "component_id": "hc_art_17"},
        {"amended": True, "amendments": ["EC 10"]},
    ),
    (
        "a repeal of a whole article begins no state: the builder does not ask about it",
        {"kind": "consistency", "component_id": "tp_art_2"},
        {"amended": False, "amendments": []},
    ),
    (
        "an amendment that makes a section puts two articles into it",
        {"kind": "impact", "scope": "hc_tit_2_cap_1_sec_1", "from": FIRST, "to": HORIZON},
        {"articles": ["hc_art_20", "hc_art_21"], "amendments": ["EC 9"]},
    ),
    (
        "an article that moved counts where it came to stand",
        {"kind": "impact", "scope": "hc_tit_1", "from": "2006-10-01", "to": "2012-02-29"},
        {"articles": ["hc_art_11", "hc_art_12", "hc_art_22"],
         "amendments": ["EC 7", "EC 8", "EC 9"]},
    ),
    (
        "the day before a change, and the day itself excluded",
        {"kind": "impact", "scope": "hc_tit_2_cap_2", "from": "1999-04-16", "to": "2012-02-29"},
        {"articles": [], "amendments": []},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "right"), [case[1:] for case in BY_HAND],
                         ids=[case[0] for case in BY_HAND])  # fmt: skip
def test_the_six_tasks_by_cypher_are_what_they_are_by_hand(
    held_book: Client, ask: Row, right: Row
) -> None:
    found = truth(held_book, ask)

    assert {name: found[name] for name in right} == right


def test_a_truth_of_the_kinds_that_are_asked_comes_out_of_the_lines_alone_too() -> None:
    again = Again(FILES, lines(FILES, "attributions.jsonl"))
    of_lines = ("hc_art_10_par_1", "hc_art_11_inc_1")
    for _, ask, right in BY_HAND:
        if ask.get("component_id") not in of_lines:
            found = truth_again(again, ask)
            assert {name: found[name] for name in right} == right


# every component on every day of interest --------------------------------------------------------


def days_of_interest() -> Iterator[str]:
    """Return every day of an amendment, the day before it, and the last."""
    for day in DAYS:
        yield (date.fromisoformat(day) - timedelta(1)).isoformat()
        yield day
    yield HORIZON


def text_by_hand(component: str, day: str) -> str:
    """Return the text of a component on a day: its lines in force, as they stand in the file."""
    return "\n".join(
        row["text"]
        for row in sorted(ROWS, key=_as_the_text_runs)
        if f"{row['component_id']}_".startswith(f"{component}_")
        and row["start"] <= day
        and (row["end"] is None or day < row["end"])
    )


def _as_the_text_runs(row: Row) -> tuple[str, ...]:
    return tuple((row[part] or "0").zfill(4) for part in ("paragraph", "inciso", "alinea"))


def test_the_graph_gives_every_components_text_on_every_day_of_interest(held_book: Client) -> None:
    seen = 0
    for component in sorted({row["component_id"] for row in ROWS}):
        for day in days_of_interest():
            # A state has the text of its first day: corrections of form are not in it.
            corrected = component in {"hc_art_15", "hc_art_16"} and day >= FIRST
            right = text_by_hand(component, FIRST if corrected else day)
            found = on_day(held_book, component.lower(), day)
            assert [row["text"] for row in found] == ([right] if right else [])
            assert all(row["text_hash"] == text_digest(right) for row in found)
            seen += len(found)

    assert seen > 700


def test_the_graph_answers_every_task_on_every_day_as_the_engine_does(
    held_book: Client, law: AmendedLaw, book: GraphCorpus
) -> None:
    graph, engine = GraphTimeline(held_book, book.source), law.timeline
    every = sorted(set(days_of_interest()))

    assert graph.states == engine.states
    assert graph.actions == engine.actions
    assert list(graph.components) == list(engine.components)
    for article in engine.articles:
        assert graph.attribution(article) == engine.attribution(article)
        assert graph.lineage(article) == engine.lineage(article)
        for one, two in pairwise(every):
            assert graph.difference(article, one, two) == engine.difference(article, one, two)
            assert graph.place_on(article, two) == engine.place_on(article, two)
    divisions = [c for c in engine.components.values() if c.component_type in DIVISIONS]
    assert len(divisions) == 8
    for scope in (c.component_id for c in divisions):
        for one, two in pairwise(every[::3]):
            assert graph.articles_in(scope, two) == engine.articles_in(scope, two)
            assert graph.impact(scope, one, two) == engine.impact(scope, one, two)


# loading and building ----------------------------------------------------------------------------


def test_loading_the_folder_twice_by_the_command_changes_nothing(
    client: Client, database: GraphServer, book: GraphCorpus
) -> None:
    empty(client)
    said = [run("graph", "load", BOOK, address=database.address) for _ in range(2)]

    nodes, relations = book.counts
    assert [code for code, *_ in said] == [0, 0], said
    assert said[0][1] == said[1][1]
    assert said[0][1].startswith(f"{nodes} nodes and {relations} relations")
    assert digest_of(client, count=lambda _: None) == book.graph
    assert whole(client).source == book.source


def test_the_norm_of_the_graph_is_the_folders_law(held_book: Client) -> None:
    found = held_book.rows("MATCH (n:Norm) RETURN n.official_id AS id, n.name AS name ORDER BY id")

    assert found == [{"id": "hc_1990", "name": "The Harbour Code of Vellmar"}]


def test_the_builder_asks_the_same_from_the_graph_as_from_memory(
    held_book: Client, database: GraphServer, book: GraphCorpus, tmp_path: Path
) -> None:
    assert drawn(FILES, temporal=GraphTimeline(held_book, book.source)) == draft()

    words = ["--constitution", BOOK, "--seed", 7, "--split", "public"]
    for way, more in (("graph", ["--graph"]), ("memory", [])):
        code, said, talk = run(
            *words, "--released", "2026-11-22", "--draft", tmp_path / way, *more,
            address=database.address, module="authoring.tlr",
        )  # fmt: skip
        assert (code, talk) == (0, "")
        assert said.endswith("21 questions\n")
    assert store.read_tree(tmp_path / "graph") == store.read_tree(tmp_path / "memory")


def test_every_truth_that_is_drawn_comes_out_by_cypher(held_book: Client) -> None:
    made = draft()
    truths = {one["question_id"]: one["truth"] for one in lines(made, "truths.jsonl")}
    asked = [
        (one["question_id"], one["ask"], truths[one["question_id"]])
        for one in lines(made, "questions.jsonl")
    ]

    assert list(differences(held_book, asked)) == []
    assert len(asked) == 21


def test_a_question_about_another_law_speaks_of_that_law_alone() -> None:
    made = draft()
    says = {
        "en": ("the Harbour Code of Vellmar", "as compiled on 31 December 2015"),
        "pt": ("Código do Porto de Vellmar", "segundo a compilação de 31 de dezembro de 2015"),
    }
    for question in lines(made, "questions.jsonl"):
        words = question["turns"][0]["content"]
        assert all(one in words for one in says[question["language"]])
        assert (question["law_as_of"], question["ask"]["horizon"]) == (HORIZON, HORIZON)
    for name, data in made.items():
        for foreign in (
            "Brazil",
            "Constitui",
            "constituicao",
            "Senado",
            "1988-",
            " 2020",
            "2020-",
            "ADCT",
        ):
            assert foreign.encode() not in data, (name, foreign)


REPEALED = {"hc_art_7": "1999-04-15", "hc_art_9": "2002-11-20", "tp_art_2": "1999-04-15"}
"""Articles that were repealed as a whole, and when; article 7 came again."""


def test_nothing_is_asked_about_the_repeal_of_a_whole_article(law: AmendedLaw) -> None:
    assert {one.article: one.end for one in law.repeals} == REPEALED
    assert not set(law.askable) & set(REPEALED)
    for scope in scopes(law):
        inside = [day for article, day in REPEALED.items() if law.timeline.place_on(
            article, FIRST).startswith(scope.name)]  # fmt: skip
        for one in impacts(law, scope):
            assert not any(one.ask["from"] <= day < one.ask["to"] for day in inside)
    assert sum(len(impacts(law, scope)) for scope in scopes(law)) > 5


def test_what_takes_effect_later_is_not_asked_about() -> None:
    [deferral] = lines(draft(), "resources/tlr/deferrals.jsonl")
    assert deferral["amendment"] == "EC 7"

    digest_of = {task: waits(FILES, task) for task in OF_ARTICLES}
    free = {task: waits(without(WAITING), task) for task in OF_ARTICLES}

    assert set(digest_of.values()) == {0}
    assert min(free.values()) > 0


def waits(files: Mapping[str, bytes], task: Any) -> int:
    """Count how often a task would ask about the article that EC 7 alone changed, of 20 draws."""
    law = AmendedLaw(files)
    made = [OF_ARTICLES[task](law, Draws(b"k" * 32, str(n)), ["hc_art_12"]) for n in range(20)]
    days = [one.truth.get("amendments_between", ["EC 7"]) for of in made for one in of]
    return sum("EC 7" in named for named in days)


def test_numbers_that_a_law_cannot_give_are_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "TRIES", 2)
    said = json.loads(FILES["law.json"])
    said["questions"] = {"causal_lineage": 40}
    with pytest.raises(ReleaseError, match=r"causal_lineage: [0-9]+ of 40") as caught:
        drawn({**FILES, "law.json": json.dumps(said).encode()})

    assert codes(caught.value) == ["too-few"]


def test_a_half_loaded_graph_is_refused_by_all_that_asks_it_and_a_load_mends_it(
    held_book: Client, book: GraphCorpus
) -> None:
    held_book.rows("MATCH (v:CTV {ctv_id: 'hc_art_18_v4'}) DETACH DELETE v")
    held_book.rows("MATCH (l:Load {name: 'digesta'}) SET l.complete = false")

    asking: list[Callable[[], object]] = [
        lambda: GraphTimeline(held_book, book.source),
        lambda: list(differences(held_book, [])),
    ]
    for ask in asking:
        with pytest.raises(GraphError) as caught:
            ask()
        assert codes(caught.value) == ["graph-incomplete"]
        assert "graph load" in caught.value.problems[0].fix

    load(held_book, book, count=lambda _: None)
    assert digest_of(held_book, count=lambda _: None) == book.graph
    assert truth(held_book, {"kind": "consistency", "component_id": "hc_art_18"})["amended"]


# what the graph refuses to answer ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ({"kind": "attribution", "component_id": "hc_art_99"}, "hc_art_99, which is not there"),
        ({"kind": "impact", "scope": "hc_tit_9", "from": FIRST, "to": HORIZON}, "is not there"),
        (
            {"kind": "impact", "scope": "hc_art_2", "from": FIRST, "to": HORIZON},
            "impact of hc_art_2, which is of the type article",
        ),
        (
            {"kind": "impact", "scope": "hc_art_17_par_1", "from": FIRST, "to": HORIZON},
            "which is of the type paragraph",
        ),
        (
            {"kind": "point_in_time", "component_id": "hc_tit_1", "date": HORIZON},
            "point_in_time of hc_tit_1, which is of the type title",
        ),
        ({"kind": "lineage", "component_id": "hc_tit_2_cap_1"}, "of the type chapter"),
        ({"kind": "attribution", "component_id": "hc_art_10_par_1"}, "of the type paragraph"),
        ({"kind": "consistency", "component_id": "hc_art_11_inc_1"}, "of the type item"),
        (
            {"kind": "difference", "component_id": "hc_art_2_caput", "date_1": FIRST,
             "date_2": HORIZON},
            "of the type caput",
        ),
        (
            {"kind": "point_in_time", "component_id": "hc_art_7", "date": "2000-01-01"},
            "hc_art_7, which is not in force then",
        ),
    ],
)  # fmt: skip
def test_what_a_task_is_not_about_is_refused_and_named(
    held_book: Client, ask: Row, why: str
) -> None:
    with pytest.raises(GraphError, match=why) as caught:
        truth(held_book, ask)

    assert codes(caught.value) == ["graph-question"]
