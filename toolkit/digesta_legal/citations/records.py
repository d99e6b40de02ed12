"""Records of the scorer ``citations``: what an examiners' table gives points for naming."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from digesta.records.base import Decimal, NonEmpty, Record, Whole


class CitationsAsk(Record):
    """A written answer in which provisions of Brazilian law are to be named."""

    at_most: Annotated[int, Field(ge=1, le=1000)] = Field(
        description="How many different references count, the first ones: naming every provision "
        "is no answer."
    )
    reading: Literal["citations/1", "citations/2"] = Field(
        default="citations/1", description="The published rule that finds references in an answer."
    )


class Provision(Record):
    """A provision of a law, or a precedent of a court."""

    law: str = Field(
        pattern=r"^[a-z]+(:[a-z0-9]*)?$",
        description="Law by its usual letters (cf, cpc), as kind and number (lei:8429), or kind "
        "of precedent and court (sumula:stj).",
    )
    number: str = Field(pattern=r"^[0-9]+(-[a-z])?$", description="Article, or number.")
    parts: list[Annotated[str, Field(pattern=r"^(§(unico|[0-9]+(-[a-z])?)|[a-z]+)$")]] = Field(
        default_factory=list, description="Paragraphs, items and letters that must be named too."
    )


class CitationPoints(Record):
    """One phrase of the table that gives points for naming the authority."""

    row: NonEmpty = Field(description="The row of the table, by its label or place.")
    text: NonEmpty = Field(description="The phrase, as printed.")
    points: Decimal = Field(description="What it is worth, over 0.")
    provisions: Annotated[
        list[Annotated[list[Provision], Field(min_length=1)]], Field(min_length=1)
    ] = Field(description="Ways to earn it, of which one is enough: provisions to name together.")


class CitationsTruth(Record):
    """The phrases of one question's table that a program can mark."""

    citations: list[CitationPoints] = Field(min_length=1, description="One by one.")


class CitationsAnswer(Whole[str]):
    """Free text."""
