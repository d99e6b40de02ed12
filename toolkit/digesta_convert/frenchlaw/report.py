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

import math
import random
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.metrics.exact import NANO, ratio
from digesta.package_files import json_file
from digesta.scorers.extraction.seed import seed_fields
from digesta.scorers.rubric.read import COSTS, made_up, penalty
from digesta.scorers.shared.objects import readable
from digesta_convert.frenchlaw import workflows
from digesta_convert.frenchlaw.columns import RESULTS, SECTIONS, TASKS
from digesta_convert.frenchlaw.exporter import RUN, compose, task_heads
from digesta_convert.frenchlaw.importer import NO_DAY, OPERATOR, source_score
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.marks import cells_of, marks_of
from digesta_convert.shared.rows import json_document

# Settings --------------------------------------------------------------------------------------
#
# Prices are the original's table (``prices.json``), with its fallback for a model that it does not
# know. They price the tokens of traces that name no cost, and only where a model is named.


SETTINGS: Mapping[str, str] = {
    "model": "Id of the answering model; sets the price of traces without a cost.",
    "rounds": "Number of draws for the interval. Default: 1000.",
    "confidence": "Confidence of the interval. Default: 0.95.",
    "seed": "Seed of the draws. Default: 42.",
}
"""Name of a setting -> its help."""

_RANGES: Mapping[str, tuple[type, Fraction, Fraction]] = {
    "rounds": (int, Fraction(1), Fraction(100_000)),
    "confidence": (float, Fraction(1, 1000), Fraction(999, 1000)),
    "seed": (int, Fraction(0), Fraction(2**64)),
}
_MILLION = 1_000_000


class Bootstrap(NamedTuple):
    """The original's interval: how many draws, what share it holds, and the draws' seed."""

    rounds: int = 1000
    confidence: float = 0.95
    seed: int = 42

    @property
    def ends(self) -> tuple[int, int]:
        """Return the places of the ends among the sorted means, by the original's arithmetic."""
        tail = (1 - self.confidence) / 2
        return int(tail * self.rounds), min(self.rounds - 1, int((1 - tail) * self.rounds))


def bootstrap_of(settings: Mapping[str, str]) -> Bootstrap:
    """Return the interval that settings ask for; UsageError where one is out of its range."""
    return Bootstrap(
        **{
            name: _number(name, settings[name], *_RANGES[name])
            for name in _RANGES.keys() & settings
        }
    )


def price(model: str, input_tokens: int, output_tokens: int) -> float:
    """Return what a model's tokens cost by the original's table, in US dollars.

    >>> price("openai/gpt-4o", 1000, 100), price("acme/acme-7b", 1000, 100)
    (0.0035, 0.0028)
    """
    table = json_file(__package__, "prices.json")
    prices = table["models"].get(model, table["others"])
    cost = input_tokens * Fraction(prices["input"]) + output_tokens * Fraction(prices["output"])
    return float(cost / _MILLION)


def _number(name: str, text: str, form: type, low: Fraction, high: Fraction) -> Any:
    try:
        number = Fraction(int(text)) if form is int else Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = low - 1
    if len(text) > len(str(high)) + 8 or not low <= number <= high:
        raise UsageError(f"--set {name}: got {text}; expected {float(low):g} to {float(high):g}")
    return form(number)


# Means -----------------------------------------------------------------------------------------
#
# Means are over the tasks that were scored; failed ones are counted and left out. Percentiles are
# interpolated; the interval is the original's bootstrap, whose draws are Python's own generator
# from a seed (``settings``). Latency, tokens and cost stand there when every scored task has them.


_DEFAULT = Bootstrap()


def aggregate(model: str, results: Sequence[Value], interval: Bootstrap = _DEFAULT) -> Value:
    """Return a model's aggregate; results: as results.json has them, at least one with a score."""
    scored = [result for result in results if "answer_score" in result]
    scores, rates = _column(scored, "answer_score"), _column(scored, "hallucination_rate")
    sources = [score for score in _column(scored, "source_score") if score is not None]
    low, high = _interval(scores, interval)
    counts = _column(scored, "hallucination_count")
    severities = _column(scored, "hallucination_severity_counts")
    sums = {
        total: sum(_column(scored, key))
        for total, key in (
            ("rubric_items_satisfied_total", "rubric_items_satisfied"),
            ("rubric_items_total", "rubric_items_total"),
            ("negatif_items_triggered_total", "negatif_items_triggered"),
            ("negatif_items_total", "negatif_items_total"),
        )
    }
    return {
        "model_id": model,
        "answer_score_mean": _mean(scores),
        "answer_score_median": float(statistics.median(scores)),
        "answer_score_std": _deviation(scores),
        "answer_score_min": min(scores),
        "answer_score_max": max(scores),
        "answer_score_ci_lower": low,
        "answer_score_ci_upper": high,
        "answer_score_by_category": _by(scored, "category"),
        "answer_score_by_task_type": _by(scored, "task_type"),
        "answer_score_by_dimension": _means(
            pair for result in scored for pair in result["answer_score_by_dimension"].items()
        ),
        "answer_score_by_sub_category": _by(scored, "sub_category"),
        "source_score_mean": _mean(sources) if sources else None,
        "source_score_std": _deviation(sources) if len(sources) > 1 else None,
        "hallucination_rate_mean": _mean(rates),
        "hallucination_total_count": sum(counts),
        "hallucination_severity_counts": {
            name: sum(result[name] for result in severities) for name in severities[0]
        },
        "tasks_with_hallucinations": sum(count > 0 for count in counts),
        "total_tasks": len(results),
        "tasks_succeeded": len(scored),
        "tasks_failed": sum(result["error"] is not None for result in results),
        **sums,
        "rubric_satisfaction_rate": sums["rubric_items_satisfied_total"]
        / sums["rubric_items_total"],
        **_costs(scored),
    }


def _column(results: Sequence[Value], key: str) -> list[Any]:
    return [result[key] for result in results]


def _costs(scored: Sequence[Value]) -> Value:
    """Return latency, tokens and cost, each where every scored task has it."""
    costs: Value = {}
    if all("latency_seconds" in result for result in scored):
        values = _column(scored, "latency_seconds")
        costs["latency"] = {
            "mean": _mean(values),
            "median": float(statistics.median(values)),
            **{f"p{share}": _percentile(values, share) for share in (50, 95, 99)},
            "min": min(values),
            "max": max(values),
            "std": _deviation(values),
        }
    if all("total_tokens" in result for result in scored):
        before, after = (sum(_column(scored, key)) for key in ("input_tokens", "output_tokens"))
        sums = {"input": before, "output": after, "total": before + after}
        costs["tokens"] = {
            "total_input": before,
            "total_output": after,
            "total": before + after,
            **{f"mean_{name}_per_task": sums[name] / len(scored) for name in sums},
        }
        costs["total_tokens"] = before + after
    if all("cost_usd" in result for result in scored):
        costs["cost_total_usd"] = math.fsum(_column(scored, "cost_usd"))
        costs["cost_per_task_usd"] = costs["cost_total_usd"] / len(scored)
    return costs


def _by(scored: Sequence[Value], key: str) -> dict[str, float]:
    return _means((result[key], result["answer_score"]) for result in scored)


def _means(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return {name: _mean(values) for name, values in groups.items()}


def _mean(values: Sequence[float]) -> float:
    return float(sum(map(Fraction, values)) / len(values))


def _deviation(values: Sequence[float]) -> float:
    return float(statistics.stdev(values)) if len(values) > 1 else 0.0


def _percentile(values: Sequence[float], share: int) -> float:
    """Return a percentile, interpolated between its two neighbours."""
    listed = sorted(map(Fraction, values))
    place = Fraction((len(listed) - 1) * share, 100)
    low = math.floor(place)
    high = min(low + 1, len(listed) - 1)
    return float(listed[low] + (listed[high] - listed[low]) * (place - low))


def _interval(scores: Sequence[float], interval: Bootstrap) -> tuple[float, float]:
    """Return the ends of the original's bootstrap interval of the mean."""
    n = len(scores)
    if n == 1:
        return scores[0], scores[0]
    units = [round(Fraction(score) * NANO) for score in scores]
    drawn = integers_below(n, seed=interval.seed)
    sums = sorted(sum(units[at] for at in islice(drawn, n)) for _ in range(interval.rounds))
    low, high = interval.ends
    return sums[low] / (n * NANO), sums[high] / (n * NANO)


def integers_below(bound: int, *, seed: int) -> Iterator[int]:
    """Yield, without end, the integers in [0, bound) that ``Random(seed).choice`` draws by."""
    draws = random.Random(seed)  # noqa: S311 - the original's own generator, for no secret
    bits = bound.bit_length()
    while True:
        if (drawn := draws.getrandbits(bits)) < bound:
            yield drawn


# Results ---------------------------------------------------------------------------------------


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
    run_of = inputs.judge.get("operator", "").partition(OPERATOR)[2] or RUN
    time = {"timestamp": inputs.judge["date"]} if inputs.judge.get("date", NO_DAY) > NO_DAY else {}
    head = {"run_id": run_of, **time, "models": [model], "metadata": _metadata(draft, inputs)}
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
    if "temperature" in inputs.judge.get("parameters", {}):
        metadata["judge_temperature"] = inputs.judge["parameters"]["temperature"]
    return metadata


def _notes(
    results: Sequence[Value], answers: Mapping[str, Any], judged: Sequence[Value], means: Value
) -> Iterator[str]:
    yield f"{RESULTS}: left out, since unknown: the run's hour, machine, retries, the judge's cost"
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
    truths = draft.truth_of()
    marked = cells_of(draft, marks_of(draft, verdicts=inputs.verdicts))
    for head, (question, cells) in zip(heads, marked, strict=True):
        key = question["question_id"]
        cost = _cost(inputs.traces.get(key, {}), inputs.settings.get("model"))
        scores: Value = {}
        if key in answers and (verdict := inputs.verdicts.get(key)):
            criteria = truths[key]["truth"]["criteria"]
            scores = _criterion_results(criteria, verdict) | _scores(cells, criteria, verdict)
        error = None if key in answers else "no answer"
        yield {**head, "response": answers.get(key, ""), **scores, **cost, "error": error}


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
