"""Baselines: rules and searches without a language model, one file each, exporting ``BASELINE``.

A baseline sees what an answerer sees, ``turns``, ``ask`` and ``shown_sources``, and, if it learns,
the answered public questions of *other* clusters: never a truth of the question's own cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from digesta.model.question import Question, Truth

Shown = Mapping[str, Any]
"""What an answerer sees of a question: turns, ask, shown_sources."""


class Example(NamedTuple):
    """An answered public question of another cluster. answer: what its truth gives."""

    shown: Shown
    answer: Any


Answerer = Callable[[Shown, Sequence[Example]], Any]


@dataclass(frozen=True)
class Baseline:
    """A rule that answers questions. about: one sentence for its submission's notes."""

    name: str
    model_name: str
    about: str
    answer: Answerer


@cache
def baselines() -> dict[str, Baseline]:
    """Give the baselines of this folder by name."""
    modules = (import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__))
    found = (module.BASELINE for module in modules if hasattr(module, "BASELINE"))
    return {baseline.name: baseline for baseline in found}


def answers(
    baseline: Baseline, questions: Iterable[Question], truths: Mapping[str, Truth]
) -> dict[str, Any]:
    """Answer every closed question, of all splits: prompts of the holdout are open too.

    Examples are kept from a question here, in one place, so that no baseline can get it wrong.
    """
    closed = [question for question in questions if question.scorer == "closed"]
    asked = [(question, shown(question)) for question in closed]
    examples = [
        (question.track, question.cluster_id, Example(seen, truth["answer"]))
        for question, seen in asked
        if "answer" in (truth := _truth(truths, question))
    ]

    def others(question: Question) -> list[Example]:
        return [
            one
            for track, cluster, one in examples
            if track == question.track and cluster != question.cluster_id
        ]

    return {one.question_id: baseline.answer(seen, others(one)) for one, seen in asked}


def _truth(truths: Mapping[str, Truth], question: Question) -> Mapping[str, Any]:
    found = truths.get(question.question_id)
    return found.as_json()["truth"] if found is not None else {}


def shown(question: Question) -> Shown:
    """Give what an answerer sees of a question."""
    record = question.as_json()
    return {key: record.get(key, []) for key in ("turns", "ask", "shown_sources")}


def text_of(seen: Shown) -> str:
    """Give the words of a question: its turns, then its sources."""
    words = [turn["content"] for turn in seen["turns"]]
    return " ".join([*words, *(source["text"] for source in seen["shown_sources"])])


def instance(schema: Mapping[str, Any], pick: Callable[[Mapping[str, Any]], Any]) -> Any:
    """Build a value that satisfies a simple JSON schema; ``pick`` chooses each leaf."""
    if schema.get("type") == "object":
        return {name: instance(inner, pick) for name, inner in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        wanted = max(int(schema.get("minItems", 0)), 1)
        items = schema.get("items", {})
        values = items.get("enum")
        return list(values[:wanted]) if values else [instance(items, pick)] * wanted
    return pick(schema)
