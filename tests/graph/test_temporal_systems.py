"""Flat and naive retrieval over a small constitution, the search, and the one answerer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dated_law import codes, constitution_in, letters, search, table_of
from digesta.errors import InputError
from digesta.records.question import Question
from digesta.workspace import store
from digesta_generate.graph.corpus import corpus
from digesta_generate.retrieval.passages import as_lines
from digesta_generate.temporal import run
from digesta_generate.temporal.planner import QueryPlan, read
from digesta_generate.temporal.rules import answer
from digesta_generate.temporal.search import TOP_K, fuse
from digesta_generate.temporal.states import RetrievedState, check_states, state_table, states_in
from digesta_generate.temporal.systems import TextSystem
from digesta_generate.temporal.vectors import WINDOW, Vectors
from digesta_legal.timeline import text_digest

ARTICLE_2 = ["cf_art_2@1", "cf_art_2@2", "cf_art_2@3"]


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> list[RetrievedState]:
    held = corpus(store.read_tree(constitution_in(tmp_path_factory.mktemp("law") / "of")))
    return states_in(held, current=True)


def ids(results: list[RetrievedState]) -> list[str]:
    return [one.id for one in results]


# what is indexed ---------------------------------------------------------------------------------


def test_a_state_has_text_version_and_provenance(toy_states: list[RetrievedState]) -> None:
    one = toy_states[2]

    assert one == RetrievedState(
        "cf_art_2", 2, "1992-01-01", ("EC 1",), settled=True, place="cf_tit_1",
        text="Art. 2º A rua e a praça.",
    )  # fmt: skip
    assert one.passage().splitlines()[0] == (
        "art. 2º do texto permanente, Título I do texto permanente"
    )
    unsettled = next(state for state in toy_states if state.id == "cf_art_4@2")
    assert set(unsettled.amendments) == {"EC 2", "ECR 1"}
    assert not unsettled.settled


def test_flat_text_has_the_last_state_of_each_article_and_no_other(
    toy_states: list[RetrievedState], current: list[RetrievedState]
) -> None:
    assert ids(current) == ["cf_art_1@1", "cf_art_2@3", "cf_art_3@2", "cf_art_4@2", "cf_art_5@1"]
    assert set(current) < set(toy_states)
    assert len(toy_states) == 9


@pytest.mark.parametrize("day", ["1990-01-01", "1999-01-01", "2015-01-01"])
def test_no_day_changes_what_an_index_of_texts_finds(
    toy_states: list[RetrievedState], current: list[RetrievedState], day: str
) -> None:
    words = f"What did Article 2 say on {day}?"

    flat, naive = TextSystem(search(), current), TextSystem(search(), toy_states)

    assert [one.version for one in flat.retrieve(words, day) if one.article == "cf_art_2"] == [3]
    found = naive.retrieve(words, day)
    assert found == naive.retrieve("What did Article 2 say on 2001-01-01?")
    assert sorted(one.id for one in found if one.article == "cf_art_2") == ARTICLE_2


def test_states_that_a_release_does_not_know_are_refused(toy_states: list[RetrievedState]) -> None:
    table = table_of(toy_states)
    check_states(table, toy_states, file="x")

    known = table["cf_art_2", 2]
    for broken in (
        table | {("cf_art_2", 2): known._replace(sha256="0" * 64)},
        table | {("cf_art_2", 2): known._replace(start="1992-01-02")},
        table | {("cf_art_2", 2): known._replace(amendments=frozenset({"EC 99"}))},
        table | {("cf_art_2", 2): known._replace(settled=False)},
        {("cf_art_1", 1): table["cf_art_1", 1]},
    ):
        with pytest.raises(InputError) as caught:
            check_states(broken, toy_states, file="x")
        assert codes(caught.value) == ["states-differ"]


def test_a_part_of_what_a_release_has_is_refused_where_all_of_it_is_wanted(
    toy_states: list[RetrievedState],
) -> None:
    table = table_of(toy_states)
    check_states(table, toy_states[:3], file="x")
    check_states(table, toy_states, file="x", wanted=table)

    with pytest.raises(InputError, match="no cf_art_3@1, which the release has"):
        check_states(table, toy_states[:4], file="x", wanted=table)


def test_a_release_s_table_has_its_states_with_days_and_amendments(
    toy_states: list[RetrievedState],
) -> None:
    lines = [
        {"article": "cf_art_1", "state": 1, "start": "1988-10-05", "amendments": [],
         "settled": True, "sha256": text_digest(toy_states[0].text), "end": "1992-01-01"},
        {"article": "cf_art_1", "state": 2, "start": "1992-01-01", "amendments": ["EC 1"],
         "settled": True, "sha256": "0" * 64},
    ]  # fmt: skip
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()

    table = state_table({"tlr/states.jsonl": data})

    check_states(table, toy_states[:1], file="x")
    assert [known.current for known in table.values()] == [False, True]


def test_a_release_without_a_state_table_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        state_table({"halacha/datasheet.md": b""})

    assert codes(caught.value) == ["file-missing"]


# the search --------------------------------------------------------------------------------------


def test_equal_scores_do_not_favour_the_first_of_an_article_s_states() -> None:
    firsts = {
        fuse([[1.0, 1.0], [1.0, 1.0]], [f"cf_art_{number}@1", f"cf_art_{number}@2"])[0]
        for number in range(1, 9)
    }

    assert firsts == {0, 1}


def test_both_rankings_count_alike() -> None:
    names = ["a", "b", "c", "d"]
    lexical, cosine = [9.0, 8.0, 1.0, 0.0], [0.1, 0.8, 0.2, 0.9]

    assert fuse([lexical, cosine], names) == fuse([cosine, lexical], names)
    assert fuse([lexical, cosine], names)[0] == 1  # second of both, not first of one


def test_a_search_gives_no_more_than_its_top_k_and_of_nothing_nothing(
    toy_states: list[RetrievedState],
) -> None:
    many = [one._replace(version=at) for at in range(1, 5) for one in toy_states]

    assert len(search().index(many)("rua")) == TOP_K
    assert search().index([])("rua") == []


def test_vectors_are_kept_and_what_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    made: list[str] = []

    def embed(text: str) -> Any:
        made.append(text)
        return letters(text)

    kept = tmp_path / "build" / "v.json"
    long = "ab" * WINDOW
    told: list[tuple[int, int]] = []
    Vectors(embed, kept, size=36).prepare(
        [long, long + "c", "x"], lambda *count: told.append(count)
    )
    assert made == [long[:WINDOW], "x"]
    assert told == [(2, 2)]

    again = Vectors(embed, kept, size=36)
    assert (again.of("x") == letters("x")).all()
    assert len(made) == 2

    for spoiled in (b"", b"{", b"[1]", b'{"a":1}', b'{"a":"!"}'):
        kept.write_bytes(spoiled)
        assert (Vectors(embed, kept, size=36).of("x") == letters("x")).all()
    assert len(made) == 7


def test_a_kept_vector_of_another_length_is_made_anew(tmp_path: Path) -> None:
    kept = tmp_path / "v.json"
    vectors = Vectors(lambda _: np.ones(3, dtype=np.float32), kept, size=36)
    vectors.prepare(["x"], lambda *_: None)

    again = Vectors(letters, kept, size=36)

    assert again.of("x") @ letters("x") == pytest.approx(1)


# the answerer ------------------------------------------------------------------------------------


def answered(kind: str, results: list[RetrievedState], subject: str = "cf_art_2") -> Any:
    return answer(QueryPlan(kind, subject), results)


def test_each_task_is_answered_by_its_rule(toy_states: list[RetrievedState]) -> None:
    second, third, first = toy_states[2], toy_states[3], toy_states[1]
    results = [second, toy_states[0], third, first]

    assert answered("point_in_time", results) == {
        "versions": [{"component_id": "cf_art_2", "version": 2}]
    }
    assert answered("attribution", results) == {
        "amendments": ["EC 1", "EC 10"], "dates": ["1992-01-01", "2000-02-14"],
    }  # fmt: skip
    assert answered("difference", results) == {
        "changed": True, "amendments_between": ["EC 1", "EC 10"], "version_1": 1, "version_2": 3,
    }  # fmt: skip
    assert answered("difference", [third]) == {
        "changed": False, "amendments_between": [], "version_1": 3, "version_2": 3,
    }  # fmt: skip
    assert [link["date"] for link in answered("lineage", results)["version_chain"]] == [
        "1988-10-05", "1992-01-01", "2000-02-14",
    ]  # fmt: skip
    assert answered("consistency", [first]) == {"amended": False, "amendments": []}
    assert answered("consistency", results)["amended"] is True
    assert answered("impact", results, "cf_tit_1") == {
        "articles": ["cf_art_2"], "amendments": ["EC 1", "EC 10"],
    }  # fmt: skip


def test_nothing_found_of_the_article_is_no_answer(toy_states: list[RetrievedState]) -> None:
    others = [one for one in toy_states if one.article != "cf_art_2"]

    assert answer(None, toy_states) is None
    assert answered("impact", toy_states[:1], "cf_tit_1") is None
    for kind in ("point_in_time", "attribution", "difference", "lineage", "consistency"):
        assert answered(kind, others) is None


def test_amendments_that_cannot_be_told_apart_are_not_named(
    toy_states: list[RetrievedState],
) -> None:
    of = [one for one in toy_states if one.article == "cf_art_4"]

    assert answered("attribution", of, "cf_art_4") == {"amendments": [], "dates": ["1994-06-07"]}


def test_an_impact_names_fifteen_articles_at_most(toy_states: list[RetrievedState]) -> None:
    many = [toy_states[2]._replace(article=f"cf_art_{number}") for number in range(1, 21)]

    assert len(answered("impact", many, "cf_tit_1")["articles"]) == 15


# a whole release ---------------------------------------------------------------------------------


def made(states: list[RetrievedState], questions: list[Question]) -> dict[str, bytes]:
    systems: dict[str | None, Any] = {None: (TextSystem(search(), states), read)}
    found = run.ask_all(systems, questions, count=lambda: None)
    card = run.submission("naive", "2026-11-22.6", "x", tracks=["tlr"])
    return run.tree(card, found, {}) | {"passages": as_lines(run.passages(found, questions))}


def test_a_shown_passage_says_version_and_provenance_first(
    toy_states: list[RetrievedState],
) -> None:
    assert run.text_of(toy_states[1], "en").startswith(
        "cf_art_2, state 1, since 1988-10-05 (original text): Art. 2º"
    )
    long = toy_states[2]._replace(text="palavra " * 50)
    assert run.text_of(long, "pt").startswith("cf_art_2, estado 2, desde 1992-01-01 (EC 1): pal")
    assert run.text_of(long, "pt").endswith("…")
    assert run.text_of(toy_states[1], "fr").startswith(
        "cf_art_2, version 1, depuis 1988-10-05 (texte d'origine): Art. 2º"
    )
