"""HalachaBench's report: overall, categories, tasks, each question, from our scorer's marks.

Task = mean of questions, category = mean of tasks, overall = mean of categories: the original's
own aggregation, on exact fractions. Pretty, sorted keys, as ``--pretty --per-question`` writes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.interchange._marking import rows_of
from digesta.interchange.base import NOTHING_BESIDE, Beside, Draft, Report, Value
from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.text import NORMALISERS

REPORT = "results.json"
_SAYS_INVALID = frozenset({"boolean", "numeric", "json"})
"""Answer types whose unreadable answers the original's report names."""


class _Marked(NamedTuple):
    question: Value
    credit: Fraction
    missing: bool
    unreadable: bool


def report(draft: Draft, _beside: Beside = NOTHING_BESIDE) -> Report:
    """Give the report on a draft's answers; a question without one is missing and wrong."""
    names = SCORERS["closed"].column_names
    marked = []
    for question, row in zip(draft.questions, rows_of(draft, _settled), strict=True):
        cells = dict(zip(names, row, strict=True))
        credit = Fraction(cells["credit"], NANO)
        marked.append(_Marked(question, credit, bool(cells["missing"]), bool(cells["unreadable"])))
    said = _report(marked, draft.track)
    text = json.dumps(said, ensure_ascii=False, indent=2, sort_keys=True)
    return Report({REPORT: text.encode()})


def _settled(question: Value, right: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what an mcq accepts beside its choices: the draft's todo says to mend it."""
    ask = question["ask"]
    if ask["answer_type"] != "mcq" or "accepted" not in right:
        return dict(right)
    normal = NORMALISERS[ask.get("normaliser", "text/1")]
    choices = {normal(choice) for choice in ask.get("choices", [])}
    accepted = [a for a in right["accepted"] if isinstance(a, str) and normal(a) in choices]
    return {"answer": right["answer"], "accepted": accepted}


def _report(marked: Sequence[_Marked], track: Mapping[str, Any]) -> dict[str, Any]:
    tasks: dict[str, dict[str, list[Fraction]]] = {}
    for one in marked:
        titles = [
            str(track.get(kind, {}).get(one.question[key], {}).get("title", one.question[key]))
            for kind, key in (("categories", "category"), ("tasks", "task"))
        ]
        tasks.setdefault(titles[0], {}).setdefault(titles[1], []).append(one.credit)
    means = {
        category: {task: _mean(credits_) for task, credits_ in members.items()}
        for category, members in tasks.items()
    }
    scores = {category: _mean(list(members.values())) for category, members in means.items()}
    return {
        "overall": float(_mean(list(scores.values()))),
        "categories": {
            category: {
                "score": float(scores[category]),
                "n_tasks": len(members),
                "tasks": {
                    task: {"score": float(mean), "n_questions": len(tasks[category][task])}
                    for task, mean in members.items()
                },
            }
            for category, members in means.items()
        },
        "tasks": {
            f"{category}::{task}": {
                "category": category,
                "task": task,
                "score": float(mean),
                "n_questions": len(tasks[category][task]),
            }
            for category, members in means.items()
            for task, mean in members.items()
        },
        "n_questions": len(marked),
        "n_missing": sum(one.missing for one in marked),
        "per_question": [_per_question(one) for one in marked],
    }


def _per_question(one: _Marked) -> dict[str, Any]:
    kind = one.question["ask"]["answer_type"]
    error = "missing_prediction" if one.missing else None
    if one.unreadable and kind in _SAYS_INVALID:
        error = f"invalid_{kind}"
    return {
        "question_id": one.question["question_id"],
        "score": float(one.credit),
        "max_score": 1.0,
        "is_correct": one.credit == 1,
        "error": error,
    }


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
