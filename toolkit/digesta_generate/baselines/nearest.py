"""What the three search baselines share: they answer as the nearest answered question did.

Given a search (a number for each text, higher is nearer), a question is answered so:

- choices of its own: the choice whose text is nearest to the question and its sources;
- choices that answered questions share, yes or no, numbers, or a shared schema: the vote of the
  ``VOTERS`` nearest of those questions, each weighing 1; a tie goes to the nearer;
- a schema of its own: each allowed string by its nearness, the first number of the sources, true;
- a number that no answered question's unit fits: 1.

Penalties and temporal questions are answered as the one nearest question of the same kind is, about
the article that is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.records.question import Question
from digesta.scorers import scorer_named
from digesta_generate.baselines import (
    AnsweredExample,
    Answerer,
    BaselineAnswer,
    Shown,
    Sources,
    Way,
    instance,
    text_of,
)
from digesta_generate.similarity.ranking import Search, queries

VOTERS = 5
"""Few, since a task has about twenty questions, and odd, since many are yes-or-no."""


def answerer(search: Search) -> Answerer:
    """Return the rule above for a search."""

    def answer(question: Shown, examples: Sequence[AnsweredExample]) -> Any:
        ask, text = question["ask"], text_of(question)
        alike = [example for example in examples if _form(example.shown["ask"]) == _form(ask)]
        if alike:
            return _vote(search([text_of(example.shown) for example in alike])(text), alike)
        if ask.get("choices"):
            return _best(search(ask["choices"])(text), ask["choices"])
        if ask["answer_type"] == "json":
            return instance(ask["schema"], lambda schema: _leaf(schema, text, search))
        return True if ask["answer_type"] == "boolean" else 1

    return answer


def as_nearest(search: Search) -> Way:
    """Return the way that answers as the nearest public question of another cluster is answered."""

    def way(questions: Sequence[Question], sources: Sources) -> dict[str, BaselineAnswer]:
        words = queries(questions)
        answered = [each for each in questions if each.question_id in sources.truths]

        def answer(question: Question) -> Any:
            others = [
                each
                for each in answered
                if each.cluster_id != question.cluster_id and _kind(each) == _kind(question)
            ]
            if not others:
                return None
            scores = search([words[each.question_id] for each in others])
            nearest = others[_order(scores(words[question.question_id]))[0]]
            truth = sources.truths[nearest.question_id].as_json()["truth"]
            prompt = scorer_named(question.scorer).prompt
            assert prompt is not None, "a model can be asked for what a baseline answers here"
            answer_schema = prompt.answer_schema(question.ask, sources.resources)
            made = {key: truth[key] for key in answer_schema["properties"] if key in truth}
            # A truth holds the proof too, and names the article that it is about.
            for version in made.get("versions", ()):
                version["component_id"] = question.ask["component_id"]
            return made

        return {each.question_id: BaselineAnswer(answer(each)) for each in questions}

    return way


def _kind(question: Question) -> tuple[Any, ...]:
    return question.track, question.ask.get("kind"), question.ask.get("law")


def _form(ask: Mapping[str, Any]) -> bytes:
    keys = ("answer_type", "choices", "schema", "unit")
    return canonical_bytes({key: ask[key] for key in keys if key in ask})


def _vote(scores: Sequence[float], alike: Sequence[AnsweredExample]) -> Any:
    nearest = [alike[i] for i in _order(scores)[:VOTERS]]
    votes = Counter(canonical_bytes(example.answer) for example in nearest)
    # Counter keeps first-seen order, and max takes the first of equals: the nearer answer.
    winner = max(votes, key=lambda answer: votes[answer])
    return next(example.answer for example in nearest if canonical_bytes(example.answer) == winner)


def _best(scores: Sequence[float], values: Sequence[Any]) -> Any:
    return values[_order(scores)[0]]


def _order(scores: Sequence[float]) -> list[int]:
    # Rounded, so that the last bits of a sum change no order; a network's vectors differ by more.
    return sorted(range(len(scores)), key=lambda i: (-round(float(scores[i]), 4), i))


def _leaf(schema: Mapping[str, Any], text: str, search: Search) -> Any:
    if "enum" in schema:
        return _best(search([str(value) for value in schema["enum"]])(text), schema["enum"])
    if schema.get("type") in {"integer", "number"}:
        return int((re.findall(r"[0-9]{1,9}", text) or ["1"])[0])
    return True if schema.get("type") == "boolean" else "-"
