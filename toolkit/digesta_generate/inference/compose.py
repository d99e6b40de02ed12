"""From replies to answers: what each reply comes to, and which of several samples counts.

With several samples a question's answer is chosen by a declared rule: ``first`` takes sample 0;
``majority`` the answer that came most often (as canonical JSON; an abstention only where all
abstain), ties to the earliest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.scorers import scorer_named
from digesta_generate.endpoint.reply import Reply, read_reply
from digesta_generate.inference.extract import extract, extract_constrained
from digesta_generate.inference.journal import JournalLine
from digesta_generate.inference.prompting import Asked

Select = Literal["first", "majority"]
Outcome = Literal["answered", "refused", "length", "error"]

_OK = 200


class ComposedAnswer(NamedTuple):
    """What one reply comes to. line, reply: None where none came."""

    answer: Any
    outcome: Outcome
    line: JournalLine | None = None
    reply: Reply | None = None


FAILED = ComposedAnswer(None, "error")
"""A question that got no reply."""


def given(line: JournalLine, asked: Asked) -> ComposedAnswer:
    """Return what a journalled reply comes to: its answer and outcome."""
    if line.status != _OK:
        return ComposedAnswer(None, "error", line)
    reply = read_reply(line.body)
    if reply.refused:
        return ComposedAnswer(None, "refused", line, reply)
    if not reply.text.strip():
        return ComposedAnswer(None, "length" if reply.cut else "error", line, reply)
    return ComposedAnswer(
        answer_in(reply, asked), "length" if reply.cut else "answered", line, reply
    )


def answer_in(reply: Reply, asked: Asked) -> Any:
    """Return the answer in a reply to a question, as it was asked."""
    question = asked.question
    form = scorer_named(question.scorer).prompt
    assert form is not None, "it was asked"
    if form.wrapped and asked.form is not None:
        return extract_constrained(reply.text)
    return extract(
        reply.text,
        question.ask,
        form=form.reply(question.ask),
        language=question.language,
        cut=reply.cut,
    )


def _first(samples: Sequence[ComposedAnswer]) -> ComposedAnswer:
    return samples[0]


def _majority(samples: Sequence[ComposedAnswer]) -> ComposedAnswer:
    said = [sample for sample in samples if sample.answer is not None]
    counts = Counter(canonical_bytes(answer.answer) for answer in said)
    return max(said, key=lambda answer: counts[canonical_bytes(answer.answer)], default=samples[0])


CHOOSE: dict[Select, Callable[[Sequence[ComposedAnswer]], ComposedAnswer]] = {
    "first": _first,
    "majority": _majority,
}
"""Rule -> how a question's answer is chosen among its samples."""


def selection(samples: int, select: Select) -> str:
    """Return the rule in a submission's words."""
    if samples == 1:
        return "the only run"
    if select == "first":
        return f"per question, the first of {samples} replies"
    return f"per question, the most frequent of {samples} answers; ties to the earliest"
