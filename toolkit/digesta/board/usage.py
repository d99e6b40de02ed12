"""What answers cost: order statistics and sums of traces. No metric, and never part of a score.

The figures are the submitter's word; on a row of level ``rerun`` a maintainer saw the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from digesta.records.trace import Trace

NOT_REPORTED: Final = "not reported"
Count = int | Literal["not reported"]
Figure = float | Literal["not reported"]


def nearest_rank(values: Sequence[int], percent: int) -> int:
    """Return a percentile by nearest rank: the smallest value that ``percent`` % do not exceed.

    values: at least one. percent: 1 to 100.

    >>> nearest_rank([40, 10, 30, 20], 50), nearest_rank([40, 10, 30, 20], 95)
    (20, 40)
    """
    return sorted(values)[-(-len(values) * percent // 100) - 1]


_FIGURES: dict[str, tuple[str, Callable[[Sequence[Any]], int]]] = {
    "latency_ms_p50": ("latency_ms", lambda values: nearest_rank(values, 50)),
    "latency_ms_p95": ("latency_ms", lambda values: nearest_rank(values, 95)),
    "input_tokens": ("input_tokens", sum),
    "output_tokens": ("output_tokens", sum),
    "cost_micro_usd": ("cost_micro_usd", sum),
}
"""Figure -> the trace's field, and how its values become one."""


def usage(traces: Sequence[Trace | None]) -> dict[str, Figure]:
    """Return every figure; one that a single question's trace lacks is not reported at all."""
    figures: dict[str, Figure] = {}
    for name, (field, combine) in _FIGURES.items():
        values = [getattr(trace, field, None) for trace in traces]
        figures[name] = combine(values) if values and None not in values else NOT_REPORTED
    return figures


def refusals(traces: Sequence[Trace | None]) -> Count:
    """Count the answers that the model refused to give; unknown if any question has no trace."""
    outcomes = [trace.outcome for trace in traces if trace is not None]
    return outcomes.count("refused") if outcomes and len(outcomes) == len(traces) else NOT_REPORTED
