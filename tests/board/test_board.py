"""Boards: order, ties, levels, eligibility, floors, what a row may claim."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from digesta.board.boards import boards
from digesta.canonical import canonical_bytes
from digesta.records.board import Board
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scoring.facts import CompiledRelease, expected_facts, mark_all
from digesta.scoring.submission import ScoredSubmission, facts_of
from world import RELEASE, compiled_of, draft


@pytest.fixture(scope="module")
def compiled() -> CompiledRelease:
    return compiled_of(draft())


@pytest.fixture(scope="module")
def key(compiled: CompiledRelease) -> dict[str, Any]:
    data = parse_release(cut(draft(), name="draft"), name="release")
    return {one.question_id: one.truth["answer"] for one in data.truths.values()}


def submission(
    compiled: CompiledRelease, answers: Mapping[str, Any], name: str, **more: Any
) -> ScoredSubmission:
    listed = tuple(answers.get(q) for task in compiled.tasks for q in task.ids)
    card = Card(
        submission_id=name, release=RELEASE, model_name=name, organization="Tests",
        condition=more.pop("condition", "closed_book"),
    )  # fmt: skip
    return ScoredSubmission(card, "0" * 64, mark_all(compiled, listed), listed, **more)


def partly(key: Mapping[str, Any], right: int) -> dict[str, Any]:
    """Return right answers to the first ``right`` questions in the order of ids."""
    return {q: key[q] for q in sorted(key)[:right]}


def named(
    compiled: CompiledRelease, submissions: list[ScoredSubmission], board: str = "toy@closed_book"
) -> Board:
    return next(one for one in boards(compiled, submissions) if one.board == board)


def ranked(
    compiled: CompiledRelease, key: Mapping[str, Any], *right: int
) -> list[ScoredSubmission]:
    return [
        submission(compiled, partly(key, n), f"s{i}", level="rerun") for i, n in enumerate(right)
    ]


def test_a_perfect_open_row_outranks_nobody(compiled: CompiledRelease, key: dict[str, Any]) -> None:
    honest = ranked(compiled, key, 20, 5)
    copied = submission(compiled, key, "copied", level="open")

    with_it = {row.submission_id: row for row in named(compiled, [*honest, copied]).rows}
    without = {row.submission_id: row for row in named(compiled, honest).rows}

    assert with_it["copied"].score == 1
    assert with_it["copied"].rank_low is None
    assert with_it["copied"].tie_group is None
    for name, row in without.items():
        assert with_it[name] == row


@pytest.mark.parametrize("role", ["adversary", "baseline", "calibration", "reference"])
def test_only_systems_are_ranked(compiled: CompiledRelease, key: dict[str, Any], role: Any) -> None:
    other = submission(compiled, key, "other", level="rerun", role=role)

    rows = {
        r.submission_id: r for r in named(compiled, [*ranked(compiled, key, 20, 5), other]).rows
    }

    assert rows["other"].rank_low is None
    assert rows["s0"].rank_low == 1


def test_one_system_is_not_a_ranking(compiled: CompiledRelease, key: dict[str, Any]) -> None:
    board = named(compiled, ranked(compiled, key, 20))

    assert not board.ranked
    assert board.why_unranked == "too few to rank: 1 ranked system, and a ranking needs 2"
    assert board.rows[0].rank_low is None


def test_a_board_of_under_thirty_questions_ranks_nobody(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    board = named(compiled, ranked(compiled, key, 36, 0), "toy/number@closed_book")

    assert not board.ranked
    assert "12 questions" in board.why_unranked


def test_rows_are_ordered_by_score_then_id_and_not_by_input(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    submissions = ranked(compiled, key, 10, 30, 10, 1)
    made = canonical_bytes([one.as_json() for one in boards(compiled, submissions)])

    for seed in range(5):
        random.Random(seed).shuffle(submissions)
        assert canonical_bytes([one.as_json() for one in boards(compiled, submissions)]) == made

    assert [row.submission_id for row in named(compiled, submissions).rows] == [
        "s1",
        "s0",
        "s2",
        "s3",
    ]


def test_a_row_is_tested_against_the_best_of_several_floors(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    floors = [
        submission(compiled, partly(key, n), f"f{n}", level="rerun", role="baseline")
        for n in (2, 16)
    ]
    systems = ranked(compiled, key, 20, 5)
    of_both, of_the_best = (
        {row.submission_id: row.floor_p for row in named(compiled, [*beaten, *systems]).rows}
        for beaten in (floors, floors[1:])
    )

    assert of_both["s0"] == of_the_best["s0"] is not None


def test_equal_scores_share_rank_and_group(compiled: CompiledRelease, key: dict[str, Any]) -> None:
    rows = {r.submission_id: r for r in named(compiled, ranked(compiled, key, 18, 18, 2)).rows}

    place = [(rows[s].rank_low, rows[s].rank_high, rows[s].tie_group) for s in ("s0", "s1")]
    assert place[0] == place[1]
    assert (rows["s0"].rank_low, rows["s0"].rank_high) == (1, 2)
    assert (rows["s2"].rank_low, rows["s2"].rank_high) == (3, 3)
    assert rows["s2"].tie_group == 2


def test_a_submission_that_joins_moves_nobody_s_interval(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    few, more = ranked(compiled, key, 20, 5), ranked(compiled, key, 20, 5, 11)

    alone = {r.submission_id: (r.low, r.high) for r in named(compiled, few).rows}
    joined = {r.submission_id: (r.low, r.high) for r in named(compiled, more).rows}

    assert alone.items() <= joined.items()


def test_missing_and_unreadable_answers_stay_in_the_denominator(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    answers = dict(key)
    gone, garbled = sorted(q for q, a in key.items() if isinstance(a, bool))[:2]
    del answers[gone]
    answers[garbled] = {"neither": "yes nor no"}

    row = named(compiled, [submission(compiled, answers, "s")], "toy/sight@closed_book").rows[0]

    assert (row.missing, row.unreadable) == (1, 1)
    assert row.metrics["sight/yes_no"].value == pytest.approx(10 / 12)


def test_conditions_never_share_a_board(compiled: CompiledRelease, key: dict[str, Any]) -> None:
    closed = submission(compiled, key, "closed")
    open_book = submission(compiled, key, "open-book", condition="retrieval")

    made = {one.board: one for one in boards(compiled, [closed, open_book])}

    assert [r.submission_id for r in made["toy@closed_book"].rows] == ["closed"]
    assert [r.submission_id for r in made["toy@retrieval"].rows] == ["open-book"]


def test_the_headline_is_the_mean_of_categories_each_the_mean_of_its_tasks(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    numbers_only = {q: a for q, a in key.items() if type(a) is int}

    board = named(compiled, [submission(compiled, numbers_only, "s")])

    assert board.rows[0].score == 0.5
    assert board.rows[0].metrics["accuracy_micro"].value == pytest.approx(12 / 36)
    # Chance: colours 1/4 and yes-or-no 1/2 make 3/8 of the one category, numbers 0.
    assert board.chance == pytest.approx(3 / 16)
    assert board.rows[0].metrics["accuracy_above_chance"].value == pytest.approx(
        (0.5 - 3 / 16) / (1 - 3 / 16)
    )


def test_a_plain_proportion_has_wilson_s_interval_and_a_mean_of_means_has_not(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    made = {one.board: one for one in boards(compiled, [submission(compiled, key, "s")])}

    # A category of one task is one board, at the category's name.
    assert made["toy/number@closed_book"].addresses == ["toy/number/count@closed_book"]
    assert made["toy/number@closed_book"].interval.method == "wilson/1"
    assert made["toy@closed_book"].interval.method == "wilson/2"
    # A perfect score on 12 questions does not claim to be exact: Wilson's lower end.
    assert made["toy/number@closed_book"].rows[0].low == pytest.approx(0.757505993)
    assert made["toy@closed_book"].rows[0].low is not None
    assert made["toy@closed_book"].rows[0].low < 1


def test_the_adversary_that_draws_stands_by_its_expectation(compiled: CompiledRelease) -> None:
    facts = expected_facts(compiled, "random")
    assert facts is not None
    card = Card(
        submission_id="adversary-random", release=RELEASE, model_name="r", organization="Tests"
    )
    drawn = ScoredSubmission(
        card, "0" * 64, facts, (None,) * 36, "adversary", "rerun", expectation=True
    )

    row = named(compiled, [drawn]).rows[0]

    assert row.score == pytest.approx(3 / 16)
    why = facts_of(compiled, drawn, "toy").why
    assert set(why.values()) == {"the average over all uniform guesses, not one draw"}


def test_a_signature_names_scorer_release_normalisers_and_statistics(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    signature = named(compiled, [submission(compiled, key, "s")]).signature

    assert signature == (
        f"closed/1|release:{RELEASE}:{compiled.digest[:12]}|ascii/1|text/1|stats/4"
    )


def test_facts_are_the_marks_of_every_question(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    answers = dict(key)
    gone = sorted(answers)[0]
    del answers[gone]

    facts = facts_of(compiled, submission(compiled, answers, "s"), "toy")

    rows = {row[0]: row[1:] for row in facts.rows}
    assert len(rows) == 36
    assert rows[gone][:2] == ["missing", 0]
    assert {row[0] for key, row in rows.items() if key != gone} == {"answered"}


def test_a_submission_to_other_tracks_is_on_no_board(compiled: CompiledRelease) -> None:
    card = Card(
        submission_id="s", release=RELEASE, model_name="m", organization="o", tracks=["other"]
    )
    elsewhere = ScoredSubmission(card, "0" * 64, mark_all(compiled, [None] * 36), (None,) * 36)

    assert list(boards(compiled, [elsewhere])) == []


def test_adversaries_are_the_floor_of_every_condition_somebody_answered_under(
    compiled: CompiledRelease, key: dict[str, Any]
) -> None:
    floor = submission(compiled, {}, "adversary-silent", role="adversary", level="rerun")
    finder = submission(compiled, key, "finder", condition="retrieval")

    alone = [one.board for one in boards(compiled, [floor])]
    found = named(compiled, [floor, finder], "toy@retrieval")

    assert not [one for one in alone if one.endswith("@retrieval")]
    assert "toy@closed_book" in alone
    assert [row.submission_id for row in found.rows] == ["finder", "adversary-silent"]
