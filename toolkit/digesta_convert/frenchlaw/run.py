"""What a run of FrenchLaw Bench recorded beside its answers: a judge's verdicts, and traces.

A verdict is bound to answer, criteria and judge by our digests, so that it counts for them alone.
A severity that is none of three is minor, as the original counts it, and a category that is none
of ours is ``other_fact``. ``replies`` keep what a verdict has no place for, as it was written: the
judge's remarks on claims, and ``source_score`` (the assertions behind it were never recorded).

Latency is the original's: of the answer and all of its judging. Cost is its estimate of the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import Any, NamedTuple, get_args

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.intake import LIMITS, judged_text
from digesta.intake.verdicts import JudgedAnswer, prompt_sha256
from digesta.records.judges.verdict import Claim, Judge, Verdict
from digesta.records.trace import Trace
from digesta_convert.shared.draft import Draft, Files, Value
from digesta_convert.shared.names import slug_of

TRACE, VERDICTS = "trace.jsonl", "answers.jsonl"
_CATEGORIES = get_args(Claim.model_fields["category"].annotation)
_SEVERITIES = ("critical", "major", "minor")


class RunRecords(NamedTuple):
    """Files of a draft: a judge with its verdicts, traces; and what to add or check of them."""

    files: Files
    notes: tuple[str, ...] = ()


def records_of(run: Mapping[str, Any], results: Mapping[str, Value], draft: Draft) -> RunRecords:
    """Return what a run recorded of the draft's answers. results: by question id."""
    answers = draft.answer_of()
    traces = [
        trace for key, result in results.items() if (trace := _trace(key, answers.get(key), result))
    ]
    files = {TRACE: canonical_lines(traces)} if traces else {}
    judge = _judge(run)
    folder = f"judges/{judge.judge}/"
    verdicts: list[Value] = []
    left: list[str] = []
    for key in answers.keys() & results.keys():
        if "rubric_results" in results[key]:
            judged = judged_text(draft.truth_of()[key]["truth"], answers[key])
            verdict = _verdict(key, results[key], judged, judge)
            if verdict is None:
                left.append(key)
            else:
                verdicts.append(verdict)
    if not verdicts and not left:
        return RunRecords(files)
    lines = sorted(verdicts, key=lambda verdict: str(verdict["question_id"]))
    files |= {
        f"{folder}judge.json": canonical_bytes(judge.as_json()),
        f"{folder}{VERDICTS}": canonical_lines(lines),
    }
    return RunRecords(files, tuple(_notes(folder, sorted(left))))


def _notes(folder: str, left: list[str]) -> Iterator[str]:
    add = "who ran the judge, and with which prompts and controls: the run does not say"
    yield f"{folder}judge.json: {add}"
    if left:
        add = "a verdict on each criterion of the task: those of the run are others, or malformed"
        yield f"{folder}{VERDICTS}: {add}: {', '.join(left)}"


def source_score(verdict: Value) -> float | None:
    """Return the source score that a run's verdict keeps among its replies, if there is one."""
    for reply in verdict.get("replies", ()):
        with suppress(ValueError):
            aside = json.loads(reply)
            if isinstance(aside, dict) and isinstance(aside.get("source_score"), int | float):
                return float(aside["source_score"])
    return None


def _judge(run: Mapping[str, Any]) -> Judge:
    about = run.get("metadata")
    about = about if isinstance(about, dict) else {}
    model = about.get("judge_model")
    model = model if isinstance(model, str) and model.strip() else "unknown"
    temperature = about.get("judge_temperature")
    day = str(run.get("timestamp") or about.get("timestamp_utc") or "")[:10]
    fields: Value = {
        "format": "judge/1",
        "judge": slug_of(model),
        "model": model,
        "parameters": {} if temperature is None else {"temperature": temperature},
        "prompts": {},
        "operator": f"FrenchLaw Bench, run {run.get('run_id', 'unknown')}",
        "date": day,
        "controls": {},
    }
    try:
        return Judge.model_validate(fields)
    except ValueError:
        return Judge.model_validate(fields | {"parameters": {}, "date": "1970-01-01"})


def _trace(key: str, answer: Any, result: Value) -> Value | None:
    """Return what is known of how an answer was made; None where that is nothing."""
    scales = {"latency_seconds": 1000, "cost_usd": 1_000_000, "input_tokens": 1, "output_tokens": 1}
    names = {"latency_seconds": "latency_ms", "cost_usd": "cost_micro_usd"}
    known: Value = {
        names.get(name, name): round(Decimal(repr(result[name])) * scale)
        for name, scale in scales.items()
        if isinstance(result.get(name), int | float) and not isinstance(result[name], bool)
    }
    outcome = "error" if answer is None else "answered"
    fields = {"question_id": key, "answer_sha256": digest(answer), "outcome": outcome, **known}
    try:
        trace = Trace.model_validate(fields)
    except ValueError:
        return None
    return trace.as_json() if known else None


def _verdict(key: str, result: Value, judged: JudgedAnswer, judge: Judge) -> Value | None:
    """Return a result as a verdict; None where it is none on the criteria of the task."""
    try:
        parts = [*result["rubric_results"], *(result.get("negatif_results") or ())]
        claims = result.get("hallucination_details") or []
        aside = {"hallucination_details": claims, "source_score": result.get("source_score")}
        verdict = Verdict.model_validate(
            {
                "question_id": key,
                "answer_sha256": digest(judged.answer),
                "prompt_sha256": prompt_sha256(judge, key, judged),
                "criteria": list(map(_criterion, parts)),
                "claims": list(map(_claim, claims)),
                "replies": [canonical_bytes(aside).decode()],
            }
        )
    except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError):
        return None
    complete = {part.criterion_id for part in verdict.criteria} == judged.criteria.keys()
    return verdict.as_json() if complete else None


def _criterion(part: Value) -> Value:
    passages = part.get("evidence") or []
    if not isinstance(passages, list):
        raise TypeError("evidence is a list")
    evidence = [passage[: LIMITS.passage_chars] for passage in passages if passage]
    criterion = {
        "criterion_id": part["item_id"],
        "satisfied": part["satisfied"],
        "confidence": f"{Decimal(repr(part.get('confidence', 1.0))).normalize():f}",
        "evidence": evidence[: LIMITS.passages],
    }
    return criterion | ({"analysis": part["reasoning"]} if part.get("reasoning") else {})


def _claim(part: Value) -> Value:
    severity, category = part.get("severity"), part.get("category")
    claim = {
        "text": part["claim"],
        "category": category if category in _CATEGORIES else "other_fact",
        "hallucinated": part["hallucinated"],
    }
    return claim | {"severity": severity if severity in _SEVERITIES else "minor"}
