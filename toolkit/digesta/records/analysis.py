"""The record of what a board shows about its questions: ``items/1``."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal, get_args

from pydantic import Field

from digesta.records.base import NonEmpty, Record, ReleaseId, Share, Slug
from digesta.records.board import Figure
from digesta.records.question import Split

Finding = Literal["suspicious", "dead", "free", "negative"]
"""What a question shows, the strongest reason to look at it first."""
FINDINGS: tuple[Finding, ...] = get_args(Finding)

Coefficient = Annotated[Figure, Field(ge=-1, le=1)]


class Reliability(Record):
    """How far a board's order of systems would come out again on other questions of the kind."""

    coefficient: Literal["kr-20/1", "alpha/1"] = Field(
        description="KR-20 where every credit is 0 or 1, else Cronbach's alpha."
    )
    value: Annotated[Figure, Field(le=1)] = Field(description="The coefficient, at most 1.")
    low: Figure | None = Field(
        default=None,
        description="Lower end of its interval, by a jackknife of ln(1 - alpha) over clusters "
        "within tasks; absent where clusters are too few for one.",
    )
    high: Annotated[Figure, Field(le=1)] | None = Field(default=None, description="Upper end.")


class QuestionFigures(Record):
    """What one question shows on a board."""

    question_id: Slug = Field(description="The question.")
    facility: Share = Field(description="Mean credit of the systems.")
    correlation: Coefficient | None = Field(
        default=None,
        description="Correlation, over systems, of its credit with the mean credit of the board's "
        "other questions; absent under four systems, or where either does not vary.",
    )
    low: Coefficient | None = Field(
        default=None, description="Lower end of its interval, by Fisher's z; absent at -1 and 1."
    )
    high: Coefficient | None = Field(default=None, description="Upper end.")
    finding: Finding | None = Field(
        default=None,
        description="dead: nobody earned anything; free: everybody earned everything; suspicious: "
        "the whole interval lies below 0; negative: the correlation alone does. Absent: none.",
    )


class ItemAnalysis(Record):
    """What a board's questions show: which tell systems apart, and how steadily together."""

    format: Literal["items/1"] = Field(description="The format and its version.")
    board: NonEmpty = Field(description="The board, of a whole track.")
    release: ReleaseId = Field(description="The release.")
    split: Split = Field(description="The questions' split: public.")
    systems: list[Slug] = Field(
        min_length=1, description="Who counts: systems and baselines, no adversaries."
    )
    repeats: dict[Slug, Slug] = Field(
        default_factory=dict,
        description="Systems left out, as every answer or every credit of theirs is another's; "
        "and whose.",
    )
    reliability: Reliability | None = Field(
        default=None,
        description="Absent under three systems, or where all of them earn the same.",
    )
    by_chance: Annotated[Figure, Field(ge=0)] = Field(
        description="How many intervals would lie below 0 if no question had to do with the rest."
    )
    signature: NonEmpty = Field(description="All that the numbers depend on.")
    rows: list[QuestionFigures] = Field(min_length=1, description="Every question, by id.")

    @property
    def counts(self) -> Counter[Finding]:
        """Count the questions by what they show."""
        return Counter(row.finding for row in self.rows if row.finding)
