"""Records of who wrote questions and how they were checked: authors, readers, what gives away.

The levels of checking follow from the readers: R0 the author only, R1 a second model, R2
computed or checked by a program against a primary source, R3 a qualified human, R4 two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from digesta.records.base import (
    Answer,
    AnswerRecord,
    Name,
    NonEmpty,
    Record,
    Sha256,
    Slug,
    UnitDecimal,
    duplicates,
    optional,
)

AUTHORS: Mapping[str, str] = {
    "model": "the language model %(name)s",
    "model of a family": "the language model %(name)s, of the family %(family)s",
    "human": "%(name)s",
    "program": "the program %(name)s",
}
"""How an author is called."""


class Author(Record):
    """Who wrote questions and keys of a track."""

    kind: Literal["model", "human", "program"] = Field(description="What kind of author.")
    name: NonEmpty = Field(description="Name, of a person also a pseudonym.")
    family: NonEmpty | None = optional("Of a model its family and who makes it.")

    @property
    def words(self) -> tuple[str, dict[str, str]]:
        """Return how the author is called: words of ``AUTHORS``, and what stands in them."""
        kind = "model of a family" if self.kind == "model" and self.family else self.kind
        return AUTHORS[kind], {"name": self.name, "family": self.family or ""}


class Reader(AnswerRecord):
    """Who read a question, what they were shown (by digest), what they answered."""

    kind: Literal["model", "human", "program"] = Field(description="What kind of reader.")
    name: NonEmpty | None = optional("Name or pseudonym, of a person.")
    qualification: NonEmpty = Field(description="What makes the reader fit to judge.")
    same_family_as_author: bool | None = optional(
        "Whether a model reader is of the author's model family."
    )
    prompt_sha256: Sha256 | None = optional("Digest of all that the reader was shown.")
    answer: Answer = optional("What the reader answered, unprompted.")
    verdict: Literal["agreed", "disputed"] = Field(
        description="Whether the reader's answer is the author's truth."
    )


class Passage(Record):
    """The few words of a source that decide a question: at most eight, or more of a free text."""

    work: NonEmpty = Field(description="The work.")
    at: NonEmpty = Field(description="The place in it.")
    words: NonEmpty = Field(
        description="The words that decide, as the source has them: at most eight, unless `text` "
        "or another passage of the same place gives its whole text."
    )
    text: NonEmpty | None = optional(
        "The whole article that has the words, as in force on the day that is asked "
        "about. Only where its text is free of rights; once for each place of a review."
    )
    url: Annotated[str, Field(max_length=500, pattern=r"^https://[!-~]+$")] | None = optional(
        "Where its official publisher has the text: the article itself, else the law, "
        "else the collection that has it."
    )


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
    reason: NonEmpty | None = optional("Why the key is what it is, in one sentence for a visitor.")
    steps: NonEmpty | None = optional(
        "How a number or day of the key is computed, in one line; absent where nothing is computed."
    )


GiveawayTest = Literal[
    "linear", "ngram", "longest", "position", "copies", "across", "before", "printed"
]
"""What programs measure that gives answers away (``digesta.releases.giveaways``)."""


class Excuse(Record):
    """Why a track may exceed a limit of giveaways."""

    track: Name = Field(description="The track.")
    test: GiveawayTest = Field(description="Which limit it exceeds.")
    reason: NonEmpty = Field(description="Why it is cut all the same.")


class GiveawayLimits(Record):
    """How much of each giveaway a release may have, as shares; an excuse lets a track exceed one.

    Only figures of at least 30 questions are held to a limit.
    """

    linear: UnitDecimal = Field(
        default="0.10",
        description="Over the base rate: how often a linear model over n-grams of the questions, "
        "tried on other clusters, is right about a label.",
    )
    ngram: UnitDecimal = Field(
        default="0.10", description="The same of the best single n-gram, chosen on other clusters."
    )
    longest: UnitDecimal = Field(
        default="0.15", description="Over chance: how often the one longest choice is right."
    )
    position: UnitDecimal = Field(
        default="0.15", description="Over chance: how often the commonest place is right."
    )
    copies: UnitDecimal = Field(
        default="1",
        description="Questions that differ from another of their task and split in little but "
        "numbers. At 1, here and below, there is no limit: computed questions often differ so.",
    )
    across: UnitDecimal = Field(
        default="1", description="Sealed questions that so differ from a public one."
    )
    before: UnitDecimal = Field(
        default="1", description="New questions that so differ from one of the release before."
    )
    printed: UnitDecimal = Field(
        default="0.05",
        description="Of the points of rubrics, those for what the question prints.",
    )
    excused: list[Excuse] | None = optional("Tracks that exceed a limit, and why.")

    @model_validator(mode="after")
    def _excused_once(self) -> Self:
        if twice := duplicates((each.track, each.test) for each in self.excused or ()):
            raise ValueError(f"each track and test excused once, not {' '.join(twice[0])} twice")
        return self

    def limit_of(self, test: str) -> float:
        """Return the limit of a test; KeyError where there is no such test."""
        if test not in get_args(GiveawayTest):
            raise KeyError(test)
        return float(getattr(self, test))
