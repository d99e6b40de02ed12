"""Records of what is published: boards, the facts below them, and what is computed from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from digesta.records.base import (
    SIGNATURE,
    Count,
    Day,
    MetricName,
    Name,
    NonEmpty,
    Record,
    ReleaseId,
    Scorer,
    Sha256,
    Share,
    Slug,
    UnitDecimal,
    WorkspacePath,
    optional,
)
from digesta.records.judges.board import BoardJudge
from digesta.records.question import Split
from digesta.records.release import FileEntry
from digesta.records.submission import Level, Role
from digesta.records.track import Condition

NotReported = Literal["not reported"]
Figure = Annotated[float, Field(allow_inf_nan=False)]
"""A number of at most nine decimals, rounded once, half-even, from an exact fraction."""
Status = Literal["answered", "missing", "unreadable"]


_STATUSES = get_args(Status)


def _unmark(row: list[Any]) -> list[Any]:
    question_id, status, *marks = row if len(row) > 1 else ("", "")
    whole = {*map(type, marks)} <= {int}
    if not isinstance(question_id, str) or status not in _STATUSES or not whole:
        raise ValueError("a question_id, a status, then integers")
    return row


MarkedRow = Annotated[
    list[Any],
    AfterValidator(_unmark),
    WithJsonSchema(
        {
            "type": "array",
            "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "minItems": 2,
        }
    ),
]
"""[question_id, status, integers …]: strict validators refuse an open tuple in a schema."""


class IntervalMethod(Record):
    """How the intervals of a board's headline were made."""

    method: Literal["wilson/1", "wilson/2", "student/1", "bootstrap/1"] = Field(
        description="The method and its version; bootstrap/1 is that of stats/1."
    )
    level: UnitDecimal = Field(description="Nominal coverage.")
    rounds: Annotated[int, Field(ge=1)] | None = optional("Resamples, where there are any.")
    questions: Annotated[float, Field(gt=0)] | None = optional(
        "Questions of equal weight that the score is worth."
    )
    df: Count | None = optional("Degrees of freedom of the layout.")


class MetricValue(Record):
    """One metric of one row."""

    value: Figure | None = optional("The metric; absent where it is not defined.")
    low: Figure | None = optional("Lower end of its interval.")
    high: Figure | None = optional("Upper end of its interval.")
    method: str | None = optional("How the interval was made.")
    numerator: Figure | None = optional("What was divided.")
    denominator: Count | None = optional("By what it was divided.")
    of_answered: bool = Field(
        default=False,
        description="Whether the answer or the judge sets the denominator; such a metric is "
        "never a headline and never ranked.",
    )


class RowInputs(Record):
    """Digests of what a row was computed from."""

    predictions: Sha256 = Field(description="SHA-256 of the predictions' bytes.")
    verdicts: dict[Slug, Sha256] = Field(
        default_factory=dict, description="SHA-256 of the verdicts' bytes, by judge."
    )


class Row(Record):
    """One submission on one board. Ranks are intervals; rows that are not ranked have none."""

    submission_id: Slug = Field(description="The submission.")
    model_name: NonEmpty = Field(description="Name of the system, as submitted.")
    organization: str = Field(description="Who submitted it; empty for a computed adversary.")
    role: Role = Field(description="What it is (see decisions).")
    level: Level = Field(description="How its answers came to be (see decisions).")
    score: Share = Field(description="The board's metric.")
    low: Share | None = optional("Lower end of its interval; absent where sources are too few.")
    high: Share | None = optional("Upper end of its interval.")
    rank_low: Annotated[int, Field(ge=1)] | None = optional(
        "Best rank that the data support; absent when not ranked."
    )
    rank_high: Annotated[int, Field(ge=1)] | None = optional(
        "Worst rank that the data support; absent when not ranked."
    )
    tie_group: Annotated[int, Field(ge=1)] | None = optional(
        "No row that shares it is told apart from the first of them; absent when not ranked."
    )
    floor_p: Share | None = optional(
        "p of the paired test with the best floor, corrected for all rows so tested; "
        "absent from floors, where sources are too few, and from boards by stats/2."
    )
    copy_of: Slug | None = optional(
        "The baseline that gave these answers: the row is that baseline."
    )
    missing: Count = Field(description="Questions without an answer, or abstained.")
    unreadable: Count = Field(description="Answers that the scorer could not read.")
    refused: Count | NotReported = Field(description="Answers refused, from the trace.")
    metrics: dict[NonEmpty, MetricValue] = Field(description="Every metric beside the score.")
    usage: dict[Name, Figure | NotReported] = Field(
        description="Latency in milliseconds, tokens, cost: reported by the submitter."
    )
    inputs: RowInputs = Field(description="Digests of what the row was computed from.")
    judges: dict[Slug, MetricValue] | None = optional(
        "On a board of several judges: the score that each gives, of which the row's "
        "score is the mean."
    )
    attempts: Annotated[int, Field(ge=1)] | None = optional(
        "On boards of sealed questions: scored attempts of the organisation."
    )

    @model_validator(mode="after")
    def _whole_rank(self) -> Self:
        ranks = (self.rank_low, self.rank_high, self.tie_group)
        if any(rank is None for rank in ranks) and ranks != (None, None, None):
            raise ValueError("rank_low, rank_high and tie_group together, or none of them")
        if self.rank_low and self.rank_high and self.rank_low > self.rank_high:
            raise ValueError("a rank_low that is at most rank_high")
        return self


class EarlierRow(Record):
    """A system that answered an earlier release, and was not asked what was added since."""

    submission_id: Slug = Field(description="The submission, as that release has it.")
    model_name: NonEmpty = Field(description="Name of the system, as submitted.")
    organization: NonEmpty = Field(description="Who submitted it.")
    release: ReleaseId = Field(description="The newest release whose board it is on.")
    day: Day = Field(description="The day of that release.")
    metric: NonEmpty = Field(description="That board's metric.")
    score: Share = Field(description="Its score there.")


class Ineligible(Record):
    """A submission that a board does not show, and why."""

    submission_id: Slug = Field(description="The submission.")
    code: Slug = Field(description="Why, as a stable code.")
    detail: str = Field(description="Why, in words.")


class Board(Record):
    """A ranked table."""

    format: Literal["board/1"] = Field(description="The format and its version.")
    board: str = Field(
        pattern=r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*){0,2}(@[a-z0-9][a-z0-9._+-]*){1,3}$",
        description="Id: track, category and task or `part` and part, then `@` and the "
        "condition, then `@` and the judges where there are any.",
    )
    title: str = Field(description="Name to show.")
    release: ReleaseId = Field(description="The release.")
    split: Split = Field(description="The questions' split.")
    n: int = Field(ge=1, description="Questions, from the release.")
    clusters: int = Field(ge=1, description="Clusters that they form.")
    weighting: str = Field(description="How the questions weigh, in words.")
    metric: NonEmpty = Field(
        description="The metric that ranks; of a category whose tasks differ, all of theirs."
    )
    chance: Share = Field(description="What guessing earns.")
    ranked: bool = Field(description="Whether rows are ranked.")
    why_unranked: str = Field(default="", description="Why they are not, in words.")
    interval: IntervalMethod = Field(description="How intervals were made.")
    why_no_interval: str = Field(
        default="", description="Why rows have no interval, in words; empty where they have."
    )
    smallest_difference: Share | None = optional(
        "What two ranked rows must differ by to be told apart, alone at 95 %, with a "
        "chance of 80 %: the median over their pairs."
    )
    test: Literal["student/1", "swaps/1"] | None = optional(
        "How two rows are compared; absent where sources are too few, and from boards by stats/2."
    )
    addresses: list[str] = Field(
        default_factory=list,
        description="Names of boards that this is, too: a category of one task is its task.",
    )
    signature: NonEmpty = Field(description="All that the numbers depend on.")
    inputs: dict[str, Sha256] = Field(description="Digests of what the board was computed from.")
    rows: list[Row] = Field(description="Rows, best first; equal scores in an arbitrary order.")
    ineligible: list[Ineligible] = Field(
        default_factory=list, description="Submissions not shown, and why."
    )
    earlier: list[EarlierRow] | None = optional(
        "Systems of earlier releases that were not asked the new questions: without rank, by name."
    )
    empty: list[str] | None = optional(
        "The headline's conditions, and judges after an `@`, that nobody entered: without a board."
    )
    judges: list[BoardJudge] | None = optional(
        "Of a board that is judged: the judges, and what they showed."
    )
    agreement: MetricValue | None = optional(
        "Of a board of several judges: Krippendorff's alpha of what they said of "
        "every criterion of every row; without a value where it is not defined."
    )

    @property
    def path(self) -> str:
        """Return the board's file without its ending; boards of sealed questions lie apart."""
        return f"holdout/{self.board}" if self.split == "holdout" else self.board


class Facts(Record):
    """The integer rows of one submission on one track, for explain, matrix and viewer."""

    format: Literal["facts/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    submission_id: Slug = Field(description="The submission.")
    track: Name = Field(description="The track.")
    scorers: dict[Scorer, list[NonEmpty]] = Field(
        description="Columns: the names of the integers, for each scorer of the track."
    )
    judge: Slug | None = optional("The judge whose verdicts the rows were marked by, if any.")
    rows: list[MarkedRow] = Field(
        description="[question_id, status, integers in the order of its scorer's columns]; "
        "shares in nano-units. Public split only."
    )
    why: dict[Slug, str] = Field(
        default_factory=dict, description="Why each answer earned its marks, by question."
    )


class Published(Record):
    """What a publication holds, and the digests that it was computed from."""

    format: Literal["boards/1", "boards/2"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    number: int = Field(ge=1, description="The publication's number and folder, from 1.")
    boards: list[FileEntry] = Field(min_length=1, description="Its board files.")
    side: list[FileEntry] | None = optional(
        "What other pages of a site show beside boards; absent from boards/1."
    )
    date: Day | None = optional("The last day that its release and logs name; if it is signed.")
    signature: NonEmpty | None = optional(SIGNATURE)
    previous: Sha256 | None = optional(
        "SHA-256 of the index of the publication before; absent from the first, and "
        "from those that are older than this field."
    )
    reason: NonEmpty | None = optional(
        "Why boards come out otherwise than in the publication before, where more "
        "than its decisions say so."
    )
    inputs: dict[WorkspacePath, Sha256] = Field(
        description="SHA-256 of every file that the boards were computed from, by path."
    )


class ConditionScore(Record):
    """One submission of a pair."""

    condition: Condition = Field(description="The condition.")
    submission_id: Slug = Field(description="The submission.")
    score: Share = Field(description="The track's headline.")


class ConditionDelta(Record):
    """What a condition changes for one system, question by question."""

    model_name: NonEmpty = Field(description="The system; the same in both.")
    organization: NonEmpty = Field(description="Who submitted both.")
    retriever: NonEmpty | None = optional("What found the passages.")
    base: ConditionScore = Field(description="Without.")
    other: ConditionScore = Field(description="With.")
    delta: Figure = Field(ge=-1, le=1, description="The other score less the base.")
    low: Annotated[float, Field(ge=-1, le=1)] | None = optional("Lower end of the paired interval.")
    high: Annotated[float, Field(ge=-1, le=1)] | None = optional(
        "Upper end of the paired interval."
    )
    adjusted: Share | None = optional("p of the paired test, corrected for all planned pairs.")
    separable: bool = Field(
        default=False, description="Whether the two are told apart: adjusted is at most 0.05."
    )
    pairs: Annotated[int, Field(ge=1)] | None = optional(
        "Planned pairs of the track, among which p is corrected."
    )


class Conditions(Record):
    """A headline's paired differences between conditions."""

    format: Literal["conditions/1"] = Field(description="The format and its version.")
    track: Name = Field(description="The track.")
    board: NonEmpty | None = optional("The headline's board, if it is not the track's first.")
    release: ReleaseId = Field(description="The release.")
    split: Split = Field(description="The questions' split.")
    n: int = Field(ge=1, description="Questions, from the release.")
    metric: MetricName = Field(description="The headline's metric.")
    interval: IntervalMethod = Field(description="How intervals were made.")
    signature: NonEmpty = Field(description="All that the numbers depend on.")
    rows: list[ConditionDelta] = Field(description="Pairs of the same system.")
