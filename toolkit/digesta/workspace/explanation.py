"""What ``digesta explain`` says of one answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from digesta.errors import UsageError, visible
from digesta.metrics.exact import published
from digesta.scorers.base import Response, Rows
from digesta.scoring.facts import UNJUDGED, CompiledTask
from digesta.scoring.submission import normal_forms
from digesta.workspace.releases import StoredRelease
from digesta.workspace.submissions import Answers

_SHORTEST = 6
_FOLDED = 12
"""Characters that are named, of those that a normaliser folded or dropped."""


def explained(release: StoredRelease, answers: Answers, wanted: str) -> dict[str, Any]:
    """Explain the mark of the question with that id, beginning of an id, or number."""
    task, index = _found(release, wanted)
    question_id = task.ids[index]
    question = next(q for q in release.data.questions if q.question_id == question_id)
    truth = release.data.truths[question_id]
    answer = answers.answers[task.start + index]
    rows: Rows = task.scorer.mark_all([task.prepared[index]], [answer])
    sums = task.scorer.sums(rows)
    # An answer that waits for a verdict has no figure yet: 0 is not what it is worth.
    waits = task.needs_judge and sums[UNJUDGED]
    return {
        "question": question.as_json(),
        "truth": truth.as_json(),
        "answer": answer,
        "read": [
            {"by": reading.by, "as": reading.text, "folded": list(reading.folded)}
            for reading in normal_forms(task.scorer, question.ask, answer)
        ],
        "facts": {name: int(sums[name]) for name in task.scorer.column_names},
        "metrics": {
            metric.name: published(metric.value(sums))
            for metric in task.scorer.metrics
            if not waits and metric.share(sums).denominator
        },
        "why": task.scorer.why(task.prepared[index], Response(answer)),
        "metric": task.metric,
    }


def _found(release: StoredRelease, wanted: str) -> tuple[CompiledTask, int]:
    places = [(task, i) for task in release.compiled.tasks for i in range(len(task.ids))]
    if re.fullmatch("0|[1-9][0-9]{0,4}", wanted):
        if int(wanted) < len(places):
            return places[int(wanted)]
        raise UsageError(f"no question number {wanted}; there are {len(places)}, from 0")
    found = [(task, i) for task, i in places if task.ids[i].startswith(wanted)]
    if len(found) != 1 or len(wanted) < _SHORTEST:
        raise UsageError(
            f"{len(found)} public questions begin with {wanted!r}; give more of the id "
            f"(at least {_SHORTEST} characters), or a number from 0 to {len(places) - 1}"
        )
    return found[0]


def as_lines(value: Mapping[str, Any]) -> str:
    """Return an explanation as plain text."""
    question, truth = value["question"], value["truth"]
    lines = [f"question {question['question_id']}"]
    lines += [f"  {turn['role']}: {turn['content']}" for turn in question["turns"]]
    lines += [f"  source {s['title']}: {s['text']}" for s in question.get("shown_sources", [])]
    lines += [f"ask      {question['ask']}"]
    lines += [f"truth    {truth['truth']}"]
    lines += [f"         {ref['work']} {ref['at']}" for ref in truth["source_refs"]]
    lines += [f"answered {value['answer']!r}"]
    lines += [line for one in value["read"] for line in _reading(value["answer"], one)]
    lines += [f"facts    {', '.join(f'{k} {v}' for k, v in value['facts'].items())}"]
    lines += [f"{name:20} {share:.3f}" for name, share in value["metrics"].items()]
    lines += [f"why      {value['why']}"]
    return visible("\n".join(lines)) + "\n"


def _reading(answer: str, read: Mapping[str, Any]) -> Iterator[str]:
    if read["as"] != answer:
        yield f"read as  {read['as']!r} by {read['by']}"
    if folded := read["folded"]:
        more = f" and {len(folded) - _FOLDED} more" if len(folded) > _FOLDED else ""
        yield f"         folded or dropped: {', '.join(folded[:_FOLDED])}{more}"
