"""Records of the scorer ``mentions``: what is looked for in a reply, and what is right."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from digesta.records.base import NonEmpty, Record, Whole, duplicates

MentionsReading = Literal["labels/1", "label/1", "articles/1", "months/1", "amount/1"]


class MentionsAsk(Record):
    """What is read out of a reply, by name and version of the reading."""

    reading: MentionsReading = Field(
        description="labels/1: those of the list that stand in the reply; label/1: the only one; "
        "articles/1: the first number between two marks 、; months/1: a prison term; amount/1: "
        "a sum of money."
    )
    labels: Annotated[list[NonEmpty], Field(max_length=1000)] = Field(
        default_factory=list, description="The list, of readings that have one."
    )

    @model_validator(mode="after")
    def _check_labels(self) -> MentionsAsk:
        if self.reading.startswith("label") != (len(self.labels) > 1):
            raise ValueError("labels: two or more for labels/1 and label/1, none for others")
        if twice := duplicates(self.labels):
            raise ValueError(f"labels: each once, not {', '.join(twice)} twice")
        return self


class MentionsTruth(Record):
    """What is right: labels, article numbers, or one number of months or money."""

    right: Annotated[list[NonEmpty], Field(min_length=1)] = Field(
        description="Labels of the list; numbers of articles; one whole number of months; one "
        "amount, as a decimal."
    )


class MentionsAnswer(Whole[str]):
    """The reply of a model as it came."""
