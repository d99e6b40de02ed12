"""Records of how a question was checked: readers, passages, outcome.

The levels of checking follow from the readers: R0 the author only, R1 a second model, R2
computed or checked by a program against a primary source, R3 a qualified human, R4 two.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from digesta.records.base import Answer, AnswerRecord, NonEmpty, Record, Sha256, Slug


class Reader(AnswerRecord):
    """Who read a question, what they were shown (by digest), what they answered."""

    kind: Literal["model", "human", "program"] = Field(description="What kind of reader.")
    qualification: NonEmpty = Field(description="What makes the reader fit to judge.")
    same_family_as_author: bool | None = Field(
        default=None, description="Whether a model reader is of the author's model family."
    )
    prompt_sha256: Sha256 | None = Field(
        default=None, description="Digest of all that the reader was shown."
    )
    answer: Answer = Field(default=None, description="What the reader answered, unprompted.")
    verdict: Literal["agreed", "disputed"] = Field(
        description="Whether the reader's answer is the author's truth."
    )


class Passage(Record):
    """The few words of a source that decide a question: at most eight."""

    work: NonEmpty = Field(description="The work.")
    at: NonEmpty = Field(description="The place in it.")
    words: NonEmpty = Field(description="At most eight words, as they stand there.")


class Review(Record):
    """Who checked a question, how, with what result. A dropped question keeps its record."""

    question_id: Slug = Field(description="The question; of a dropped one, its working id.")
    purpose: Literal["blind", "audit"] = Field(
        description="blind: the readers saw turns, ask and shown sources alone; audit: all."
    )
    readers: list[Reader] = Field(
        description="Who read it, one by one; none: nobody but its author."
    )
    passages: list[Passage] = Field(default_factory=list, description="The words that decide.")
    outcome: Literal["kept", "changed", "dropped"] = Field(
        description="What became of it; a dropped question stands in no other file."
    )
    why: str = Field(default="", description="Why, in one sentence.")
