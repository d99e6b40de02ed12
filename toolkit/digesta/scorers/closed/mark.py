"""Marking of the scorer ``closed``: from a question and its truth, and an answer, to a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from digesta.metrics.exact import NANO
from digesta.scorers.base import STANDARD, Column, Response, Row, Rows
from digesta.scorers.closed.numbers import CLOCK, NumberKey
from digesta.scorers.closed.objects import ObjectKey, refuse_schema
from digesta.scorers.closed.read import (
    DEFAULT_NUMERALS,
    RIGHT,
    UNREADABLE,
    WORDS,
    WRONG,
    ChoiceKey,
    TextKey,
    YesNoKey,
    normaliser_of,
)
from digesta.scorers.closed.records import AnswerType, ClosedAsk, ClosedTruth
from digesta.text.readings import JSON_WORDS, yes_no_words

COLUMNS = (
    Column("json", "count", "1 when the answer is to be an object"),
    Column("json_fields", "share", "top-level members that equal the truth's, of either's"),
    Column("order", "count", "1 when the object is one list that a truth permutes"),
    Column("concordant", "share", "pairs of an order that stand in the true order"),
)
CREDIT, MISSING, ILLEGIBLE, CHANCE = range(len(STANDARD))

ClosedKey = TextKey | ChoiceKey | YesNoKey | NumberKey | ObjectKey
"""What answers to a question are marked with."""

_KINDS: Mapping[AnswerType, Callable[[Mapping[str, Any], Sequence[Any], str], ClosedKey]] = {
    "enum": TextKey.of,
    "mcq": ChoiceKey.of,
    "boolean": YesNoKey.of,
    "numeric": NumberKey.of,
    "json": ObjectKey.of,
}
_STATUSES = {UNREADABLE: "unreadable", WRONG: "wrong", RIGHT: "right"}

_NO_ANSWER = len(_STATUSES)
_PLAIN = np.zeros((_NO_ANSWER + 1, len(STANDARD) + len(COLUMNS)), dtype=np.int64)
_PLAIN[_NO_ANSWER, MISSING] = _PLAIN[UNREADABLE, ILLEGIBLE] = 1
_PLAIN[RIGHT, CREDIT] = NANO


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> ClosedKey:
    """Prepare a question, or ValueError when it is ambiguous or its truth cannot be right.

    question: the whole record as JSON (its ask and language are read). truth: the ``truth`` of
    its line.
    """
    ask, right = ClosedAsk.model_validate(question["ask"]), ClosedTruth.model_validate(truth)
    if ask.answer_type == "json":
        refuse_schema(ask.schema_ or {}, right.all, ask.unordered or ())
    return prepare_cut(question, truth, resources)


def prepare_cut(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> ClosedKey:
    """Prepare a question whose ask and truth are valid: they are read as they are written."""
    answers = truth["answer"], *truth.get("accepted", ())
    kind = _KINDS[question["ask"]["answer_type"]]
    return kind(question["ask"], answers, question.get("language", "en"))


def normalisers(ask: Mapping[str, Any]) -> frozenset[str]:
    """Return the names and versions of the normalisers that marking an ask's answers uses."""
    reading = {ask["reading"]} if "reading" in ask else set()
    if ask["answer_type"] == "numeric":
        return frozenset(reading or {ask.get("numerals", DEFAULT_NUMERALS)})
    return frozenset({normaliser_of(ask)} | reading)


def with_reading(ask: Mapping[str, Any], reading: str) -> Mapping[str, Any]:
    """Return an ask that says how its answers are read: as it says itself, else as its track."""
    return ask if {"numerals", "reading"} & ask.keys() else {**ask, "reading": reading}


def unread(ask: Mapping[str, Any], language: str) -> str:
    """Return what answers cannot say in a language's own words or marks; "" where all is read."""
    kind = ask["answer_type"]
    if "reading" in ask:  # numbers are read in the marks of all languages
        own = yes_no_words(language).own[len(JSON_WORDS) :]
        return "yes and no" if kind == "boolean" and not own else ""
    if language.partition("-")[0] in WORDS or "numerals" in ask or ask.get("unit") == CLOCK:
        return ""
    return {"boolean": "yes and no", "numeric": "numbers"}.get(kind, "")


def mark(prepared: ClosedKey, response: Response) -> Row:
    """Mark one answer: the standard columns, then json, json_fields, order, concordant."""
    answer, cells = response.answer, [0] * len(COLUMNS)
    if isinstance(prepared, ObjectKey):
        empty = _NO_ANSWER, 0, 0
        status, fields, pairs = empty if answer is None else prepared.marks(answer)
        cells = [1, fields, int(bool(prepared.order)), pairs]
    else:
        status = _NO_ANSWER if answer is None else prepared.status(answer)
    row = [int(cell) for cell in _PLAIN[status]]
    row[CHANCE] = prepared.chance
    return *row[: len(STANDARD)], *cells


def mark_many(prepared: Sequence[ClosedKey], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark``."""
    if ObjectKey in set(map(type, prepared)):
        each = map(mark, prepared, map(Response, answers))
        return np.array([*each], dtype=np.int64)
    # Most answers are none, or the truth as it is written: no other needs to be read.
    statuses = [
        _NO_ANSWER
        if answer is None
        else RIGHT
        if answer == sure and answer.__class__ is sure.__class__
        else key.status(answer)
        for key, sure, answer in zip(
            prepared, map(attrgetter("sure"), prepared), answers, strict=True
        )
    ]
    rows: Rows = _PLAIN[np.array(statuses, dtype=np.intp)]
    rows[:, CHANCE] = np.fromiter(map(attrgetter("chance"), prepared), np.int64, len(prepared))
    return rows


def why(prepared: ClosedKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    status = prepared.status(response.answer)
    return f"{_STATUSES[status]}: {prepared.why(response.answer, status)}"
