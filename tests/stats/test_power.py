"""The smallest detectable difference: by hand, and by simulation."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from digesta.stats.power import DISCORDANCE, Z_POWER, smallest_detectable_difference


def test_the_difference_by_hand() -> None:
    # 2.80159 · sqrt(0.3 / 400) = 0.07672
    assert smallest_detectable_difference(400) == pytest.approx(0.07672, abs=1e-5)


def test_the_quantile_is_that_of_80_percent() -> None:
    from scipy.stats import norm

    assert norm.ppf(0.8) == pytest.approx(Z_POWER, abs=1e-15)


def test_the_difference_never_exceeds_its_discordance_or_1() -> None:
    # Under 7.849 / 0.3 = 26.2 questions all discordances must point one way: 7.849 / 20.
    assert smallest_detectable_difference(20) == pytest.approx(7.849 / 20, abs=1e-4)
    assert smallest_detectable_difference(5) == 1.0


def test_more_questions_show_smaller_differences() -> None:
    found = [smallest_detectable_difference(n) for n in range(8, 500)]

    assert all(later < earlier for earlier, later in pairwise(found))


@pytest.mark.parametrize("n", [50, 150, 600])
def test_the_difference_is_seen_in_at_least_80_percent_of_trials(n: int) -> None:
    rng, f = np.random.default_rng(n), float(DISCORDANCE)
    d = smallest_detectable_difference(n)
    draws = rng.random((20_000, n))
    first, second = (draws < (f + d) / 2).sum(axis=1), (draws > 1 - (f - d) / 2).sum(axis=1)

    z = (first - second) / np.sqrt(first + second)

    assert (z > 1.96).mean() >= 0.79
    assert (z > 1.96).mean() <= 0.90


@pytest.mark.parametrize(("n", "rate"), [(0, Fraction(1, 2)), (9, Fraction(0)), (9, Fraction(2))])
def test_an_impossible_question_is_refused(n: int, rate: Fraction) -> None:
    with pytest.raises(AssertionError):
        smallest_detectable_difference(n, discordance=rate)


def test_the_formula_is_the_documented_one() -> None:
    expected = (1.959963984540054 + 0.8416212335729143) * math.sqrt(0.5 / 90)

    assert smallest_detectable_difference(90, discordance=Fraction(1, 2)) == pytest.approx(expected)
