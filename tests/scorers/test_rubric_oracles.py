"""The scorer against numpy on random rubrics, verdicts and answers; the five adversaries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from rubric_cases import ORACLE_LABEL, RUBRIC, cells, claim, criterion, oracle, perfect, said, toy

from digesta.metrics.exact import NANO
from digesta.scorers.base import QuestionWithTruth, Response

CASES = 400
SEED = 20261122
WORDS = [f"mot{i}" for i in range(10, 22)]
WEIGHT = {"structure": 1.0, "style": 0.8, "substance": 1.5, "methodology": 1.3}
COST = {"critical": 2.0, "major": 1.0, "minor": 0.3}
HALF_NANO = 0.5 / NANO + 1e-12


def drawn(rng: random.Random) -> tuple[list[dict[str, Any]], str, dict[str, Any]]:
    """Return a rubric, an answer of words each at most once, and a verdict on it."""
    positive = [
        criterion(f"C{i}", rng.choice(list(WEIGHT)), str(rng.choice([0.5, 1, 2, 2.5, 4])))
        for i in range(1, rng.randint(2, 9))
    ] + [criterion("C0", "substance", "2")]
    negative = [
        criterion(f"NEG{i}", "negative", rng.choice(["-0.5", "-0.3"]), **more)
        for i in range(rng.randint(0, 2))
        for more in [rng.choice([{}, {"cap": "-0.8"}, {"evidence": "none"}])]
    ]
    chosen = rng.sample(WORDS, rng.randint(3, 10))
    criteria = [
        said(
            one["criterion_id"],
            *([] if "evidence" in one else rng.sample(WORDS, rng.randint(0, 4))),
            satisfied=rng.random() < (0.8 if one in positive else 0.4),
            sure=str(rng.randint(0, 100) / 100),
        )
        for one in [*positive, *negative]
    ]
    claims = [claim(rng.choice([None, None, None, *COST])) for _ in range(rng.randint(0, 6))]
    return [*positive, *negative], " ".join(chosen), {"criteria": criteria, "claims": claims}


def by_numpy(
    rubric: Sequence[dict[str, Any]], answer: str, verdict: dict[str, Any]
) -> dict[str, float]:
    """Return the scores in floating point, by vectors: an independent reading of the formulas."""
    words = set(answer.split())
    told = {one["criterion_id"]: one for one in verdict["criteria"]}
    earning = [one for one in rubric if one["dimension"] != "negative"]
    points = np.array([float(one["points"]) for one in earning])
    weights = np.array([WEIGHT[one["dimension"]] for one in earning])
    coded = np.where(weights == 1.3, 1.0, weights)
    word = np.array([told[one["criterion_id"]]["satisfied"] for one in earning], dtype=float)
    shown = np.array([bool(words & set(told[o["criterion_id"]]["evidence"])) for o in earning])
    sure = np.array([float(told[one["criterion_id"]]["confidence"]) for one in earning])
    made_up = sum(COST[one["severity"]] for one in verdict["claims"] if one["hallucinated"])
    made = min(made_up, points.sum())
    lost = lost_coded = 0.0
    for one in (o for o in rubric if o["dimension"] == "negative"):
        said_of = told[one["criterion_id"]]
        size = -float(one["points"])
        times = len(words & set(said_of["evidence"])) if "evidence" not in one else 1
        most = -float(one["cap"]) if "cap" in one else size
        lost += said_of["satisfied"] * min(times * size, most)
        lost_coded += said_of["satisfied"] * size
    total, met = points @ weights, word * shown
    raw = (np.dot(points * met, weights) - made - lost) / total
    return {
        "credit": float(np.clip(raw, 0, 1)),
        "below_zero": float(max(0, -raw)),
        "earned": float(np.average(met, weights=points * weights)),
        "answer_score": float(
            np.clip((np.dot(points * met * sure, weights) - made - lost) / total, 0, 1)
        ),
        "answer_score_as_coded": float(
            np.clip(
                (np.dot(points * word * sure, coded) - made - lost_coded) / (points @ coded), 0, 1
            )
        ),
    }


def test_every_share_is_within_half_a_nano_unit_of_numpy_s() -> None:
    rng = random.Random(SEED)
    worst, telling = 0.0, 0

    for number in range(CASES):
        rubric, answer, verdict = drawn(rng)
        question: dict[str, Any] = {"ask": {"task_type": "conseil", "sub_category": "penal"}}
        row = cells(RUBRIC.prepare(question, {"criteria": rubric}, {}), answer, verdict)
        wanted = by_numpy(rubric, answer, verdict)
        for name, value in wanted.items():
            off = abs(row[name] / NANO - value)
            assert off <= HALF_NANO, (SEED, number, name)
            worst = max(worst, off)
        telling += 0 < wanted["credit"] < 1 or wanted["below_zero"] > 0

    assert telling >= CASES * 4 / 5
    assert worst > 0


def test_means_are_within_1e_9_of_numpy_s() -> None:
    rng = random.Random(SEED + 1)
    names = {"rubric_score": "credit", "answer_score": "answer_score", "earned_share": "earned"}

    for number in range(100):
        cases = [drawn(rng) for _ in range(20)]
        question = {"ask": {"task_type": "conseil", "sub_category": "penal"}}
        rows = [
            RUBRIC.mark(RUBRIC.prepare(question, {"criteria": r}, {}), Response(a, v))
            for r, a, v in cases
        ]
        sums = RUBRIC.sums(np.array(rows, dtype=np.int64))
        floats = [by_numpy(*case) for case in cases]
        for metric, column in names.items():
            mean = float(np.mean([one[column] for one in floats]))
            ours = float(RUBRIC.metric_named(metric).value(sums))
            assert abs(ours - mean) <= 1e-9, (SEED + 1, number)
        raw = float(np.mean([one["credit"] - one["below_zero"] for one in floats]))
        assert abs(float(RUBRIC.metric_named("rubric_score_raw").value(sums)) - raw) <= 1e-9


# The five adversaries, under the scripted oracle judge ----------------------------------------


def headline(asked: Sequence[QuestionWithTruth], answers: Sequence[Any]) -> Fraction:
    rows = []
    for one, answer in zip(asked, answers, strict=True):
        rubric = RUBRIC.prepare(one.question, one.truth, {})
        verdict = oracle(one, answer) if isinstance(answer, str) else None
        rows.append(RUBRIC.mark(rubric, Response(answer, verdict)))
    return RUBRIC.metric_named("rubric_score").value(RUBRIC.sums(np.array(rows, dtype=np.int64)))


@pytest.mark.parametrize("adversary", RUBRIC.adversaries, ids=lambda one: one.name)
def test_no_adversary_passes_the_floor_on_a_sensible_toy_release(adversary: Any) -> None:
    asked = toy()

    earned = headline(asked, adversary.answers(asked))

    assert ORACLE_LABEL == "oracle-script"
    assert earned <= Fraction(2, 5)


def test_the_toy_release_can_be_won() -> None:
    asked = toy()

    assert headline(asked, [perfect(one) for one in asked]) == 1


def before_own_floors() -> list[QuestionWithTruth]:
    """Return the toy as a release of stats/3 has it, whose adversaries are French."""
    return [each._replace(stats=3) for each in toy()]


def test_citing_every_article_costs_more_than_it_earns() -> None:
    asked = before_own_floors()
    enumerate_all = next(one for one in RUBRIC.adversaries if one.name == "enumerate")
    echo = next(one for one in RUBRIC.adversaries if one.name == "echo")

    answers = enumerate_all.answers(asked)

    assert all("article 1240 du code civil" in answer for answer in answers)
    assert max(map(len, answers)) <= 262_144
    assert headline(asked, answers) == 0
    assert echo.answers(asked) == [one.question["turns"][-1]["content"] for one in asked]


def test_the_constant_note_holds_what_half_of_a_task_shares() -> None:
    constant = next(one for one in RUBRIC.adversaries if one.name == "constant")
    asked = before_own_floors()

    note = constant.answers(asked)[0]

    assert "Annonce la discussion." in note
    assert "Wants NEG1." not in note
    assert constant.answers(asked[:1]) == [
        "I. Faits\nII. Règles applicables\nIII. Discussion\nIV. Conclusion"
    ]


def test_random_has_nothing_to_draw_from_and_expects_as_much() -> None:
    random_one = next(one for one in RUBRIC.adversaries if one.name == "random")
    one = toy(1)[0]
    rubric = RUBRIC.prepare(one.question, one.truth, {})

    assert random_one.expected is not None
    assert random_one.expected(rubric) == RUBRIC.mark(rubric, Response(None))
