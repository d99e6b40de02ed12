"""Record of a judge as a board shows it: who it is, and what it showed before it may rank."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from digesta.records.base import Count, Day, NonEmpty, Record, Share, Slug, optional
from digesta.records.judges.verdict import ControlKind, ControlRate

Signed = Annotated[float, Field(ge=-1, le=1, title="number in [-1, 1]")]


class Ordering(Record):
    """How a judge ordered the calibration answers of the release's questions."""

    tasks: Count = Field(description="Questions with four calibration answers.")
    ordered: Count = Field(description="Those whose four were ordered rightly.")
    concordant: Count = Field(description="Pairs of answers in the known order.")
    discordant: Count = Field(description="Pairs in the other order; ties are neither.")
    tau: Signed = Field(description="Kendall's tau: (concordant - discordant) / pairs.")


class Coverage(Record):
    """How much of the criteria a judge covers."""

    criteria: Count = Field(description="Criteria that it judges.")
    of: Count = Field(description="All criteria of the questions that are judged.")
    points: Share = Field(description="Of the points that can be earned, the share under those.")


class GateReason(Record):
    """Why a judge did not pass its gate."""

    code: Slug = Field(description="Why, as a stable code.")
    detail: NonEmpty = Field(description="Why, in words.")


class BoardJudge(Record):
    """A judge of a board, and what it showed."""

    judge: Slug = Field(description="Id of the judge.")
    model: NonEmpty = Field(description="The model or program.")
    operator: NonEmpty = Field(description="Who ran it.")
    date: Day = Field(description="When it was run.")
    coverage: Coverage | None = optional("What it covers; absent where it judges every criterion.")
    passed: bool = Field(description="Whether it passed its gate: only then may a board rank.")
    reasons: list[GateReason] = Field(description="Why it did not pass.")
    controls: dict[ControlKind, ControlRate] = Field(
        description="Criteria called satisfied on each kind of control."
    )
    calibration: Ordering = Field(description="How its scores order the calibration answers.")
    unseen: Ordering | None = optional(
        "How they order the answers whose writer had seen neither criteria nor judge."
    )
    choices: Ordering | None = optional("How its pairwise choices order them, where it made some.")
