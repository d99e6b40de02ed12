"""Record of several judges beside each other: where they agree, and what each of them decides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from digesta.records.base import Count, NonEmpty, Record, ReleaseId, Share, Slug, optional
from digesta.records.judges.board import Signed


class Estimate(Record):
    """A number with its interval, which is absent where the sources are too few."""

    value: Signed = Field(description="The number.")
    low: Signed | None = optional("Lower end of its interval.")
    high: Signed | None = optional("Upper end of its interval.")


class CriteriaPart(Record):
    """Some of the criteria, each of each answer that two judges or more judged."""

    kind: Literal["all", "dimension", "check", "criterion"] = Field(
        description="all: every criterion; dimension: those of a dimension; check: those that a "
        "program decides in one way; criterion: a single one."
    )
    name: str = Field(description="Which: empty for all; of a criterion question/criterion.")
    about: str = Field(default="", description="Of a criterion its text.")
    ratings: Count = Field(description="Criteria of answers that two judges or more judged.")
    sources: Count = Field(description="The sources that their questions come from.")
    equal: Estimate = Field(description="The share of them that all judges judged alike.")
    alpha: Estimate | None = optional(
        "Krippendorff's alpha; absent where all ratings are the same."
    )


class JudgePlace(Record):
    """A system's score by some of the judges, and the ranks that the data leave it."""

    submission_id: Slug = Field(description="The submission.")
    model_name: NonEmpty = Field(description="Name of the system, as submitted.")
    score: Share = Field(description="The mean of the judges' figures.")
    rank_low: Annotated[int, Field(ge=1)] = Field(description="Best rank left open.")
    rank_high: Annotated[int, Field(ge=1)] = Field(description="Worst rank left open.")


class JudgeOrder(Record):
    """The systems of which all the judges judged every answer, by some of them, best first."""

    judges: list[Slug] = Field(min_length=1, description="Whose figures are averaged.")
    without: Slug | None = optional("The judge left out; absent: none.")
    places: list[JudgePlace] = Field(description="The systems, adversaries and baselines left out.")
    otherwise: list[Slug] = Field(
        description="Systems whose rank interval is not that of all judges together."
    )


class HumanCheck(Record):
    """A judge beside a person's verdicts on the same criteria of the same answers."""

    judge: Slug = Field(description="The judge.")
    human: Slug = Field(description="The person's id as a judge.")
    part: str = Field(description="The dimension; empty for all criteria.")
    ratings: Count = Field(description="Criteria of answers that both judged.")
    sensitivity: Estimate | None = optional(
        "Of those that the person called satisfied, the share that the judge did; absent where "
        "there are none."
    )
    specificity: Estimate | None = optional(
        "Of those that the person did not, the share that neither did."
    )
    balanced_accuracy: Estimate | None = optional("The mean of the two; absent where either is.")
    bias: Estimate = Field(
        description="The judge's share of satisfied less the person's: above 0 it is generous."
    )


class JudgeComparison(Record):
    """The judges of a board of several: agreement, orders without each, and beside people."""

    format: Literal["judges/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    board: NonEmpty = Field(description="The board on which all of them stand.")
    judges: list[Slug] = Field(min_length=2, description="The judges, in order of their ids.")
    humans: list[Slug] = Field(description="Those of them that are people.")
    systems: Count = Field(description="Submissions of which any of them judged an answer.")
    parts: list[CriteriaPart] = Field(
        description="Agreement: of all, by dimension, check, criterion."
    )
    orders: list[JudgeOrder] = Field(description="By all judges, then without each.")
    checks: list[HumanCheck] = Field(description="Each judge beside each person.")
