"""Records beside ranks: of questions ``items/1``, of splits ``contamination/1``."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal, get_args

from pydantic import Field

from digesta.records.base import NonEmpty, Record, ReleaseId, Share, Slug
from digesta.records.board import Figure
from digesta.records.question import Split
from digesta.records.submission import Role

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


class SplitGap(Record):
    """One system's score on public questions less its score on sealed ones."""

    submission_id: Slug = Field(description="The submission.")
    role: Role = Field(description="What it is (see decisions).")
    public: Share = Field(description="Its published score on public questions.")
    sealed: Share = Field(description="Its published score on sealed questions, a whole percent.")
    gap: Coefficient = Field(description="public less sealed.")
    low: Coefficient | None = Field(
        default=None, description="Lower end of its interval; absent where clusters are too few."
    )
    high: Coefficient | None = Field(default=None, description="Upper end.")
    smallest: Annotated[Figure, Field(ge=0)] | None = Field(
        default=None,
        description="The smallest gap that 80 % of such samples would show: 2.8016 standard "
        "errors; absent where clusters are too few.",
    )


class BoardGaps(Record):
    """The gaps of all systems with both scores on a board."""

    board: NonEmpty = Field(description="The board, which stands on both splits.")
    public_n: Annotated[int, Field(ge=1)] = Field(description="Public questions.")
    sealed_n: Annotated[int, Field(ge=1)] = Field(description="Sealed questions.")
    same_weights: bool = Field(
        description="Whether each task weighs the same on both splits, so that the gap is a mean "
        "of gaps within tasks."
    )
    floor_gap: Coefficient | None = Field(
        default=None,
        description="Median gap of baselines and adversaries; those that search public truths "
        "are held below chance on public questions. Absent where none has both scores.",
    )
    rows: list[SplitGap] = Field(min_length=1, description="By gap, the greatest first.")


class Contamination(Record):
    """What public and sealed scores of a release say together."""

    format: Literal["contamination/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    boards: list[BoardGaps] = Field(min_length=1, description="Boards that stand on both splits.")
