"""Record of a grading: which masked answer is whose. Graders do not get it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from digesta.records.base import Count, NonEmpty, Record, ReleaseId, Sha256, Slug


class MaskedAnswer(Record):
    """An answer under the label that graders see; equal answers to a question have one."""

    label: NonEmpty = Field(description="The label, such as Q7-B: no cell of a sheet mistakes it.")
    question_id: Slug = Field(description="The question.")
    answer_sha256: Sha256 = Field(description="SHA-256 of the canonical bytes of the answer.")
    submissions: list[Slug] = Field(description="The submissions that gave it.")
    calibration: list[Slug] = Field(
        default_factory=list, description="The kinds of calibration answer that it is."
    )


class GradingKey(Record):
    """What was packed for graders, and whose each answer is."""

    format: Literal["grading-key/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    track: Slug = Field(description="The track.")
    seed: Count = Field(description="What labels, orders and draws follow from.")
    graders: Annotated[int, Field(ge=2)] = Field(description="How many grade apart.")
    questions: list[Slug] | None = Field(
        default=None, description="The questions that were drawn; absent: all that need a judge."
    )
    submissions: dict[Slug, Sha256] = Field(
        description="SHA-256 of the predictions of each submission, by its id."
    )
    calibration: list[Slug] = Field(
        description="The questions whose four calibration answers are mixed in."
    )
    answers: list[MaskedAnswer] = Field(description="Every answer, in the order of its label.")
