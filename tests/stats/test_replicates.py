"""Replicates: exact against fractions, pinned by digest, the same under every BLAS kernel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.stats.draws import Layout, count_blocks, layout_of
from digesta.stats.replicates import (
    MICRO,
    Replicates,
    bootstrap_means,
    bootstrap_sums,
    combine,
    fixed_weights,
    micro,
    ratio_replicates,
    stratum_weights,
)

few = settings(derandomize=True, deadline=None, max_examples=40)


def equal_weights(n: int) -> list[Fraction]:
    return [Fraction(1, n)] * n


def mean_of_task_means(tasks: Sequence[str]) -> list[Fraction]:
    number = len(set(tasks))
    return [Fraction(1, number * tasks.count(task)) for task in tasks]


def exact_scores(
    credits_micro: np.ndarray, weights: Sequence[Fraction], layout: Layout, counts: np.ndarray
) -> list[Fraction]:
    """One submission's score in each resample, from fractions and the definition alone."""
    unit_of = np.searchsorted(layout.first, np.arange(layout.n), side="right") - 1
    per_row = np.empty((len(counts), layout.n), dtype=np.int64)
    per_row[:, layout.order] = counts[:, unit_of]
    found = []
    for drawn in per_row.tolist():
        score = Fraction(0)
        for units in (slice(*ends) for ends in pairwise(layout.starts.tolist())):
            rows = [
                r
                for r, u in zip(layout.order, unit_of, strict=True)
                if units.start <= u < units.stop
            ]
            weight = sum((weights[row] for row in rows), Fraction(0))
            total = sum(drawn[row] * int(credits_micro[row]) for row in rows)
            score += weight * Fraction(total, MICRO * sum(drawn[row] for row in rows))
        found.append(score)
    return found


QUESTIONS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("uvwx"), st.integers(0, MICRO)),
    min_size=1,
    max_size=25,
)


@few
@given(QUESTIONS, st.integers(0, 2**64 - 1))
def test_replicates_are_the_definition_in_fractions(
    questions: list[tuple[str, str, int]], seed: int
) -> None:
    tasks, clusters, credit = zip(*questions, strict=True)
    layout, weights = layout_of(tasks, clusters), mean_of_task_means(tasks)
    column = np.array(credit, dtype=np.int64)[:, None]

    made = bootstrap_means(column, weights, layout, seed=seed, rounds=20)

    counts = np.concatenate(list(count_blocks(layout, rounds=20, seed=seed)))
    for value, exact in zip(
        made.values[:, 0].tolist(), exact_scores(column[:, 0], weights, layout, counts), strict=True
    ):
        # Half a unit for each stratum whose mean is divided by the number drawn.
        assert abs(value - exact * made.unit) <= Fraction(3, 2)


def test_without_clusters_replicates_are_exact() -> None:
    rng = np.random.default_rng(1)
    tasks = [f"t{k % 3}" for k in range(36)]
    layout = layout_of(tasks, [f"c{k}" for k in range(36)])
    column = rng.integers(0, MICRO + 1, (36, 1))

    made = bootstrap_means(column, equal_weights(36), layout, seed=3, rounds=100)

    counts = np.concatenate(list(count_blocks(layout, rounds=100, seed=3)))
    exact = exact_scores(column[:, 0], equal_weights(36), layout, counts)
    assert made.values[:, 0].tolist() == [score * made.unit for score in exact]


def test_a_mean_over_unequal_clusters_divides_by_the_questions_drawn() -> None:
    # One task: cluster u holds three right questions, v one wrong one. Drawn u u, u v, v v.
    layout = layout_of(["t"] * 4, ["u", "u", "u", "v"])
    right = np.array([[MICRO], [MICRO], [MICRO], [0]])

    made = bootstrap_means(right, equal_weights(4), layout, seed=1, rounds=50)

    shares = {Fraction(value, made.unit) for value in made.values[:, 0].tolist()}
    assert shares == {Fraction(0), Fraction(3, 4), Fraction(1)}


def test_a_renormalised_mean_is_rounded_to_the_nearest_integer() -> None:
    rng = np.random.default_rng(4)
    layout = layout_of(["t"] * 30, [f"c{k}" for k in rng.integers(0, 9, 30)])
    column = rng.integers(0, MICRO + 1, (30, 1))

    made = bootstrap_means(column, equal_weights(30), layout, seed=3, rounds=300)

    counts = np.concatenate(list(count_blocks(layout, rounds=300, seed=3)))
    exact = exact_scores(column[:, 0], equal_weights(30), layout, counts)
    errors = [
        abs(value - score * made.unit)
        for value, score in zip(made.values[:, 0].tolist(), exact, strict=True)
    ]
    assert max(errors) <= Fraction(1, 2)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_perfect_and_a_silent_submission_are_1_and_0_in_every_resample(size: int) -> None:
    # 37 · 41 · 43 · 47 · 53 has 28 bits, with clusters or without: weights are still exact.
    tasks = [f"t{n}" for n in (37, 41, 43, 47, 53) for _ in range(n)]
    layout = layout_of(tasks, [f"c{k // size}" for k in range(len(tasks))])
    both = np.tile(np.array([MICRO, 0]), (len(tasks), 1))

    made = bootstrap_means(both, mean_of_task_means(tasks), layout, seed=1, rounds=100)

    assert (made.values[:, 0] == made.unit).all()
    assert (made.values[:, 1] == 0).all()


def test_two_submissions_right_on_different_questions_tie_exactly_when_drawn_alike() -> None:
    # Rounding each question's weight on its own would leave them a unit apart.
    sizes = (37, 41, 43, 47, 53, 59, 61)
    tasks = [f"t{n}" for n in sizes for _ in range(n)]
    layout = layout_of(tasks, [f"c{k:03}" for k in range(len(tasks))])
    marks = np.zeros((len(tasks), 2), dtype=np.int64)
    marks[0, 0] = marks[1, 1] = MICRO

    made = bootstrap_means(marks, mean_of_task_means(tasks), layout, seed=1, rounds=500)

    counts = np.concatenate(list(count_blocks(layout, rounds=500, seed=1)))
    tied = counts[:, 0] == counts[:, 1]
    assert tied.sum() > 50
    assert ((made.values[:, 0] == made.values[:, 1]) == tied).all()


def test_weights_are_exact_where_32_bits_hold_them_and_else_close() -> None:
    small = layout_of(["a", "a", "b"], ["u", "v", "w"])
    primes = (37, 41, 43, 47, 53, 59, 61)
    tasks = [f"t{n}" for n in primes for _ in range(n)]
    large = layout_of(tasks, [f"c{k}" for k in range(len(tasks))])

    exact = fixed_weights(mean_of_task_means(["a", "a", "b"]), small)
    close = fixed_weights(mean_of_task_means(tasks), large)

    assert exact == (2**30, 2**31)
    total = sum(weight * n for weight, n in zip(close, primes, strict=True))
    for weight, n in zip(close, primes, strict=True):
        assert abs(Fraction(weight * n, total) - Fraction(1, 7)) < Fraction(len(tasks), 2**33)


def test_unequal_weights_within_a_task_are_refused() -> None:
    with pytest.raises(AssertionError, match="unequal in a stratum"):
        stratum_weights([Fraction(1, 3), Fraction(2, 3)], layout_of(["a", "a"], ["u", "v"]))


def test_weights_that_do_not_sum_to_1_are_refused() -> None:
    with pytest.raises(AssertionError, match="sum to 1"):
        stratum_weights([Fraction(1, 3)] * 2, layout_of(["a", "a"], ["u", "v"]))


@pytest.mark.parametrize("credit", [-1, MICRO + 1])
def test_a_credit_outside_0_and_1_is_refused(credit: int) -> None:
    with pytest.raises(AssertionError, match="a credit is a share"):
        bootstrap_means(np.array([[credit]]), [Fraction(1)], layout_of(["a"], ["u"]), seed=1)


def test_replicates_do_not_depend_on_the_order_of_questions_or_submissions() -> None:
    rng = np.random.default_rng(2)
    tasks = [f"t{k}" for k in rng.integers(0, 4, 60)]
    clusters = [f"c{k}" for k in rng.integers(0, 25, 60)]
    marks = rng.integers(0, MICRO + 1, (60, 7))
    rows, columns = rng.permutation(60), rng.permutation(7)

    plain = bootstrap_means(
        marks, mean_of_task_means(tasks), layout_of(tasks, clusters), seed=4, rounds=100
    )
    moved = [tasks[row] for row in rows]
    shuffled = bootstrap_means(
        marks[rows][:, columns],
        mean_of_task_means(moved),
        layout_of(moved, [clusters[row] for row in rows]),
        seed=4,
        rounds=100,
    )

    assert shuffled.unit == plain.unit
    assert (shuffled.values == plain.values[:, columns]).all()


def test_sums_are_those_of_the_drawn_questions() -> None:
    rng = np.random.default_rng(3)
    layout = layout_of(["a"] * 8 + ["b"] * 4, [f"c{k % 5}" for k in range(12)])
    columns = rng.integers(-(10**9), 10**9, (12, 3))
    columns[:, 2] = 1

    sums = bootstrap_sums(columns, layout, seed=6, rounds=90)

    counts = np.concatenate(list(count_blocks(layout, rounds=90, seed=6))).astype(np.int64)
    assert (sums == counts @ layout.fold(columns)).all()
    assert sums[:, 2].min() < 12 < sums[:, 2].max()


def test_sums_that_float64_could_not_hold_are_refused() -> None:
    layout = layout_of(["a", "a"], ["u", "v"])

    assert bootstrap_sums(np.array([[2**51], [-(2**51)]]), layout, seed=1, rounds=3).shape == (3, 1)
    with pytest.raises(AssertionError, match="exact in float64"):
        bootstrap_sums(np.array([[2**52], [0]]), layout, seed=1, rounds=3)


@few
@given(st.lists(st.tuples(st.integers(0, 2**51), st.integers(0, 2**51)), min_size=1))
def test_ratios_are_rounded_once_to_micro_units(pairs: list[tuple[int, int]]) -> None:
    ordered = [sorted(pair) for pair in pairs]
    numerators, denominators = (
        np.array(side, dtype=np.int64) for side in zip(*ordered, strict=True)
    )

    made = ratio_replicates(numerators, denominators)

    assert made.unit == MICRO
    for value, (numerator, denominator) in zip(made.values.tolist(), ordered, strict=True):
        exact = Fraction(numerator, denominator) if denominator else Fraction(0)
        assert abs(value - exact * MICRO) <= Fraction(1, 2)


def test_terms_are_combined_by_their_weights() -> None:
    first = Replicates(np.array([0, 500_000, MICRO]), MICRO)
    second = Replicates(np.array([MICRO, 500_000, MICRO]), MICRO)

    made = combine([(Fraction("0.4"), first), (Fraction("0.6"), second)])

    shares = [Fraction(value, made.unit) for value in made.values.tolist()]
    assert shares == [Fraction(3, 5), Fraction(1, 2), Fraction(1)]


def test_terms_of_two_units_are_refused() -> None:
    terms = [(Fraction(1), Replicates(np.array([1]), 1))]

    with pytest.raises(AssertionError, match="one unit"):
        combine(terms)


def test_nano_units_are_rounded_half_even_to_micro_units() -> None:
    nano = [0, 499, 500, 501, 1500, 2500, 333_333_333, 10**9]

    assert micro(np.array(nano)).tolist() == [round(Fraction(x, 1000)) for x in nano]
