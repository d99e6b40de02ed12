"""Records of the scorer ``retrieval``: similar cases, ranked."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from digesta.canonical import sha256_hex
from digesta.records.base import (
    Count,
    NonEmpty,
    Record,
    Sha256,
    Slug,
    duplicates,
    optional,
)
from digesta.records.format import RESOURCES, Format


def text_sha256(text: str) -> str:
    """Return the digest by which two cases have the same text, white space at its ends aside.

    >>> text_sha256(" 盗窃 ") == text_sha256("盗窃")
    True
    """
    return sha256_hex(text.strip().encode())


class RetrievalAsk(Record):
    """Where to search, and how long the list may be."""

    corpus: str = Field(
        pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$",
        description="A corpus among the release's resources, by name and version.",
    )
    at_most: int = Field(ge=1, description="Cases that are read, 10 to 20; the rest is cut.")
    query_sha256: Sha256 = Field(
        description="SHA-256 of the query's text, as a case's text_sha256: a case with the same "
        "text is the query itself and is dropped."
    )


class Positive(Record):
    """A case that should be found."""

    case: Slug = Field(description="Id of the case in the corpus.")
    tier: int = Field(ge=1, le=5, description="How near it is, 1 (nearest) to 5.")


class Term(Record):
    """A sentence."""

    months: Count = Field(description="Imprisonment in months; 0 without, or for life or death.")
    life: bool = Field(description="Whether it is for life.")
    death: bool = Field(description="Whether it is death.")


class Case(Record):
    """A case of a corpus: a line of its ``corpus.jsonl``; NAME/1 lies in resources/NAME/."""

    case: Slug = Field(description="Id of the case, once in the corpus.")
    text: NonEmpty = Field(description="What is searched: the facts.")
    text_sha256: Sha256 = Field(
        description="SHA-256 of the text's UTF-8 without white space at its ends; once in the "
        "corpus."
    )
    accusation: list[NonEmpty] = Field(description="Charges; may be empty.")
    articles: list[NonEmpty] = Field(description="Articles, as numbers in text; may be empty.")
    term: Term | None = optional("The sentence; absent where unknown.")

    @model_validator(mode="after")
    def _digest_of_the_text(self) -> Self:
        if self.text_sha256 != text_sha256(self.text):
            raise ValueError("text_sha256 must be the digest of the text")
        return self


class RetrievalTruth(Record):
    """What is near to the query, and the query's own attributes."""

    positives: list[Positive] = Field(
        min_length=1, description="The best cases, nearest first; never the query itself."
    )
    accusation: list[NonEmpty] = Field(description="Charges of the query's case.")
    articles: list[NonEmpty] = Field(description="Articles that it cites, as numbers in text.")
    term: Term = Field(description="Its sentence.")

    @model_validator(mode="after")
    def _each_case_once(self) -> Self:
        if twice := duplicates(positive.case for positive in self.positives):
            raise ValueError(f"each case once, not {', '.join(twice)} twice")
        return self


class RetrievalAnswer(Record):
    """Case ids, best first."""

    ranked: list[str] = Field(
        description="Ids of cases, best first; a repeated one keeps its first place."
    )


FORMATS = (
    Format(
        "case",
        f"{RESOURCES}corpus.jsonl",
        "The cases that questions of retrieval search, with the attributes that they match by.",
        Case,
    ),
)
"""Files among a release's resources that the scorer reads."""
