"""What a draft still lacks: found by our own records, told by file, key and place in the source.

A source may be right by its own rules and short by ours: it has no licence, or a truth that our
scorer would refuse. Such a thing refuses no import; it stands here, and ``release cut`` refuses
the draft until it is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from digesta.errors import InputError, Problem
from digesta.records.base import example_of
from digesta.records.question import LICENSES, Question, Truth
from digesta.records.reading import read_record
from digesta.records.submission import Prediction
from digesta.scorers.closed.records import ClosedAsk, ClosedTruth
from digesta.scorers.extraction.records import ExtractionAsk, ExtractionTruth
from digesta.scorers.penalty.records import PenaltyAsk, PenaltyTruth
from digesta.scorers.retrieval.records import RetrievalAsk, RetrievalTruth
from digesta.scorers.rubric.records import RubricAsk, RubricTruth
from digesta.scorers.temporal.answer_records import KINDS

if TYPE_CHECKING:
    from digesta.interchange.base import Draft

Value = dict[str, Any]
Check = Callable[[Value, Value, Mapping[str, bytes]], str | None]
"""A question, its truth and the resources -> what the scorer has against them, if anything."""

QUESTIONS, TRUTHS = "questions.jsonl", "truths.jsonl"

ADD: Mapping[str, str] = {
    "license": f"the licence, one of {', '.join(LICENSES)}",
    "law_as_of": "the day as of which the law is meant, YYYY-MM-DD",
    "released": "the date of the release that first has the question, YYYY-MM-DD",
    "difficulty": "easy, medium or hard, by the datasheet's rule",
    "attribution": "whom to name when the question is used",
    "turns": "the prompt, message by message",
    "source_refs": "where in which work the truth is found",
}
"""What to add where a key is absent; other keys are told by their description."""

RECORDS: Mapping[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "closed": (ClosedAsk, ClosedTruth),
    "extraction": (ExtractionAsk, ExtractionTruth),
    "penalty": (PenaltyAsk, PenaltyTruth),
    "retrieval": (RetrievalAsk, RetrievalTruth),
    "rubric": (RubricAsk, RubricTruth),
}

DATED = frozenset({"cases", "finlaw", "frenchlaw", "tlr"})
"""Tracks whose questions say as of when the law is meant."""


class Todo(NamedTuple):
    """One thing to do. key: of the lines meant. at: question -> its place in the source."""

    file: str
    key: str
    add: str
    at: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the object that stands in ``todo.json``."""
        said: dict[str, Any] = {"file": self.file, "key": self.key, "add": self.add}
        return said | ({"at": dict(self.at)} if self.at else {})


LINES: Mapping[str, type[BaseModel]] = {
    QUESTIONS: Question,
    TRUTHS: Truth,
    "predictions.jsonl": Prediction,
}
_NEEDED = frozenset(
    {"question_id", "scorer", "track", "category", "task", "ask", "truth", "answer"}
)


def problems_of_line(path: str, value: Any, line: int) -> list[Problem]:
    """Give what is wrong with a line of a draft; most keys may be absent, none may be wrong."""
    try:
        read_record(LINES[path], value, path, line)
    except InputError as error:
        problems = error.problems
    else:
        problems = ()
    needed = {f"no /{key}" for key in _NEEDED}
    wrong = [
        one
        for one in problems
        if one.code != "missing-key" or one.got in needed or one.got.count("/") > 1
    ]
    if path == QUESTIONS and not wrong:
        wrong += _unknown_scorer(value, line)
    # The text of a document that a source names alone is left to add.
    return [one for one in wrong if not _TEXT_TO_ADD.fullmatch(one.got)]


_TEXT_TO_ADD = re.compile(r"no /shown_sources/[0-9]+/text")


def _unknown_scorer(value: Mapping[str, Any], line: int) -> list[Problem]:
    if value["scorer"] in RECORDS:
        return []
    if value["scorer"] == "temporal" and value["ask"].get("kind") in KINDS:
        return []
    return [
        Problem(
            code="scorer-unknown",
            file=QUESTIONS,
            line=line,
            got=f"/scorer: {value['scorer']}",
            expected=f"{', '.join(RECORDS)}, or temporal with a known kind",
            fix="correct the question",
        )
    ]


def todo_of(draft: Draft, places: Sequence[str], check: Check) -> tuple[Todo, ...]:
    """Give what the lines of a draft lack, one entry a thing, in order of first need."""
    found: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for question, truth, place in zip(draft.questions, draft.truths, places, strict=True):
        at = (question["question_id"], place)
        needs = list(_needs(question, truth))
        if not any(key.startswith(_CHECKED) for _, key, _ in needs):
            said = check(question, truth, draft.resources)
            needs += [] if said is None else [(TRUTHS, "/truth", said)]
        for need in needs:
            found.setdefault(need, []).append(at)
    return tuple(Todo(*need, tuple(sorted(at))) for need, at in found.items())


_CHECKED = ("/ask", "/truth")
"""Where something is wrong here, the scorer is not asked."""


def _needs(question: Value, truth: Value) -> Iterator[tuple[str, str, str]]:
    yield from _of(QUESTIONS, Question, question)
    if question["track"] in DATED and "law_as_of" not in question:
        yield QUESTIONS, "/law_as_of", ADD["law_as_of"]
    yield from _of(TRUTHS, Truth, truth)
    ask, right = _records(question)
    yield from _of(QUESTIONS, ask, question.get("ask", {}), "/ask")
    yield from _of(TRUTHS, right, truth.get("truth", {}), "/truth")


def _records(question: Mapping[str, Any]) -> tuple[type[BaseModel], type[BaseModel]]:
    if question["scorer"] == "temporal":
        kind = KINDS[question["ask"]["kind"]]
        return kind.ask, kind.truth
    return RECORDS[question["scorer"]]


def _of(
    file: str, record: type[BaseModel], value: Mapping[str, Any], below: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Yield (file, key, what to add): what is absent first; then what is wrong in the rest."""
    absent = {
        field.alias or name: field.description or ""
        for name, field in record.model_fields.items()
        if field.is_required() and (field.alias or name) not in value
    }
    for key, about in absent.items():
        yield file, f"{below}/{key}", ADD.get(key, about)
    # A stand-in for what is absent lets the record's other rules speak.
    filled = {key: example_of(record)[key] for key in absent} | dict(value)
    try:
        record.model_validate(filled)
    except ValueError:
        yield from _wrong(file, record, filled, below)


def _wrong(
    file: str, record: type[BaseModel], value: Mapping[str, Any], below: str
) -> Iterator[tuple[str, str, str]]:
    try:
        read_record(record, value, file)
    except InputError as error:
        for problem in error.problems:
            pointer = problem.got.removeprefix("no ").split(": ", 1)[0]
            pointer = pointer if pointer.startswith("/") else ""
            yield file, f"{below}{pointer}", problem.expected or problem.fix
