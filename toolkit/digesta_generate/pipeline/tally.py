"""The result of a whole run: a row a model, for people and for machines.

Scores are those of ``digesta report``, which are the boards' own. Latency, tokens and cost are
order statistics and sums of the traces; an unfinished run has the use that counted against its
caps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digesta.board.report import interval_text
from digesta.board.usage import NOT_REPORTED, nearest_rank, usage
from digesta.errors import plain
from digesta.table import Table
from digesta_generate.inference.budget import as_decimal

if TYPE_CHECKING:
    from digesta.records.trace import Trace
    from digesta.workspace.submissions import Answers
    from digesta_generate.inference.plan import Plan
    from digesta_generate.inference.run import RunResult
    from digesta_generate.inference.systems.model_system import ModelSystem

_USD = "USD"
_PERCENTILES = (50, 95, 99)
_COLUMNS = (
    "model",
    "answered",
    "headline, public split (95 % interval)",
    "tokens in",
    "tokens out",
    "cost",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "folder",
)


def row_without_submission(system: ModelSystem, result: RunResult) -> dict[str, Any]:
    """Return the row of a model without a submission: its use so far."""
    spent, meter = result.spent, system.meter
    known = meter.prices or spent.cost_micro
    return _row(system.plan, result.answered) | {
        "headlines": [],
        "input_tokens": spent.tokens_in,
        "output_tokens": spent.tokens_out,
        "cost_micro": spent.cost_micro if known else NOT_REPORTED,
        "currency": meter.currency,
        **_latency([]),
    }


def row_of_submission(
    system: ModelSystem, answers: Answers, report: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the row of a submission. report: as ``digesta report`` makes it."""
    plan, meter = system.plan, system.meter
    traces = [answers.traces.get(prompt.question.question_id) for prompt in plan.prompts]
    used = usage(traces)
    names = ("input_tokens", "output_tokens")
    cost = used["cost_micro_usd"]
    if meter.currency != _USD and meter.prices and NOT_REPORTED not in [used[n] for n in names]:
        cost = meter.spent.cost_micro  # a trace holds dollars alone
    return _row(plan, answers.count) | {
        "headlines": list(_headlines(report)),
        **{name: used[name] for name in names},
        "cost_micro": cost,
        "currency": meter.currency,
        **_latency(traces),
    }


def _row(plan: Plan, answered: int) -> dict[str, Any]:
    return {
        "model": plan.settings.model,
        "submission_id": plan.folder.name,
        "folder": plan.folder.as_posix(),
        "asked": len(plan.prompts),
        "answered": answered,
    }


def _latency(traces: Sequence[Trace | None]) -> dict[str, Any]:
    """Return the percentiles by nearest rank; none where a question's trace lacks its latency."""
    values = [
        trace.latency_ms for trace in traces if trace is not None and trace.latency_ms is not None
    ]
    known = values and len(values) == len(traces)
    return {
        f"latency_ms_p{percent}": nearest_rank(values, percent) if known else NOT_REPORTED
        for percent in _PERCENTILES
    }


def _headlines(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the headline of each track, or how many of its answers wait for a judge."""
    names = ("metric", "score", "low", "high", "n", "missing", "unreadable")
    for board in report["boards"]:
        track, _, judge = (*board["board"].split("@"), "")[:3]
        if "/" not in track:
            by = {"judge": judge} if judge else {}
            yield {"track": track} | {name: board[name] for name in names} | by
    for wait in report["not_judged"]:
        if "/" not in wait["board"]:
            waits = {"metric": wait["metric"], "not_judged": wait["of_track"]}
            yield {"track": wait["board"]} | waits


def as_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows as text: aligned columns, shares in percent."""
    table = Table("", [dict(zip(_COLUMNS, _cells(row), strict=True)) for row in rows])
    return f"{table}\n".removeprefix("\n")


def _cells(row: Mapping[str, Any]) -> Iterator[str]:
    yield plain(row["model"])
    yield f"{row['answered']}/{row['asked']}"
    yield "; ".join(map(_headline, row["headlines"])) or "not yet"
    yield from (str(row[name]) for name in ("input_tokens", "output_tokens"))
    cost = row["cost_micro"]
    yield cost if isinstance(cost, str) else f"{as_decimal(cost)} {row['currency']}"
    yield from (str(row[f"latency_ms_p{percent}"]) for percent in _PERCENTILES)
    yield plain(Path(row["folder"]).as_posix())


def _headline(line: Mapping[str, Any]) -> str:
    name = f"{line['track']} {line['metric']}"
    if "not_judged" in line:
        return f"{name} not judged: {line['not_judged']} without a verdict"
    by = f" by {line['judge']}" if "judge" in line else ""
    return f"{name}{by} {line['score']:.1%} ({interval_text(line)})"
