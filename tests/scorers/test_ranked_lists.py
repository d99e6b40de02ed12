"""Ranked documents with graded judgements: trec_eval as an oracle, and draws counted out."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from digesta.metrics.exact import NANO
from digesta.scorers import scorer_named
from digesta.scorers.base import QuestionWithTruth, Response
from digesta.scorers.ranking.adversaries import expected_row
from digesta.scorers.ranking.mark import RankingKey, mark

SCORER = scorer_named("ranking")
SEED, LISTS = 20261123, 300
LEVEL = 3
MEASURES = {
    "credit": "ndcg_cut_10", "ndcg_at_20": "ndcg_cut_20", "ndcg_at_30": "ndcg_cut_30",
    "precision_at_5": "P_5", "precision_at_10": "P_10", "ap": "map", "rr": "recip_rank",
}  # fmt: skip


def prepared(gains: dict[str, int], *, best: int | None = None, **ask: int) -> RankingKey:
    grades = sorted(set(gains.values()), reverse=True)
    truth: dict[str, Any] = {
        "grades": [
            {"grade": grade, "documents": [name for name in gains if gains[name] == grade]}
            for grade in grades
        ]
    }
    truth |= {"coded_best": best} if best else {}
    asks = {"pool": 200, "at_most": 100, "relevant_from": LEVEL} | ask
    key: RankingKey = SCORER.prepare({"ask": asks}, truth, {})
    return key


def cells(key: RankingKey, names: list[str]) -> dict[str, int]:
    return dict(zip(SCORER.column_names, mark(key, Response({"ranked": names})), strict=True))


def test_lists_earn_what_trec_eval_gives_them() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    draw = random.Random(SEED)
    qrels, runs = {}, {}
    for number in range(LISTS):
        names = [f"d{n}" for n in range(60)]
        gains = {name: draw.randrange(9) for name in draw.sample(names, draw.randint(1, 50))}
        qrels[f"q{number}"] = gains | {"best": 8}
        runs[f"q{number}"] = draw.sample([*names, "best"], draw.randint(1, 61))
    measures = {"ndcg_cut.10,20,30", "P.5,10", "map", "recip_rank"}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=LEVEL)

    peers = evaluator.evaluate(
        {query: {name: -rank for rank, name in enumerate(run)} for query, run in runs.items()}
    )

    for query, run in runs.items():
        ours = cells(prepared(qrels[query]), run)
        for column, measure in MEASURES.items():
            assert abs(ours[column] / NANO - peers[query][measure]) < 1e-9, (query, measure)


def test_a_draw_earns_on_average_what_all_orders_earn() -> None:
    gains = {"a": 5, "b": 3, "c": 1, "d": 0}
    names = [*gains, "e", "f"]
    for at_most in (3, 6):
        key = prepared(gains, best=1, pool=len(names), at_most=at_most)
        rows = [mark(key, Response({"ranked": list(order)})) for order in permutations(names)]
        means = np.array(rows).mean(axis=0)
        expected = dict(zip(SCORER.column_names, expected_row(key), strict=True))
        expected["results"] = len(names)

        assert np.abs(means - list(expected.values())).max() < 1, at_most


def test_a_draw_earns_on_average_the_stars_of_what_was_graded_in_it() -> None:
    stars = scorer_named("stars")
    grades = [{"grade": 4, "documents": ["a"]}, {"grade": 2, "documents": ["b"]},
              {"grade": 0, "documents": ["c"]}]  # fmt: skip
    names = ["a", "b", "c", "d", "e", "f"]
    for at_most in (2, 4, 6):
        ask = {"pool": len(names), "at_most": at_most, "relevant_from": 2}
        key = stars.prepare({"ask": ask}, {"grades": grades}, {})
        orders = permutations(names)
        rows = [stars.mark(key, Response({"ranked": list(order)})) for order in orders]
        means = dict(zip(stars.column_names, np.array(rows).mean(axis=0), strict=True))
        [draw] = [each for each in stars.adversaries if each.expected]
        assert draw.expected
        expected = dict(zip(stars.column_names, draw.expected(key), strict=True))

        assert max(abs(means[name] - expected[name]) for name in means if name != "results") < 1


def test_only_the_best_count_as_coded_and_ties_go_by_the_order_of_the_truth() -> None:
    gains = {"x": 4, "z": 3, "y": 3}
    row = cells(prepared(gains, best=2), ["y", "z"])

    assert (row["precision_at_5"], row["precision_at_5_as_coded"]) == (4 * NANO // 10, NANO // 5)
    assert row["ndcg_at_10_as_coded"] < row["credit"]


@pytest.mark.parametrize(
    ("grades", "message"),
    [
        ([{"grade": 1, "documents": ["a"]}, {"grade": 2, "documents": ["b"]}], "from the best"),
        ([{"grade": 0, "documents": ["a"]}], "the first above 0"),
        ([{"grade": 2, "documents": ["a"]}, {"grade": 1, "documents": ["a"]}], "not a twice"),
        ([{"grade": 2, "documents": ["a", "b"]}], "2 documents were judged, and only 1"),
    ],
)
def test_a_truth_that_cannot_be_right_is_refused(grades: list[Any], message: str) -> None:
    ask = {"pool": 1, "at_most": 10, "relevant_from": 1}

    with pytest.raises(ValueError, match=message):
        SCORER.prepare({"ask": ask}, {"grades": grades}, {})


def test_the_constant_list_is_the_best_for_all_and_the_same_draw_comes_again() -> None:
    questions = [
        QuestionWithTruth(
            f"q{n}",
            "similar",
            {"ask": {"pool": 9, "at_most": 2, "relevant_from": 1}},
            {"grades": [{"grade": 2, "documents": [document]}]},
        )
        for n, document in enumerate("cbbac")
    ]
    answers = {
        each.name: each.answers(questions) for each in SCORER.adversaries if each.name != "echo"
    }

    assert answers["constant"] == [{"ranked": ["b", "c"]}] * 5
    # From either end: a b finds 2 and 1, c b finds 2 and 2.
    assert answers["enumerate"] == [{"ranked": ["c", "b"]}] * 5
    assert answers["random"] == SCORER.adversaries[2].answers(questions)
    assert all(len(set(answer["ranked"])) == 2 for answer in answers["random"])
