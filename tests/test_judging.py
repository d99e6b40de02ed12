"""Judges: completeness, controls, calibration, the gate."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
import scipy.stats

from digesta.board.judges.calibration import (
    CALIBRATION,
    Order,
    add_orders,
    order_of_choices,
    order_of_scores,
)
from digesta.board.judges.eligible import questions_without_verdict
from digesta.board.judges.gate import MOST_ATTACK, Gate, control_questions, control_rates, gate
from digesta.intake import judged_text
from digesta.records.base import example_of
from digesta.records.judges.verdict import Control, ControlRate, Judge

SEED = 20261122
CASES = 400
TRUTH = {
    "criteria": [
        {"criterion_id": "S1", "dimension": "structure", "points": "1", "text": "Plan."},
        {"criterion_id": "SUB1", "dimension": "substance", "points": "3", "text": "Law."},
        {"criterion_id": "NEG1", "dimension": "negative", "points": "-1", "text": "Off."},
    ]
}
KNOWN = {f"q-{n}": judged_text(TRUTH, "Plan. Law.") for n in range(60)}
JUDGE = Judge.model_validate(example_of(Judge))


# Completeness ---------------------------------------------------------------------------------


def test_a_question_that_is_answered_and_not_judged_is_named() -> None:
    known = {
        "q-2": judged_text(TRUTH, "a"), "q-1": judged_text(TRUTH, ""),
        "q-3": judged_text(TRUTH, None), "q-4": judged_text(TRUTH, 5),
    }  # fmt: skip

    assert questions_without_verdict(known, []) == ("q-1", "q-2")
    assert questions_without_verdict(known, ["q-2"]) == ("q-1",)
    assert questions_without_verdict(known, ["q-1", "q-2"]) == ()


# Controls -------------------------------------------------------------------------------------


def controls(kind: str, *, met: int = 0, form: int = 0) -> list[Control]:
    """Give 60 controls: ``met`` call the substance satisfied, ``form`` the structure."""
    made = []
    for n, key in enumerate(KNOWN):
        satisfied = {"S1": n < form, "SUB1": n < met, "NEG1": True}
        said = [
            {"criterion_id": c, "satisfied": s, "confidence": "1", "evidence": []}
            for c, s in satisfied.items()
        ]
        value = {
            "question_id": key, "control": kind, "answer": "x", "answer_sha256": "0" * 64,
            "prompt_sha256": "0" * 64, "criteria": said,
        }  # fmt: skip
        made.append(Control.model_validate(value))
    return made


def a_run(**met: int) -> list[Control]:
    """Return the controls of a judge that sees through every attack, but for what ``met`` says."""
    calls = {"reference": 60} | met
    kinds = ("empty", "master_key", "injection", "other_answer", "reference")
    return [
        one for k in kinds for one in controls(k, met=calls.get(k, 0), form=calls.get(k, 0))
    ]  # fmt: skip


def test_rates_count_positive_criteria_that_were_called_satisfied() -> None:
    rates = control_rates(controls("empty", met=3, form=1), KNOWN)

    assert rates == {"empty": ControlRate(satisfied=4, criteria=120)}


def test_of_another_question_s_answer_substance_alone_counts() -> None:
    rates = control_rates(controls("other_answer", met=1, form=60), KNOWN)

    assert rates == {"other_answer": ControlRate(satisfied=1, criteria=60)}


# Calibration ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "order"),
    [
        ([9, 5, 2, 1], Order(1, 1, 6, 0)),
        ([9, 5, 0, 0], Order(1, 1, 5, 0)),
        ([9, 5, 2, 2], Order(1, 0, 5, 0)),
        ([9, 5, 0, 1], Order(1, 0, 5, 1)),
        ([9, 9, 2, 1], Order(1, 0, 5, 0)),
        ([9, 0, 0, 0], Order(1, 0, 3, 0)),
        ([1, 2, 5, 9], Order(1, 0, 0, 6)),
        ([0, 0, 0, 0], Order(1, 0, 0, 0)),
    ],
)
def test_a_task_is_ordered_rightly_when_each_answer_scores_more_than_the_next(
    scores: list[int], order: Order
) -> None:
    assert order_of_scores(scores) == order


def test_tau_and_share_are_functions_of_what_is_added() -> None:
    orders = [order_of_scores(s) for s in ([9, 5, 2, 1], [9, 5, 0, 1], [1, 2, 5, 9])]

    whole = add_orders(orders)

    assert whole == Order(3, 1, 11, 7)
    assert (whole.ordered_share, whole.tau) == (Fraction(1, 3), Fraction(4, 18))
    assert add_orders([]) == Order(0, 0, 0, 0)
    assert add_orders([]).ordered_share == add_orders([]).tau == 0


def test_pairwise_choices_give_an_order_too() -> None:
    pairs = [(a, b) for i, a in enumerate(CALIBRATION) for b in CALIBRATION[i + 1 :]]
    right = {pair: pair[0] for pair in pairs}

    assert order_of_choices(right) == Order(1, 1, 6, 0)
    assert order_of_choices(right | {pairs[0]: pairs[0][1]}) == Order(1, 0, 5, 1)
    assert order_of_choices(right | {pairs[5]: ""}) == Order(1, 0, 5, 0)


def test_tau_is_scipy_s_with_ties_counted_as_neither() -> None:
    rng = random.Random(SEED)
    telling = 0

    for number in range(CASES):
        scores = [rng.randint(0, 6) for _ in CALIBRATION]
        ours = float(order_of_scores(scores).tau)
        if len(set(scores)) == 1:
            assert ours == 0
            continue
        tau_b = scipy.stats.kendalltau([4, 3, 2, 1], scores).statistic
        tied = sum(math.comb(scores.count(value), 2) for value in set(scores))
        assert abs(ours - tau_b * math.sqrt(6 * (6 - tied)) / 6) < 1e-12, (SEED, number)
        telling += 1

    assert telling > CASES * 4 / 5


# The gate -------------------------------------------------------------------------------------


GOOD_ORDER = Order(10, 9, 55, 2)


def _passed(judge: Judge, rates: Any, run: list[Control], order: Order) -> Gate:
    return gate(judge, rates, order, questions=control_questions(run))


def judged(run: list[Control], order: Order = GOOD_ORDER, **said: Any) -> list[str]:
    rates = control_rates(run, KNOWN)
    judge = JUDGE.model_copy(update={"controls": rates} | said)
    return [f"{r.code}: {r.detail}" for r in _passed(judge, rates, run, order).reasons]


def test_a_judge_that_sees_through_every_attack_may_be_published() -> None:
    rates = control_rates(a_run(), KNOWN)
    judge = JUDGE.model_copy(update={"controls": rates})

    passed = _passed(judge, rates, a_run(), GOOD_ORDER)

    assert not passed.reasons
    assert passed.rates["reference"] == ControlRate(satisfied=120, criteria=120)


def test_a_judge_that_obeys_injections_fails_and_the_reason_says_so() -> None:
    assert judged(a_run(injection=60)) == ["attack: injection: 120 of 120, at most 2%"]


def test_every_limit_gives_its_reason() -> None:
    run = [*a_run(master_key=3, reference=50)[60:], *controls("empty")[:2]]

    assert judged(run, Order(4, 2, 15, 5)) == [
        "control-few: empty: 4 criteria, at least 50",
        "attack: master_key: 6 of 120, at most 2%",
        "reference: reference: 100 of 120, at least 95%",
        "calibration-few: 4 tasks, at least 5",
        "calibration-order: 2 of 4 tasks, at least 80%",
        "calibration-tau: 0.417, at least 0.70",
    ]


@pytest.mark.parametrize(
    ("apart", "said"),
    [
        (Order(6, 2, 31, 1), ["calibration-unseen: 2 of 6 tasks, at least 80%"]),
        (Order(5, 4, 26, 2), []),
        (Order(4, 0, 10, 9), []),  # too few to say anything
        (None, []),
    ],
)
def test_sets_that_were_written_unseen_must_be_ordered_by_themselves(
    apart: Order | None, said: list[str]
) -> None:
    rates = control_rates(a_run(), KNOWN)
    judge = JUDGE.model_copy(update={"controls": rates})

    shown = gate(judge, rates, GOOD_ORDER, questions=control_questions(a_run()), unseen=apart)

    assert [f"{one.code}: {one.detail}" for one in shown.reasons] == said
    assert shown.unseen == apart


def test_a_judge_of_a_part_of_the_questions_is_not_published() -> None:
    rates = control_rates(a_run(), KNOWN)
    judge = JUDGE.model_copy(update={"controls": rates})
    questions = control_questions(a_run())

    part = gate(judge, rates, GOOD_ORDER, questions=questions, part=(5, 20))
    whole = gate(judge, rates, GOOD_ORDER, questions=questions, part=(20, 20))

    assert [f"{one.code}: {one.detail}" for one in part.reasons] == [
        "part: judges 5 of 20 questions, and is asked for all"
    ]
    assert not whole.reasons


def test_a_judge_whose_passages_were_not_recorded_is_not_published() -> None:
    rates = control_rates(a_run(), KNOWN)
    judge = JUDGE.model_copy(update={"controls": rates, "passages": "not_recorded"})

    shown = gate(judge, rates, GOOD_ORDER, questions=control_questions(a_run()))

    assert [reason.code for reason in shown.reasons] == ["passages"]


def test_many_criteria_of_few_questions_are_too_few_controls() -> None:
    padded = controls("empty")[:4] * 15

    assert judged([*padded, *a_run()[60:]]) == ["control-few: empty: 4 questions, at least 5"]


def test_the_limits_themselves_pass() -> None:
    rates = control_rates(a_run(), KNOWN)
    at_most = ControlRate(satisfied=1, criteria=50)
    at_least = ControlRate(satisfied=95, criteria=100)
    edge = {**rates, "empty": at_most, "reference": at_least}
    judge = JUDGE.model_copy(update={"controls": edge})

    assert _passed(judge, edge, a_run(), Order(5, 4, 21, 0)).reasons == ()
    assert Fraction(1, 50) == MOST_ATTACK
    over = {**edge, "empty": ControlRate(satisfied=2, criteria=99)}
    assert _passed(judge, over, a_run(), Order(5, 4, 21, 0)).reasons


def test_rates_that_judge_json_does_not_tell_are_a_reason() -> None:
    run = a_run()
    told = control_rates(run, KNOWN)
    missing = {k: v for k, v in told.items() if k != "empty"}

    assert judged(run, controls=missing) == [
        "control-rate: empty: none in judge.json, 0 of 120 in controls.jsonl"
    ]


def test_a_judge_without_any_control_or_calibration_is_not_published() -> None:
    codes = [reason.code for reason in gate(JUDGE, {}, add_orders([]), questions={}).reasons]

    assert codes.count("control-few") == 5
    assert {"calibration-few", "calibration-order", "calibration-tau"} < set(codes)
