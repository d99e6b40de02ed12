"""Results as two tables in Parquet, which pandas reads as they are.

``scores.parquet``: a row for each system, board and metric, with its interval; ``headline`` marks
the metric that ranks. ``answers.parquet``: a row for each system, question and metric of the
question's scorer, wherever the metric is defined of that question alone. A track's score is not
always the mean of its questions': boards say how they weigh (``weighting``). Of an adversary that
draws, the rows are what it earns on average. Sealed questions are left out, and of an archive the
tasks whose published answers cannot be compared.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from digesta.errors import UsageError
from digesta.records.board import Board, Row
from digesta.scorers.base import Metric, Sums
from digesta.scoring.facts import UNJUDGED, CompiledTask, TaskFacts
from digesta.scoring.submission import ScoredSubmission
from digesta_convert.exports.base import Exporter, ExportInputs
from digesta_convert.shared.converter import Report


def write(inputs: ExportInputs) -> Report:
    """Return both tables; UsageError where pyarrow is not installed."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "Parquet needs pyarrow, which is not installed: pip install 'digesta[parquet]'"
        ) from None
    answers = [arrow.table(rows) for rows in _answers(inputs)]
    tables = {"scores": arrow.Table.from_pylist(list(_scores(inputs)))}
    if answers:
        tables["answers"] = arrow.concat_tables(answers)
    return Report({f"{name}.parquet": _bytes(parquet, table) for name, table in tables.items()})


def _bytes(parquet: Any, table: Any) -> bytes:
    into = io.BytesIO()
    parquet.write_table(table, into, compression="zstd")
    return into.getvalue()


def _scores(inputs: ExportInputs) -> Iterator[dict[str, Any]]:
    for board, place, row in inputs.rows():
        head = {
            "release": board.release,
            "submission_id": row.submission_id,
            "model_name": row.model_name,
            "organization": row.organization,
            "role": row.role,
            "level": row.level,
            "board": place.path,
            "track": place.track,
            "condition": place.condition,
            "judge": place.judge,
        }
        tail = {
            "rank_low": row.rank_low,
            "rank_high": row.rank_high,
            "n": board.n,
            "missing": row.missing,
            "unreadable": row.unreadable,
            "weighting": board.weighting,
            "signature": board.signature,
        }
        for name, figure in _figures(board, row):
            yield {**head, "metric": name, **figure, "headline": name == board.metric, **tail}


def _figures(board: Board, row: Row) -> Iterator[tuple[str, dict[str, float | None]]]:
    """Yield the metric that ranks, then the row's others, each with its interval."""
    yield (
        board.metric,
        {"value": row.score, "low": row.low, "high": row.high, "chance": board.chance},
    )
    for name, metric in row.metrics.items():
        if metric.value is not None and name != board.metric:
            figure = {"value": metric.value, "low": metric.low, "high": metric.high}
            yield name, {**figure, "chance": None}


def _answers(inputs: ExportInputs) -> Iterator[dict[str, Any]]:
    """Yield columns: one submission's on one task, metric by metric."""
    for submission in inputs.submissions:
        for facts in submission.facts:
            if _stands(submission, facts.task):
                every = (_columns(submission, facts, m) for m in facts.task.scorer.metrics)
                yield from (columns for columns in every if len(columns["value"]))


def _stands(submission: ScoredSubmission, task: CompiledTask) -> bool:
    """Return whether a submission answered a task, comparably, and was marked as it is due."""
    judged = bool(submission.judge) == task.needs_judge
    card = submission.card
    return judged and card.claims(task.track) and not card.why_not_comparable([task.task])


def _columns(submission: ScoredSubmission, facts: TaskFacts, metric: Metric) -> dict[str, Any]:
    task, rows = facts.task, facts.rows
    sums = Sums(np.ones(len(rows), np.int64), task.scorer.column_names, list(rows.T))
    shares = np.broadcast_arrays(*metric.share(sums), np.zeros(len(rows)))[:2]
    above, below = (share.astype(np.float64) for share in shares)
    defined = below != 0
    if UNJUDGED in sums:
        defined &= sums[UNJUDGED] == 0
    ids = np.array(task.ids, dtype=object)[defined]
    card = submission.card
    same = {
        "release": card.release,
        "submission_id": card.submission_id,
        "judge": submission.judge,
        "track": task.track,
        "category": task.category,
        "task": task.task,
        "metric": metric.name,
    }
    return {
        **{name: np.full(len(ids), value, dtype=object) for name, value in same.items()},
        "question_id": ids,
        "value": above[defined] / below[defined],
        "headline": np.full(len(ids), metric.name == task.metric),
    }


EXPORTER = Exporter(
    name="parquet",
    about="Results as tables that pandas reads: scores.parquet, a row a system and score; "
    "answers.parquet, a row a system, question and metric.",
    export_example="parquet releases/2026-11-22.6 -o build/tables",
    write=write,
    of_results=True,
)
