"""LawBench's own records: a question, and a prediction with all that was asked and right."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from digesta.records.base import NonEmpty, Record


class LawBenchRecord(Record):
    """A record of LawBench; what else stands there is passed over."""

    model_config = ConfigDict(extra="ignore")


class LawBenchQuestion(LawBenchRecord):
    """One of a task's questions."""

    instruction: str = Field(default="", description="what to do")
    question: NonEmpty = Field(description="the question")
    answer: NonEmpty = Field(description="the key")


class LawBenchTurn(LawBenchRecord):
    """A message that was sent."""

    role: str = Field(description="HUMAN, BOT or SYSTEM")
    prompt: NonEmpty = Field(description="the text")


class LawBenchPrediction(LawBenchRecord):
    """One of a model's predictions."""

    origin_prompt: NonEmpty | list[LawBenchTurn] = Field(description="what was sent")
    prediction: str = Field(description="the reply")
    refr: NonEmpty = Field(description="the key")
