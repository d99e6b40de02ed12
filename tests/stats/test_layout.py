"""Which questions belong together: clusters within tasks, whatever the order of the questions."""

from __future__ import annotations

import numpy as np
import pytest

from digesta.stats.layout import layout_of


def test_a_cluster_in_two_strata_is_a_unit_of_each_and_no_singleton() -> None:
    layout = layout_of(["a", "b"], ["u", "u"])

    assert layout.units == 2
    assert layout.stratum.tolist() == [0, 1]
    assert not layout.singletons
    assert layout_of(["a", "b"], ["u", "v"]).singletons


def test_folding_sums_the_questions_of_each_unit() -> None:
    layout = layout_of(["b", "a", "b", "b"], ["u", "w", "v", "u"])

    folded = layout.fold(np.array([[1, 10], [2, 20], [4, 40], [8, 80]]))

    assert layout.strata == ("a", "b")
    assert layout.sizes.tolist() == [1, 2, 1]
    assert folded.tolist() == [[2, 20], [9, 90], [4, 40]]
    assert layout.by_stratum(folded).tolist() == [[2, 20], [13, 130]]


def test_a_layout_of_no_questions_is_refused() -> None:
    with pytest.raises(AssertionError, match="at least one question"):
        layout_of([], [])
