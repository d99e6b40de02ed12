"""Student's t against scipy, whose digits come from elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from digesta.stats.student import MOST, quantile, tail

DEGREES = [1, 2, 3, 4, 5, 7, 8, 19, 30, 99, 100, 159, 998, 999, 1000]


@pytest.mark.parametrize("df", DEGREES)
def test_tails_are_scipys(df: int) -> None:
    t = np.concatenate([np.linspace(0, 12, 400), [40.0, 1e6]])

    assert tail(t, df) == pytest.approx(2 * stats.t.sf(t, df), abs=3e-14)


@pytest.mark.parametrize("df", DEGREES)
@pytest.mark.parametrize("level", [0.6, 0.8, 0.95, 0.99])
def test_quantiles_are_scipys(df: int, level: float) -> None:
    assert quantile(level, df) == pytest.approx(stats.t.ppf((1 + level) / 2, df), rel=1e-11)


def test_beyond_a_thousand_degrees_the_distribution_stays_that_of_a_thousand() -> None:
    assert quantile(0.95, 10 * MOST) == quantile(0.95, MOST)
    assert quantile(0.95, MOST) == pytest.approx(1.9623, abs=1e-4)


def test_a_chance_that_double_precision_cannot_hold_is_none_and_never_negative() -> None:
    assert tail(np.array([60.0, 1e3]), 500).tolist() == [0.0, 0.0]
