"""FrenchLaw Bench's aggregate of one model's results, as its code computes it.

Means are over the tasks that were scored; failed ones are counted and left out. Percentiles are
interpolated; the interval is the original's bootstrap, whose draws are Python's own generator
from a seed (``settings``). Latency, tokens and cost stand there when every scored task has them.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from digesta.metrics.exact import NANO
from digesta_convert.frenchlaw.settings import Bootstrap
from digesta_convert.shared.draft import Value

_DEFAULT = Bootstrap()


def aggregate(model: str, results: Sequence[Value], interval: Bootstrap = _DEFAULT) -> Value:
    """Return a model's aggregate; results: as results.json has them, at least one with a score."""
    scored = [result for result in results if "answer_score" in result]
    return {
        "model_id": model,
        **_answers([result["answer_score"] for result in scored], interval),
        **{
            f"answer_score_by_{key}": _by(
                (result[key], result["answer_score"]) for result in scored
            )
            for key in ("category", "task_type")
        },
        "answer_score_by_dimension": _by(
            pair for result in scored for pair in result["answer_score_by_dimension"].items()
        ),
        "answer_score_by_sub_category": _by(
            (result["sub_category"], result["answer_score"]) for result in scored
        ),
        **_sources(
            [result["source_score"] for result in scored if result["source_score"] is not None]
        ),
        **_claims(scored),
        "total_tasks": len(results),
        "tasks_succeeded": len(scored),
        "tasks_failed": sum(result["error"] is not None for result in results),
        **_criterion_sums(scored),
        **_costs(scored),
    }


def _answers(scores: Sequence[float], interval: Bootstrap) -> Value:
    low, high = _interval(scores, interval)
    return {
        "answer_score_mean": _mean(scores),
        "answer_score_median": float(statistics.median(scores)),
        "answer_score_std": _deviation(scores),
        "answer_score_min": min(scores),
        "answer_score_max": max(scores),
        "answer_score_ci_lower": low,
        "answer_score_ci_upper": high,
    }


def _sources(scores: Sequence[float]) -> Value:
    return {
        "source_score_mean": _mean(scores) if scores else None,
        "source_score_std": _deviation(scores) if len(scores) > 1 else None,
    }


def _claims(scored: Sequence[Value]) -> Value:
    severities = [result["hallucination_severity_counts"] for result in scored]
    return {
        "hallucination_rate_mean": _mean([result["hallucination_rate"] for result in scored]),
        "hallucination_total_count": sum(result["hallucination_count"] for result in scored),
        "hallucination_severity_counts": {
            name: sum(result[name] for result in severities) for name in severities[0]
        },
        "tasks_with_hallucinations": sum(result["hallucination_count"] > 0 for result in scored),
    }


def _criterion_sums(scored: Sequence[Value]) -> Value:
    sums = {
        name: sum(result[key] for result in scored)
        for name, key in (
            ("rubric_items_satisfied_total", "rubric_items_satisfied"),
            ("rubric_items_total", "rubric_items_total"),
            ("negatif_items_triggered_total", "negatif_items_triggered"),
            ("negatif_items_total", "negatif_items_total"),
        )
    }
    met, total = sums["rubric_items_satisfied_total"], sums["rubric_items_total"]
    return sums | {"rubric_satisfaction_rate": met / total}


def _costs(scored: Sequence[Value]) -> Value:
    makers: Mapping[str, Callable[[Sequence[Value]], Value]] = {
        "latency_seconds": _latency,
        "total_tokens": _tokens,
        "cost_usd": _cost,
    }
    costs: Value = {}
    for key, maker in makers.items():
        if all(key in result for result in scored):
            costs |= maker(scored)
    return costs


def _latency(scored: Sequence[Value]) -> Value:
    values = [result["latency_seconds"] for result in scored]
    return {
        "latency": {
            "mean": _mean(values),
            "median": float(statistics.median(values)),
            **{f"p{share}": _percentile(values, share) for share in (50, 95, 99)},
            "min": min(values),
            "max": max(values),
            "std": _deviation(values),
        }
    }


def _tokens(scored: Sequence[Value]) -> Value:
    n = len(scored)
    tokens_in, tokens_out = (
        sum(result[key] for result in scored) for key in ("input_tokens", "output_tokens")
    )
    return {
        "tokens": {
            "total_input": tokens_in,
            "total_output": tokens_out,
            "total": tokens_in + tokens_out,
            "mean_input_per_task": tokens_in / n,
            "mean_output_per_task": tokens_out / n,
            "mean_total_per_task": (tokens_in + tokens_out) / n,
        },
        "total_tokens": tokens_in + tokens_out,
    }


def _cost(scored: Sequence[Value]) -> Value:
    total = math.fsum(result["cost_usd"] for result in scored)
    return {"cost_total_usd": total, "cost_per_task_usd": total / len(scored)}


def _by(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
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
