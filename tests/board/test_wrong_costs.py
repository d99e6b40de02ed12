"""What a wrong answer costs: +1, 0 and -w, from the manifest to the board, by hand and by rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.board.boards import boards
from digesta.errors import ReleaseError
from digesta.metrics.exact import NANO
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scorers.base import Sums
from digesta.scoring.costs import net
from digesta.scoring.facts import compile_release, expected_facts, mark_all
from digesta.scoring.rules import rule_score
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, draft, edited, toy

EACH = 12
COLUMNS = ["credit", "missing", "unreadable"]


def costed(costs: dict[str, str], *, metric: str = "net", **track: Any) -> dict[str, bytes]:
    """Return a draft some of whose tasks say what a wrong answer costs."""

    def changed(manifest: dict[str, Any]) -> dict[str, Any]:
        own = manifest["tracks"][0]
        for task, cost in costs.items():
            own["tasks"][task] |= {"wrong_costs": cost, "metric": metric}
        own["scores"] = own["scores"][:1]
        own.update(track)
        return manifest

    return edited(draft(toy(EACH)), "release.json", changed)


def problems(files: dict[str, bytes]) -> dict[str, str]:
    """Return what cutting a draft finds: codes and what was there."""
    with pytest.raises(ReleaseError) as error:
        cut(files, name="draft")
    assert all(each.fix and each.expected and each.file for each in error.value.problems)
    return {each.code: each.got for each in error.value.problems}


def test_right_wrong_and_no_answer_by_hand() -> None:
    # 10 questions: 5 right, 2 without an answer, 1 unreadable, so 2 wrong at 1/2 each:
    # (5 - 2 * 1/2) / 10 = 2/5; all wrong -1/2; all right 1; silence 0.
    metric = net(Fraction(1, 2))

    assert metric.value(Sums(10, COLUMNS, [5 * NANO, 2, 1])) == Fraction(2, 5)
    assert metric.value(Sums(10, COLUMNS, [0, 0, 0])) == metric.least == Fraction(-1, 2)
    assert metric.value(Sums(10, COLUMNS, [10 * NANO, 0, 0])) == 1
    assert metric.value(Sums(10, COLUMNS, [0, 10, 0])) == 0


@given(st.integers(2, 16), st.integers(1, 1000))
def test_guessing_breaks_even_where_a_wrong_answer_costs_one_over_the_other_choices(
    k: int, n: int
) -> None:
    # Of k·n guesses n are right on average.
    guessed = Sums(k * n, COLUMNS, [n * NANO, 0, 0])
    even = Fraction(1, k - 1)

    assert net(even).value(guessed) == 0
    assert net(even * Fraction(101, 100)).value(guessed) < 0
    assert net(even * Fraction(99, 100)).value(guessed) > 0


@given(st.lists(st.sampled_from(["right", "wrong", "none"]), min_size=1, max_size=60),
       st.fractions(Fraction(1, 9), 10, max_denominator=100))  # fmt: skip
def test_the_metric_is_the_mean_of_what_each_answer_earns(
    answers: list[str], cost: Fraction
) -> None:
    earned = {"right": Fraction(1), "wrong": -cost, "none": Fraction(0)}
    sums = Sums(len(answers), COLUMNS, [answers.count("right") * NANO, answers.count("none"), 0])

    value = net(cost).value(sums)

    assert value == sum(map(earned.__getitem__, answers), Fraction(0)) / len(answers)
    assert -cost <= value <= 1


def _system(compiled: Any, name: str, answers: list[Any]) -> ScoredSubmission:
    card = Card(submission_id=name, release=RELEASE, condition="closed_book",
                model_name=name, organization="Tests")  # fmt: skip
    facts = mark_all(compiled, answers)
    return ScoredSubmission(card, "0" * 64, facts, tuple(answers), level="rerun")


def test_a_board_by_net_may_lie_below_zero_and_its_intervals_and_tests_agree() -> None:
    # Yes or no at 1, colours at 1/3 ("none of it" is no yes or no: unreadable; no colour: so, too).
    files = costed({"yes_no": "1", "colour": "1/3"})
    data = parse_release(cut(files, name="draft"), name="release")
    compiled = compile_release(data.manifest, data.questions, data.truths, digest=data.digest)
    key = {each.question_id: each.truth["answer"] for each in data.truths.values()}
    order = [(task.task, name) for task in compiled.tasks for name in task.ids]

    def answers(right: int, wrong: int) -> list[Any]:
        given = []
        for at, (task, name) in enumerate(order):
            truth, place = key[name], at % EACH
            false = {"yes_no": not truth, "colour": "red" if truth != "red" else "blue"}.get(
                task, 1
            )
            given.append(truth if place < right else false if place < right + wrong else None)
        return given

    sure = _system(compiled, "sure", answers(6, 0))
    bold = _system(compiled, "bold", answers(6, 6))
    lost = _system(compiled, "lost", answers(0, 12))
    made = {board.board: board for board in boards(compiled, [sure, bold, lost])}
    task = made["toy/sight/yes_no@closed_book"]
    rows = {row.submission_id: row for row in task.rows}

    assert task.wrong_costs == {"yes_no": "1"}
    assert task.chance == 0
    assert [rows[name].score for name in ("sure", "bold", "lost")] == [0.5, 0.0, -1.0]
    assert made["toy/sight@closed_book"].wrong_costs == {"yes_no": "1", "colour": "1/3"}
    # colour: bold (6 - 6/3) / 12 = 1/3; sight: (0 + 1/3) / 2; the track: (1/6 + 1/2) / 2.
    whole = {row.submission_id: row.score for row in made["toy@closed_book"].rows}
    assert whole["bold"] == pytest.approx(1 / 3, abs=1e-9)
    assert whole["lost"] == pytest.approx((-1 - 1 / 3) / 2 / 2, abs=1e-9)
    for board in made.values():
        for row in board.rows:
            assert row.low is not None
            assert row.high is not None
            assert row.low <= row.score <= row.high
    # The metric that does not rank stands beside the one that does.
    assert rows["bold"].metrics["accuracy"].value == 0.5
    assert "net" not in {name for row in made["toy@closed_book"].rows for name in row.metrics}
    assert made["toy@closed_book"].ranked


def test_a_uniform_guess_earns_nothing_where_the_cost_breaks_even() -> None:
    files = costed({"yes_no": "1", "colour": "1/3"})
    data = parse_release(cut(files, name="draft"), name="release")
    compiled = compile_release(data.manifest, data.questions, data.truths, digest=data.digest)
    facts = expected_facts(compiled, "random")
    assert facts is not None
    by_task = {each.task.task: each for each in facts}

    for name in ("yes_no", "colour"):
        task = by_task[name].task
        assert abs(task.headline.value(by_task[name].sums)) < Fraction(1, NANO)
    track = compiled.release.tracks[0]
    score = rule_score(track.scores[0], track, compiled.tasks)
    assert score is not None
    assert score.least == Fraction(-1 - Fraction(1, 3)) / 4


def test_a_key_that_guessing_wins_is_refused_by_net_as_by_accuracy() -> None:
    def all_true(truth: dict[str, Any]) -> dict[str, Any]:
        return truth | ({"truth": {"answer": True}} if "yes-no" in truth["question_id"] else {})

    files = edited(costed({"yes_no": "1"}), "truths.jsonl", all_true)

    assert "constant scores 1.000" in problems(files)["won-without-law"]


def test_nonsense_is_refused_with_what_would_be_right() -> None:
    pooled = [
        {"name": "accuracy", "mean_of": "categories"},
        {"name": "net_all", "pool": ["sight"], "metric": "net"},
    ]
    differ = costed({"yes_no": "1", "colour": "0.5"}, scores=pooled)

    assert problems(differ) == {"costs-differ": "toy: score net_all: wrong_costs 0.5, 1"}
    assert "metric-unfit" in problems(costed({}, scores=pooled))


@pytest.mark.parametrize("cost", ["0", "-1", "11", "0.0", "1/1", "2/3", "1e3"])
def test_a_cost_is_over_nothing_and_at_most_ten(cost: str) -> None:
    with pytest.raises(ReleaseError, match="wrong_costs"):
        cut(costed({"count": cost}), name="draft")


def test_a_scorer_that_gives_credit_in_part_has_no_wrong_answers() -> None:
    def ranked(manifest: dict[str, Any]) -> dict[str, Any]:
        task = {"scorer": "citations", "metric": "set_f1", "wrong_costs": "1"}
        manifest["tracks"][0]["tasks"]["count"] |= task
        return manifest

    got = problems(edited(draft(), "release.json", ranked))

    assert got["costs-unfit"] == "toy: task count: wrong_costs 1 (citations)"
