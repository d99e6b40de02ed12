"""Record of a grading: what was packed under masks. Graders do not get it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from digesta.records.base import Count, Record, ReleaseId, Sha256, Slug, optional


class GradingKey(Record):
    """What was packed for graders; labels, orders and known answers follow from its seed."""

    format: Literal["grading-key/2"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    track: Slug = Field(description="The track.")
    seed: Count = Field(description="What labels, orders and draws follow from.")
    questions: list[Slug] | None = optional(
        "The questions that were drawn; absent: all that need a judge."
    )
    submissions: dict[Slug, Sha256] = Field(
        description="SHA-256 of the predictions of each submission, by its id."
    )
