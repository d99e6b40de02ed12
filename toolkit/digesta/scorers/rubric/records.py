"""Records of the scorer ``rubric``: free text marked by criteria.

A criterion of a positive dimension earns its points, a negative one costs them, once or for each
occurrence up to its cap.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from digesta.records.base import Decimal, Name, NonEmpty, Record, Whole, duplicates, optional
from digesta.text.french.checks import parse_check

Dimension = Literal["structure", "style", "substance", "methodology", "negative"]


class RubricAsk(Record):
    """What kind of work is asked for."""

    task_type: Name = Field(description="One of the track's task types.")
    sub_category: Name = Field(description="One of the track's sub-categories.")


class Criterion(Record):
    """One thing that the answer should do, or (negative) should not."""

    criterion_id: str = Field(
        pattern=r"^[A-Z]{1,8}[0-9]{1,4}$", description="Id, unique in its truth."
    )
    dimension: Dimension = Field(description="What it is about; it sets the weight.")
    points: Decimal = Field(
        description="What it is worth: over 0, of a negative criterion below 0."
    )
    cap: Decimal | None = optional(
        "Of a negative criterion that counts for each occurrence: the most that it "
        "costs, at least as much as one occurrence. Absent: it counts once."
    )
    text: NonEmpty = Field(description="The criterion, as the judge reads it.")
    check: NonEmpty | None = optional(
        "How a program decides it (fr-check/1): kind: value, joined by & or |; absent "
        "where none can."
    )
    evidence: Literal["none"] | None = optional(
        "none: a negative criterion about an absence, which no passage can show."
    )

    @field_validator("check")
    @classmethod
    def _of_the_grammar(cls, check: str | None) -> str | None:
        if check is not None:
            parse_check(check)
        return check

    @model_validator(mode="after")
    def _repealed_costs(self) -> Self:
        kinds = (
            {check.kind for some in parse_check(self.check) for check in some} if self.check else ()
        )
        if "repealed" in kinds and self.dimension != "negative":
            raise ValueError("a check of the kind repealed with the dimension negative alone")
        return self

    @model_validator(mode="after")
    def _signs(self) -> Self:
        points, negative = Fraction(self.points), self.dimension == "negative"
        if not points or (points < 0) != negative:
            raise ValueError("points over 0, and below 0 in the dimension negative")
        if not negative and (self.cap is not None or self.evidence is not None):
            raise ValueError("cap and evidence with the dimension negative alone")
        if self.cap is not None and Fraction(self.cap) > points:
            raise ValueError(f"a cap of {self.points} or below")
        return self


class RubricTruth(Record):
    """The criteria of one question."""

    criteria: list[Criterion] = Field(
        min_length=1, description="Every criterion; at least one earns points."
    )

    @model_validator(mode="after")
    def _can_be_earned(self) -> Self:
        if twice := duplicates(criterion.criterion_id for criterion in self.criteria):
            raise ValueError(f"each criterion once, not {', '.join(twice)} twice")
        if all(criterion.dimension == "negative" for criterion in self.criteria):
            raise ValueError("at least one criterion that earns points")
        return self


class RubricAnswer(Whole[str]):
    """Free text."""
