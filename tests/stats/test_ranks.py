"""Ranks: hand cases, exact tests as oracles, simulated errors, indifference to order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import settings
from simulation import compare, even

from digesta.metrics.exact import NANO
from digesta.stats.intervals import Design, difference_interval
from digesta.stats.ranks import Flags, Pairs, Rank, better_of, ranks_from

few = settings(derandomize=True, deadline=None, max_examples=60)


def paired(right: np.ndarray, *, each: int = 1) -> tuple[list[Fraction], Pairs, Flags]:
    """Test submissions whose questions, of one task, are right (1) or wrong (0)."""
    setting = even("", 1, len(right), each=each)
    scores, pairs, _ = compare(setting, right.T.astype(np.int64) * NANO)
    return scores, pairs, better_of(scores, pairs.p)


def discordant(n: int, first: int, second: int) -> np.ndarray:
    """Two submissions: the first alone is right on so many questions, the second on so many."""
    right = np.zeros((n, 2), dtype=np.int64)
    right[:first, 0] = 1
    right[first : first + second, 1] = 1
    return right


def flags(rows: str) -> np.ndarray:
    return np.array([[cell == "x" for cell in row] for row in rows.split()])


def test_a_pair_is_told_apart_by_its_p_among_all_pairs_and_not_by_its_own() -> None:
    # Holm takes .01, .04 and .03 three, two and one times: .03, .06 and .06.
    p = np.array([[1, 0.01, 0.04], [0.01, 1, 0.03], [0.04, 0.03, 1]])

    better = better_of([Fraction(9, 10), Fraction(1, 2), Fraction(1, 3)], p)

    assert better.tolist() == flags(".x. ... ...").tolist()


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
    scores, _, better = paired(np.array([[1], [0]] * 9))

    assert ranks_from(scores, better) == (Rank(1, 1, 1),)


def test_equal_answers_are_not_better_than_each_other() -> None:
    right = np.array([[1, 1, 0]] * 20)

    scores, pairs, better = paired(right)

    assert pairs.p[0, 1] == 1
    assert pairs.errors[0, 1] == 0
    assert not better[0, 1]
    assert not better[1, 0]
    assert ranks_from(scores, better) == (Rank(1, 2, 1), Rank(1, 2, 1), Rank(3, 3, 2))


def test_rows_of_equal_score_are_never_better_than_each_other() -> None:
    scores, pairs, better = paired(discordant(40, 9, 9))

    assert scores[0] == scores[1]
    assert pairs.p[0, 1] == 1
    assert not better.any()


@pytest.mark.parametrize(
    ("n", "first", "second", "significant"),
    [(100, 4, 0, False), (1000, 4, 0, False), (100, 6, 0, True), (12, 12, 0, True)],
)
def test_few_differences_claim_no_more_than_the_sign_test(
    n: int, first: int, second: int, *, significant: bool
) -> None:
    _, pairs, better = paired(discordant(n, first, second))

    assert pairs.p[0, 1] >= 2.0 ** -(first + second)
    assert better[0, 1] == significant
    assert not better[1, 0]


@pytest.mark.parametrize("n", [40, 200, 1000])
def test_right_or_wrong_answers_claim_what_mcnemars_tests_do(n: int) -> None:
    from scipy.stats import binom

    for second in range(0, 13, 3):
        for first in range(second + 1, min(second + 25, n - second + 1), 4):
            _, pairs, _ = paired(discordant(n, first, second))
            both = first + second
            mid = 2 * binom.cdf(second, both, 0.5) - binom.pmf(second, both, 0.5)
            exact = min(1.0, 2 * binom.cdf(second, both, 0.5))

            # Far out in the tail only the order of size is the same.
            least = mid / (1.6 if mid > 0.002 else 4)
            assert least < pairs.p[0, 1] < 1.3 * exact + 0.002
            assert pairs.p[0, 1] == pairs.p[1, 0]


def test_the_test_is_scipys_paired_t_test_where_nothing_is_clustered() -> None:
    from scipy.stats import ttest_rel

    rng = np.random.default_rng(2)
    credit = rng.random((2, 50))
    setting = even("", 1, 50)

    _, pairs, _ = compare(setting, np.rint(credit * NANO).astype(np.int64))

    assert pairs.p[0, 1] == pytest.approx(ttest_rel(*credit).pvalue, rel=1e-5)


def test_test_and_interval_agree_at_their_level() -> None:
    rng = np.random.default_rng(6)
    for each in (1, 3):
        setting, level = even("", 2, 24, each=each), np.array([[0.4], [0.55]])
        for board in (rng.random((200, 2, 48)) < level).astype(np.int64) * NANO:
            scores, pairs, design = compare(setting, board)
            ends = difference_interval(
                scores[0] - scores[1], pairs.errors[0, 1], int(pairs.differing[0, 1]), design
            )
            low, high = ends or (0, 0)

            assert (low > 0 or high < 0) == (pairs.p[0, 1] < 0.05)


def test_what_is_said_of_a_pair_does_not_depend_on_the_others() -> None:
    rng = np.random.default_rng(8)
    board = (rng.random((12, 60)) < 0.5).astype(np.int64) * NANO
    setting = even("", 3, 20)

    _, every, _ = compare(setting, board)
    _, two, _ = compare(setting, board[[3, 7]])

    assert two.p[0, 1] == every.p[3, 7]
    assert two.errors[0, 1] == every.errors[3, 7]


def test_many_submissions_can_still_be_told_apart() -> None:
    # 1,770 pairs: Holm asks for 0.00003.
    rng = np.random.default_rng(3)
    level = np.array([0.9] * 30 + [0.4] * 30)

    scores, _, better = paired((rng.random((200, 60)) < level).astype(np.int64))

    found = ranks_from(scores, better)
    assert better[:30, 30:].all()
    assert not better[30:, :30].any()
    assert max(rank.high for rank in found[:30]) == 30
    assert min(rank.low for rank in found[30:]) == 31


def test_too_few_clusters_tell_nothing_apart() -> None:
    scores, pairs, better = paired(discordant(40, 30, 0), each=10)

    assert scores[0] > scores[1]
    assert (pairs.p == 1).all()
    assert not better.any()


def test_ranks_do_not_depend_on_the_order_of_submissions() -> None:
    rng = np.random.default_rng(4)
    right = (rng.random((80, 14)) < np.linspace(0.2, 0.9, 14)).astype(np.int64)
    right[:, 5] = right[::-1, 6]
    scores, pairs, better = paired(right)
    expected = ranks_from(scores, better)

    for seed in range(5):
        order = np.random.default_rng(seed).permutation(14)
        moved, again, best = paired(right[:, order])
        assert (again.p == pairs.p[np.ix_(order, order)]).all()
        assert ranks_from(moved, best) == tuple(expected[index] for index in order)


def test_rank_intervals_hold_the_place_by_score() -> None:
    rng = np.random.default_rng(5)
    right = (rng.random((60, 20)) < np.linspace(0.1, 0.9, 20)).astype(np.int64)
    scores, _, better = paired(right)

    for score, rank in zip(scores, ranks_from(scores, better), strict=True):
        best = 1 + sum(other > score for other in scores)
        worst = sum(other >= score for other in scores)
        assert 1 <= rank.low <= best <= worst <= rank.high <= 20


def test_a_design_says_something_from_four_degrees_of_freedom_on() -> None:
    assert [df for df in range(7) if Design(9.0, df).suffices] == [4, 5, 6]
