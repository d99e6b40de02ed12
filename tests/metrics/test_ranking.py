"""Ranked lists: the shipped discounts, the arrays' arithmetic, and pytrec_eval as an oracle."""

from __future__ import annotations

import random
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.metrics.exact import NANO, nano, nano_shares, ratio
from digesta.metrics.ranking import (
    DISCOUNTS,
    RANKS,
    RECIPROCALS,
    SCALE,
    average_precision,
    average_precisions,
    discounted_gain,
    discounted_gains,
    hits_so_far,
    ndcg,
    reciprocal_rank,
    reciprocal_ranks,
)

SEED = 20261122
LISTS = 400


class Ranked(NamedTuple):
    gains: list[int]
    ideal: list[int]


def drawn(seed: int) -> list[Ranked]:
    """Lists of 0 to 20 results for 1 to 30 gains; about a tenth may be empty or perfect."""
    rng = random.Random(seed)
    made = []
    for number in range(LISTS):
        ideal = [rng.randint(1, 5) for _ in range(rng.randint(1, 30))]
        found = rng.sample(ideal, rng.randint(1, len(ideal)) if number % 10 else 0)
        gains = [*found, *[0] * rng.randint(1, 10)]
        rng.shuffle(gains)
        gains = gains[: rng.randint(6, RANKS)]
        if number % 25 == 0:
            gains = sorted(ideal, reverse=True)[:RANKS]
        made.append(Ranked(gains, ideal))
    return made


def test_the_shipped_discounts_are_the_logarithms_to_the_last_digit() -> None:
    with localcontext() as context:
        context.prec = 60
        ranks = range(1, len(DISCOUNTS) + 1)
        exact = [SCALE * Decimal(2).ln() / Decimal(rank + 1).ln() for rank in ranks]
        rounded = [int(one.to_integral_value(ROUND_HALF_EVEN)) for one in exact]

    assert list(DISCOUNTS) == rounded
    assert all(RECIPROCALS % rank == 0 for rank in range(1, RANKS + 1))


def test_a_list_longer_than_the_discounts_is_refused() -> None:
    with pytest.raises(ValueError, match="31 ranks; discounts are shipped for 30"):
        discounted_gain([0] * 31)


def test_nothing_to_find_is_zero_and_a_perfect_list_is_one() -> None:
    assert ndcg([0, 0], [], depth=10) == 0
    assert average_precision([False], 0) == 0
    assert reciprocal_rank([]) == 0
    assert ndcg([5, 4, 1], [1, 4, 5], depth=10) == 1
    assert ndcg([5, 4], [5, 4, 5], depth=1) == 1


def test_shares_are_divided_half_even_to_the_nano_unit() -> None:
    top = np.array([1, 1, 3, 0, 5, 2, 1])
    bottom = np.array([3, 2 * NANO, 2 * NANO, 0, 5, 3, 9 * 10**15])

    assert nano_shares(top, bottom).tolist() == [333333333, 0, 2, 0, NANO, 666666667, 0]


@given(st.lists(st.tuples(st.integers(0, 9 * 10**15), st.integers(1, 9 * 10**15)), min_size=1))
def test_divided_arrays_are_rounded_fractions(pairs: list[tuple[int, int]]) -> None:
    shares = [(min(pair), max(pair)) for pair in pairs]
    top, bottom = (np.array(column, dtype=np.int64) for column in zip(*shares, strict=True))

    assert nano_shares(top, bottom).tolist() == [nano(ratio(*one)) for one in shares]


def test_arrays_give_what_single_lists_give() -> None:
    cases = drawn(SEED)
    gains = np.zeros((RANKS, LISTS), dtype=np.int8)
    for column, one in zip(gains.T, cases, strict=True):
        column[: len(one.gains)] = one.gains
    relevant = np.array([len(one.ideal) for one in cases])
    hits = [[gain > 0 for gain in one.gains] for one in cases]

    assert discounted_gains(gains).tolist() == [discounted_gain(one.gains) for one in cases]
    assert hits_so_far(gains > 0)[-1].tolist() == [sum(one) for one in hits]
    assert reciprocal_ranks(gains > 0).tolist() == [nano(reciprocal_rank(one)) for one in hits]
    assert average_precisions(gains > 0, relevant).tolist() == [
        nano(average_precision(one, len(case.ideal))) for one, case in zip(hits, cases, strict=True)
    ]


def test_single_lists_agree_with_trec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    cases = drawn(SEED)
    assert sum(sum(one.gains) > 0 and ndcg(*one, depth=10) < 1 for one in cases) >= 0.8 * LISTS
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number, one in enumerate(cases):
        query, left = f"q{number}", list(one.ideal)
        run[query] = {f"r{rank}": float(-rank) for rank in range(len(one.gains))}
        qrels[query] = {f"r{rank}": gain for rank, gain in enumerate(one.gains)}
        for gain in one.gains:
            if gain:
                left.remove(gain)
        qrels[query] |= {f"x{place}": gain for place, gain in enumerate(left)}
    measures = {"ndcg_cut.3,10", "map", "recip_rank"}

    found = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)

    for number, one in enumerate(cases):
        peer, hits = found[f"q{number}"], [gain > 0 for gain in one.gains]
        where = f"seed {SEED}, list {number}: {one}"
        for ours, theirs in (
            (ndcg(*one, depth=3), peer["ndcg_cut_3"]),
            (ndcg(*one, depth=10), peer["ndcg_cut_10"]),
            (average_precision(hits, len(one.ideal)), peer["map"]),
            (reciprocal_rank(hits), peer["recip_rank"]),
        ):
            assert abs(ours - Fraction(theirs)) < 1e-12, where
