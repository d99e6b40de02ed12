"""What ``digesta explain`` says of one answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.errors import UsageError, visible
from digesta.metrics.exact import NANO, round_share
from digesta.records.question import question_id_of
from digesta.records.release import Question, Truth
from digesta.scorers.base import Response, Rows
from digesta.scoring.facts import UNJUDGED, CompiledRelease, CompiledTask
from digesta.scoring.submission import normal_forms

_LONGEST = 600
"""Characters of a question's form, a truth or an answer that are shown."""

_FOLDED = 12
"""Characters that are named, of those that a normaliser folded or dropped."""


def explain(
    compiled: CompiledRelease,
    records: tuple[Sequence[Question], Mapping[str, Truth]],
    answers: Sequence[Any],
    wanted: str,
) -> dict[str, Any]:
    """Return how one answer was marked, by the question's id, beginning of an id, or number.

    records: the release's questions, and its truths by id. answers: in compiled order.
    """
    task, index = place_of(compiled, wanted)
    question_id = task.ids[index]
    questions, truths = records
    question = next(q for q in questions if q.question_id == question_id)
    answer = answers[task.start + index]
    rows: Rows = task.scorer.mark_all([task.prepared[index]], [answer])
    sums = task.scorer.sums(rows)
    # An answer that waits for a verdict has no figure yet: 0 is not what it is worth.
    waits = task.needs_judge and sums[UNJUDGED]
    return {
        "question": question.as_json(),
        "truth": truths[question_id].as_json(),
        "answer": answer,
        "read": [
            {"by": reading.by, "as": reading.text, "folded": list(reading.folded)}
            for reading in normal_forms(task.scorer, question.ask, answer)
        ],
        "facts": {name: int(sums[name]) for name in task.scorer.column_names},
        "metrics": {
            metric.name: round_share(metric.value(sums))
            for metric in task.scorer.metrics
            if not waits and metric.share(sums).denominator
        },
        "why": task.scorer.why(task.prepared[index], Response(answer)),
        "metric": task.metric,
    }


def place_of(compiled: CompiledRelease, wanted: str) -> tuple[CompiledTask, int]:
    """Return a question's task and its place there, by its id, beginning of an id, or number."""
    places = [(task, i) for task in compiled.tasks for i in range(len(task.ids))]
    if re.fullmatch("0|[1-9][0-9]{0,4}", wanted):
        if int(wanted) < len(places):
            return places[int(wanted)]
        raise UsageError(f"no question number {wanted}; there are {len(places)}, from 0")
    question_id = question_id_of(wanted, [task.ids[i] for task, i in places])
    return next((task, i) for task, i in places if task.ids[i] == question_id)


def as_lines(value: Mapping[str, Any]) -> str:
    """Return an explanation as plain text."""
    question, truth = value["question"], value["truth"]
    lines = [f"question {question['question_id']}"]
    lines += [f"  {turn['role']}: {turn['content']}" for turn in question["turns"]]
    lines += [f"  source {s['title']}: {s['text']}" for s in question.get("shown_sources", [])]
    lines += [f"ask      {_cut(question['ask'])}"]
    lines += [f"truth    {_cut(truth['truth'])}"]
    lines += [f"         {ref['work']} {ref['at']}" for ref in truth["source_refs"]]
    lines += [f"answered {_cut(value['answer'])}"]
    lines += [line for reading in value["read"] for line in _reading(value["answer"], reading)]
    credit, chance = (value["facts"][name] / NANO for name in ("credit", "chance"))
    earned = f"{credit:.1%}" if value["metrics"] else "not judged"
    lines += [f"earned   {earned} (chance {chance:.1%})"]
    lines += [f"{name:20} {share:.1%}" for name, share in value["metrics"].items()]
    lines += [f"why      {value['why']}"]
    return visible("\n".join(lines)) + "\n"


def _cut(value: Any) -> str:
    text = in_words(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … (all: --json)"


def in_words(value: Any, *, inner: bool = False) -> str:
    """Return a JSON value for the eye: no quotes, no braces, yes and no. inner: it is a part.

    >>> in_words({"answer_type": "enum", "choices": ["a", "b"], "dated": True})
    'answer type: enum; choices: a, b; dated: yes'
    """
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, list):
        return ", ".join(in_words(each, inner=True) for each in value)
    if isinstance(value, Mapping):
        parts = (f"{key.replace('_', ' ')}: {in_words(v, inner=True)}" for key, v in value.items())
        return f"({'; '.join(parts)})" if inner else "; ".join(parts)
    return str(value)


def _reading(answer: str, reading: Mapping[str, Any]) -> Iterator[str]:
    if reading["as"] != answer:
        yield f"read as  {reading['as']!r} by {reading['by']}"
    if folded := reading["folded"]:
        more = f" and {len(folded) - _FOLDED} more" if len(folded) > _FOLDED else ""
        yield f"         folded or dropped: {', '.join(folded[:_FOLDED])}{more}"
