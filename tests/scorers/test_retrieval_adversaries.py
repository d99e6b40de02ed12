"""The five systems that know no law, on ranked cases."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from retrieval_cases import CORPUS, CUTS, RETRIEVAL, TEN, TIERS, ask, case, resources, truth

from digesta.metrics.exact import NANO
from digesta.metrics.ranking import average_precision, reciprocal_rank
from digesta.scorers.base import Adversary, QuestionWithTruth, Response
from digesta_legal.retrieval.adversaries import _expected_shares, expected_row

HEADLINE = RETRIEVAL.metric_named("gold_ndcg_at_10")
GROUPS, MEMBERS, FILLERS = 40, 11, 200
FLOOR = Fraction(2, 5)


def adversary(name: str) -> Adversary[Any]:
    return next(one for one in RETRIEVAL.adversaries if one.name == name)


def blind(asked: list[QuestionWithTruth]) -> list[QuestionWithTruth]:
    """Return the questions as they are seen without the release's resources."""
    return [one._replace(resources={}) for one in asked]


def toy() -> tuple[list[QuestionWithTruth], list[Any]]:
    """Forty queries, each with ten positives of its own charge, among 640 cases."""
    cases = [
        case(f"g{group}-{n}", [f"charge {group}"], articles=[str(group)])
        for group in range(GROUPS)
        for n in range(MEMBERS)
    ]
    files = resources([*cases, *(case(f"x{n}", [f"other {n}"]) for n in range(FILLERS))])
    asked, prepared = [], []
    for group in range(GROUPS):
        question = {
            "question_id": f"q{group}", "task": "similar", "ask": ask(f"facts of g{group}-0"),
            "turns": [{"role": "user", "content": f"facts of g{group}-0"}],
        }  # fmt: skip
        right = truth([f"g{group}-{n}" for n in range(1, MEMBERS)])
        right |= {"accusation": [f"charge {group}"], "articles": [str(group)]}
        asked.append(QuestionWithTruth(f"q{group}", "similar", question, right, files))
        prepared.append(RETRIEVAL.prepare(question, right, files))
    return asked, prepared


@pytest.mark.parametrize("name", ["silent", "constant", "random", "enumerate", "echo"])
def test_no_adversary_exceeds_the_floor_on_a_toy_release(name: str) -> None:
    asked, prepared = toy()
    one = adversary(name)
    rows = RETRIEVAL.mark_all(prepared, list(one.answers(asked)))
    rows_of_the_blind = RETRIEVAL.mark_all(prepared, list(one.answers(blind(asked))))

    assert HEADLINE.value(RETRIEVAL.sums(rows)) <= FLOOR
    assert HEADLINE.value(RETRIEVAL.sums(rows_of_the_blind)) <= FLOOR
    if one.expected:
        average = np.array([one.expected(question) for question in prepared])
        # Mean gain 3, of a pool of 639, at ten ranks: a random list earns next to nothing.
        assert HEADLINE.value(RETRIEVAL.sums(average)) <= Fraction(1, 50)


def test_the_constant_is_the_best_single_list() -> None:
    asked, prepared = toy()
    asked, prepared = asked[:2], prepared[:2]
    best = adversary("constant").answers(asked)[0]["ranked"]

    def earned(names: list[str]) -> int:
        rows = RETRIEVAL.mark_all(prepared, [{"ranked": names}] * 2)
        return int(rows[:, 0].sum())

    for place in range(9):
        swapped = [*best]
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        assert earned(swapped) <= earned(best)
    for other in best[10:]:
        assert earned([*best[:9], other]) <= earned(best)
    assert best[:4] == ["g0-1", "g0-2", "g1-1", "g1-2"]


def test_random_draws_from_the_whole_corpus_but_the_own_case_by_the_questions_id() -> None:
    asked, _ = toy()
    positives = {one["case"] for a in asked for one in a.truth["positives"]}
    drawn = [answer["ranked"] for answer in adversary("random").answers(asked)]

    assert all(len(set(names)) == len(names) == 20 for names in drawn)
    assert len({tuple(names) for names in drawn}) == GROUPS
    assert adversary("random").answers(asked[:1])[0]["ranked"] == drawn[0]
    assert {name for names in drawn for name in names} - positives
    assert not any(f"g{n}-0" in names for n, names in enumerate(drawn))
    for answer in adversary("random").answers(blind(asked)):
        assert set(answer["ranked"]) <= positives
        assert len(answer["ranked"]) == 20


def test_randoms_draws_come_near_its_expectation() -> None:
    question = {"ask": ask("facts of own"), "task": "t", "turns": []}
    asked = [
        QuestionWithTruth(f"q{n}", "t", question, truth(TEN), resources(CORPUS)) for n in range(600)
    ]
    prepared = [RETRIEVAL.prepare(question, truth(TEN), resources(CORPUS))] * 600

    drawn = RETRIEVAL.mark_all(prepared, list(adversary("random").answers(asked)))

    average = np.array(expected_row(prepared[0]))
    assert np.abs(drawn.mean(axis=0) - average).max() / NANO < 0.02


def test_the_enumerator_takes_the_order_that_earns_most_and_reads_past_the_own_case() -> None:
    names = [f"c{n:02}" for n in range(30)]
    first, last, own = names[1:11], names[20:], names[0]
    files = resources(map(case, names))

    def answered(positives: list[str], at_most: int = 10) -> list[str]:
        question = {"ask": ask(f"facts of {own}", at_most), "task": "t"}
        one = QuestionWithTruth("q", "t", question, truth(positives), files)
        return list(adversary("enumerate").answers([one])[0]["ranked"])

    assert answered(first) == first
    assert answered(last) == last[::-1]
    assert answered(first, 12) == names[1:13]


@pytest.mark.parametrize(
    ("pool", "drawn", "relevant"),
    [(6, 4, 0), (6, 4, 1), (6, 4, 2), (6, 4, 5), (6, 4, 6), (5, 5, 3), (7, 2, 3), (7, 6, 2)],
)
def test_randoms_expectation_is_the_mean_over_all_that_it_may_draw(
    pool: int, drawn: int, relevant: int
) -> None:
    lists = [[one < relevant for one in draw] for draw in permutations(range(pool), drawn)]

    def mean(values: list[Any]) -> Fraction:
        return Fraction(sum(values)) / len(lists)

    shares = _expected_shares(pool, drawn, relevant, pool - relevant)
    coded = [[not one for one in drawn_] for drawn_ in lists]

    for place, k in enumerate(CUTS):
        hits = mean([sum(one[:k]) for one in lists])
        full = drawn >= k
        assert shares.recall10[place] * 10 == hits
        assert shares.recall[place] == (hits / relevant if relevant else 0)
        assert shares.hit[place] == mean([any(one[:k]) for one in lists])
        assert shares.coded10[place] * 10 == mean([sum(one[:k]) for one in coded]) * full
        assert shares.coded_hit[place] == mean([any(one[:k]) for one in coded]) * full
    assert shares.rr == mean([reciprocal_rank(one) for one in lists])
    assert shares.ap == mean([average_precision(one, relevant) for one in lists])


def test_randoms_expected_credit_is_the_mean_gain_at_every_rank() -> None:
    question = RETRIEVAL.prepare({"ask": ask("facts of own")}, truth(TEN), resources(CORPUS))
    others = [one["case"] for one in CORPUS if one["case"] != "own"]
    # Each case stands at each rank once among the turns of one list: their mean is the same.
    turns = [others[start:] + others[:start] for start in range(len(others))]
    rows = [RETRIEVAL.mark(question, Response({"ranked": turn})) for turn in turns]

    cells = dict(zip(RETRIEVAL.column_names, expected_row(question), strict=True))

    assert abs(cells["credit"] - sum(row[0] for row in rows) / len(turns)) <= 1
    assert cells["gold_recall10_at_10"] == 5 * NANO // 10
    assert (cells["results"], cells["full_at_10"], cells["gold_coded_hit_at_3"] > 0) == (
        20,
        1,
        True,
    )
    assert sum(6 - tier for tier in TIERS) == 30


def test_randoms_expected_hits_are_the_means_even_where_nothing_equals_nothing() -> None:
    cases = [*CORPUS, *(case(f"e{n}", []) for n in range(7))]
    question = RETRIEVAL.prepare(
        {"ask": ask("facts of own")}, truth(TEN, accusation=[]), resources(cases)
    )
    others = [one["case"] for one in cases if one["case"] != "own"]
    turns = [others[start:] + others[:start] for start in range(len(others))]
    rows = np.array([RETRIEVAL.mark(question, Response({"ranked": turn})) for turn in turns])

    cells = dict(zip(RETRIEVAL.column_names, expected_row(question), strict=True))
    means = dict(zip(RETRIEVAL.column_names, rows.sum(axis=0).tolist(), strict=True))

    linear = [name for name in cells if "recall" in name or "_coded10_" in name]
    assert len(linear) == 4 * 9
    for name in linear:
        assert abs(cells[name] - Fraction(means[name], len(turns))) <= 1, name
    assert cells["accusation_recall10_at_10"] == 0
    assert cells["accusation_coded10_at_10"] == round(Fraction(7 * NANO, len(others)))


def test_echo_and_enumeration_are_readable_and_silence_is_missing() -> None:
    asked, prepared = toy()

    for name, unreadable, missing in (("echo", 0, 0), ("enumerate", 0, 0), ("silent", 0, GROUPS)):
        answers = list(adversary(name).answers(asked))
        sums = RETRIEVAL.sums(RETRIEVAL.mark_all(prepared, answers))
        assert (sums["unreadable"], sums["missing"]) == (unreadable, missing)
