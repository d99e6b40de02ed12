"""From a question and its truth to what the scorer ``closed`` marks with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from digesta.scorers.closed.answers import (
    DEFAULT_NORMALISER,
    DEFAULT_NUMERALS,
    Choice,
    Text,
    YesNo,
)
from digesta.scorers.closed.json import Structure
from digesta.scorers.closed.numbers import Number
from digesta.scorers.closed.records import AnswerType, ClosedAsk, ClosedTruth

Prepared = Text | Choice | YesNo | Number | Structure

KINDS: Mapping[AnswerType, Callable[[ClosedAsk, ClosedTruth, str], Prepared]] = {
    "enum": lambda ask, truth, _language: Text.of(ask, truth),
    "mcq": lambda ask, truth, _language: Choice.of(ask, truth),
    "boolean": YesNo.of,
    "numeric": lambda ask, truth, _language: Number.of(ask, truth),
    "json": lambda ask, truth, _language: Structure.of(ask, truth),
}


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> Prepared:
    """Prepare a question, or ValueError when it is ambiguous or its truth cannot be right.

    question: the whole record as JSON (its ask and language are read). truth: the ``truth`` of
    its line. resources: not used.
    """
    del resources
    ask = ClosedAsk.model_validate(question["ask"])
    kind = KINDS[ask.answer_type]
    return kind(ask, ClosedTruth.model_validate(truth), question.get("language", "en"))


def normalisers(ask: Mapping[str, Any]) -> frozenset[str]:
    """Return the names and versions of the normalisers that marking an ask's answers uses."""
    if ask["answer_type"] == "numeric":
        return frozenset({ask.get("numerals", DEFAULT_NUMERALS)})
    return frozenset({ask.get("normaliser", DEFAULT_NORMALISER)})
