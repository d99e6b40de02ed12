"""The five systems that know no law, on a release of penalties that is drawn as it should be."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from penalty_cases import (
    BANKING,
    COMMERCIAL,
    DOMAINS,
    LAUNDERING,
    PENALTY,
    RESOURCES,
    STATE,
    TYPES,
    WITH_DISCRETION,
    asked,
    prepared,
)
from penalty_cases import truth as right

from digesta.metrics.exact import NANO
from digesta.scorers.base import Adversary, QuestionWithTruth
from digesta_legal.penalty.adversaries import best_set, expectation

FLOOR = Fraction(2, 5)
RANDOM = 5
LAWS = (BANKING, COMMERCIAL, LAUNDERING)


def adversary(name: str) -> Adversary[Any]:
    return next(one for one in PENALTY.adversaries if one.name == name)


def balanced(n: int = 60) -> list[QuestionWithTruth]:
    """Draw truths over 12 types, 10 domains, 30 articles, and every level equally often."""
    draw = random.Random(RANDOM)
    articles = [(law, str(n)) for law in LAWS for n in range(1, 11)]
    return [
        asked(
            number,
            right(
                draw.sample(TYPES[:12], draw.choice([1, 1, 2])),
                draw.sample(DOMAINS[:10], draw.choice([1, 1, 2])),
                draw.sample(articles, draw.choice([1, 2])),
                "ABCDE"[number % 5],
            ),
        )
        for number in range(n)
    ]


def headline(questions: list[QuestionWithTruth], answers: Any) -> Fraction:
    rows = PENALTY.mark_all([prepared(one.truth) for one in questions], answers)
    return PENALTY.metric_named("penalty_score").value(PENALTY.sums(rows))


@pytest.mark.parametrize("name", ["silent", "constant", "random", "enumerate", "echo"])
def test_no_adversary_exceeds_the_floor_on_a_balanced_release(name: str) -> None:
    questions = balanced()

    score = headline(questions, adversary(name).answers(questions))

    assert score <= FLOOR
    assert (score == 0) == (name in {"silent", "echo"})


@pytest.mark.parametrize(
    ("files", "basis", "citable"),
    [
        (RESOURCES, [(BANKING, ""), (COMMERCIAL, "3")], [(law, "") for law in LAWS]),
        (
            WITH_DISCRETION,
            [(BANKING, "46"), (f"{LAUNDERING}（2006年）", "32")],
            [(BANKING, "46"), (LAUNDERING, "32"), (LAUNDERING, "54")],
        ),
    ],
)
def test_the_expectation_of_random_is_the_mean_over_all_that_may_be_drawn(
    files: Any, basis: Any, citable: Any
) -> None:
    right_ = right(types=["类型1", "类型2"], domains=[], basis=basis, level="D")
    question = prepared(right_, files=files)
    drawn = [
        {"penalty_type": [kind], "violation_domain": [domain], "legal_basis": [cited(*pair)],
         "penalty_level": level}
        for kind, domain, level, pair in product(TYPES, DOMAINS, "ABCDE", citable)
    ]  # fmt: skip

    rows = PENALTY.mark_many([question] * len(drawn), drawn)  # type: ignore[misc]  # there is one
    means = [Fraction(int(total), len(drawn)) for total in rows.sum(axis=0)]

    for column, mean, cell in zip(PENALTY.all_columns, means, expectation(question), strict=True):
        if column.kind == "share":
            assert abs(mean - cell) <= 1, column.name
        else:
            assert cell == (column.name == "averaged"), column.name


def cited(law: str, article: str) -> dict[str, str]:
    return {"law": law} | ({"article": article} if article else {})


def test_metrics_of_counts_are_not_defined_where_a_row_is_an_average() -> None:
    question = prepared(right(clauses=["a"]))
    sums = PENALTY.sums(np.array([expectation(question)] * 3))
    defined = {metric.name for metric in PENALTY.metrics if metric.share(sums).denominator}

    assert defined == {
        "penalty_score", "answered_rate", "basis.pair_jaccard", "level.accuracy",
        "hit_at_5", "recall_at_5", "mrr",
        *(f"{part}.{name}" for part in ("type", "domain") for name in (
            "jaccard", "jaccard_as_coded", "hamming_loss", "one_minus_jaccard"
        )),
    }  # fmt: skip


def test_random_and_enumerate_know_more_than_the_truths_hold() -> None:
    questions = [one._replace(resources=WITH_DISCRETION) for one in balanced(400)]
    drawn = adversary("random").answers(questions)
    few = [asked(1, right(), files=WITH_DISCRETION), asked(2, right(), files=WITH_DISCRETION)]
    listed = adversary("enumerate").answers(few)[0]

    assert {answer["penalty_level"] for answer in drawn} == set("ABCDE")
    assert {answer["penalty_type"][0] for answer in drawn} == set(TYPES)
    assert {answer["legal_basis"][0]["article"] for answer in drawn} == {"46", "32", "54"}
    assert listed["penalty_type"][0] == "类型1"
    assert len(set(listed["penalty_type"])) == len(set(listed["violation_domain"])) == 6
    assert listed["legal_basis"][0] == {"law": STATE + BANKING, "article": "46"}
    assert len(listed["legal_basis"]) == 3
    assert headline(questions, drawn) <= FLOOR
    assert adversary("random").answers(questions[::-1]) == drawn[::-1]


def test_two_spellings_of_a_label_or_an_article_are_one() -> None:
    questions = [
        asked(1, right(types=["又名类型1"], basis=[("银监法", "第四十六条")]), files=RESOURCES),
        asked(2, right(types=["类型1"], basis=[(BANKING, "46")]), files=RESOURCES),
        asked(3, right(basis=[(f"{LAUNDERING}（2006年）", "1")]), files=RESOURCES),
    ]
    best = adversary("constant").answers(questions)[0]

    assert best["penalty_type"] == ["类型1"]
    assert best["legal_basis"] == [{"law": STATE + BANKING, "article": "46"}]


def test_enumerating_names_as_much_as_the_limits_allow_and_wins_little() -> None:
    questions = balanced()
    answer = adversary("enumerate").answers(questions)[0]

    assert (len(answer["penalty_type"]), len(answer["legal_basis"])) == (6, 10)
    assert headline(questions, [answer] * len(questions)) < headline(
        questions, adversary("constant").answers(questions)
    )


def test_the_constant_is_found_per_task_and_ties_go_to_the_least() -> None:
    questions = [
        asked(1, right(types=["类型2"], level="C"), task="a"),
        asked(2, right(types=["类型1"], level="B"), task="a"),
        asked(3, right(types=["类型3"], basis=[(BANKING, "")]), task="b"),
    ]
    first, _, third = adversary("constant").answers(questions)

    assert (first["penalty_type"], first["penalty_level"]) == (["类型1"], "B")
    assert third["legal_basis"] == [{"law": STATE + BANKING}]
    assert headline(questions[2:], [third]) == 1


@pytest.mark.parametrize("seed", range(40))
def test_the_best_set_is_the_best_of_all_sets(seed: int) -> None:
    draw = random.Random(seed)
    labels = "abcdef"
    sets: dict[tuple[str, ...], int] = {}
    for _ in range(draw.randint(1, 9)):
        one = tuple(sorted(draw.sample(labels, draw.randint(0, 4))))
        sets[one] = sets.get(one, 0) + 1
    every = [set(one) for size in range(5) for one in combinations(labels, size)]

    def worth(given: set[str]) -> Fraction:
        shares = (
            times * (Fraction(len(given & set(t)), len(given | set(t))) if given | set(t) else 1)
            for t, times in sets.items()
        )
        return Fraction(sum(shares))

    assert worth(set(best_set(sets, 4))) == max(map(worth, every))


def test_echo_cites_what_the_question_says_and_silence_says_nothing() -> None:
    questions = balanced(2)

    assert adversary("echo").answers(questions) == [
        {"legal_basis": one.question["turns"][-1]["content"]} for one in questions
    ]
    assert adversary("silent").answers(questions) == [None, None]
    assert headline(questions, [None, None]) * NANO == 0
