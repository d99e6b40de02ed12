"""Intervals against scipy and statsmodels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from digesta.stats.intervals import wilson


def test_wilson_is_that_of_scipy_and_statsmodels_on_many_inputs() -> None:
    from scipy.stats import norm
    from scipy.stats._binomtest import _binom_wilson_conf_int
    from statsmodels.stats.proportion import proportion_confint

    rng = np.random.default_rng(1)
    sizes = np.concatenate([rng.integers(1, 60, 600), rng.integers(60, 100_000, 400)])

    for n in sizes.tolist():
        k = int(rng.integers(0, n + 1))
        found = wilson(Fraction(k, n), n)
        low, high = _binom_wilson_conf_int(k, n, 0.95, "two-sided", correction=False)
        assert found == pytest.approx((low, high), abs=6e-10)
        assert found == pytest.approx(proportion_confint(k, n, method="wilson"), abs=6e-10)
    assert norm.ppf(0.975) == 1.959963984540054
