"""HalachaBench's own records, a question and a prediction, and the ids of its questions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from digesta.canonical import sha256_hex
from digesta.records.base import Answer, AnswerRecord, Day, NonEmpty, Record
from digesta.records.question import Turn
from digesta.scorers.closed.records import AnswerType

QUESTION_FILE, PREDICTION_FILE = "questions.jsonl", "predictions.jsonl"
PLAIN_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")


class SeedRef(Record):
    """Where a ruling stands."""

    work: NonEmpty = Field(description="the work")
    siman: int | NonEmpty | None = Field(default=None, description="the siman")
    seif: int | NonEmpty | None = Field(default=None, description="the seif")


class SeedQuestion(Record):
    """A line of a release's ``questions.jsonl``."""

    question_id: str = Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of the other fields")
    category: NonEmpty = Field(description="the category's name")
    task: NonEmpty = Field(description="the task's name")
    turns: list[Turn] = Field(min_length=1, description="the prompt, message by message")
    answer_type: AnswerType = Field(description="mcq, boolean, enum, numeric or json")
    ground_truth: Any = Field(description="the truth")
    release_date: Day = Field(description="a day, YYYY-MM-DD")
    license: NonEmpty = Field(description="the licence")
    attribution: NonEmpty = Field(description="whom to name")
    choices: Annotated[list[NonEmpty], Field(min_length=2)] | None = None
    acceptable_answers: Any = None
    source_refs: list[SeedRef] | None = None
    source_excerpt: NonEmpty | None = None
    tolerance: Annotated[float, Field(ge=0)] | None = None
    tolerance_type: Literal["absolute", "relative"] | None = None


class SeedPrediction(AnswerRecord):
    """A line of a predictions file; ``prediction`` counts where ``answer`` is absent or null."""

    question_id: str = Field(description="a question's id")
    answer: Answer = None
    prediction: Answer = None


def hash_of(fields: Mapping[str, Any]) -> str:
    """Return the id of a question: SHA-256 of its other fields, as the original makes it."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256_hex(text.encode())
