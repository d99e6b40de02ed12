"""Records of calibration: four authored answers of known order, and a judge's choices among them.

The answers are the maintainers', lie in the release, and are no system's predictions. A judge
that cannot order them cannot be published.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from digesta.records.base import NonEmpty, Record, Sha256, Slug, optional

CalibrationKind = Literal["reference", "partial", "wrong", "off_topic"]
"""Best first: the reference, one with half the substance removed, one whose authorities are
falsified, one about something else."""


class CalibrationAnswer(Record):
    """An authored answer to a question, whose worth against three others is known."""

    question_id: Slug = Field(description="The question, of the public split.")
    kind: CalibrationKind = Field(
        description="reference: a right answer; partial: half of its substance removed; wrong: "
        "its authorities falsified, one text repealed; off_topic: about something else."
    )
    answer: NonEmpty = Field(description="The answer: no system's, written for this.")
    unseen: Literal[True] | None = optional(
        "Whether its writer had seen neither the criteria nor any judge's program."
    )


class Choice(Record):
    """Which of two calibration answers a judge preferred, shown in this order."""

    question_id: Slug = Field(description="The question.")
    first: CalibrationKind = Field(description="The answer that was shown first.")
    second: CalibrationKind = Field(description="The answer that was shown second.")
    chosen: Literal["first", "second", "tie"] = Field(description="Which was preferred.")
    prompt_sha256: Sha256 = Field(description="SHA-256 of what the judge was shown.")
    replies: list[str] = Field(
        default_factory=list, description="The judge's replies, unparsed, so that it is replayable."
    )

    @model_validator(mode="after")
    def _two_answers(self) -> Self:
        if self.first == self.second:
            raise ValueError("two answers: first and second are of two kinds")
        return self
