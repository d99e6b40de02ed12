"""The five systems that know no law, on a toy release; the two scores of the track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from temporal_cases import (
    AMENDED,
    NEVER,
    TASKS,
    TEMPORAL,
    TRUTHS,
    affected,
    asked,
    chain,
    changed,
    in_force,
    made_by,
    prepared,
    unchanged,
)

from digesta.metrics.exact import NANO
from digesta.records.release import Track
from digesta.scorers.base import Adversary, QuestionWithTruth, Response
from digesta.scoring.facts import CompiledTask, TaskFacts
from digesta.scoring.rules import rule_score

TERMS = {
    "tlr_score_strict": [
        ["0.40", "point_in_time", "version_accuracy"],
        ["0.25", "amendment_attribution", "amendment_f1"],
        ["0.15", "causal_lineage", "lineage_f1"],
        ["0.10", "temporal_difference", "change_balanced_accuracy"],
        ["0.10", "hierarchical_impact", "article_f1"],
    ],
    "tlr_score": [
        ["0.40", "point_in_time", "temporal_precision"],
        ["0.25", "amendment_attribution", "amendment_f1"],
        ["0.15", "causal_lineage", "causal_completeness"],
        ["0.10", "temporal_difference", "change_accuracy"],
        ["0.10", "hierarchical_impact", "article_recall"],
    ],
}
KIND_OF = {task: kind for kind, (task, _) in TASKS.items()}
FLOOR = Fraction(2, 5)
SLACK = Fraction(1, 20)


def adversary(name: str) -> Adversary[Any]:
    return next(one for one in TEMPORAL.adversaries if one.name == name)


def toy_release() -> list[QuestionWithTruth]:
    """Ten questions a task: states drawn evenly, keys balanced, causes spread, as a release's."""
    truths: dict[str, list[dict[str, Any]]] = {kind: [] for kind in TASKS}
    for n in range(10):
        article = f"x_art_{n + 1}"
        causes = [f"EC {3 * n + i + 1}" for i in range(1 + n % 3)]
        days = [f"{1990 + n + i}-0{i + 1}-01" for i in range(len(causes))]
        truths["point_in_time"].append(in_force(1 + n % 4, component=article))
        truths["attribution"].append(made_by(*causes, dates=days))
        truths["difference"].append(unchanged() if n % 2 else changed(causes[0]))
        truths["lineage"].append(chain(*zip(days, ([cause] for cause in causes), strict=True)))
        truths["consistency"].append(NEVER if n % 2 else AMENDED)
        truths["impact"].append(affected(*(f"x_art_{4 * n + i}" for i in range(1, 4 + n % 2))))
    release = list[QuestionWithTruth]()
    for kind, listed in truths.items():
        for n, truth in enumerate(listed):
            where = {"component_id": f"x_art_{n + 1}"} if kind == "point_in_time" else {}
            release.append(asked(kind, len(release), truth, at_most=15, **where))
    return release


RELEASE = toy_release()


def facts_of(
    questions: Sequence[QuestionWithTruth], answers: Sequence[Any]
) -> dict[str, TaskFacts]:
    """Return facts by task, as a scored submission has them."""
    facts = {}
    for task, (kind, metric) in {t: (k, m) for k, (t, m) in TASKS.items()}.items():
        places = [i for i, one in enumerate(questions) if one.task == task]
        mine = [questions[i] for i in places]
        ready = tuple(TEMPORAL.prepare(one.question, one.truth, {}) for one in mine)
        compiled = CompiledTask(
            "tlr", kind, task, "temporal", metric, 0,
            tuple(one.question_id for one in mine), ("",) * len(mine), ready,
        )  # fmt: skip
        rows = TEMPORAL.mark_all(ready, [answers[i] for i in places])
        facts[task] = TaskFacts(compiled, rows)
    return facts


def track() -> Track:
    tasks = {
        task: {"title": task, "category": "time", "scorer": "temporal", "metric": metric}
        for task, metric in TASKS.values()
    }
    return Track.model_validate(
        {
            "track": "tlr",
            "title": "Temporal legal reasoning",
            "notice": {"en": "For tests only."},
            "headline": "tlr_score_strict",
            "conditions": ["closed_book"],
            "categories": {"time": {"title": "Time"}},
            "tasks": tasks,
            "scores": [{"name": name, "terms": terms} for name, terms in TERMS.items()],
        }
    )


def score(name: str, facts: dict[str, TaskFacts]) -> Fraction:
    of = track()
    rule = next(one for one in of.scores if one.name == name)
    compiled = rule_score(rule, of, [one.task for one in facts.values()])
    assert compiled is not None
    return compiled.value(facts)


def facts_of_adversary(name: str) -> dict[str, TaskFacts]:
    chosen = adversary(name)
    facts = facts_of(RELEASE, chosen.answers(RELEASE))
    if chosen.expected is None:
        return facts
    return {
        task: replace(one, rows=np.array([chosen.expected(p) for p in one.task.prepared]))
        for task, one in facts.items()
    }


@pytest.mark.parametrize("name", ["silent", "constant", "random", "enumerate", "echo"])
def test_no_adversary_exceeds_its_floor_on_a_task_or_on_the_track(name: str) -> None:
    facts = facts_of_adversary(name)

    for task, one in facts.items():
        chance = Fraction(int(one.sums["chance"]), one.sums.n * NANO)
        limit = chance + SLACK if chance else FLOOR
        assert one.task.headline.value(one.sums) <= limit, task
    assert score("tlr_score_strict", facts) <= FLOOR


def test_enumerating_would_win_by_the_seeds_recall_and_versions_as_coded() -> None:
    facts = facts_of_adversary("enumerate")
    lineage, impact = facts["causal_lineage"].sums, facts["hierarchical_impact"].sums

    assert TEMPORAL.metric_named("causal_completeness_as_coded").value(lineage) == 1
    assert TEMPORAL.metric_named("temporal_recall").value(facts["point_in_time"].sums) == 1
    assert TEMPORAL.metric_named("article_recall").value(impact) > TEMPORAL.metric_named(
        "article_f1"
    ).value(impact)


def test_the_strict_score_is_the_weighted_sum_of_its_metrics() -> None:
    answers = [one.truth if one.task != "point_in_time" else _naming(one) for one in RELEASE]
    right = facts_of(RELEASE, answers)
    half = facts_of(RELEASE, [a if i % 2 else None for i, a in enumerate(answers)])

    assert score("tlr_score_strict", right) == score("tlr_score", right) == 1
    by_hand = sum(
        Fraction(weight) * TEMPORAL.metric_named(metric).value(half[task].sums)
        for weight, task, metric in TERMS["tlr_score_strict"]
    )
    assert score("tlr_score_strict", half) == by_hand
    # Five of ten of every task; of the pairs of days those that did not change: one class of two.
    assert by_hand == Fraction(1, 2)


def _naming(one: QuestionWithTruth) -> dict[str, Any]:
    return {"versions": one.truth["versions"]}


def test_a_split_without_a_task_has_no_score_by_these_rules() -> None:
    facts = facts_of(RELEASE, [None] * len(RELEASE))
    of = track()
    tasks = [one.task for task, one in facts.items() if task != "causal_lineage"]

    assert [rule_score(rule, of, tasks) for rule in of.scores] == [None, None]


def test_a_metric_is_the_same_on_its_task_and_on_the_whole_track() -> None:
    facts = facts_of(RELEASE, adversary("constant").answers(RELEASE))
    together = TEMPORAL.sums(np.concatenate([one.rows for one in facts.values()]))

    for task, metric in TASKS.values():
        alone = TEMPORAL.metric_named(metric).value(facts[task].sums)
        assert TEMPORAL.metric_named(metric).value(together) == alone != 0


def test_the_constant_takes_the_commonest_version_set_and_truth_value() -> None:
    questions = [
        asked("point_in_time", 1, in_force(2)),
        asked("point_in_time", 2, in_force(2)),
        asked("point_in_time", 3, in_force(1)),
        asked("attribution", 4, made_by("EC 1", "EC 2")),
        asked("attribution", 5, made_by("EC 1")),
        asked("difference", 6, changed()),
        asked("consistency", 7, NEVER),
        asked("impact", 8, affected("x_art_2", "x_art_1"), at_most=2),
    ]

    answers = adversary("constant").answers(questions)

    assert answers[0] == {"versions": [{"component_id": "x_art_1", "version": 2}]}
    assert answers[3] == answers[4] == {"amendments": ["EC 1"]}
    assert answers[5:7] == [{"changed": True}, {"amended": False}]
    assert answers[7] == {"articles": ["x_art_1", "x_art_2"]}


def test_the_constants_chain_keeps_within_the_limit_with_the_original_text() -> None:
    truth = chain(("2000-01-01", ["EC 1"]), ("1999-01-01", ["EC 2"]))
    truth["version_chain"][1:] = chain(("1999-01-01", ["EC 2"]), ("2000-01-01", ["EC 1"]))[
        "version_chain"
    ][1:]
    questions = [asked("lineage", 1, truth, at_most=3)]

    assert adversary("constant").answers(questions) == [truth]


def test_the_enumerator_names_as_much_as_it_may() -> None:
    questions = [
        asked("point_in_time", 1, in_force(2), at_most=3),
        asked("attribution", 2, made_by("EC 1", "EC 2"), at_most=2),
        asked("attribution", 3, made_by("EC 2"), at_most=2),
        asked("difference", 4, unchanged()),
        asked("consistency", 5, NEVER),
    ]

    answers = adversary("enumerate").answers(questions)

    assert [v["version"] for v in answers[0]["versions"]] == [1, 2, 3]
    assert answers[1] == answers[2] == {"amendments": ["EC 2", "EC 1"]}
    assert answers[3:] == [{"changed": True}, {"amended": True}]


@pytest.mark.parametrize(
    ("kind", "member", "truth"),
    [
        ("difference", "changed", changed()),
        ("difference", "changed", unchanged()),
        ("consistency", "amended", AMENDED),
        ("consistency", "amended", NEVER),
    ],
)
def test_randoms_expectation_is_the_mean_over_true_and_false(
    kind: str, member: str, truth: dict[str, Any]
) -> None:
    one = prepared(kind, truth)
    expected = adversary("random").expected
    assert expected is not None

    rows = [TEMPORAL.mark(one, Response({member: drawn})) for drawn in (True, False)]

    assert list(expected(one)) == (np.array(rows).sum(axis=0) / 2).tolist()


def test_random_draws_truth_values_evenly_and_leaves_open_questions_out() -> None:
    questions = [asked("difference", n, changed()) for n in range(1000)]
    drawn = [answer["changed"] for answer in adversary("random").answers(questions)]
    expected = adversary("random").expected
    assert expected is not None

    assert 430 < sum(drawn) < 570
    for kind in ("point_in_time", "attribution", "lineage", "impact"):
        one = prepared(kind, TRUTHS[kind])
        assert adversary("random").answers([asked(kind, 1, TRUTHS[kind])]) == [None]
        assert expected(one) == TEMPORAL.mark(one, Response(None))


def test_echo_repeats_the_question_and_silence_says_nothing() -> None:
    questions = [asked("impact", 1, TRUTHS["impact"])]

    assert adversary("echo").answers(questions) == ["Question 1 of the kind impact?"]
    assert adversary("silent").answers(questions) == [None]


def test_every_task_of_the_toy_release_is_asked_about() -> None:
    assert {one.task for one in RELEASE} == set(KIND_OF)
