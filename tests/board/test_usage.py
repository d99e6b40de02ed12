"""Usage figures are plain order statistics and sums, reported whole or not at all."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from digesta.board.usage import NOT_REPORTED, nearest_rank, refusals, usage
from digesta.records.trace import Trace


def trace(outcome: str = "answered", **values: int) -> Trace:
    return Trace.model_validate(
        {"question_id": "q", "answer_sha256": "0" * 64, "outcome": outcome} | values
    )


def test_percentiles_are_measured_values_by_nearest_rank() -> None:
    traces = [trace(latency_ms=value) for value in (300, 100, 200, 400)]
    found = usage(traces)
    assert (found["latency_ms_p50"], found["latency_ms_p95"]) == (200, 400)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=50), st.integers(1, 100))
def test_nearest_rank_is_the_smallest_value_that_covers_its_share(
    values: list[int], percent: int
) -> None:
    found = nearest_rank(values, percent)
    assert sum(value <= found for value in values) * 100 >= percent * len(values)
    assert sum(value < found for value in values) < math.ceil(percent * len(values) / 100)


def test_tokens_and_cost_are_summed() -> None:
    found = usage(
        [trace(input_tokens=7, cost_micro_usd=2), trace(input_tokens=8, cost_micro_usd=3)]
    )
    assert (found["input_tokens"], found["cost_micro_usd"]) == (15, 5)


def test_a_figure_that_one_question_lacks_is_not_reported() -> None:
    assert usage([trace(latency_ms=5), trace()])["latency_ms_p50"] == NOT_REPORTED
    assert usage([trace(latency_ms=5), None])["latency_ms_p50"] == NOT_REPORTED
    assert usage([])["latency_ms_p50"] == NOT_REPORTED


def test_refusals_are_counted_only_where_every_question_has_a_trace() -> None:
    assert refusals([trace("refused"), trace(), trace("error")]) == 1
    assert refusals([trace("refused"), None]) == NOT_REPORTED
    assert refusals([]) == NOT_REPORTED
