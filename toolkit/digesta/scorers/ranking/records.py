"""Records of the scorer ``ranking``: ranked documents, and all that were judged, by grade."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from digesta.records.base import Count, NonEmpty, Record, Slug, duplicates, optional
from digesta.records.format import RESOURCES, Format

_MOST = 1000
_BEST_GRADE = 100


class RankingAsk(Record):
    """How many documents are searched, and how long the list may be."""

    pool: int = Field(ge=1, description="How many documents are searched.")
    corpus: str | None = optional(
        "The documents, where the release holds them: those of NAME/2 are the lines of "
        "resources/NAME/corpus-2.jsonl.",
        pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$",
    )
    at_most: int = Field(
        ge=1, le=_MOST, description="Documents of the list that are read; the rest is cut."
    )
    relevant_from: int = Field(
        ge=1, description="The lowest grade of a relevant document, for all but discounted gain."
    )


class GradeGroup(Record):
    """Documents of one grade."""

    grade: Annotated[Count, Field(le=_BEST_GRADE)] = Field(
        description="How relevant they are, which is their gain; 0 of those judged irrelevant."
    )
    documents: list[NonEmpty] = Field(
        min_length=1, description="Their ids; in the order of the original where it has one."
    )


class CorpusDocument(Record):
    """A document of a corpus: a line of it."""

    document: Slug = Field(description="Its id, once in the corpus.")
    text: NonEmpty = Field(description="What is searched.")


class RankingTruth(Record):
    """The judged documents."""

    grades: list[GradeGroup] = Field(
        min_length=1, description="By grade, the best first; at least one grade above 0."
    )
    coded_best: int | None = optional(
        "How many of the best the original counts; absent where it counts all.", ge=1
    )

    @model_validator(mode="after")
    def _each_document_once_best_first(self) -> Self:
        grades = [group.grade for group in self.grades]
        if any(below >= above for above, below in pairwise(grades)) or not grades[0]:
            raise ValueError(f"grades from the best to the lowest, the first above 0: {grades}")
        ids = chain.from_iterable(group.documents for group in self.grades)
        if twice := duplicates(ids):
            raise ValueError(f"each document once, not {', '.join(twice)} twice")
        return self


class RankingAnswer(Record):
    """CorpusDocument ids, best first."""

    ranked: list[str] = Field(
        description="Ids of documents, best first; a repeated one keeps its first place."
    )


FORMATS = (
    Format(
        "document",
        f"{RESOURCES}corpus-<version>.jsonl",
        "The documents that questions of ranking search, where the release holds them.",
        CorpusDocument,
    ),
)
"""Files among a release's resources that whoever answers reads."""
