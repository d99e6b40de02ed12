"""The three score rules, worked by hand, and how they vary for metrics of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from digesta.board.specs import specs
from digesta.metrics.exact import NANO
from digesta.records.release import MeanOfScore, PoolScore, TermsScore, Track
from digesta.scorers.base import Column, Metric, Scorer, Share
from digesta.scoring.facts import CompiledTask, TaskFacts
from digesta.scoring.rules import (
    WeightedScore,
    category_score,
    pool_sums,
    rule_score,
    task_score,
)
from digesta.stats.estimates import Estimates

TRACK = Track.model_validate(
    {
        "track": "toy",
        "title": "Toy",
        "notice": {"en": "For tests only."},
        "headline": "mean",
        "conditions": ["closed_book"],
        "categories": {"a": {"title": "A"}, "b": {"title": "B"}},
        "tasks": {
            name: {"title": name, "category": category, "scorer": "toy", "metric": "share"}
            for name, category in (("one", "a"), ("two", "a"), ("three", "b"))
        },
        "scores": [
            {"name": "mean", "mean_of": "categories"},
            {"name": "all", "pool": "all", "metric": "share"},
            {"name": "a_only", "pool": ["a"], "metric": "f1"},
            {"name": "sum", "terms": [["0.75", "a", "f1"], ["0.25", "three", "share"]]},
        ],
    }
)

SHARE = Metric(
    "share",
    "credit / all questions",
    lambda s: Share(s["credit"], s.n * NANO),
    unit=NANO,
    column="credit",
)
F1 = Metric(
    "f1",
    "2 tp / (2 tp + wrong)",
    lambda s: Share(2 * s["tp"], 2 * s["tp"] + s["wrong"]),
)


class ToyScorer:
    """As much of a scorer as scores look at: columns, metrics, sums."""

    name = "toy"
    version = 1
    columns = (Column("tp", "count", "found"), Column("wrong", "count", "wrong"))
    metrics = (SHARE, F1)
    all_columns = Scorer.all_columns
    column_names = Scorer.column_names
    sums = Scorer.sums
    metric_named = Scorer.metric_named


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledTask, "scorer", property(lambda _: ToyScorer()))


def facts(task: str, category: str, marks: list[tuple[int, int, int]]) -> TaskFacts:
    """Return a task's facts from (credit of 0 or 1, tp, wrong) per question; chance is 1/4."""
    ids = tuple(f"{task}-{n}" for n in range(len(marks)))
    rows = [(credit * NANO, 0, 0, NANO // 4, tp, wrong) for credit, tp, wrong in marks]
    compiled = CompiledTask(
        "toy", category, task, "toy", "share", 0, ids, ids, tuple(range(len(ids)))
    )
    return TaskFacts(compiled, np.array(rows, dtype=np.int64))


# one: 1 of 2 right; two: 1 of 4; three: 3 of 3.
ONE = facts("one", "a", [(1, 1, 0), (0, 0, 1)])
TWO = facts("two", "a", [(1, 2, 0), (0, 0, 1), (0, 0, 1), (0, 1, 2)])
THREE = facts("three", "b", [(1, 1, 0), (1, 1, 0), (1, 1, 1)])
ALL = [ONE, TWO, THREE]


def by_task(listed: list[TaskFacts]) -> Mapping[str, TaskFacts]:
    return {one.task.task: one for one in listed}


def scores(listed: list[TaskFacts]) -> dict[str, Fraction | None]:
    tasks = [each.task for each in listed]
    read = {rule.name: rule_score(rule, TRACK, tasks) for rule in TRACK.scores}
    return {name: score.value(by_task(listed)) if score else None for name, score in read.items()}


def test_the_rules_give_what_the_hand_gives() -> None:
    # mean: a = (1/2 + 1/4) / 2 = 3/8, b = 1, their mean 11/16. all: 5 of 9.
    # f1 over a: tp 1 + 3 = 4, wrong 1 + 4 = 5: 8 / 13. sum: 3/4 of it and 1/4 of 3/3.
    assert scores(ALL) == {
        "mean": Fraction(11, 16),
        "all": Fraction(5, 9),
        "a_only": Fraction(8, 13),
        "sum": Fraction(3, 4) * Fraction(8, 13) + Fraction(1, 4),
    }


def test_a_split_that_lacks_a_category_or_a_term_has_no_score_by_that_rule() -> None:
    found = scores([ONE, TWO])

    assert found["mean"] is None
    assert found["all"] is None
    assert found["sum"] is None
    assert found["a_only"] == Fraction(8, 13)


def test_the_order_of_tasks_does_not_matter() -> None:
    assert scores([THREE, ONE, TWO]) == scores(ALL)


def test_chance_goes_by_the_same_rule_as_the_score() -> None:
    rule = next(rule for rule in TRACK.scores if rule.name == "mean")
    whole = rule_score(rule, TRACK, [one.task for one in ALL])

    assert whole is not None
    assert whole.chance(by_task(ALL)) == Fraction(1, 4)


def test_question_weights_add_to_one_and_give_the_score_back() -> None:
    whole = rule_score(MeanOfScore(name="mean", mean_of="categories"), TRACK, [o.task for o in ALL])
    assert whole is not None

    weights = whole.question_weights()

    assert sum(w * len(task.ids) for task, w in weights) == 1
    credit = {one.task.task: int(one.sums["credit"]) for one in ALL}
    total = sum(w * Fraction(credit[task.task], NANO) for task, w in weights)
    assert total == whole.value(by_task(ALL))


def test_a_category_is_the_mean_of_its_tasks_whatever_their_size() -> None:
    score = category_score("a", [one.task for one in ALL])

    assert score.value(by_task(ALL)) == Fraction(3, 8)


def test_pooling_adds_columns_and_questions() -> None:
    sums = pool_sums(by_task([ONE, TWO]), [ONE.task, TWO.task])

    assert sums.n == 6
    assert (sums["tp"], sums["wrong"]) == (4, 5)


def sample(score: WeightedScore, *submissions: list[TaskFacts]) -> Estimates:
    return Estimates(score, [list(map(by_task, submissions))])


def terms(*rows: tuple[str, str, str]) -> WeightedScore:
    made = rule_score(TermsScore(name="sum", terms=list(rows)), TRACK, [one.task for one in ALL])
    assert made is not None
    return made


def test_a_score_of_ratios_and_one_of_means_with_the_same_figures_vary_alike() -> None:
    plain = terms(("0.5", "one", "share"), ("0.5", "two", "share"))
    same_share = Metric("share", SHARE.about, SHARE.share, unit=NANO)
    as_ratio = WeightedScore(tuple((w, same_share, tasks) for w, _, tasks in plain.terms))

    [first], [second] = sample(plain, ALL).jackknives, sample(as_ratio, ALL).jackknives

    assert first.variance > 0
    assert first.variance == second.variance
    assert first.design == second.design


def test_a_term_in_two_halves_varies_as_the_whole() -> None:
    whole = terms(("1", "a", "f1"))
    metric, tasks = whole.terms[0][1], whole.terms[0][2]
    halves = WeightedScore(((Fraction(1, 2), metric, tasks), (Fraction(1, 2), metric, tasks)))

    [first], [second] = sample(whole, ALL).jackknives, sample(halves, ALL).jackknives

    assert first.delta == pytest.approx(second.delta)
    assert first.design == second.design


def test_a_submission_that_joins_leaves_the_others_figures() -> None:
    score = terms(("1", "a", "f1"))
    better: list[Any] = [facts("one", "a", [(1, 1, 0)] * 2), TWO, THREE]

    alone, joined = sample(score, ALL), sample(score, better, ALL)

    assert (alone.jackknives[0].delta == joined.jackknives[1].delta).all()
    assert alone.intervals[0] == joined.intervals[1]


def test_a_board_says_in_words_how_its_score_is_weighted() -> None:
    said = {spec.path: spec.weighting for spec in specs(TRACK, [one.task for one in ALL])}

    assert said["toy"] == "mean of 2 categories, each the mean of its tasks"
    assert said["toy/a/one"] == "every question counts the same"
    by_terms = TRACK.model_copy(update={"headline": "sum"})
    assert next(specs(by_terms, [one.task for one in ALL])).weighting == (
        "0.75 a f1 + 0.25 three share"
    )
    pooled_track = TRACK.model_copy(update={"headline": "all"})
    assert next(specs(pooled_track, [one.task for one in ALL])).weighting == (
        "every question counts the same"
    )


def test_a_split_that_lacks_the_headline_has_no_track_board() -> None:
    paths = [spec.path for spec in specs(TRACK, [ONE.task, TWO.task])]

    assert paths == ["toy/a", "toy/a/one", "toy/a/two"]


def test_a_metric_of_two_questions_has_no_interval() -> None:
    tau = Metric("tau", "in [-1, 1]", SHARE.share, unit=NANO, least=-1)

    assert sample(task_score(ONE.task), ALL).metric(0, tau) == ("wilson/2", None)


def test_one_task_s_score_is_its_own_metric() -> None:
    assert task_score(TWO.task).value(by_task(ALL)) == Fraction(1, 4)


def test_a_pool_of_a_category_that_is_not_there_has_no_score() -> None:
    rule = PoolScore(name="b", pool=["b"], metric="share")

    assert rule_score(rule, TRACK, [ONE.task]) is None
