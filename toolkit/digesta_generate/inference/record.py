"""What a run leaves on record: traces and ``run.json``.

Tokens and cost of an answer are those of all replies to its question, latency and text those of the
chosen reply. ``run.json`` tells how the answers came about; it is no input of a score. What an
endpoint says of itself is kept as a record may hold it (``clean``); the journal has it as it came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import Any

from digesta.canonical import digest
from digesta.records.trace import Trace
from digesta.scorers.shared.extract import clean
from digesta_generate.inference.budget import Meter
from digesta_generate.inference.compose import ComposedAnswer
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.messages import PASSAGES, Prompt, prompt_digests, texts_of
from digesta_generate.inference.plan import Plan
from digesta_generate.processor import run_file


def run_record(
    plan: Plan, answers: Sequence[ComposedAnswer], journal: Journal, meter: Meter
) -> dict[str, Any]:
    """Return ``run.json``: circumstances, settings, and what the replies say of themselves."""
    return run_file(
        datetime.fromisoformat(journal.start),
        {"httpx": version("httpx"), **dict(plan.versions)},
        inference=_inference(plan, answers, meter),
        carried=plan.carried.source if plan.carried else None,
        asked=sum(answer.line is not None for answer in answers),
    )


def _inference(plan: Plan, answers: Sequence[ComposedAnswer], meter: Meter) -> dict[str, Any]:
    replies = [answer.reply for answer in answers if answer.reply is not None]
    reported = any(reply.cost is not None for reply in replies)
    cost = {"cost_micro": meter.spent.cost_micro} if meter.prices or reported else {}
    return {
        "settings": plan.settings.as_json(),
        "settings_sha256": plan.settings.sha256,
        "prompt_files": prompt_digests(plan.settings.prompts, plan.own),
        "prompt_texts": _prompt_texts(plan),
        "limit": plan.limit,
        "samples": plan.replies,
        "select": plan.select,
        "models": _counts(reply.model for reply in replies),
        "providers": _counts(reply.provider for reply in replies),
        "outcomes": _counts(answer.outcome for answer in answers),
        "tries": sum(answer.line.tries for answer in answers if answer.line is not None),
        "tokens": {"input": meter.spent.tokens_in, "output": meter.spent.tokens_out},
        "cost": {"currency": meter.currency} | meter.prices | cost,
    } | ({"passages": plan.passages} if plan.passages is not None else {})


def _prompt_texts(plan: Plan) -> dict[str, dict[str, str]]:
    """Return the sections of each prompt that was used, in each language: NAME.VERSION.LANGUAGE."""
    prompts = plan.settings.prompts
    used = {
        (prompts[scorer], prompt.question.language)
        for prompt in plan.prompts
        for scorer in (prompt.question.scorer, PASSAGES)
        if scorer in prompts
    }
    return {f"{name}.{tag}": texts_of(name, tag, plan.own) for name, tag in sorted(used)}


def _counts(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(clean(name) for name in names if name).items()))


def trace_of(
    answers: Sequence[ComposedAnswer], chosen: ComposedAnswer, prompt: Prompt, meter: Meter
) -> Trace:
    """Return the trace line of a question's answer."""
    replies = [answer.reply for answer in answers if answer.reply is not None]
    costs = [
        meter.cost_of(reply.input_tokens, reply.output_tokens, reply.cost) for reply in replies
    ]
    passages = prompt.passages
    return Trace(
        question_id=prompt.question.question_id,
        answer_sha256=digest(chosen.answer),
        outcome=chosen.outcome,
        input_tokens=_total(reply.input_tokens for reply in replies),
        output_tokens=_total(reply.output_tokens for reply in replies),
        latency_ms=chosen.line.latency_ms if chosen.line and chosen.reply else None,
        cost_micro_usd=_total(costs) if meter.currency == "USD" else None,
        retrieved=list(passages.retrieved) if passages is not None else None,
        injected=list(passages.injected) if passages is not None and passages.injected else None,
        reply=clean(chosen.reply.text) if chosen.reply else None,
        prompt_sha256=prompt.prompt_sha256,
    )


def _total(counts: Iterable[int | None]) -> int | None:
    known = list(counts)
    return None if not known or None in known else sum(filter(None, known))
