"""What passages change: one system under two conditions, question by question."""

from __future__ import annotations

import random
from typing import Any

import pytest

from digesta.board.comparison import conditions, headline_pairs
from digesta.records.board import Conditions
from digesta.records.release import Track
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scoring.facts import CompiledRelease, mark_all
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, compiled_of, draft, toy

EACH = 12


@pytest.fixture(scope="module")
def big() -> CompiledRelease:
    return compiled_of(draft(toy(EACH)))


@pytest.fixture(scope="module")
def big_key() -> dict[str, Any]:
    data = parse_release(cut(draft(toy(EACH)), name="draft"), name="release")
    return {one.question_id: one.truth["answer"] for one in data.truths.values()}


def answered(
    compiled: CompiledRelease,
    key: dict[str, Any],
    right: int,
    condition: str,
    *,
    rest: Any = None,
    only: str = "",
    **card: Any,
) -> ScoredSubmission:
    """Answer the first questions of every task (or only one) rightly, the others with rest."""
    listed = [
        key[name] if at < right and only in ("", task.task) else rest
        for task in compiled.tasks
        for at, name in enumerate(task.ids)
    ]
    said = {"model_name": "Acme 7B", "organization": "Acme"} | card | {"condition": condition}
    named = "-".join(said.values()).lower().replace(" ", "-")
    made = Card(submission_id=named, release=RELEASE, **said)
    return ScoredSubmission(made, "", mark_all(compiled, listed), tuple(listed))


def told(compiled: CompiledRelease, *among: ScoredSubmission) -> Conditions | None:
    return next(conditions(compiled, among, compiled.release.tracks[0]), None)


def test_a_system_is_compared_with_itself_under_the_condition_named_first(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    closed = answered(big, big_key, 3, "closed_book")
    found = answered(big, big_key, 9, "retrieval", retriever="BM25")

    made = told(big, found, closed)

    assert made is not None
    [row] = made.rows
    # 3 of 12 and 9 of 12 in each of the tasks, which count alike: 1/4 and 3/4.
    assert (row.base.score, row.other.score, row.delta) == (0.25, 0.75, 0.5)
    assert (row.base.condition, row.other.condition) == ("closed_book", "retrieval")
    assert row.retriever == "BM25"
    assert row.low is not None
    assert row.high is not None
    assert 0 < row.low < row.delta < row.high < 1


def test_a_difference_that_no_test_finds_holds_nothing(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    closed = answered(big, big_key, 6, "closed_book")
    found = answered(big, big_key, 7, "retrieval")

    made = told(big, closed, found)

    assert made is not None
    assert made.rows[0].low is not None
    assert made.rows[0].low <= 0 < made.rows[0].delta


@pytest.mark.parametrize("other", [{"model_name": "Borealis 2"}, {"organization": "Another"}])
def test_two_systems_are_not_paired(
    big: CompiledRelease, big_key: dict[str, Any], other: dict[str, str]
) -> None:
    closed = answered(big, big_key, 3, "closed_book")
    found = answered(big, big_key, 9, "retrieval", **other)

    assert told(big, closed, found) is None


def test_two_retrievers_are_each_paired_with_no_passages_and_not_with_each_other(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    made = told(
        big,
        answered(big, big_key, 3, "closed_book"),
        answered(big, big_key, 9, "retrieval", retriever="BM25"),
        answered(big, big_key, 6, "retrieval", retriever="e5"),
    )

    assert made is not None
    assert [(one.retriever, one.delta) for one in made.rows] == [("BM25", 0.5), ("e5", 0.25)]


def test_each_headline_compares_those_who_answered_any_of_its_questions(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    sight = {"name": "sight", "title": "Seen", "pool": ["sight"], "metric": "accuracy"}
    number = sight | {"name": "number", "title": "Counted", "pool": ["number"]}
    values = big.release.tracks[0].as_json()
    values |= {"scores": [sight, number], "headline": "sight", "headlines": ["sight", "number"]}
    counted = [
        answered(big, big_key, right, condition, only="count")
        for right, condition in ((3, "closed_book"), (9, "retrieval"))
    ]

    [made] = conditions(big, counted, Track.model_validate(values))

    assert (made.board, made.n, made.rows[0].delta) == ("toy/part/number", EACH, 0.5)


def test_one_condition_alone_changes_nothing(big: CompiledRelease, big_key: dict[str, Any]) -> None:
    assert told(big, answered(big, big_key, 3, "retrieval")) is None


def test_a_row_that_is_always_right_still_leaves_doubt_about_a_difference(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    wrong = answered(big, big_key, 0, "closed_book", rest="nobody knows")
    right = answered(big, big_key, EACH, "retrieval")

    made = told(big, wrong, right)

    assert made is not None
    [row] = made.rows
    # Both have no spread in any resample; 36 questions make neither certain.
    assert (row.delta, row.high) == (1, 1)
    assert row.low is not None
    assert 0.5 < row.low < 0.95


def test_what_shows_more_is_the_other_side_however_a_track_orders_its_conditions(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    track = big.release.tracks[0]
    turned = track.model_copy(update={"conditions": list(reversed(track.conditions))})
    sides = [answered(big, big_key, 9, "retrieval"), answered(big, big_key, 3, "closed_book")]

    [made] = conditions(big, sides, turned)

    assert (made.rows[0].base.condition, made.rows[0].delta) == ("closed_book", 0.5)


def test_a_pair_is_told_alike_among_all_and_as_a_change_of_condition(
    big: CompiledRelease, big_key: dict[str, Any]
) -> None:
    among = [
        answered(big, big_key, right, condition, model_name=f"Model {name}")
        for name in "ABCD"
        for right, condition in ((4, "closed_book"), (7, "retrieval"))
    ]

    made = told(big, *among)
    pairs = headline_pairs(big, among)

    assert made is not None
    by_two = {frozenset((one["a"], one["b"])): one for one in pairs}
    for row in made.rows:
        pair = by_two[frozenset((row.base.submission_id, row.other.submission_id))]
        assert row.low is not None
        assert row.high is not None
        assert {abs(row.low), abs(row.high)} == {abs(pair["low"]), abs(pair["high"])}
        assert (pair["adjusted"], pair["separable"]) == (row.adjusted, row.separable)
        assert pair["family"] == "planned"


@pytest.mark.parametrize("seed", range(20))
def test_what_is_told_apart_has_an_interval_without_nothing(
    big: CompiledRelease, big_key: dict[str, Any], seed: int
) -> None:
    draw = random.Random(seed)
    among = [
        answered(big, big_key, draw.randrange(EACH + 1), "retrieval", model_name=f"Model {name}")
        for name in "ABC"
    ]

    for pair in headline_pairs(big, among):
        assert pair["low"] <= pair["difference"] <= pair["high"]
        beside = not pair["low"] <= 0 <= pair["high"]
        assert beside is (pair["p"] <= 0.05)
        # Holm's correction takes claims back and never makes one.
        assert pair["p"] <= pair["adjusted"]
        assert pair["separable"] is (pair["adjusted"] <= 0.05)
