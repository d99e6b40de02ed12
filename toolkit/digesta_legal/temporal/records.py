"""Records of the scorer ``temporal``: which text was in force when, and what changed it.

Six kinds of question. The unit is the article; version numbers are those of the release's state
table; intervals are half-open. Dates are those of the compilations: of promulgation, or of entry
into force. Amendments are written ``EC N`` or ``ECR N``; those of a law whose texts are numbered by
year, ``2016-1088``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, Tag, model_validator

from digesta.records.base import (
    Day,
    NonEmpty,
    Record,
    Sha256,
    Whole,
    by_key,
    optional,
)

LONGEST_PHRASE = 8
"""Words of a phrase that a text must or must not contain."""

Component = Annotated[str, Field(pattern=r"^[a-z0-9]+([_.-][a-z0-9]+)*$", title="component id")]
AMENDMENT = r"^((EC|ECR) [1-9][0-9]{0,3}|([0-9]{2}){1,2}-[1-9][0-9]{0,4})$"
Amendment = Annotated[str, Field(pattern=AMENDMENT, title="amendment")]
AmendmentReader = Literal["br-amendment/1", "br-amendment/2", "numbered-text/1", "numbered-text/2"]
Number = Annotated[int, Field(ge=1)]


class _Ask(Record):
    """What every kind of temporal question says."""

    kind: str = Field(description="The kind of question.")
    horizon: Day = Field(description="The law as compiled on this day; without later changes.")
    at_most: int = Field(ge=1, description="How much the answer may name; beyond is unreadable.")
    law: Component | None = optional(
        "The folder of its law's tables; absent: the tables that lie above all others."
    )
    amendments_by: AmendmentReader = Field(
        default="br-amendment/1", description="How amendments are read in answers."
    )


class _OfComponent(_Ask):
    """A question about one component."""

    component_id: Component = Field(description="The article, in lower case.")


class PointInTimeAsk(_OfComponent):
    """It asks which version was in force on a day."""

    kind: Literal["point_in_time"] = Field(description="The kind of question.")
    date: Day = Field(description="The day that is asked about.")


class AttributionAsk(_OfComponent):
    """It asks which amendments changed the component."""

    kind: Literal["attribution"] = Field(description="The kind of question.")


class DifferenceAsk(_OfComponent):
    """It asks whether the component changed between two days."""

    kind: Literal["difference"] = Field(description="The kind of question.")
    date_1: Day = Field(description="The earlier day.")
    date_2: Day = Field(description="The later day.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.date_1 >= self.date_2:
            raise ValueError("a date_1 before date_2")
        return self


class LineageAsk(_OfComponent):
    """It asks through which versions the component went."""

    kind: Literal["lineage"] = Field(description="The kind of question.")


class ConsistencyAsk(_OfComponent):
    """It asks whether the component was ever amended."""

    kind: Literal["consistency"] = Field(description="The kind of question.")


class ImpactAsk(_Ask):
    """It asks which articles of a part were changed within a period."""

    kind: Literal["impact"] = Field(description="The kind of question.")
    scope: Component = Field(description="The part, by the id of its component.")
    from_: Day = Field(alias="from", description="First day of the time.")
    to: Day = Field(description="Day after its last.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.from_ >= self.to:
            raise ValueError("a day in from that is before to")
        return self


class TemporalAsk(
    Whole[
        Annotated[
            PointInTimeAsk
            | AttributionAsk
            | DifferenceAsk
            | LineageAsk
            | ConsistencyAsk
            | ImpactAsk,
            Field(discriminator="kind"),
        ]
    ]
):
    """One of the six kinds of question."""


class VersionOf(Record):
    """A version of a component."""

    component_id: Component = Field(description="The component.")
    version: Number = Field(description="Its number in the state table, from 1.")


class PointInTimeTruth(Record):
    """The version in force, and how to know its text."""

    versions: list[VersionOf] = Field(min_length=1, description="The version in force.")
    must_contain: list[NonEmpty] = Field(description="Phrases of its text, at most eight words.")
    must_not_contain: list[NonEmpty] = Field(
        description="Phrases of other versions alone, at most eight words."
    )
    text_sha256: Sha256 | None = optional(
        "SHA-256 of its text in NFC with white space collapsed; absent: the source has "
        "no text of it, and an answer's is not compared."
    )

    @model_validator(mode="after")
    def _short(self) -> Self:
        for phrase in self.must_contain + self.must_not_contain:
            if len(phrase.split()) > LONGEST_PHRASE:
                raise ValueError(f"phrases of at most {LONGEST_PHRASE} words")
        return self


class AttributionTruth(Record):
    """The amendments that changed it."""

    amendments: list[Amendment] = Field(min_length=1, description="In order of time.")
    dates: list[Day] = Field(min_length=1, description="Days on which it changed, in order.")


class DifferenceTruth(Record):
    """Whether and how it changed between the days."""

    changed: bool = Field(description="Whether it changed.")
    amendments_between: list[Amendment] = Field(
        description="What changed it, in order of time; empty too where several amendments share "
        "a day and nothing tells which of them it was."
    )
    version_1: Number = Field(description="Version on the earlier day.")
    version_2: Number = Field(description="Version on the later day.")

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if self.changed != (self.version_1 != self.version_2):
            raise ValueError("changed exactly when the versions differ")
        if self.amendments_between and not self.changed:
            raise ValueError("no amendments between where nothing changed")
        return self


class Link(Record):
    """One version of a chain, and what made it."""

    version: Number = Field(description="Its number, from 1.")
    date: Day = Field(description="Day from which it is in force.")
    amendments: list[Amendment] = Field(description="What made it; none for the original text.")


class LineageTruth(Record):
    """Every version, the original first."""

    version_chain: list[Link] = Field(min_length=1, description="Versions 1, 2, … in order.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        dates = [link.date for link in self.version_chain]
        numbers = [link.version for link in self.version_chain]
        if dates != sorted(set(dates)) or numbers != list(range(1, len(numbers) + 1)):
            raise ValueError("versions 1, 2, … each from a later day than the one before")
        return self


class ConsistencyTruth(Record):
    """Whether it was ever amended."""

    amended: bool = Field(description="Whether it was.")
    amendments: list[Amendment] = Field(description="By what; none where it was not.")

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if self.amendments and not self.amended:
            raise ValueError("no amendments of what was not amended")
        return self


class ImpactTruth(Record):
    """The articles that were changed."""

    articles: list[Component] = Field(min_length=1, description="The articles.")
    amendments: list[Amendment] = Field(description="What changed them.")


class TemporalTruth(
    Whole[
        Annotated[
            Annotated[PointInTimeTruth, Tag("by versions")]
            | Annotated[DifferenceTruth, Tag("by changed")]
            | Annotated[LineageTruth, Tag("by version_chain")]
            | Annotated[ConsistencyTruth, Tag("by amended")]
            | Annotated[ImpactTruth, Tag("by articles")]
            | Annotated[AttributionTruth, Tag("by amendments")],
            by_key("versions", "changed", "version_chain", "amended", "articles", "amendments"),
        ]
    ]
):
    """What is right, for one of the six kinds."""


def labels(_ask: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return yes or no where there is one, the amendments, the number of the version in force."""
    parts = {name: [str(truth[name])] for name in ("changed", "amended") if name in truth}
    amendments = truth.get("amendments", truth.get("amendments_between", ()))
    versions = [str(each["version"]) for each in truth.get("versions", ())]
    return {**parts, "amendments": list(amendments), "version": versions}
