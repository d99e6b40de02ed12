"""Intervals: against scipy and statsmodels, by hand, at the ends of the range."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.metrics.exact import round_share
from digesta.stats.intervals import (
    FEWEST,
    Design,
    Interval,
    difference_interval,
    share_interval,
    wilson,
)
from digesta.stats.student import quantile

few = settings(derandomize=True, deadline=None, max_examples=100)


def test_wilson_by_hand_for_nine_of_ten() -> None:
    # z² = 3.8415; (0.9 + 0.19207) / 1.38415 = 0.78899;
    # 1.95996 · sqrt(0.009 + 0.0096036) / 1.38415 = 0.19314.
    low, high = wilson(Fraction(9, 10), 10)

    assert low == pytest.approx(0.78899 - 0.19314, abs=1e-5)
    assert high == pytest.approx(0.78899 + 0.19314, abs=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12, 100, 12345])
def test_wilson_of_all_or_none_ends_at_1_or_0(n: int) -> None:
    low, high = wilson(Fraction(1), n)
    none = wilson(Fraction(0), n)

    assert high == 1.0
    assert 0 < low < 1
    assert none.low == 0.0
    assert math.copysign(1, none.low) == 1
    assert none.high == pytest.approx(1 - low, abs=2e-9)


def test_a_share_with_the_variance_of_right_or_wrong_answers_has_wilsons_interval_with_t() -> None:
    # 0.3 of 40: the variance 0.3 · 0.7 / 40 gives an effective number of 40.
    design = Design(40.0, 39)
    t = quantile(0.95, 39)
    middle, scale = 0.3 + t * t / 80, 1 + t * t / 40
    half = t * math.sqrt(0.3 * 0.7 / 40 + t * t / 6400)

    found = share_interval(Fraction(3, 10), 0.3 * 0.7 / 40, design)

    assert found == pytest.approx(((middle - half) / scale, (middle + half) / scale), abs=1e-9)


def test_one_further_right_or_wrong_cluster_keeps_a_small_variance_from_certainty() -> None:
    # A design effect of 1/4 among 20 clusters becomes (20/4 + 1) / 21 = 2/7; n = 70.
    design = Design(20.0, 19)

    found = share_interval(Fraction(1, 2), 0.25 / 20 / 4, design)

    low, high = found or (0, 0)
    t2 = quantile(0.95, 19) ** 2
    assert high - low == pytest.approx(
        2 * math.sqrt(t2 * (0.25 / 70 + t2 / (4 * 70**2))) / (1 + t2 / 70), abs=1e-9
    )


def test_credits_that_all_are_alike_do_not_make_a_score_certain() -> None:
    found = share_interval(Fraction(1, 2), 0.0, Design(20.0, 19))

    assert found is not None
    assert found.low < 0.46
    assert found.high > 0.54


@pytest.mark.parametrize("value", [Fraction(0), Fraction(1)])
def test_all_or_nothing_is_as_sure_as_so_many_right_or_wrong_answers(value: Fraction) -> None:
    found = share_interval(value, 0.0, Design(50.0, 1000))

    assert found == pytest.approx(wilson(value, 50), abs=1e-3)


def test_a_figure_that_may_be_negative_is_moved_to_a_share_and_back() -> None:
    design = Design(30.0, 29)

    found = share_interval(Fraction(-1, 5), 0.02, design, least=-1)
    share = share_interval(Fraction(2, 5), 0.005, design)

    assert found is not None
    assert share is not None
    assert found == pytest.approx([2 * end - 1 for end in share], abs=3e-9)


@pytest.mark.parametrize("df", range(FEWEST))
def test_too_few_clusters_make_no_interval(df: int) -> None:
    assert share_interval(Fraction(1, 2), 0.01, Design(20.0, df)) is None
    assert difference_interval(Fraction(1, 2), 0.1, 9, Design(20.0, df)) is None


def test_a_difference_is_its_value_and_students_margin() -> None:
    found = difference_interval(Fraction(1, 10), 0.02, 30, Design(100.0, 60))

    assert found == pytest.approx((0.1 - 0.02 * 2.000297822, 0.1 + 0.02 * 2.000297822), abs=2e-9)


def test_a_difference_in_four_clusters_holds_0_however_many_questions_agree() -> None:
    found = difference_interval(Fraction(4, 100), 0.0197, 4, Design(100.0, 99))
    more = difference_interval(Fraction(4, 100), 0.0197, 5, Design(100.0, 99))

    assert found is not None
    assert more is not None
    assert found.low == 0
    assert more.low > 0


@few
@given(
    st.fractions(0, 1, max_denominator=10**9),
    st.floats(0, 0.3),
    st.floats(1, 1e4),
    st.integers(FEWEST, 2000),
)
def test_the_published_score_lies_in_its_interval(
    value: Fraction, variance: float, n: float, df: int
) -> None:
    found = share_interval(value, variance, Design(n, df))

    assert found is not None
    assert 0 <= found.low <= round_share(value) <= found.high <= 1
    assert Interval(*(round(end, 9) for end in found)) == found


@pytest.mark.parametrize(("n", "p"), [(12, 0.9), (20, 0.95), (50, 0.7), (100, 0.9), (300, 0.98)])
def test_wilson_covers_the_truth(n: int, p: float) -> None:
    from scipy.stats import binom

    ends = [wilson(Fraction(k, n), n) for k in range(n + 1)]
    held = [k for k, (low, high) in enumerate(ends) if low <= p <= high]

    assert binom.pmf(held, n, p).sum() >= 0.92
