"""The engine on the real dated compilations of the constitution, against their own index."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from digesta.text.amendments_pt import br_amendment_1
from digesta_legal.timeline import Norm, Timeline, edges, timeline_of
from places import CONSTITUTION

NORM = Norm(
    "cf_1988", "Constituição da República Federativa do Brasil", "1988-10-05", "BR",
    "constitution", "pt",
)  # fmt: skip
HORIZON = "2020-08-26"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    data = gzip.decompress((CONSTITUTION / "component_versions.jsonl.gz").read_bytes())
    return [json.loads(line) for line in data.splitlines()]


@pytest.fixture(scope="module")
def constitution(rows: list[dict[str, Any]]) -> Timeline:
    days = [
        json.loads(line) for line in (CONSTITUTION / "amendments.jsonl").read_bytes().splitlines()
    ]
    return timeline_of(rows, days, norm=NORM)


@pytest.fixture(scope="module")
def index() -> dict[str, list[dict[str, Any]]]:
    listed = json.loads((CONSTITUTION / "article_amendment_index.json").read_bytes())
    return {article.lower(): changes for article, changes in listed.items()}


def test_it_has_the_components_versions_and_articles_that_are_published(
    constitution: Timeline,
) -> None:
    assert len(constitution.versions) == 2_965
    assert sum(map(len, constitution.versions.values())) == 3_494
    assert len(constitution.articles) == 382


def test_articles_by_number_of_states(constitution: Timeline) -> None:
    counts = Counter(len(states) for states in constitution.states.values())

    assert (counts[1], counts[2], counts[3] + counts[4]) == (233, 74, 54)
    assert sum(number for states, number in counts.items() if states >= 5) == 21


def test_states_begin_on_the_days_of_the_index_by_its_amendments(
    constitution: Timeline, index: dict[str, list[dict[str, Any]]]
) -> None:
    assert set(index) == set(constitution.articles)
    for article, changes in index.items():
        ours = [(s.start, set(s.amendments)) for s in constitution.changes(article)]
        assert ours == [(c["date"], set(map(br_amendment_1, c["amendments"]))) for c in changes]


def test_sixteen_days_have_several_amendments_and_only_their_states_are_open(
    constitution: Timeline,
) -> None:
    days = Counter(action.date for action in constitution.actions)
    shared = {day for day, number in days.items() if number > 1}
    states = [state for of in constitution.states.values() for state in of]

    assert len(shared) == 16
    assert all(state.settled == (state.start not in shared) for state in states)


def test_every_state_has_another_text_than_the_one_before(constitution: Timeline) -> None:
    for states in constitution.states.values():
        for old, new in pairwise(states):
            assert old.sha256 != new.sha256
            assert old.end == new.start


def test_a_state_is_the_aggregation_of_the_lines_in_force(
    constitution: Timeline, rows: list[dict[str, Any]]
) -> None:
    for article in ("cf_art_5", "cf_art_6", "cf_art_7", "adct_art_60", "cf_art_29-a"):
        body, number = article.split("_art_")
        mine = [r for r in rows if r["body"].lower() == body and r["article"].lower() == number]
        for state in constitution.states[article]:
            texts = sorted(
                r["text"] for r in mine
                if r["start"] <= state.start and (r["end"] is None or state.start < r["end"])
            )  # fmt: skip
            assert sorted(state.text.split("\n")) == texts


def test_article_six_says_what_is_known_of_it(constitution: Timeline) -> None:
    states = constitution.states["cf_art_6"]

    assert [s.start for s in states] == ["1988-10-05", "2000-02-14", "2010-02-04", "2015-09-15"]
    words = ("moradia", "alimentação", "transporte")
    assert [[word in s.text for word in words].count(True) for s in states] == [0, 1, 2, 3]


def test_articles_that_the_original_calls_never_amended_were(
    constitution: Timeline,
) -> None:
    for article in ("cf_art_5", "cf_art_6", "cf_art_7"):
        assert constitution.difference(article, "1988-10-05", HORIZON).differs


def test_aggregated_versions_are_in_force_together_and_every_text_has_one_node(
    constitution: Timeline,
) -> None:
    counted = Counter(edge.relation for edge in edges(constitution))

    assert counted["HAS_VERSION"] == counted["EXPRESSED_IN"] == counted["HAS_TEXT"] == 3_494
    assert counted["SUPERSEDES"] == 3_494 - 2_965
    assert counted["HAS_CHILD"] + counted["HAS_COMPONENT"] == len(constitution.components)


def test_every_article_lies_in_the_permanent_or_the_transitional_text(
    constitution: Timeline,
) -> None:
    assert (
        len(constitution.articles_in("cf", HORIZON))
        + len(constitution.articles_in("adct", HORIZON))
        == 382
    )
