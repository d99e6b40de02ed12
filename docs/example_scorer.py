"""A whole scorer in one file: it says whether a set of names is the right one.

Measures whether an answer names exactly the names of the truth, in any order, and how far it is
off. An answer is an object, ``{"names": ["Ann", "Bob"]}``, or its text: a list alone is refused in
every predictions file. Names are compared as ``text/1`` reads them. Whatever else an answer is, it
is unreadable. There is nothing to guess among, so chance is 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from digesta import Adversary, Column, Metric, Response, Scorer, Share
from digesta.metrics.exact import NANO, nano, ratio
from digesta.records.base import Record
from digesta.scorers.base import QuestionWithTruth, Row, Sums
from digesta.scorers.shared.objects import readable
from digesta.text import NORMALISERS

T = TypeVar("T", str, tuple[str, ...])

NORMALISER = "text/1"
LIMIT = 50
"""Names of an answer that are read; with more it is unreadable."""


class Ask(Record):
    """What is asked for: names of this kind, such as ``persons``."""

    kind: str


class Answer(Record):
    """The names that an answer gives."""

    names: list[str]


class Truth(Record):
    """The right answer."""

    answer: Answer


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
    found = readable(answer)
    names = found.get("names") if found is not None and len(found) == 1 else None
    if type(names) is not list or len(names) > LIMIT:
        return None
    if not all(type(name) is str for name in names):
        return None
    return frozenset(map(NORMALISERS[NORMALISER], names))


def _silent(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    return [None] * len(asked)


def _constant(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer, in each task, with the set that is right most often; of several the least."""
    sets: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for one in asked:
        sets[one.task][tuple(sorted(one.truth["answer"]["names"]))] += 1
    return [{"names": list(_commonest(sets[one.task])[0])} for one in asked]


def _enumerate(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with the commonest names of the task, as many as are read."""
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in asked:
        names[one.task].update(one.truth["answer"]["names"])
    return [{"names": _commonest(names[one.task])[:LIMIT]} for one in asked]


def _commonest(counted: Counter[T]) -> list[T]:
    """Return what was counted, the most frequent first; ties by value, so that all runs agree."""
    return sorted(sorted(counted), key=counted.__getitem__, reverse=True)


def _echo(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    said = (one.question["turns"][-1]["content"].split() for one in asked)
    return [{"names": words[:LIMIT]} for words in said]


def _accuracy(sums: Sums) -> Share:
    return Share(sums["credit"], sums.n * NANO)


def _f1(sums: Sums) -> Share:
    return Share(sums["f1"], sums.n * NANO)


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
        Metric(
            "accuracy",
            "Answers with exactly the right names / all questions.",
            _accuracy,
            formula="credit / n",
            unit=NANO,
            proportion=True,
            column="credit",
            limits="One name too many counts like none right.",
        ),
        Metric(
            "mean_f1",
            "Mean over all questions of 2 * names in both / (names in answer + names in truth).",
            _f1,
            formula="f1 / n",
            unit=NANO,
            column="f1",
            limits="It does not tell names too many from names lacking.",
        ),
    ),
    adversaries=(
        Adversary("silent", "answers nothing", _silent),
        Adversary("constant", "the set that is right most often in its task", _constant),
        Adversary("random", "has nothing to draw among, and answers nothing", _silent),
        Adversary("enumerate", "the commonest names of its task", _enumerate),
        Adversary("echo", "the words of the question", _echo),
    ),
    prepare=prepare,
    mark=mark,
    why=why,
    normalisers=lambda _ask: frozenset({NORMALISER}),
)
