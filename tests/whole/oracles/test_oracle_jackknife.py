"""Clustered variance against statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from test_jackknife import of_mean


def test_with_clusters_of_one_size_it_is_the_clustered_variance_of_statsmodels() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(1)
    credit, groups = rng.random(60), np.repeat(np.arange(15), 4)
    fit = sm.OLS(credit, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": groups})

    own = of_mean(credit.tolist(), [f"c{group:02}" for group in groups])

    assert own.variance == pytest.approx(fit.bse[0] ** 2, rel=1e-7)
