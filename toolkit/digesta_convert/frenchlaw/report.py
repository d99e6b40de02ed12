"""FrenchLaw Bench's results.json and summary.json, and the scores of FLB-Workflows.

A judge's verdicts become the original's own figures, as its code computes them: answer_score is
our scorer's ``answer_score_as_coded``, hallucination_rate and source_score its
``…_as_coded``. Figures by dimension and criteria met are as the judge gave them, unchecked
(``means`` has the means). Severities and points are those of the verdicts.

Left out, with a note: scores of answers without a verdict; latency, tokens and cost without
traces; the run's time, machine and retries, which nobody recorded. A task without an answer has
failed, and the original leaves it out of its means. The original writes no report of
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
from digesta.scorers.extraction.seed import seed_fields
from digesta.scorers.rubric.read import COSTS, made_up, penalty
from digesta.scorers.shared.objects import readable
from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import RESULTS, TASKS
from digesta_convert.frenchlaw.exporter import RUN, compose, task_heads
from digesta_convert.frenchlaw.means import aggregate
from digesta_convert.frenchlaw.rubric import SECTIONS
from digesta_convert.frenchlaw.run import source_score
from digesta_convert.frenchlaw.settings import bootstrap_of, price
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.marks import rows_of
from digesta_convert.shared.rows import json_document

SUMMARY = "summary.json"
_SHORT = (
    *("task_number", "task_title", "category", "model_id", "answer_score"),
    *("answer_score_by_dimension", "source_score", "hallucination_count"),
    *("hallucination_severity_counts", "negatif_items_triggered", "latency_seconds", "cost_usd"),
    "error",
)
"""Keys of a task in summary.json."""


def report(draft: Draft, inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the results and their summary, and the extractions' scores, where there are any."""
    core = tuple(question for question in draft.questions if question["scorer"] == "rubric")
    flows = tuple(question for question in draft.questions if question["scorer"] == "extraction")
    answers = draft.answer_of()
    files: dict[str, bytes] = {}
    notes: list[str] = []
    if any(question["question_id"] in answers for question in core):
        run = _run(replace(draft, questions=core), inputs)
        files |= run.files
        notes += run.notes
    if any(question["question_id"] in answers for question in flows):
        files[workflows.SCORES] = json_document(_extractions(draft, flows, inputs))
        notes.append(f"{workflows.SCORES}: of our own making, the original writes no report of it")
        if not any(question["question_id"] in inputs.verdicts for question in flows):
            notes.append("llm_matches: 0, there are no verdicts on extractions")
    return Report(files, tuple(notes))


def _run(draft: Draft, inputs: ReportInputs) -> Report:
    answers = {key: result for key, result in draft.answer_of().items() if isinstance(result, str)}
    judged = [q for q in draft.questions if q["question_id"] in answers.keys() & inputs.verdicts]
    if not judged:
        return Report({}, ("no scores: they need a judge's verdicts (--verdicts)",))
    model = inputs.settings.get("model") or inputs.system
    inputs = replace(inputs, system=model)
    heads = task_heads(draft.questions, draft.truth_of(), model)
    results = list(_results(draft, heads, answers, inputs))
    means = [aggregate(model, results, bootstrap_of(inputs.settings))]
    head = {"run_id": RUN, "models": [model], "metadata": _metadata(draft, inputs)}
    failed = [result for result in results if result["error"] is not None]
    short = [{key: result[key] for key in _SHORT if key in result} for result in results]
    run = head | {"task_results": results, "failed_tasks": failed, "aggregates": means}
    brief = {key: head[key] for key in ("run_id", "metadata")}
    files = {
        RESULTS: json_document(run),
        SUMMARY: json_document(brief | {"aggregates": means, "task_scores": short}),
    }
    return Report(files, tuple(_notes(results, answers, judged, means[0])))


def _metadata(draft: Draft, inputs: ReportInputs) -> Value:
    metadata: Value = {
        "benchmark_version": "0.2.0",
        "subject_models": [inputs.system],
        "dataset_path": TASKS,
        "dataset_sha256": sha256_hex(compose(draft)[TASKS]),
        "n_tasks": len(draft.questions),
    }
    if "model" in inputs.judge:
        metadata["judge_model"] = inputs.judge["model"]
    return metadata


def _notes(
    results: Sequence[Value],
    answers: Mapping[str, Any],
    judged: Sequence[Value],
    means: Value,
) -> Iterator[str]:
    yield f"{RESULTS}: left out, since unknown: the run's time, machine, retries, the judge's cost"
    if failed := sum(result["error"] is not None for result in results):
        yield f"{failed} tasks without an answer: the original leaves them out of its means"
    if unjudged := len(answers) - len(judged):
        yield f"{unjudged} answers without a verdict: no scores, left out of the means"
    lacking = [key for key in ("latency", "tokens", "cost_total_usd") if key not in means]
    if lacking:
        yield f"{', '.join(lacking)}: left out, the traces of the judged answers lack them"


# Tasks -----------------------------------------------------------------------------------------


def _results(
    draft: Draft, heads: Sequence[Value], answers: Mapping[str, Any], inputs: ReportInputs
) -> Iterator[Value]:
    names = SCORERS["rubric"].column_names
    truths = draft.truth_of()
    rows = rows_of(draft, verdicts=inputs.verdicts)
    for question, head, row in zip(draft.questions, heads, rows, strict=True):
        key = question["question_id"]
        cost = _cost(inputs.traces.get(key, {}), inputs.settings.get("model"))
        if key not in answers:
            yield {**head, "response": "", **cost, "error": "no answer"}
        elif key not in inputs.verdicts:
            yield {**head, "response": answers[key], **cost, "error": None}
        else:
            verdict = inputs.verdicts[key]
            criteria = truths[key]["truth"]["criteria"]
            yield {
                **head,
                "response": answers[key],
                **_criterion_results(criteria, verdict),
                **_scores(dict(zip(names, row, strict=True)), criteria, verdict),
                **cost,
                "error": None,
            }


def _cost(trace: Mapping[str, Any], model: str | None) -> Value:
    cost: Value = {}
    if "latency_ms" in trace:
        cost["latency_seconds"] = trace["latency_ms"] / 1000
    if {"input_tokens", "output_tokens"} <= trace.keys():
        cost |= {key: trace[key] for key in ("input_tokens", "output_tokens")}
        cost["total_tokens"] = trace["input_tokens"] + trace["output_tokens"]
    if "cost_micro_usd" in trace:
        cost["cost_usd"] = trace["cost_micro_usd"] / 1_000_000
    elif model and "total_tokens" in cost:
        cost["cost_usd"] = price(model, trace["input_tokens"], trace["output_tokens"])
    return cost


def _criterion_results(criteria: Sequence[Value], verdict: Value) -> Value:
    dimension = {part["criterion_id"]: part["dimension"] for part in criteria}
    results_by_sign: dict[bool, list[Value]] = {True: [], False: []}
    for part in verdict["criteria"]:
        negative = dimension[part["criterion_id"]] == "negative"
        results_by_sign[negative].append(
            {
                "item_id": part["criterion_id"],
                "satisfied": part["satisfied"],
                "reasoning": part.get("analysis", ""),
                "evidence": part.get("evidence", []),
                "confidence": float(part["confidence"]),
                "dimension": SECTIONS[dimension[part["criterion_id"]]],
            }
        )
    return {
        "rubric_results": results_by_sign[False],
        "negatif_results": results_by_sign[True],
        "hallucination_details": [
            {
                "claim": part["text"],
                "hallucinated": part["hallucinated"],
                "severity": part.get("severity", "minor"),
                "category": part["category"],
                "reasoning": "",
            }
            for part in verdict.get("claims", [])
        ],
    }


def _scores(cells: Mapping[str, int], criteria: Sequence[Value], verdict: Value) -> Value:
    positive = [criterion for criterion in criteria if criterion["dimension"] != "negative"]
    met = {criterion["criterion_id"] for criterion in verdict["criteria"] if criterion["satisfied"]}
    points = sum((Fraction(criterion["points"]) for criterion in positive), Fraction(0))
    severities = made_up(verdict.get("claims", []))
    needed = cells["source_needed"]
    return {
        "answer_score": cells["answer_score_as_coded"] / NANO,
        "answer_score_by_dimension": {
            SECTIONS[name]: _of_dimension(positive, met, name)
            for name in dict.fromkeys(criterion["dimension"] for criterion in positive)
        },
        "source_score": cells["source_share"] / NANO if needed else source_score(verdict),
        "hallucination_rate": cells["hallucinated_share"] / NANO,
        "hallucination_penalty": float(penalty(severities, points)),
        "hallucination_count": severities.total(),
        "hallucination_severity_counts": {name: severities[name] for name in COSTS},
        "rubric_items_satisfied": sum(criterion["criterion_id"] in met for criterion in positive),
        "rubric_items_total": len(positive),
        "negatif_items_triggered": len(met)
        - sum(criterion["criterion_id"] in met for criterion in positive),
        "negatif_items_total": len(criteria) - len(positive),
    }


def _of_dimension(positive: Sequence[Value], met: set[str], name: str) -> float:
    """Return the satisfied points of a dimension / its points, on the judge's word alone."""
    among = [criterion for criterion in positive if criterion["dimension"] == name]
    got = sum(
        Fraction(criterion["points"]) for criterion in among if criterion["criterion_id"] in met
    )
    return float(got / sum(Fraction(criterion["points"]) for criterion in among))


# FLB-Workflows ---------------------------------------------------------------------------------


def _extractions(draft: Draft, flows: Sequence[Value], inputs: ReportInputs) -> Value:
    truths, answers = draft.truth_of(), draft.answer_of()
    documents: dict[str, Value] = {}
    for key, name in workflows.document_names(flows, truths).items():
        answer = readable(answers.get(key))
        verdict = inputs.verdicts.get(key, {"criteria": []})
        judged = {field["criterion_id"] for field in verdict["criteria"] if field["satisfied"]}
        fields = seed_fields(truths[key]["truth"]["fields"], answer or {}, frozenset(judged))
        # What the original presets is not earned by silence here.
        counts = {kind: sum(field.match == kind for field in fields) for kind in ("exact", "llm")}
        right = 0 if answer is None else sum(counts.values())
        documents[name] = {
            "total_fields": len(fields),
            "exact_matches": 0 if answer is None else counts["exact"],
            "llm_matches": counts["llm"],
            "accuracy": float(ratio(right, len(fields))),
            "details": [] if answer is None else [field._asdict() for field in fields],
        }
    shares = [Fraction(field["accuracy"]) for field in documents.values()]
    return {"accuracy_mean": float(sum(shares, Fraction(0)) / len(shares)), "documents": documents}
