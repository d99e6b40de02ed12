"""TLR-Bench's results file from our scorer's marks, as the original's evaluator computes it.

A query's score: point_in_time (temporal_precision + text_containment) / 2, attribution
amendment_f1, difference change_accuracy, lineage causal_completeness_as_coded, consistency
right or wrong, hierarchical impact always 0. Passed is what its evaluator calls so.

Published truths are marked as they stand, whatever our records say of them, and an answer may
name as much as it likes. Differs: a query without a readable answer is 0, where the original
takes silence for "nothing changed"; versions of other articles are no part of temporal_precision.
Left out: the baseline, whose figures the original's code holds as constants, and the time of day.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.errors import ReleaseError
from digesta.metrics.exact import NANO
from digesta.scorers.temporal.kinds import (
    Attribution,
    Cells,
    Consistency,
    Difference,
    Lineage,
    PointInTime,
)
from digesta.scorers.temporal.read import ChainLink, read
from digesta.scorers.temporal.text import TextTruth
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.rows import json_document
from digesta_convert.tlr.exporter import correct_version, query_of, seed_name

RESULTS = "TLR_BENCH_RESULTS.json"
_PASS = Fraction(4, 5)
_ANY = sys.maxsize


class _Mark(NamedTuple):
    passed: bool
    score: Fraction
    metrics: Value


_FAILED = _Mark(passed=False, score=Fraction(0), metrics={})


def report(draft: Draft, inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the results of a draft's answers."""
    truths, answers = draft.truth_of(), draft.answer_of()
    results, unread = [], 0
    for question in draft.questions:
        key = question["question_id"]
        mark = _mark(question, truths[key]["truth"], answers.get(key))
        unread += mark is None
        time = inputs.traces.get(key, {}).get("latency_ms")
        results.append(_result(query_of(question, truths[key]), mark or _FAILED, time))
    whole = {
        "metadata": {"total_queries": len(results)},
        "summary": {"sat_graph_rag": _summary(results)},
        "by_task": _by_task(results),
        "results": results,
    }
    return Report({RESULTS: json_document(whole)}, tuple(_notes(results, unread)))


def _notes(results: Sequence[Value], unread: int) -> list[str]:
    notes = [f"{RESULTS}: left out: the baseline and improvement, constants of the original's code"]
    if unread:
        notes.append(
            f"{unread} queries without a readable answer score 0: the original takes silence for "
            "an answer"
        )
    if impact := sum(result["task"] == "hierarchical_impact" for result in results):
        notes.append(f"{impact} hierarchical_impact: 0, as the original scores every answer")
    if any("sat_time_ms" not in result for result in results):
        notes.append("avg_time_ms: left out, not every answer has a trace with its latency")
    return notes


def _result(query: Value, mark: _Mark, time: int | None) -> Value:
    result = {key: query[key] for key in ("query_id", "task", "difficulty", "query")}
    result |= {"sat_passed": mark.passed, "sat_score": float(mark.score)}
    result |= {} if time is None else {"sat_time_ms": float(time)}
    return result | {"sat_metrics": mark.metrics, "ground_truth": query["ground_truth"]}


def _summary(results: Sequence[Value]) -> Value:
    n = len(results)
    passed = sum(result["sat_passed"] for result in results)
    total = sum(Fraction(result["sat_score"]) for result in results)
    summary = {"passed": passed, "pass_rate": passed / n, "avg_score": float(total / n)}
    if all("sat_time_ms" in result for result in results):
        summary["avg_time_ms"] = sum(result["sat_time_ms"] for result in results) / n
    return summary


def _by_task(results: Sequence[Value]) -> Value:
    figures = {}
    for task in sorted({result["task"] for result in results}):
        own = [result["sat_passed"] for result in results if result["task"] == task]
        figures[task] = {
            "total": len(own),
            "sat_passed": sum(own),
            "sat_pass_rate": sum(own) / len(own),
        }
    return figures


# One query -------------------------------------------------------------------------------------


def _mark(question: Value, right: Value, answer: Any) -> _Mark | None:
    """Return the mark of an answer; None where no answer could be read."""
    try:
        return _MARKERS[question["ask"]["kind"]](question["ask"], right, answer)
    except ValueError as error:
        raise ReleaseError.of(
            code="truth-refused",
            file="truths.jsonl",
            question_id=question["question_id"],
            got=str(error),
            fix="correct the question's truth",
        ) from error


def _point_in_time(ask: Value, right: Value, answer: Any) -> _Mark | None:
    text = TextTruth.of("", right.get("must_contain", ()), right.get("must_not_contain", ()))
    kind = PointInTime(
        component=ask["component_id"],
        version=correct_version(right),
        text=text,
        distance="near",
        at_most=_ANY,
    )
    cells = kind.cells(answer)
    if cells is None:
        return None
    precision, contained = _share(cells, "precise"), _share(cells, "contained")
    metrics = {
        "temporal_precision": float(precision),
        "text_score": float(contained),
        "retrieved_ctvs": cells["named"],
    }
    return _Mark(precision >= _PASS, (precision + contained) / 2, metrics)


def _attribution(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    kind = Attribution(amendments=_once(right["amendments"]), dates=(), at_most=_ANY)
    cells, reply = kind.cells(answer), read("attribution", answer)
    if cells is None or reply is None:
        return None
    shares = {key: _share(cells, f"amendment_{key}") for key in ("f1", "precision", "recall")}
    metrics: Value = {key: float(share) for key, share in shares.items()}
    metrics["found_amendments"] = [seed_name(name) for name in reply["amendments"]]
    return _Mark(shares["f1"] >= _PASS, shares["f1"], metrics)


def _difference(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    by = _once(right["amendments_between"])
    kind = Difference(changed=right["changed"], amendments=by, versions=(1, 1), at_most=_ANY)
    cells, reply = kind.cells(answer), read("difference", answer)
    if cells is None or reply is None:
        return None
    metrics = {
        "change_detected": reply["changed"],
        "expected_changed": right["changed"],
        "found_amendments": [seed_name(name) for name in reply["amendments_between"]],
    }
    return _right_or_wrong(cells, metrics)


def _lineage(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    chain = tuple(
        ChainLink(version["version"], version["date"], tuple(version["amendments"]))
        for version in right["version_chain"]
    )
    cells, reply = Lineage(chain=chain, at_most=_ANY).cells(answer), read("lineage", answer)
    if cells is None or reply is None:
        return None
    share = _share(cells, "numbers")
    metrics = {
        "completeness": float(share),
        "found_versions": len(reply["version_chain"]),
        "expected_versions": len(chain),
    }
    return _Mark(share >= _PASS, share, metrics)


def _consistency(_ask: Value, right: Value, answer: Any) -> _Mark | None:
    kind = Consistency(amended=right["amended"], amendments=(), at_most=_ANY)
    cells, reply = kind.cells(answer), read("consistency", answer)
    if cells is None or reply is None:
        return None
    # An answer may say that it was amended and name nothing: that is one claim too many.
    false = 0 if right["amended"] else max(int(reply["amended"]), len(reply["amendments"]))
    metrics = {
        "correctly_identified_no_amendments": cells["credit"] == NANO,
        "false_positives": false,
    }
    return _right_or_wrong(cells, metrics)


def _impact(_ask: Value, _right: Value, answer: Any) -> _Mark | None:
    return None if read("impact", answer) is None else _FAILED


def _right_or_wrong(cells: Cells, metrics: Value) -> _Mark:
    return _Mark(cells["credit"] == NANO, _share(cells, "credit"), metrics)


def _share(cells: Cells, name: str) -> Fraction:
    return Fraction(cells.get(name, 0), NANO)


def _once(amendments: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(amendments))


_MARKERS: Mapping[str, Callable[[Value, Value, Any], _Mark | None]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
    "impact": _impact,
}
