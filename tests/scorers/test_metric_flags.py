"""What a metric's flags claim, its words and its marks bear out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from golden_cases import golden

from digesta.board.judges.agreement import judge_alpha
from digesta.metrics.labels import PICO
from digesta.scorers import SCORERS
from digesta.scorers.base import Metric, Sums

NAMES = (
    "citations",
    "closed",
    "extraction",
    "mentions",
    "penalty",
    "ranking",
    "retrieval",
    "rubric",
    "stars",
    "temporal",
)
UNTOLD = {
    "penalty": {"domain.micro_recall", "domain.macro_recall"},
    "rubric": {"dimension_structure", "dimension_style", "dimension_methodology"},
    "temporal": {"must_contain", "causal_completeness_as_coded", "causal_chain_completeness"},
}
"""Metrics with degrees, none of which happens to stand in the golden answers."""


def metrics() -> Iterator[Metric]:
    for name in NAMES:
        yield from SCORERS[name].metrics


def values(name: str, metric: Metric) -> set[Fraction]:
    """Return the metric's values on the golden answers, each alone."""
    cases = golden(name)
    rows = cases.mark(cases.responses).tolist()
    sums = [Sums(1, cases.scorer.column_names, row) for row in rows]
    return {metric.value(one) for one in sums if metric.share(one).denominator}


@pytest.mark.parametrize("name", NAMES)
def test_no_question_is_half_right_where_a_metric_says_so_and_some_are_where_not(name: str) -> None:
    halves = {
        one.name for one in SCORERS[name].metrics
        if not one.of_answered and values(name, one) - {Fraction(0), Fraction(1)}
    }  # fmt: skip
    may = {
        one.name for one in SCORERS[name].metrics
        if not (one.of_answered or one.proportion or one.whole)
    }  # fmt: skip

    assert halves == may - UNTOLD.get(name, set())


def test_a_rate_of_answers_is_not_defined_without_any_and_a_precision_or_f1_is_zero() -> None:
    for one in [*metrics(), judge_alpha(2)]:
        is_set_measure = re.search("precision|recall|f1", one.name)
        if one.of_answered:
            zero = is_set_measure or "0 when no list is so long" in one.about
            assert one.undefined == (not zero), one.name
        assert one.undefined or "not defined" not in one.about, one.name


def test_a_mean_over_labels_is_counted_in_labels() -> None:
    named = [one for one in metrics() if ".macro_" in one.name and one.unit == PICO]

    assert {one.name for one in named} >= {"type.macro_f1", "level.macro_f1_as_coded"}
    penalty = golden("penalty")
    sums = penalty.sums(penalty.responses)
    for one in named:
        assert 0 < int(one.share(sums).denominator) // one.unit <= 27, one.name
