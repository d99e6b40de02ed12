"""Records of the tables that a release of the track ``tlr`` brings along: ``resources/tlr/``.

They define what a question means, hold no text of the law, and are open in every split: states
and their numbers, divisions and their articles, amendments by day, and the two checked tables.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from digesta.records.base import Day, NonEmpty, Record, Sha256, optional
from digesta.records.format import RESOURCES, Format
from digesta_legal.temporal.records import AMENDMENT, Amendment, Component, Number

_DATED = rf"{AMENDMENT}|^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}$"
DatedAmendment = Annotated[str, Field(pattern=_DATED, title="amendment or its day")]
"""An amendment, or the day of one that the source does not name."""


class ArticleState(Record):
    """A state of an article: its whole text between two substantive changes within it."""

    article: Component = Field(description="The article.")
    state: Number = Field(description="Number of the state, from 1; answers call it version.")
    start: Day = Field(description="First day on which it is in force.")
    end: Day | None = optional("Day after its last; absent: still in force.")
    amendments: list[DatedAmendment] = Field(
        description="What made it; none for the original text. Where it is not settled, all of "
        "that day; the day itself stands for what the source does not name."
    )
    settled: bool = Field(description="Whether it is told which of a day's amendments made it.")
    sha256: Sha256 | None = optional(
        "SHA-256 of its text in NFC with white space collapsed; absent: the source has "
        "no text of it."
    )


class Part(Record):
    """An article or a division of the text, and the division that it stands in."""

    part: Component = Field(description="The article or division.")
    type: Literal["body", "title", "chapter", "section", "subsection", "article"] = Field(
        description="What it is; a body is the permanent text or the transitional one."
    )
    within: Component | None = optional(
        "The division around it on the last day; absent for a body."
    )


class AmendmentDay(Record):
    """An amendment and its day: of promulgation, or of entry into force."""

    amendment: DatedAmendment = Field(description="The amendment.")
    date: Day = Field(
        description="Its day, of several the first; several amendments may share one."
    )
    also: Day | None = optional("Another day that official sources give; then none is asked for.")


class AttributedChange(Record):
    """Which of a day's amendments changed an article, and how that is known."""

    article: Component = Field(description="The article.")
    date: Day = Field(description="A day that several amendments share.")
    amendment: Amendment = Field(description="One that changed the article.")
    source: NonEmpty = Field(description="The amendment's official summary, or an address.")
    words: NonEmpty = Field(description="What decides, at most eight words of the source.")


class DeferredEntry(Record):
    """An amendment that takes, or may take, effect after its promulgation: not asked about."""

    amendment: Amendment = Field(description="The amendment.")
    articles: list[Component] = Field(description="Whose change waits; none listed: all of its.")
    found: bool = Field(description="Whether its closing words were read; else it is a suspicion.")
    evidence: NonEmpty = Field(description="Where they were read, or why it is held back.")


FORMATS = tuple(
    Format(name, f"{RESOURCES}{file}.jsonl", meaning, record)
    for name, file, record, meaning in (
        ("state", "states", ArticleState, "The states of every article, by number."),
        ("part", "hierarchy", Part, "What each article and division lies in."),
        ("amendment", "amendments", AmendmentDay, "Every amendment and its day."),
        ("attribution", "attributions", AttributedChange, "Who changed what on a shared day."),
        ("deferral", "deferrals", DeferredEntry, "Amendments that may take effect later."),
    )
)
"""Tables of such a release; the scorer itself reads the states."""
