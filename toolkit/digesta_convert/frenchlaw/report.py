"""FrenchLaw Bench's results.json and summary.json, and the scores of FLB-Workflows.

A judge's verdicts become the original's own figures, as its code computes them: answer_score is
our scorer's ``answer_score_as_coded``, hallucination_rate and source_score its
``…_as_coded``; what goes by dimension and what is satisfied stand on the judge's bare word
(``means`` has the means). Severities and points are those of the verdicts.

Left out, and told so: scores of answers without a verdict; latency, tokens and cost without
traces; the run's time, machine and retries, which nobody recorded. A task without an answer is a
failed one, which the original leaves out of its means. The original writes no report of
FLB-Workflows: ``extraction_scores.json`` holds what its ``score_extraction`` gives by document
(``field_accuracy_as_coded``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from digesta.canonical import sha256_hex
from digesta.metrics.exact import NANO, ratio
from digesta.scorers import SCORERS
from digesta.scorers.extraction.as_coded import fields_as_coded
from digesta.scorers.rubric.read import COSTS, made_up, penalty
from digesta.scorers.shared.objects import readable
from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import RESULTS, TASKS
from digesta_convert.frenchlaw.means import aggregate
from digesta_convert.frenchlaw.rubric import SECTIONS
from digesta_convert.frenchlaw.writing import RUN, compose, described
from digesta_convert.shared.converter import NOTHING_BESIDE, Beside, Report
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.marks import rows_of
from digesta_convert.shared.values import json_document

SUMMARY = "summary.json"
_SHORT = (
    *("task_number", "task_title", "category", "model_id", "answer_score"),
    *("answer_score_by_dimension", "source_score", "hallucination_count"),
    *("hallucination_severity_counts", "negatif_items_triggered", "latency_seconds", "cost_usd"),
    "error",
)
"""What summary.json says of each task."""


def report(draft: Draft, beside: Beside = NOTHING_BESIDE) -> Report:
    """Return the results and their summary, and the extractions' scores, where there are any."""
    core = tuple(one for one in draft.questions if one["scorer"] == "rubric")
    flows = tuple(one for one in draft.questions if one["scorer"] == "extraction")
    answered = draft.answer_of()
    files: dict[str, bytes] = {}
    notes: list[str] = []
    if any(one["question_id"] in answered for one in core):
        found = _run(replace(draft, questions=core), beside)
        files |= found.files
        notes += found.notes
    if any(one["question_id"] in answered for one in flows):
        files[workflows.SCORES] = json_document(_extractions(draft, flows, beside))
        notes.append(f"{workflows.SCORES}: of our own making, the original writes no report of it")
        if not any(one["question_id"] in beside.verdicts for one in flows):
            notes.append("llm_matches: 0, there are no verdicts on extractions")
    return Report(files, tuple(notes))


def _run(draft: Draft, beside: Beside) -> Report:
    answers = {key: one for key, one in draft.answer_of().items() if isinstance(one, str)}
    judged = [q for q in draft.questions if q["question_id"] in answers.keys() & beside.verdicts]
    if not judged:
        return Report({}, ("no scores: they need a judge's verdicts (--verdicts)",))
    told = described(draft.questions, draft.truth_of(), beside.system)
    results = list(_results(draft, told, answers, beside))
    means = [aggregate(beside.system, results)]
    head = {"run_id": RUN, "models": [beside.system], "metadata": _metadata(draft, beside)}
    failed = [one for one in results if one["error"] is not None]
    short = [{key: one[key] for key in _SHORT if key in one} for one in results]
    run = head | {"task_results": results, "failed_tasks": failed, "aggregates": means}
    brief = {key: head[key] for key in ("run_id", "metadata")}
    files = {
        RESULTS: json_document(run),
        SUMMARY: json_document(brief | {"aggregates": means, "task_scores": short}),
    }
    return Report(files, tuple(_notes(results, answers, judged, means[0])))


def _metadata(draft: Draft, beside: Beside) -> Value:
    made: Value = {
        "benchmark_version": "0.2.0",
        "subject_models": [beside.system],
        "dataset_path": TASKS,
        "dataset_sha256": sha256_hex(compose(draft)[TASKS]),
        "n_tasks": len(draft.questions),
    }
    if "model" in beside.judge:
        made["judge_model"] = beside.judge["model"]
    return made


def _notes(
    results: Sequence[Value],
    answers: Mapping[str, Any],
    judged: Sequence[Value],
    means: Value,
) -> Iterator[str]:
    yield f"{RESULTS}: left out, since unknown: the run's time, machine, retries, the judge's cost"
    if failed := sum(one["error"] is not None for one in results):
        yield f"{failed} tasks without an answer: the original leaves them out of its means"
    if unjudged := len(answers) - len(judged):
        yield f"{unjudged} answers without a verdict: no scores, left out of the means"
    lacking = [key for key in ("latency", "tokens", "cost_total_usd") if key not in means]
    if lacking:
        yield f"{', '.join(lacking)}: left out, the traces of the judged answers lack them"


# Tasks -----------------------------------------------------------------------------------------


def _results(
    draft: Draft, told: Sequence[Value], answers: Mapping[str, Any], beside: Beside
) -> Iterator[Value]:
    names = SCORERS["rubric"].column_names
    truths = draft.truth_of()
    rows = rows_of(draft, verdicts=beside.verdicts)
    for one, said, row in zip(draft.questions, told, rows, strict=True):
        key = one["question_id"]
        cost = _cost(beside.traces.get(key, {}))
        if key not in answers:
            yield {**said, "response": "", **cost, "error": "no answer"}
        elif key not in beside.verdicts:
            yield {**said, "response": answers[key], **cost, "error": None}
        else:
            verdict = beside.verdicts[key]
            criteria = truths[key]["truth"]["criteria"]
            yield {
                **said,
                "response": answers[key],
                **_items(criteria, verdict),
                **_scores(dict(zip(names, row, strict=True)), criteria, verdict),
                **cost,
                "error": None,
            }


def _cost(trace: Mapping[str, Any]) -> Value:
    made: Value = {}
    if "latency_ms" in trace:
        made["latency_seconds"] = trace["latency_ms"] / 1000
    if {"input_tokens", "output_tokens"} <= trace.keys():
        made |= {key: trace[key] for key in ("input_tokens", "output_tokens")}
        made["total_tokens"] = trace["input_tokens"] + trace["output_tokens"]
    if "cost_micro_usd" in trace:
        made["cost_usd"] = trace["cost_micro_usd"] / 1_000_000
    return made


def _items(criteria: Sequence[Value], verdict: Value) -> Value:
    dimension = {one["criterion_id"]: one["dimension"] for one in criteria}
    items: dict[bool, list[Value]] = {True: [], False: []}
    for one in verdict["criteria"]:
        negative = dimension[one["criterion_id"]] == "negative"
        items[negative].append(
            {
                "item_id": one["criterion_id"],
                "satisfied": one["satisfied"],
                "reasoning": one.get("analysis", ""),
                "evidence": one.get("evidence", []),
                "confidence": float(one["confidence"]),
                "dimension": SECTIONS[dimension[one["criterion_id"]]],
            }
        )
    return {
        "rubric_results": items[False],
        "negatif_results": items[True],
        "hallucination_details": [
            {
                "claim": one["text"],
                "hallucinated": one["hallucinated"],
                "severity": one.get("severity", "minor"),
                "category": one["category"],
                "reasoning": "",
            }
            for one in verdict.get("claims", [])
        ],
    }


def _scores(cells: Mapping[str, int], criteria: Sequence[Value], verdict: Value) -> Value:
    positive = [one for one in criteria if one["dimension"] != "negative"]
    met = {one["criterion_id"] for one in verdict["criteria"] if one["satisfied"]}
    points = sum((Fraction(one["points"]) for one in positive), Fraction(0))
    severities = made_up(verdict.get("claims", []))
    needed = cells["source_needed"]
    return {
        "answer_score": cells["answer_score_as_coded"] / NANO,
        "answer_score_by_dimension": {
            SECTIONS[name]: _of_dimension(positive, met, name)
            for name in dict.fromkeys(one["dimension"] for one in positive)
        },
        "source_score": cells["source_share"] / NANO if needed else None,
        "hallucination_rate": cells["hallucinated_share"] / NANO,
        "hallucination_penalty": float(penalty(severities, points)),
        "hallucination_count": severities.total(),
        "hallucination_severity_counts": {name: severities[name] for name in COSTS},
        "rubric_items_satisfied": sum(one["criterion_id"] in met for one in positive),
        "rubric_items_total": len(positive),
        "negatif_items_triggered": len(met) - sum(one["criterion_id"] in met for one in positive),
        "negatif_items_total": len(criteria) - len(positive),
    }


def _of_dimension(positive: Sequence[Value], met: set[str], name: str) -> float:
    """Return the satisfied points of a dimension / its points, on the judge's word alone."""
    among = [one for one in positive if one["dimension"] == name]
    got = sum(Fraction(one["points"]) for one in among if one["criterion_id"] in met)
    return float(got / sum(Fraction(one["points"]) for one in among))


# FLB-Workflows ---------------------------------------------------------------------------------


def _extractions(draft: Draft, flows: Sequence[Value], beside: Beside) -> Value:
    truths, answers = draft.truth_of(), draft.answer_of()
    made: dict[str, Value] = {}
    for key, name in workflows.documents(flows, truths).items():
        given = readable(answers.get(key))
        verdict = beside.verdicts.get(key, {"criteria": []})
        judged = {one["criterion_id"] for one in verdict["criteria"] if one["satisfied"]}
        fields = fields_as_coded(truths[key]["truth"]["fields"], given or {}, frozenset(judged))
        # What the original presets is not earned by silence here.
        counts = {kind: sum(one.match == kind for one in fields) for kind in ("exact", "llm")}
        right = 0 if given is None else sum(counts.values())
        made[name] = {
            "total_fields": len(fields),
            "exact_matches": 0 if given is None else counts["exact"],
            "llm_matches": counts["llm"],
            "accuracy": float(ratio(right, len(fields))),
            "details": [] if given is None else [one._asdict() for one in fields],
        }
    shares = [Fraction(one["accuracy"]) for one in made.values()]
    return {"accuracy_mean": float(sum(shares, Fraction(0)) / len(shares)), "documents": made}
