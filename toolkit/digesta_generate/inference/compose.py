"""From replies to answers: what each reply comes to, and which of several counts.

With several replies a question's answer is chosen by a declared rule: ``first`` takes that of the
first reply; ``majority`` the answer that came most often (as canonical JSON; an abstention only
where all abstain), ties to the earliest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.scorers import scorer_named
from digesta.scorers.shared.extract import extract, extract_from_object
from digesta_generate.endpoint.reply import Reply, is_moderated, read_reply
from digesta_generate.inference.journal import JournalLine
from digesta_generate.inference.messages import Prompt

Select = Literal["first", "majority"]
Outcome = Literal["answered", "refused", "length", "empty", "tools", "error"]

_OK = 200


class ComposedAnswer(NamedTuple):
    """What one reply comes to. line, reply: None where none came."""

    answer: Any
    outcome: Outcome
    line: JournalLine | None = None
    reply: Reply | None = None


FAILED = ComposedAnswer(None, "error")
"""A question that got no reply."""


def compose_answer(line: JournalLine, prompt: Prompt) -> ComposedAnswer:
    """Return what a journalled reply comes to: its answer and outcome."""
    if line.status != _OK:
        refused = is_moderated(line.status, line.body)
        return ComposedAnswer(None, "refused" if refused else "error", line)
    reply = read_reply(line.body)
    if reply.refused:
        return ComposedAnswer(None, "refused", line, reply)
    blank = not reply.text.strip()
    if reply.cut:
        outcome: Outcome = "length"
    else:
        outcome = "tools" if reply.tools else "empty" if blank else "answered"
    return ComposedAnswer(None if blank else answer_in(reply, prompt), outcome, line, reply)


def answer_in(reply: Reply, prompt: Prompt) -> Any:
    """Return the answer in a reply to a prompt."""
    question = prompt.question
    form = scorer_named(question.scorer).prompt
    assert form is not None, "no prompt is made for a scorer without one"
    if form.wrapped and prompt.form is not None:
        return extract_from_object(reply.text)
    return extract(
        reply.text,
        question.ask,
        form=form.reply(question.ask),
        language=question.language,
        cut=reply.cut,
        schema=prompt.schema,
    )


def _majority(answers: Sequence[ComposedAnswer]) -> ComposedAnswer:
    texts = [canonical_bytes(answer.answer) for answer in answers]
    counts = Counter(texts)
    counts[canonical_bytes(None)] = 0
    return answers[max(range(len(answers)), key=lambda at: counts[texts[at]])]


CHOOSE: dict[Select, Callable[[Sequence[ComposedAnswer]], ComposedAnswer]] = {
    "first": itemgetter(0),
    "majority": _majority,
}
"""Rule -> how a question's answer is chosen among those of its replies."""


def selection(replies: int, select: Select) -> str:
    """Return the rule in a submission's words."""
    if replies == 1:
        return "the only run"
    if select == "first":
        return f"per question, the first of {replies} replies"
    return f"per question, the most frequent of {replies} answers; ties to the earliest"
