"""Facility, item-rest correlation and reliability: by hand, and against numpy's own formulas."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from digesta.metrics.exact import NANO, Ints
from digesta.stats.reliability import Correlation, cronbach_alpha, facilities, item_rest
from digesta.stats.student import quantile

BY_HAND = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]]
"""Four questions (rows) by four systems: three in steps, and one that goes against them."""


def matrix(rows: Any) -> Ints:
    return (np.array(rows) * NANO).astype(np.int64)


def alone(credits_: Ints) -> tuple[list[str], list[str]]:
    """Return one task for all questions, and a cluster for each."""
    return ["task"] * len(credits_), [f"c{number}" for number in range(len(credits_))]


def test_figures_of_four_questions_come_out_as_by_hand() -> None:
    credits_ = matrix(BY_HAND)

    # Of question 1 the rest is 2 1 0 1: both sums are 3 and 4, shared 4·3 - 3·4 = 0.
    # Of question 4 the rest is 3 2 1 0: shared 4·0 - 1·6 = -6; spreads 4·1 - 1 = 3, 4·14 - 36 = 20.
    correlations = item_rest(credits_)
    assert facilities(credits_) == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert correlations[0] is not None
    assert correlations[0].value == 0
    assert correlations[3] is not None
    assert float(correlations[3].value) == pytest.approx(-6 / 60**0.5)
    # Spreads 3 + 4 + 3 + 3 = 13; the systems' sums 3 2 1 1: 4·15 - 49 = 11; 4/3 · (1 - 13/11).
    alpha = cronbach_alpha(credits_, *alone(credits_))
    assert alpha is not None
    assert alpha.value == Fraction(-8, 33)
    assert alpha.binary


def test_an_interval_is_fisher_s() -> None:
    [*_, last] = item_rest(matrix(BY_HAND))

    assert last is not None
    value, low, high, *_ = (float(each) for each in last if each is not None)
    # One system more than three: 1.96 / sqrt(1) either way of atanh(r).
    ends = np.tanh(np.arctanh(value) + np.array([-1, 1]) * 1.959963984540054)
    assert [low, high] == pytest.approx(ends)


@pytest.mark.parametrize("seed", range(8))
def test_correlations_and_alpha_are_those_of_numpy(seed: int) -> None:
    draw = random.Random(seed)
    systems = draw.randint(4, 12)
    skills = [draw.random() for _ in range(systems)]
    if seed % 2:
        rows = [[draw.random() * skill for skill in skills] for _ in range(30)]
    else:
        rows = [[draw.random() < skill for skill in skills] for _ in range(30)]
    credits_ = matrix(rows)

    x = credits_ / NANO
    expected = [
        np.corrcoef(own, np.delete(x, at, axis=0).mean(axis=0))[0, 1] if own.std() else None
        for at, own in enumerate(x)
    ]
    shown = [each and float(each.value) for each in item_rest(credits_)]
    alpha = cronbach_alpha(credits_, *alone(credits_))

    assert shown == [None if each is None else pytest.approx(each, abs=1e-9) for each in expected]
    assert alpha is not None
    spread = x.var(axis=1, ddof=1).sum() / x.sum(axis=0).var(ddof=1)
    assert float(alpha.value) == pytest.approx(30 / 29 * (1 - spread))
    assert alpha.binary == (seed % 2 == 0)


def test_the_interval_of_a_reliability_is_a_jackknife_over_clusters_within_tasks() -> None:
    draw = random.Random(3)
    skills = [draw.random() for _ in range(9)]
    x = np.array([[float(draw.random() < skill) for skill in skills] for _ in range(36)])
    # Two tasks, clusters of one to three questions, and two tasks of a single cluster.
    tasks = ["a"] * 14 + ["b"] * 18 + ["c", "c", "d", "d"]
    clusters = [f"{task}{number * 2 // 3}" for number, task in enumerate(tasks[:32])] + [*"ccdd"]

    alpha = cronbach_alpha(matrix(x), tasks, clusters)

    variance, halves = 0.0, []
    for members in (["a"], ["b"], ["c", "d"]):
        units = sorted({pair for pair in zip(tasks, clusters, strict=True) if pair[0] in members})
        without = [alpha_of_36(x, units, unit, (tasks, clusters)) for unit in units]
        g = len(without)
        part = (g - 1) / g * float(((np.array(without) - np.mean(without)) ** 2).sum())
        variance += part
        halves.append(part**2 / (g - 1))
    free = int(variance**2 / sum(halves))
    assert alpha is not None
    assert alpha.low is not None
    assert alpha.high is not None
    half = quantile(0.95, free) * variance**0.5
    value = float(alpha.value)
    expected = [1 - (1 - value) * np.exp(half), 1 - (1 - value) * np.exp(-half)]
    assert [float(alpha.low), float(alpha.high)] == pytest.approx(expected)


def alpha_of_36(x: Any, units: Any, left_out: Any, names: Any) -> float:
    """Return ln(1 - alpha) of 36 questions like those that are left."""
    assert left_out in units
    kept = np.array([pair != left_out for pair in zip(*names, strict=True)])
    covariance = np.cov(x[kept])
    mean = np.trace(covariance) / kept.sum()
    shared = (covariance.sum() - np.trace(covariance)) / (kept.sum() * (kept.sum() - 1))
    return float(np.log(1 - 36 * shared / (mean + 35 * shared)))


def test_nothing_is_said_of_too_few_systems_or_where_nobody_differs() -> None:
    three = matrix([row[:3] for row in BY_HAND])
    alike = matrix([[1, 1, 1, 1], [0, 0, 0, 0], [1, 0, 1, 0]])

    assert item_rest(three) == [None] * 4
    assert cronbach_alpha(three, *alone(three)) is not None
    assert cronbach_alpha(three[:, :2], *alone(three)) is None
    assert item_rest(alike) == [None, None, None]
    assert cronbach_alpha(alike[:2], *alone(alike[:2])) is None


def test_a_question_that_is_the_others_turned_round_has_no_interval() -> None:
    [first, _] = item_rest(matrix([[1, 1, 0, 0], [0, 0, 1, 1]]))

    assert first == Correlation(Fraction(-1), None, None)


def test_a_reliability_of_few_clusters_has_no_interval() -> None:
    credits_ = matrix(BY_HAND)

    alpha = cronbach_alpha(credits_, ["task"] * 4, ["c1", "c1", "c2", "c2"])

    assert alpha is not None
    assert alpha.low is None
    assert alpha.high is None
