"""Adjusted p-values against statsmodels."""

from __future__ import annotations

from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_ranks import few

from digesta.stats.ranks import holm


@few
@given(st.lists(st.sampled_from([1, 2, 5, 9, 20, 80, 900]), min_size=10, max_size=10))
def test_holm_is_the_step_down_procedure_of_statsmodels(thousandths: list[int]) -> None:
    from statsmodels.stats.multitest import multipletests

    p = np.array(thousandths) / 1000

    with mock.patch("gc.collect"):  # which took all but a second of the test's time
        rejected, corrected, *_ = multipletests(p, 0.05, method="holm")

    assert holm(p) == pytest.approx(corrected)
    # Where p · m is 0.05 exactly, floats may fall on either side.
    near = np.abs(corrected - 0.05) < 1e-12
    assert ((holm(p) <= 0.05) == rejected)[~near].all()
