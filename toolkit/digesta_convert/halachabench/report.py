"""HalachaBench's report: overall, categories, tasks, each question, from our scorer's marks.

Task = mean of questions, category = mean of tasks, overall = mean of categories: the original's
own aggregation, on exact fractions. Pretty, sorted keys, as ``--pretty --per-question`` writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.text import NORMALISERS
from digesta_convert.halachabench.exporter import ids_of, title
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft, Value
from digesta_convert.shared.marks import rows_of
from digesta_convert.shared.rows import json_document

REPORT = "results.json"
_SAYS_INVALID = frozenset({"boolean", "numeric", "json"})
"""Answer types whose unreadable answers the original's report names."""


class _Mark(NamedTuple):
    question: Value
    own_id: str
    credit: Fraction
    missing: bool
    unreadable: bool


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the report on a draft's answers, under the ids of the files written with it.

    A question without an answer is missing and wrong.
    """
    names = SCORERS["closed"].column_names
    ids = ids_of(draft)
    marks = []
    for question, row in zip(draft.questions, rows_of(draft, _with_answer), strict=True):
        cells = dict(zip(names, row, strict=True))
        credit = Fraction(cells["credit"], NANO)
        missing, unreadable = bool(cells["missing"]), bool(cells["unreadable"])
        own_id = ids[question["question_id"]]
        marks.append(_Mark(question, own_id, credit, missing, unreadable))
    return Report({REPORT: json_document(_report(marks, draft.track), sort_keys=True)})


def _with_answer(question: Value, right: Mapping[str, Any]) -> Value:
    """Return the truth without accepted answers that the original could not take either.

    Those of an mcq that are not among its choices; all of a boolean, where it reads none.
    """
    ask = question["ask"]
    if ask["answer_type"] == "boolean":
        return {"answer": right["answer"]}
    if ask["answer_type"] != "mcq" or "accepted" not in right:
        return dict(right)
    normal = NORMALISERS[ask.get("normaliser", "text/1")]
    choices = {normal(choice) for choice in ask.get("choices", [])}
    accepted = [a for a in right["accepted"] if isinstance(a, str) and normal(a) in choices]
    return {"answer": right["answer"], "accepted": accepted}


def _report(marks: Sequence[_Mark], track: Mapping[str, Any]) -> Value:
    groups: dict[str, dict[str, list[Fraction]]] = {}
    for mark in marks:
        category = title(track, "categories", mark.question["category"])
        task = title(track, "tasks", mark.question["task"])
        groups.setdefault(category, {}).setdefault(task, []).append(mark.credit)
    tasks = {
        (category, task): {"score": float(_mean(credit)), "n_questions": len(credit)}
        for category, members in groups.items()
        for task, credit in members.items()
    }
    scores = {
        category: _mean([_mean(credit) for credit in members.values()])
        for category, members in groups.items()
    }
    return {
        "overall": float(_mean(list(scores.values()))),
        "categories": {
            category: {
                "score": float(scores[category]),
                "n_tasks": len(members),
                "tasks": {task: tasks[category, task] for task in members},
            }
            for category, members in groups.items()
        },
        "tasks": {
            f"{category}::{task}": {"category": category, "task": task, **figures}
            for (category, task), figures in tasks.items()
        },
        "n_questions": len(marks),
        "n_missing": sum(mark.missing for mark in marks),
        "per_question": [_per_question(mark) for mark in marks],
    }


def _per_question(mark: _Mark) -> Value:
    kind = mark.question["ask"]["answer_type"]
    error = "missing_prediction" if mark.missing else None
    if mark.unreadable and kind in _SAYS_INVALID:
        error = f"invalid_{kind}"
    return {
        "question_id": mark.own_id,
        "score": float(mark.credit),
        "max_score": 1.0,
        "is_correct": mark.credit == 1,
        "error": error,
    }


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
