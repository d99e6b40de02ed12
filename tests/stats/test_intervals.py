"""Intervals: against scipy, by hand, by simulated coverage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.metrics.exact import round_share
from digesta.stats.draws import Layout, layout_of
from digesta.stats.intervals import (
    Interval,
    Intervals,
    WeightedPart,
    bootstrap_intervals,
    interval_for,
    mover_wilson,
    percentiles,
    wilson,
)
from digesta.stats.replicates import MICRO, Replicates, bootstrap_means

few = settings(derandomize=True, deadline=None, max_examples=60)


def board(
    marks: np.ndarray,
    layout: Layout,
    *,
    weights: Sequence[Fraction] | None = None,
    proportion: bool = False,
    rounds: int = 1000,
) -> Intervals:
    """Return intervals of some marks; each question counts the same unless weights are given."""
    shares = [Fraction(1, layout.n)] * layout.n if weights is None else weights
    made = bootstrap_means(marks, shares, layout, seed=11, rounds=rounds)
    points = [
        sum((w * Fraction(mark, MICRO) for w, mark in zip(shares, row, strict=True)), Fraction(0))
        for row in marks.T.tolist()
    ]
    return interval_for(
        marks, shares, layout, points=points, replicates=made, proportion=proportion
    )


def singles(n: int, tasks: int = 1) -> Layout:
    return layout_of([f"t{k % tasks}" for k in range(n)], [f"c{k}" for k in range(n)])


def test_wilson_is_scipys_on_two_thousand_inputs() -> None:
    from scipy.stats import norm
    from scipy.stats._binomtest import _binom_wilson_conf_int

    rng = np.random.default_rng(1)
    sizes = np.concatenate([rng.integers(1, 60, 1200), rng.integers(60, 100_000, 800)])

    for n in sizes.tolist():
        k = int(rng.integers(0, n + 1))
        low, high = _binom_wilson_conf_int(k, n, 0.95, "two-sided", correction=False)
        assert wilson(k, n).low == pytest.approx(low, abs=6e-10)
        assert wilson(k, n).high == pytest.approx(high, abs=6e-10)
    assert norm.ppf(0.975) == 1.959963984540054


def test_wilson_by_hand_for_nine_of_ten() -> None:
    # z² = 3.8415; (0.9 + 0.19207) / 1.38415 = 0.78899;
    # 1.95996 · sqrt(0.009 + 0.0096036) / 1.38415 = 0.19314.
    low, high = wilson(9, 10)

    assert low == pytest.approx(0.78899 - 0.19314, abs=1e-5)
    assert high == pytest.approx(0.78899 + 0.19314, abs=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12, 100, 12345])
def test_wilson_of_all_or_none_ends_at_1_or_0(n: int) -> None:
    low, high = wilson(n, n)

    assert high == 1.0
    assert 0 < low < 1
    assert wilson(0, n).low == 0.0
    assert math.copysign(1, wilson(0, n).low) == 1
    assert wilson(0, n).high == pytest.approx(1 - low, abs=2e-9)


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3), (0, 0)])
def test_wilson_of_an_impossible_count_is_refused(successes: int, n: int) -> None:
    with pytest.raises((AssertionError, ZeroDivisionError)):
        wilson(successes, n)


def test_mover_of_one_part_is_wilson() -> None:
    for successes in range(13):
        part = WeightedPart(Fraction(1), Fraction(successes, 12), 12)
        assert mover_wilson([part]) == wilson(successes, 12)


def test_mover_adds_squared_margins_by_squared_weights() -> None:
    parts = [
        WeightedPart(Fraction(1, 4), Fraction(9, 10), 10),
        WeightedPart(Fraction(3, 4), Fraction(1, 2), 20),
    ]
    one, two = wilson(9, 10), wilson(10, 20)

    low, high = mover_wilson(parts)

    assert low == pytest.approx(0.6 - math.hypot(0.25 * (0.9 - one.low), 0.75 * (0.5 - two.low)))
    assert high == pytest.approx(0.6 + math.hypot(0.25 * (one.high - 0.9), 0.75 * (two.high - 0.5)))


def test_mover_does_not_depend_on_the_order_of_its_parts() -> None:
    parts = [WeightedPart(Fraction(1, 7), Fraction(k, 10), 3 + k * k) for k in range(7)]

    assert mover_wilson(parts) == mover_wilson(parts[::-1]) == mover_wilson(parts[3:] + parts[:3])


def test_percentiles_are_order_statistics_with_as_many_below_as_above() -> None:
    shuffled = (np.arange(10_000) * 7919) % 10_000

    (interval,) = percentiles(Replicates(shuffled[:, None], 10_000))

    assert interval == Interval(0.025, 0.9749)


def test_percentiles_of_a_few_replicates_are_their_ends() -> None:
    values = np.array([[3, 30], [1, 10], [2, 20]])

    assert percentiles(Replicates(values, 100)) == (Interval(0.01, 0.03), Interval(0.1, 0.3))


def test_a_plain_proportion_gets_wilson() -> None:
    marks = np.array([[MICRO, 0]] * 9 + [[0, 0]])

    found = board(marks, singles(10, tasks=2), proportion=True)

    assert found == Intervals("wilson/1", (wilson(9, 10), wilson(0, 10)))


@pytest.mark.parametrize(
    ("layout", "weights"),
    [
        (layout_of(["t"] * 4, ["u", "u", "v", "w"]), [Fraction(1, 4)] * 4),
        (layout_of(["a", "a", "a", "b"], ["u", "v", "w", "u"]), [Fraction(1, 4)] * 4),
        (layout_of(["a", "a", "a", "b"], list("uvwx")), [Fraction(1, 6)] * 3 + [Fraction(1, 2)]),
    ],
    ids=["shared cluster", "cluster in two tasks", "unequal weights"],
)
def test_a_proportion_that_is_not_plain_gets_the_bootstrap(
    layout: Layout, weights: list[Fraction]
) -> None:
    marks = np.array([[MICRO], [0], [MICRO], [MICRO]])

    assert board(marks, layout, weights=weights, proportion=True).method == "bootstrap/1"


def test_the_expectation_of_an_adversary_that_draws_gets_wilson_at_its_mean() -> None:
    # A guess among four earns a quarter of each of twelve questions: 3 of 12.
    marks = np.array([[MICRO // 4, MICRO]] * 12)

    found = board(marks, singles(12), proportion=True)

    assert found == Intervals("wilson/1", (wilson(3, 12), wilson(12, 12)))


def test_a_perfect_score_on_twelve_questions_does_not_claim_certainty() -> None:
    found = board(np.full((12, 1), MICRO), singles(12, tasks=3))

    assert found.method == "bootstrap/1"
    assert found.intervals[0].high == 1.0
    assert found.intervals[0].low < 0.85


def test_questions_that_share_sources_widen_the_interval() -> None:
    marks = (np.arange(60) % 10 < 7).astype(np.int64)[:, None] * MICRO
    shared = layout_of(["t"] * 60, [f"c{k // 10}-{k % 10 < 7}" for k in range(60)])

    apart, together = board(marks, singles(60)).intervals[0], board(marks, shared).intervals[0]

    assert together.low < apart.low - 0.05
    assert together.high > apart.high + 0.05


@few
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"),
            st.sampled_from("uvwxyz"),
            st.one_of(st.sampled_from([0, 10**9]), st.integers(0, 10**9)),
        ),
        min_size=1,
        max_size=20,
    )
)
def test_the_published_score_lies_in_its_interval(marked: list[tuple[str, str, int]]) -> None:
    tasks, clusters, nano = zip(*marked, strict=True)
    layout, n = layout_of(tasks, clusters), len(marked)
    # Resampled are micro-units; the score is made of nano-units.
    marks = np.array([round(Fraction(one, 1000)) for one in nano])[:, None]
    point = Fraction(sum(nano), n * 10**9)
    weights = [Fraction(1, n)] * n
    made = bootstrap_means(marks, weights, layout, seed=1, rounds=80)

    found = interval_for(marks, weights, layout, points=[point], replicates=made, proportion=False)

    (interval,) = found.intervals
    assert 0 <= interval.low <= round_share(point) <= interval.high <= 1
    assert round(interval.low, 9) == interval.low


def test_a_metric_of_sums_gets_the_wider_interval_too() -> None:
    replicates = Replicates(np.array([[900_000]] * 100), MICRO)
    part = WeightedPart(Fraction(1), Fraction(9, 10), 10)

    found = bootstrap_intervals(replicates, [[part]], [Fraction(9, 10)])

    assert found == (wilson(9, 10),)


def test_an_interval_is_stretched_to_a_score_that_its_rounded_inputs_miss() -> None:
    replicates = Replicates(np.array([[900_000, 900_000]] * 100), MICRO)
    part = WeightedPart(Fraction(1), Fraction(9, 10), 10)
    marks, layout = np.array([[MICRO], [0]]), singles(2)

    below, above = bootstrap_intervals(
        replicates, [[part], [part]], [Fraction(1, 10), Fraction(999, 1000)]
    )
    plain = interval_for(
        marks,
        [Fraction(1, 2)] * 2,
        layout,
        points=[Fraction(99, 100)],
        replicates=replicates,
        proportion=True,
    )

    assert below == (0.1, wilson(9, 10).high)
    assert above == (wilson(9, 10).low, 0.999)
    assert plain.intervals == ((wilson(1, 2).low, 0.99),)


def coverage(found: Intervals, truth: float) -> float:
    return sum(one.low <= truth <= one.high for one in found.intervals) / len(found.intervals)


@pytest.mark.parametrize(("n", "p"), [(12, 0.9), (20, 0.95), (50, 0.7), (100, 0.9), (300, 0.98)])
def test_wilson_covers_the_truth(n: int, p: float) -> None:
    from scipy.stats import binom

    held = [k for k in range(n + 1) if wilson(k, n).low <= p <= wilson(k, n).high]

    assert binom.pmf(held, n, p).sum() >= 0.92


@pytest.mark.parametrize(("n", "tasks", "p"), [(48, 6, 0.95), (48, 6, 0.99), (50, 10, 0.8)])
def test_a_mean_of_small_means_covers_the_truth(n: int, tasks: int, p: float) -> None:
    # The bootstrap alone covers six tasks of eight questions at 0.99 in 39 % of cases.
    marks = (np.random.default_rng(6).random((n, 400)) < p) * np.int64(MICRO)

    assert coverage(board(marks, singles(n, tasks=tasks)), p) >= 0.92


@pytest.mark.parametrize(("clusters", "size", "icc"), [(10, 5, 0.3), (20, 5, 0.3), (8, 10, 0.5)])
def test_questions_in_few_clusters_cover_the_truth(clusters: int, size: int, icc: float) -> None:
    # Each cluster has its own level: beta, with mean 0.7 and the intra-cluster correlation.
    rng, rest = np.random.default_rng(7), (1 - icc) / icc
    levels = rng.beta(0.7 * rest, 0.3 * rest, (clusters, 400)).repeat(size, axis=0)
    marks = (rng.random(levels.shape) < levels) * np.int64(MICRO)
    layout = layout_of(["t"] * len(marks), [f"c{k // size}" for k in range(len(marks))])

    assert coverage(board(marks, layout, proportion=True), 0.7) >= 0.92


def test_clusters_of_unequal_size_cover_the_truth() -> None:
    rng, sizes = np.random.default_rng(8), [1, 2, 3, 4, 10] * 5
    levels = rng.beta(1.4, 0.6, (25, 400)).repeat(sizes, axis=0)
    marks = (rng.random(levels.shape) < levels) * np.int64(MICRO)
    names = [f"c{k}" for k, size in enumerate(sizes) for _ in range(size)]

    assert coverage(board(marks, layout_of(["t"] * 100, names)), 0.7) >= 0.92
