"""Records of answers to the scorer ``temporal``, and the six kinds in one table.

Amendments are read in any usual spelling (``EC 59``, ``ec_59``, ``EC nº 59/2009``); the scorer
normalises them, so they are free text here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from pydantic import Field, Tag

from digesta.records.base import NonEmpty, Record, Whole, by_key, optional
from digesta_legal.temporal.records import (
    AttributionAsk,
    AttributionTruth,
    ConsistencyAsk,
    ConsistencyTruth,
    DifferenceAsk,
    DifferenceTruth,
    ImpactAsk,
    ImpactTruth,
    LineageAsk,
    LineageTruth,
    Number,
    PointInTimeAsk,
    PointInTimeTruth,
)

_AMENDMENTS = "Amendments, such as EC 26."


class NamedVersion(Record):
    """A version that an answer names."""

    component_id: NonEmpty = Field(description="The component.")
    version: Number = Field(description="Its number in the state table, from 1.")


class PointInTimeAnswer(Record):
    """The version in force; naming a second one for the asked article is wrong."""

    versions: list[NamedVersion] = Field(description="Versions, the asked article's among them.")
    text: str | None = optional("Its text.")


class AttributionAnswer(Record):
    """The amendments that changed it."""

    amendments: list[NonEmpty] = Field(description=f"{_AMENDMENTS} In order of time.")
    dates: list[NonEmpty] | None = optional("Days on which it changed, YYYY-MM-DD, in order.")


class DifferenceAnswer(Record):
    """Whether and how it changed between the days."""

    changed: bool = Field(description="Whether it changed.")
    amendments_between: list[NonEmpty] | None = optional(_AMENDMENTS)
    version_1: Number | None = optional("Version on the earlier day.")
    version_2: Number | None = optional("Version on the later day.")


class NamedLink(Record):
    """One version of a chain that an answer gives."""

    version: Number = Field(description="Its number, from 1.")
    date: NonEmpty = Field(description="Day from which it is in force, YYYY-MM-DD.")
    amendments: list[NonEmpty] = Field(description=f"{_AMENDMENTS} None for the original text.")


class LineageAnswer(Record):
    """Every version, the original first."""

    version_chain: list[NamedLink] = Field(description="Versions in order of time.")


class ConsistencyAnswer(Record):
    """Whether it was ever amended."""

    amended: bool = Field(description="Whether it was.")
    amendments: list[NonEmpty] | None = optional(_AMENDMENTS)


class ImpactAnswer(Record):
    """The articles that were changed."""

    articles: list[NonEmpty] = Field(description="Ids of articles; order does not matter.")
    amendments: list[NonEmpty] | None = optional(_AMENDMENTS)


class TemporalAnswer(
    Whole[
        Annotated[
            Annotated[PointInTimeAnswer, Tag("by versions")]
            | Annotated[DifferenceAnswer, Tag("by changed")]
            | Annotated[LineageAnswer, Tag("by version_chain")]
            | Annotated[ConsistencyAnswer, Tag("by amended")]
            | Annotated[ImpactAnswer, Tag("by articles")]
            | Annotated[AttributionAnswer, Tag("by amendments")],
            by_key("versions", "changed", "version_chain", "amended", "articles", "amendments"),
        ]
    ]
):
    """The answer to one of the six kinds of question."""


class Kind(NamedTuple):
    """The records of one kind of question."""

    ask: type[Record]
    truth: type[Record]
    answer: type[Record]


KINDS: Mapping[str, Kind] = {
    "point_in_time": Kind(PointInTimeAsk, PointInTimeTruth, PointInTimeAnswer),
    "attribution": Kind(AttributionAsk, AttributionTruth, AttributionAnswer),
    "difference": Kind(DifferenceAsk, DifferenceTruth, DifferenceAnswer),
    "lineage": Kind(LineageAsk, LineageTruth, LineageAnswer),
    "consistency": Kind(ConsistencyAsk, ConsistencyTruth, ConsistencyAnswer),
    "impact": Kind(ImpactAsk, ImpactTruth, ImpactAnswer),
}
"""An ask's ``kind`` -> its records."""
