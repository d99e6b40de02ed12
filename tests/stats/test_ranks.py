"""Ranks: hand cases, exact tests as oracles, simulated errors, indifference to order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.stats.draws import layout_of
from digesta.stats.ranks import (
    TAIL_STEP,
    TAILS,
    Pairs,
    Rank,
    _holm,
    _tails,
    paired_tests,
    ranks_from,
)
from digesta.stats.replicates import MICRO, Replicates, bootstrap_means

few = settings(derandomize=True, deadline=None, max_examples=60)


def paired(
    right: np.ndarray, *, clusters: Sequence[str] | None = None, rounds: int = 2000, seed: int = 1
) -> tuple[list[Fraction], Pairs]:
    """Test submissions whose questions, of one task, are right (1) or wrong (0)."""
    n = len(right)
    layout = layout_of(["t"] * n, clusters or [f"c{k:05}" for k in range(n)])
    marks = right.astype(np.int64) * MICRO
    made = bootstrap_means(marks, [Fraction(1, n)] * n, layout, seed=seed, rounds=rounds)
    scores = [Fraction(total, n) for total in right.sum(axis=0).tolist()]
    return scores, paired_tests(made, scores, layout.fold(marks))


def discordant(n: int, first: int, second: int) -> np.ndarray:
    """Two submissions: the first alone is right on so many questions, the second on so many."""
    right = np.zeros((n, 2), dtype=np.int64)
    right[:first, 0] = 1
    right[first : first + second, 1] = 1
    return right


def flags(rows: str) -> np.ndarray:
    return np.array([[cell == "x" for cell in row] for row in rows.split()])


def test_without_significant_pairs_all_share_all_ranks_and_one_group() -> None:
    scores = [Fraction(3, 4), Fraction(1, 2), Fraction(2, 3)]

    assert ranks_from(scores, flags("... ... ...")) == (Rank(1, 3, 1),) * 3


def test_ranks_count_the_significantly_better_and_worse() -> None:
    scores = [Fraction(9, 10), Fraction(8, 10), Fraction(7, 10), Fraction(1, 10)]
    # a beats c and d; b and c beat d.
    better = flags("..xx ...x ...x ....")

    found = ranks_from(scores, better)

    assert found == (Rank(1, 2, 1), Rank(1, 3, 1), Rank(2, 3, 2), Rank(4, 4, 3))


def test_a_group_ends_at_the_first_row_that_is_worse_than_the_groups_first() -> None:
    scores = [Fraction(9, 10), Fraction(8, 10), Fraction(7, 10), Fraction(6, 10)]
    # a beats c, but not the uncertain d, which stands below c and so in c's group.
    better = flags("..x. .... .... ....")

    assert [rank.group for rank in ranks_from(scores, better)] == [1, 1, 2, 2]


def test_exact_ties_share_the_widest_rank_interval_and_the_group() -> None:
    scores = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 2), Fraction(1, 10)]
    # b beats the first of the tied pair only; the second of the pair beats d.
    better = flags(".... x... ...x ....")

    found = ranks_from(scores, better)

    assert found[0] == found[2] == Rank(1, 4, 1)
    assert found[1] == Rank(1, 3, 1)
    assert found[3] == Rank(2, 4, 1)


def test_a_single_submission_has_rank_1() -> None:
    scores, pairs = paired(np.array([[1], [0]]))

    assert ranks_from(scores, pairs.better) == (Rank(1, 1, 1),)


def test_equal_answers_are_not_better_than_each_other() -> None:
    right = np.array([[1, 1, 0]] * 20)

    scores, pairs = paired(right)

    assert pairs.p[0, 1] == 1
    assert not pairs.better[0, 1]
    assert not pairs.better[1, 0]
    assert ranks_from(scores, pairs.better) == (Rank(1, 2, 1), Rank(1, 2, 1), Rank(3, 3, 2))


def test_rows_of_equal_score_are_never_better_whatever_their_replicates_say() -> None:
    values = np.array([[2, 1]] * 500)
    sums = np.array([[1, 0], [0, 1]] * 50)

    pairs = paired_tests(Replicates(values, 2), [Fraction(1, 2)] * 2, sums)

    assert not pairs.better.any()


def test_a_row_of_lower_score_is_not_better_whatever_its_replicates_say() -> None:
    values = np.array([[2, 1]] * 500)
    sums = np.array([[1, 0], [0, 1]] * 50)

    with_score = paired_tests(Replicates(values, 2), [Fraction(1), Fraction(1, 2)], sums)
    against = paired_tests(Replicates(values, 2), [Fraction(1, 2), Fraction(1)], sums)

    assert with_score.better.tolist() == [[False, True], [False, False]]
    assert not against.better.any()


@pytest.mark.parametrize(
    ("n", "first", "second", "significant"),
    [(100, 4, 0, False), (100, 5, 0, False), (100, 6, 0, True), (12, 12, 0, True)],
)
def test_few_differences_claim_no_more_than_the_sign_test(
    n: int, first: int, second: int, *, significant: bool
) -> None:
    _, pairs = paired(discordant(n, first, second))

    assert pairs.p[0, 1] >= 2.0 ** (1 - first - second)
    assert pairs.better[0, 1] == significant
    assert not pairs.better[1, 0]


@pytest.mark.parametrize("n", [40, 200, 1000])
def test_right_or_wrong_answers_claim_what_mcnemars_tests_do(n: int) -> None:
    from scipy.stats import binom

    for second in range(0, 13, 3):
        for first in range(second + 1, min(second + 25, n - second + 1), 4):
            _, pairs = paired(discordant(n, first, second), rounds=4000)
            both = first + second
            mid = 2 * binom.cdf(second, both, 0.5) - binom.pmf(second, both, 0.5)
            exact = min(1.0, 2 * binom.cdf(second, both, 0.5))

            assert mid / 1.5 < pairs.p[0, 1] < 1.3 * exact + 0.001
            assert pairs.p[0, 1] == pairs.p[1, 0]


def test_many_submissions_can_still_be_told_apart() -> None:
    # 1,770 pairs: Holm asks for 0.00003, less than any p of 2,000 resamples alone.
    rng = np.random.default_rng(3)
    level = np.array([0.9] * 30 + [0.4] * 30)

    scores, pairs = paired((rng.random((200, 60)) < level).astype(np.int64))

    found = ranks_from(scores, pairs.better)
    assert pairs.better[:30, 30:].all()
    assert not pairs.better[30:, :30].any()
    assert max(rank.high for rank in found[:30]) == 30
    assert min(rank.low for rank in found[30:]) == 31


def test_tails_are_the_normal_ones_rounded_up() -> None:
    from scipy.stats import norm

    exact = 2 * norm.sf(np.arange(len(TAILS)) / TAIL_STEP)

    assert (np.array(TAILS) >= exact).all()
    assert (np.array(TAILS) <= exact * 1.0002).all()


def test_between_two_entries_the_tail_is_not_understated() -> None:
    from scipy.stats import norm

    # No spread in the replicates: z² = G for every difference.
    constant = Replicates(np.array([[MICRO, 0]] * 5), MICRO)
    for clusters in range(1, 38):
        z = clusters**0.5
        (_, tail), _ = _tails(constant, [Fraction(1), Fraction(0)], clusters)
        assert 2 * norm.sf(z) <= tail <= 2 * norm.sf(z) * 1.25


def plain_holm(p: Sequence[Fraction]) -> list[bool]:
    """Holm 1979, step by step."""
    rejected = [False] * len(p)
    for step, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        if p[index] * (len(p) - step) > Fraction(1, 20):
            break
        rejected[index] = True
    return rejected


@few
@given(st.lists(st.sampled_from([1, 2, 5, 9, 20, 80, 900]), min_size=10, max_size=10))
def test_holm_is_the_step_down_procedure(thousandths: list[int]) -> None:
    # 5 submissions, 10 pairs, many of them tied.
    p = np.ones((5, 5))
    upper = np.triu_indices(5, 1)
    p[upper] = np.array(thousandths) / 1000

    rejected = (p[upper] <= _holm(p)).tolist()

    assert rejected == plain_holm([Fraction(one, 1000) for one in thousandths])


def test_ranks_do_not_depend_on_the_order_of_submissions() -> None:
    rng = np.random.default_rng(4)
    right = (rng.random((80, 14)) < np.linspace(0.2, 0.9, 14)).astype(np.int64)
    right[:, 5] = right[::-1, 6]
    scores, pairs = paired(right)
    expected = ranks_from(scores, pairs.better)

    for seed in range(5):
        order = np.random.default_rng(seed).permutation(14)
        moved, again = paired(right[:, order])
        assert (again.p == pairs.p[np.ix_(order, order)]).all()
        assert ranks_from(moved, again.better) == tuple(expected[index] for index in order)


def test_rank_intervals_hold_the_place_by_score() -> None:
    rng = np.random.default_rng(5)
    right = (rng.random((60, 20)) < np.linspace(0.1, 0.9, 20)).astype(np.int64)
    scores, pairs = paired(right)

    for score, rank in zip(scores, ranks_from(scores, pairs.better), strict=True):
        best = 1 + sum(other > score for other in scores)
        worst = sum(other >= score for other in scores)
        assert 1 <= rank.low <= best <= worst <= rank.high <= 20


def test_columns_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(AssertionError, match="one column each"):
        paired_tests(Replicates(np.ones((5, 2), dtype=np.int64), 1), [Fraction(1)], np.ones((1, 2)))


def false_claims(n: int, systems: int, trials: int, clusters: int) -> float:
    """Return the share of boards on which any of several equally good systems is called better."""
    rng, wrong = np.random.default_rng(n * systems), 0
    names = [f"c{k % clusters:03}" for k in range(n)]
    for trial in range(trials):
        difficulty = rng.beta(1.4, 0.6, (clusters, systems if clusters < n else 1))
        right = rng.random((n, systems)) < np.resize(difficulty, (n, difficulty.shape[1]))
        _, pairs = paired(right.astype(np.int64), clusters=names, rounds=1000, seed=trial)
        wrong += bool(pairs.better.any())
    return wrong / trials


@pytest.mark.parametrize(
    ("n", "systems", "clusters"), [(30, 5, 30), (60, 2, 60), (60, 5, 60), (50, 5, 10)]
)
def test_equal_systems_are_called_different_on_at_most_6_boards_in_100(
    n: int, systems: int, clusters: int
) -> None:
    assert false_claims(n, systems, 400, clusters) <= 0.06
