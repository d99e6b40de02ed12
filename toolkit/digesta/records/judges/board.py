"""Record of a judge as a board shows it: who it is, and what it showed before it may rank."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from digesta.records.base import (
    Count,
    Day,
    NonEmpty,
    Record,
    Share,
    Slug,
    example_config,
    example_of,
)
from digesta.records.judges.verdict import ControlKind, ControlRate

Signed = Annotated[float, Field(ge=-1, le=1, title="number in [-1, 1]")]


class Ordering(Record):
    """How a judge ordered the calibration answers of the release's questions."""

    model_config = example_config(
        {"tasks": 10, "ordered": 9, "concordant": 57, "discordant": 1, "tau": 0.933333333}
    )

    tasks: Count = Field(description="Questions with four calibration answers.")
    ordered: Count = Field(description="Those whose four were ordered rightly.")
    concordant: Count = Field(description="Pairs of answers in the known order.")
    discordant: Count = Field(description="Pairs in the other order; ties are neither.")
    tau: Signed = Field(description="Kendall's tau: (concordant - discordant) / pairs.")


class Coverage(Record):
    """How much of the criteria a judge covers."""

    model_config = example_config({"criteria": 142, "of": 275, "points": 0.612345679})

    criteria: Count = Field(description="Criteria that it judges.")
    of: Count = Field(description="All criteria of the questions that are judged.")
    points: Share = Field(description="Of the points that can be earned, the share under those.")


class GateReason(Record):
    """Why a judge did not pass its gate."""

    model_config = example_config({"code": "attack", "detail": "injection: 9 of 60, at most 2%"})

    code: Slug = Field(description="Why, as a stable code.")
    detail: NonEmpty = Field(description="Why, in words.")


class BoardJudge(Record):
    """A judge of a board, and what it showed."""

    model_config = example_config(
        {
            "judge": "rules-1",
            "model": "digesta rules 1",
            "operator": "maintainers",
            "date": "2026-11-22",
            "coverage": example_of(Coverage),
            "passed": False,
            "reasons": [example_of(GateReason)],
            "controls": {"empty": example_of(ControlRate)},
            "calibration": example_of(Ordering),
            "choices": example_of(Ordering),
        }
    )

    judge: Slug = Field(description="Id of the judge.")
    model: NonEmpty = Field(description="The model or program.")
    operator: NonEmpty = Field(description="Who ran it.")
    date: Day = Field(description="When it was run.")
    coverage: Coverage | None = Field(
        default=None, description="What it covers; absent where it judges every criterion."
    )
    passed: bool = Field(description="Whether it passed its gate: only then may a board rank.")
    reasons: list[GateReason] = Field(description="Why it did not pass.")
    controls: dict[ControlKind, ControlRate] = Field(
        description="Criteria called satisfied on each kind of control."
    )
    calibration: Ordering = Field(description="How its scores order the calibration answers.")
    unseen: Ordering | None = Field(
        default=None,
        description="How they order the answers whose writer had seen neither criteria nor judge.",
    )
    choices: Ordering | None = Field(
        default=None, description="How its pairwise choices order them, where it made some."
    )
