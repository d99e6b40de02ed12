"""Released truths against what the graph answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem
from digesta.text.normal_form import text_1
from digesta_generate.graph.client import Client
from digesta_generate.graph.load import whole
from digesta_generate.graph.truths import on_day, truth

Asked = tuple[str, Mapping[str, Any], Mapping[str, Any]]
"""A question's id, what it asks, and its released truth."""


NORM = "MATCH (n:Norm) RETURN n.official_id AS id"


def of_law(client: Client, questions: Sequence[Asked]) -> list[Asked]:
    """Return the questions about the law that the graph holds: those that name it, or no law."""
    held = {row["id"] for row in client.rows(NORM)}
    named = [question for question in questions if question[1].get("law") in held]
    return named or [question for question in questions if "law" not in question[1]]


def differences(client: Client, questions: Iterable[Asked]) -> Iterator[Problem]:
    """Return a problem for every released truth that the graph does not give, phrases included.

    GraphError where the graph is not whole.
    """
    whole(client)
    for question_id, ask, released in questions:
        answer = truth(client, ask)
        for name, value in answer.items():
            if value != released.get(name):
                yield _differs(question_id, name, released.get(name), value)
        if ask["kind"] == "point_in_time":
            yield from _phrases(client, question_id, ask, released)


def _phrases(
    client: Client, question_id: str, ask: Mapping[str, Any], released: Mapping[str, Any]
) -> Iterator[Problem]:
    text = text_1(on_day(client, ask["component_id"], ask["date"])[0]["text"])
    for name, there in (("must_contain", True), ("must_not_contain", False)):
        for phrase in released[name]:
            if (text_1(phrase) in text) != there:
                yield _differs(question_id, name, phrase, "a text in which that is not so")


def _differs(question_id: str, name: str, released: Any, answer: Any) -> Problem:
    values = (canonical_bytes(value).decode() for value in (answer, released))
    got, expected = (f"{name} {value}" for value in values)
    return Problem(
        code="truth-differs",
        file="truths.jsonl",
        question_id=question_id,
        got=got,
        expected=expected,
        fix="see that the graph has the compilations of the release, then "
        "find which of the two is wrong",
    )
