"""A whole scorer in one file: it says whether a set of names is the right one.

Measures whether an answer names exactly the names of the truth, in any order, and how far it is
off. An answer is an object, ``{"names": ["Ann", "Bob"]}``, or its text: a list alone is refused in
every predictions file. Names are compared as ``text/1`` reads them. Whatever else an answer is, it
is unreadable. There is nothing to guess among, so chance is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pydantic import ConfigDict, Field

from digesta.metrics.exact import NANO, nano, ratio
from digesta.records.base import Record
from digesta.scorers.base import (
    ANSWERED_RATE,
    Adversary,
    Column,
    QuestionWithTruth,
    Response,
    Row,
    Scorer,
)
from digesta.scorers.shared.adversaries import SILENT, answer_by_group, last_turn, task_of
from digesta.scorers.shared.metrics import mean_metric
from digesta.scorers.shared.objects import readable
from digesta.text import NORMALISERS

T = TypeVar("T", str, tuple[str, ...])

NORMALISER = "text/1"
LIMIT = 50
"""Names of an answer that are read; with more it is unreadable."""


class Ask(Record):
    """What is asked for: names of one kind."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "persons"}]})

    kind: str = Field(description="What the names are of, such as ``persons``.")


class Answer(Record):
    """The names that an answer gives."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"names": ["Ann", "Bob"]}]})

    names: list[str] = Field(description="The names, in any order.")


class Truth(Record):
    """The right answer."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"answer": {"names": ["Ann", "Bob"]}}]}
    )

    answer: Answer = Field(description="The names that are right.")


class Prepared(NamedTuple):
    """What marking needs of a question."""

    names: frozenset[str]


def prepare(
    _question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> Prepared:
    """Return the right names as they are compared, or raise ValueError: a set of none is no key."""
    names = _read(truth["answer"])
    if not names:
        raise ValueError("the truth names nothing, or too much")
    return Prepared(names)


def mark(prepared: Prepared, response: Response) -> Row:
    """Mark one answer: credit, missing, unreadable, chance; then f1."""
    if response.answer is None:
        return (0, 1, 0, 0, 0)
    names = _read(response.answer)
    if names is None:
        return (0, 0, 1, 0, 0)
    right, named = prepared.names, len(names & prepared.names)
    return (NANO * (names == right), 0, 0, 0, nano(ratio(2 * named, len(names) + len(right))))


def why(prepared: Prepared, response: Response) -> str:
    """Return in one sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    names = _read(response.answer)
    if names is None:
        return f"unreadable: no object with a list of at most {LIMIT} names"
    if names == prepared.names:
        return f"right: all {len(names)} names and no other"
    extra, lacking = sorted(names - prepared.names), sorted(prepared.names - names)
    return f"wrong: {len(extra)} too many, {len(lacking)} lacking"


def _read(answer: Any) -> frozenset[str] | None:
    """Return the names as they are compared; None for what is no answer of the form."""
    value = readable(answer)
    names = value.get("names") if value is not None and len(value) == 1 else None
    if type(names) is not list or len(names) > LIMIT:
        return None
    if not all(type(name) is str for name in names):
        return None
    return frozenset(map(NORMALISERS[NORMALISER], names))


def _constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, for each task, the set that is right most often; of several the least."""
    return answer_by_group(questions, task_of, _best_set)


def _best_set(questions: Sequence[QuestionWithTruth]) -> dict[str, Any]:
    sets = Counter(tuple(sorted(question.truth["answer"]["names"])) for question in questions)
    return {"names": list(_commonest(sets)[0])}


def _enumerate(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, for each task, its commonest names, as many as are read."""
    return answer_by_group(questions, task_of, _best_names)


def _best_names(questions: Sequence[QuestionWithTruth]) -> dict[str, Any]:
    names = Counter(name for q in questions for name in q.truth["answer"]["names"])
    return {"names": _commonest(names)[:LIMIT]}


def _commonest(counts: Counter[T]) -> list[T]:
    """Return the values, the most frequent first; ties by value, so that all runs agree."""
    return sorted(sorted(counts), key=counts.__getitem__, reverse=True)


def _echo(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    return [{"names": last_turn(question).split()[:LIMIT]} for question in questions]


SCORER: Scorer[Prepared] = Scorer(
    name="names",
    version=1,
    Ask=Ask,
    Truth=Truth,
    Answer=Answer,
    columns=(
        Column("f1", "share", "2 * names in both / (names in the answer + names in the truth)"),
    ),
    metrics=(
        mean_metric(
            "accuracy",
            "Answers with exactly the right names / all questions.",
            "credit",
            proportion=True,
            limits="One name too many counts like none right.",
        ),
        mean_metric(
            "mean_f1",
            "Mean over all questions of 2 * names in both / (names in answer + names in truth).",
            "f1",
            limits="It does not tell names too many from names lacking.",
        ),
        ANSWERED_RATE,
    ),
    adversaries=(
        SILENT,
        Adversary("constant", "the set that is right most often in its task", _constant),
        Adversary("random", "has nothing to draw among, and answers nothing", SILENT.answers),
        Adversary("enumerate", "the commonest names of its task", _enumerate),
        Adversary("echo", "the words of the question", _echo),
    ),
    prepare=prepare,
    mark=mark,
    why=why,
    normalisers=lambda _ask: frozenset({NORMALISER}),
)
