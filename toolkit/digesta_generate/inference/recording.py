"""What a run leaves on record: traces, ``run.json``, the files of the submission.

Tokens and cost of an answer are those of all its samples, latency and reply those of the chosen
one. ``run.json`` tells how the answers came about; it is no input of a score. What an endpoint says
of itself is kept as a record may hold it (``clean``); the journal has it as it came.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from digesta import __version__
from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.records.trace import Run, Trace
from digesta_generate.endpoint import local
from digesta_generate.inference.budget import Meter
from digesta_generate.inference.compose import ComposedAnswer
from digesta_generate.inference.extract import clean
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.prompting import Asked, prompt_digests
from digesta_generate.processor import processor


def run_record(
    plan: Plan, samples: Sequence[ComposedAnswer], journal: Journal, meter: Meter
) -> dict[str, Any]:
    """Return ``run.json``: circumstances, settings, and what the replies say of themselves."""
    now = datetime.now(UTC)
    begun = datetime.fromisoformat(journal.start)
    return Run(
        versions={
            "digesta": __version__,
            "python": platform.python_version(),
            "httpx": version("httpx"),
        }
        | local.versions(plan.settings.endpoint),
        platform=processor(),
        start=journal.start,
        duration_ms=max(0, round((now - begun).total_seconds() * 1000)),
        inference=_inference(plan, samples, meter),
        carried=plan.taken.source if plan.taken else None,
        asked=len(plan.new),
    ).as_json()


def _inference(plan: Plan, samples: Sequence[ComposedAnswer], meter: Meter) -> dict[str, Any]:
    replies = [sample.reply for sample in samples if sample.reply is not None]
    reported = any(reply.cost is not None for reply in replies)
    cost = {"cost_micro": meter.spent.cost_micro} if meter.prices or reported else {}
    return {
        "settings": plan.settings.as_json(),
        "settings_sha256": plan.settings.sha256,
        "prompt_files": prompt_digests(plan.settings.prompts),
        "samples": plan.samples,
        "select": plan.select,
        "models": _counted(reply.model for reply in replies),
        "providers": _counted(reply.provider for reply in replies),
        "outcomes": _counted(sample.outcome for sample in samples),
        "tries": sum(sample.line.tries for sample in samples if sample.line is not None),
        "tokens": {"input": meter.spent.tokens_in, "output": meter.spent.tokens_out},
        "cost": {"currency": meter.currency} | meter.prices | cost,
    } | ({"passages": plan.passages} if plan.passages is not None else {})


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(clean(name) for name in names if name).items()))


def trace_of(
    samples: Sequence[ComposedAnswer], chosen: ComposedAnswer, asked: Asked, meter: Meter
) -> Trace:
    """Return the trace line of a question's answer."""
    replies = [sample.reply for sample in samples if sample.reply is not None]
    costs = [
        meter.cost_of(reply.input_tokens, reply.output_tokens, reply.cost) for reply in replies
    ]
    passages = asked.passages
    return Trace(
        question_id=asked.question.question_id,
        answer_sha256=digest(chosen.answer),
        outcome=chosen.outcome,
        input_tokens=_total(reply.input_tokens for reply in replies),
        output_tokens=_total(reply.output_tokens for reply in replies),
        latency_ms=chosen.line.latency_ms if chosen.line and chosen.reply else None,
        cost_micro_usd=_total(costs) if meter.currency == "USD" else None,
        retrieved=list(passages.retrieved) if passages is not None else None,
        injected=list(passages.injected) if passages is not None and passages.injected else None,
        reply=clean(chosen.reply.text) if chosen.reply else None,
        prompt_sha256=asked.prompt_sha256,
    )


def _total(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    added = [part for part in known if part is not None]
    return sum(added) if added and len(added) == len(known) else None


def submission_tree(
    card: Mapping[str, Any],
    answers: Mapping[str, Any],
    traces: Mapping[str, Trace],
    run: Mapping[str, Any],
) -> dict[str, bytes]:
    """Return the files of a submission; lines are sorted by question id."""
    ids = sorted(answers)
    return {
        "submission.json": canonical_bytes(card) + b"\n",
        "predictions.jsonl": canonical_lines(
            {"question_id": key, "answer": answers[key]} for key in ids
        ),
        "trace.jsonl": canonical_lines(traces[key].as_json() for key in ids),
        "run.json": canonical_bytes(run) + b"\n",
    }
