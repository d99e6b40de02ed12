"""Records of the scorer ``penalty``: types, domains, legal basis and level of a sanction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from digesta.records.base import (
    Day,
    Decimal,
    NonEmpty,
    Record,
    Slug,
    Whole,
    optional,
)

CHINESE: Mapping[str, str] = {
    "penalty_type": "处罚类型",
    "violation_domain": "违规领域",
    "legal_basis": "法律依据",
    "penalty_level": "处罚等级",
}
"""The seed's key for each of ours."""


Level = Literal["A", "B", "C", "D", "E"]
"""Severity, from A (least) to E."""


class AtMost(Record):
    """How much an answer may name; beyond it is unreadable."""

    labels: int = Field(ge=1, description="Labels of each kind.")
    citations: int = Field(ge=1, description="Citations.")


class PenaltyAsk(Record):
    """The labels to choose from, and how many may be named."""

    vocabulary: str = Field(
        pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$",
        description="A vocabulary among the release's resources, by name and version.",
    )
    at_most: AtMost = Field(description="Limits of the answer.")


class Citation(Record):
    """An article of a law."""

    law: NonEmpty = Field(description="Name of the law, without 《》.")
    article: NonEmpty | None = optional(
        "Number of the article; absent where the law alone is cited."
    )


class Derivation(Record):
    """What a level follows from, to be computed with the release's table of discretion.

    The fine is least + share × (most - least) of the article's range, share being the
    circumstance's; the level is that of the fine and what is confiscated together.
    """

    law: NonEmpty = Field(description="A law that the truth cites, without 《》.")
    version: Day = Field(description="Its version, as in the table of discretion.")
    article: NonEmpty = Field(description="The article whose range holds the fine.")
    circumstance: NonEmpty = Field(description="What the facts state, as the table has it.")
    confiscated_cny: Decimal | None = optional(
        "Illegal gains confiscated, in yuan; absent where there are none."
    )


class PenaltyTruth(Record):
    """The sanction that the facts call for."""

    penalty_type: list[NonEmpty] = Field(description="Labels of penalties; may be empty.")
    violation_domain: list[NonEmpty] = Field(description="Labels of domains; may be empty.")
    legal_basis: list[Citation] = Field(min_length=1, description="The articles that apply.")
    penalty_level: Level = Field(
        description="Severity, from A (least) to E, by the release's table."
    )
    clauses: list[Slug] = Field(
        default_factory=list, description="Ids of the corpus's clauses that hold those articles."
    )
    derivation: Derivation | None = optional(
        "How the level follows; where it stands, the level is computed and compared."
    )


Labels = list[str] | str


class PenaltyEnglish(Record):
    """The four parts under English keys; a part left out is empty."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    penalty_type: Labels | None = optional("Labels: a list, or a text split at ; , / 、 ； ， |.")
    violation_domain: Labels | None = optional("Labels, as above.")
    legal_basis: list[str | Citation] | str | None = optional(
        "Citations: 《law》第N条 in a list or a text, or objects."
    )
    penalty_level: str | None = optional("One of A to E.")

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("at least one of the four parts")
        return self


class PenaltyChinese(PenaltyEnglish):
    """The four parts under the seed's Chinese keys."""

    model_config = ConfigDict(alias_generator=CHINESE.__getitem__)


def _language(value: object) -> str | None:
    if isinstance(value, Mapping):
        return "in Chinese" if any(key in value for key in CHINESE.values()) else "in English"
    names = {PenaltyChinese: "in Chinese", PenaltyEnglish: "in English"}
    return names.get(type(value))  # type: ignore[arg-type]


class PenaltyAnswer(
    Whole[
        Annotated[
            Annotated[PenaltyEnglish, Tag("in English")]
            | Annotated[PenaltyChinese, Tag("in Chinese")],
            Discriminator(_language),
        ]
    ]
):
    """The four parts, under English keys or the seed's Chinese ones, not both."""


def labels(_ask: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what is right of each of the four parts."""
    basis = [
        " ".join(filter(None, (each["law"], each.get("article")))) for each in truth["legal_basis"]
    ]
    parts = {name: list(truth[name]) for name in ("penalty_type", "violation_domain")}
    return {**parts, "legal_basis": basis, "penalty_level": [truth["penalty_level"]]}
