"""Records of a submission's score on the sealed holdout: aggregates, nothing per question.

Whole percents, through a ladder without parameters: a figure changes only when an attempt beats
the one that stands by more than its noise, so repeated attempts learn little. Boards of sealed
questions are built from these files alone, so that a clone without the identity makes the same.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from digesta.records.base import Count, Name, Record, ReleaseId, Sha256, Slug, optional
from digesta.records.board import IntervalMethod, RowInputs

LEAST_OF_TRACK, LEAST_OF_CATEGORY = 10, 30
"""A track or category with fewer sealed questions has no figure; below 30 a track ranks nobody."""

Percent = Annotated[int, Field(ge=0, le=100, title="whole percent")]


class HoldoutFigure(Record):
    """One score on sealed questions, in whole percents."""

    n: int = Field(ge=LEAST_OF_CATEGORY, description="Sealed questions: at least 30.")
    percent: Percent = Field(description="The score.")
    low: Percent = Field(description="Lower end of its 95 % interval, rounded down.")
    high: Percent = Field(description="Upper end of its 95 % interval, rounded up.")
    chance: Percent = Field(description="What guessing earns.")
    missing: Count = Field(description="Questions without an answer.")
    unreadable: Count = Field(description="Answers that the scorer could not read.")
    interval: IntervalMethod = Field(description="How the interval was made.")

    @model_validator(mode="after")
    def _within(self) -> Self:
        if not self.low <= self.percent <= self.high:
            raise ValueError("a percent between low and high")
        return self


class HoldoutTrack(HoldoutFigure):
    """A track's headline on the sealed questions, and its categories."""

    n: int = Field(ge=LEAST_OF_TRACK, description="Sealed questions: at least 10.")
    metric: Name = Field(description="The track's headline on its sealed questions.")
    attempt: int = Field(
        ge=1, description="The attempt whose figures stand: below attempts when the ladder held."
    )
    categories: dict[Name, HoldoutFigure] = Field(
        default_factory=dict, description="Categories of at least 30 sealed questions."
    )
    headlines: dict[Name, HoldoutFigure] | None = optional(
        "Further headlines of at least 30 sealed questions, by name."
    )
    signature: str = Field(min_length=1, description="All that the figures depend on.")


class HoldoutScores(Record):
    """What a maintainer scored against the sealed truths: the only score in this folder."""

    format: Literal["holdout/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    submission_id: Slug = Field(description="The submission.")
    root: Sha256 = Field(description="Root of the set of holdout questions, as in the manifest.")
    maintainers: bool = Field(
        description="Whether the submission is the maintainers' own: uncapped and never ranked."
    )
    attempts: int = Field(
        ge=1, description="Scored attempts of this organisation on this set, this one included."
    )
    logged: Sha256 = Field(
        description="SHA-256 of the attempt's line in the log of attempts, without its LF."
    )
    ladder: Literal["ladder/1"] = Field(description="The rule by which figures change.")
    tracks: dict[Name, HoldoutTrack] = Field(min_length=1, description="Figures by track.")
    inputs: RowInputs = Field(description="Digests of what was scored.")

    @model_validator(mode="after")
    def _attempts_that_were(self) -> Self:
        for name, track in self.tracks.items():
            if track.attempt > self.attempts:
                raise ValueError(f"{name}: an attempt up to {self.attempts}, not {track.attempt}")
        return self
