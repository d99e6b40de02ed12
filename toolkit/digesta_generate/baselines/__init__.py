"""Baselines: rules and searches without a language model, one file each, exporting ``BASELINE``.

A baseline says per scorer how it answers: adding one is one file. It sees what an answerer sees,
``turns``, ``ask`` and ``shown_sources``, what a release's resources and statutes hold in texts
to search, and, if it learns, the answered public questions of *other* clusters: never a truth of
the question's own cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from digesta.records.question import Question, Truth
from digesta.records.track import Condition
from digesta.scorers.letters.readings import letters_of
from digesta_generate.compilations.statutes import Clause

Shown = Mapping[str, Any]
"""What an answerer sees of a question: turns, ask, shown_sources."""


class AnsweredExample(NamedTuple):
    """An answered public question of another cluster. answer: what its truth gives."""

    shown: Shown
    answer: Any


class BaselineAnswer(NamedTuple):
    """An answer, and the ids of the passages that it rests on, best first."""

    answer: Any
    passages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sources:
    """What there is to learn from and to search, beside the questions.

    truths: of the public split, by question id. resources: of the
    release, by path. clauses: of the release's index, with their texts; None where no folder of
    statutes is at hand.
    """

    truths: Mapping[str, Truth] = field(default_factory=dict)
    resources: Mapping[str, Any] = field(default_factory=dict)
    clauses: Sequence[Clause] | None = None


Answerer = Callable[[Shown, Sequence[AnsweredExample]], Any]
Way = Callable[[Sequence[Question], Sources], Mapping[str, BaselineAnswer]]
"""How all questions of one scorer are answered: by id, all splits."""


@dataclass(frozen=True)
class Baseline:
    """A rule that answers questions. about: for its submission's notes. ways: by scorer.

    condition: under which it answers. retriever: what finds its passages, where something does.
    """

    name: str
    model_name: str
    about: str
    ways: Mapping[str, Way]
    condition: Condition = "closed_book"
    retriever: str | None = None


@cache
def baselines() -> dict[str, Baseline]:
    """Return the baselines of this folder by name."""
    modules = (import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__))
    rules = (module.BASELINE for module in modules if hasattr(module, "BASELINE"))
    return {baseline.name: baseline for baseline in rules}


def answers(
    baseline: Baseline, questions: Iterable[Question], sources: Sources
) -> dict[str, BaselineAnswer]:
    """Return answers to every question that the baseline has a way for, of all splits.

    Prompts of the holdout are open too.
    """
    every = list(questions)
    by_id: dict[str, BaselineAnswer] = {}
    for scorer, way in baseline.ways.items():
        if mine := [question for question in every if question.scorer == scorer]:
            by_id |= way(mine, sources)
    return by_id


def closed(answer: Answerer) -> Way:
    """Return the way that answers closed questions one by one, from what others' truths teach.

    Examples are kept from a question here, in one place, so that no baseline can get it wrong.
    """

    def way(questions: Sequence[Question], sources: Sources) -> dict[str, BaselineAnswer]:
        seen_by = [(question, visible_part(question)) for question in questions]
        examples = [
            (question.track, question.cluster_id, AnsweredExample(seen, truth["answer"]))
            for question, seen in seen_by
            if "answer" in (truth := _truth(sources.truths, question))
        ]

        def others(question: Question) -> list[AnsweredExample]:
            return [
                example
                for track, cluster, example in examples
                if track == question.track and cluster != question.cluster_id
            ]

        return {
            question.question_id: BaselineAnswer(answer(seen, others(question)))
            for question, seen in seen_by
        }

    return way


def letters(answer: Answerer) -> Way:
    """Return the way that answers by the letter of the choice that a rule takes, learning nothing.

    One letter also where several may be right.
    """

    def letter(question: Question) -> BaselineAnswer:
        seen = visible_part(question)
        choices = seen["ask"]["choices"]
        return BaselineAnswer(letters_of(len(choices))[choices.index(answer(seen, ()))])

    return lambda questions, _: {each.question_id: letter(each) for each in questions}


def _truth(truths: Mapping[str, Truth], question: Question) -> Mapping[str, Any]:
    truth = truths.get(question.question_id)
    return truth.as_json()["truth"] if truth is not None else {}


def visible_part(question: Question) -> Shown:
    """Return what an answerer sees of a question."""
    record = question.as_json()
    return {key: record.get(key, []) for key in ("turns", "ask", "shown_sources")}


def text_of(seen: Shown) -> str:
    """Return the words of a question: its turns, then its sources."""
    words = [turn["content"] for turn in seen["turns"]]
    return " ".join([*words, *(source["text"] for source in seen["shown_sources"])])


def instance(schema: Mapping[str, Any], pick: Callable[[Mapping[str, Any]], Any]) -> Any:
    """Return a value that satisfies a simple JSON schema; ``pick`` chooses each leaf."""
    if schema.get("type") == "object":
        return {name: instance(inner, pick) for name, inner in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        wanted = max(int(schema.get("minItems", 0)), 1)
        element = schema.get("items", {})
        values = element.get("enum")
        return list(values[:wanted]) if values else [instance(element, pick)] * wanted
    return pick(schema)
