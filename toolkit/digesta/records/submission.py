"""Records of a submission: who, what, decisions about it, what a check of a pull request found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field

from digesta.errors import SHOWN
from digesta.records.base import (
    Answer,
    AnswerRecord,
    ChainLine,
    Count,
    Day,
    Name,
    NonEmpty,
    Record,
    ReleaseId,
    Share,
    Slug,
    optional,
)
from digesta.records.track import Condition

Role = Literal["adversary", "baseline", "calibration", "reference", "system"]
Level = Literal["rerun", "sealed", "open", "archived"]
ROLES: tuple[str, ...] = get_args(Role)
DecisionKind = Literal["accept", "reject", "withdraw", "rescore", "exclude"]
LEVELS: tuple[str, ...] = get_args(Level)
RANKED_LEVELS = frozenset({"rerun", "sealed"})
"""Only these levels are ranked; ``open`` rows stand in a table of their own."""

OUT = frozenset({"reject", "withdraw", "exclude"})
"""Decisions that take a submission off the boards; it is listed with the reason."""

MOST_ALIKE = 20
"""Submissions with the same answers that a check of a pull request names."""

Text = Annotated[str, Field(max_length=2000)]


class CostBasis(Record):
    """What a reported cost rests on."""

    currency: str = Field(pattern=r"^[A-Z]{3}$", description="ISO 4217 code.")
    date: Day = Field(description="Date of the prices.")
    source: Text = Field(description="Where the prices stand.")


class PublishAs(Record):
    """Until when the submitter's name is held back."""

    anonymous_until: Day = Field(description="First day on which the name is shown.")


class Card(Record):
    """One system × condition × release."""

    model_config = ConfigDict(title="Submission")

    submission_id: Slug = Field(description="Id of the submission and name of its folder.")
    release: ReleaseId = Field(description="The release that was answered.")
    model_name: str = Field(
        min_length=1,
        max_length=80,
        description="Name of the system; a model with other decoding or another prompt is "
        "another system and has another name.",
    )
    organization: str = Field(min_length=1, max_length=80, description="Who submits.")
    developer: Annotated[str, Field(min_length=1, max_length=80)] | None = optional(
        "Who made the model, where that is not who submits."
    )
    url: Annotated[str, Field(max_length=500, pattern=r"^https://[!-~]+$")] | None = optional(
        "Page of the system."
    )
    notes: Text | None = optional("Free text, shown as text.")
    tracks: list[Name] | None = optional(
        "Tracks that were entered; absent: those of which a question is answered (on "
        "boards of releases before 2026-12: all)."
    )
    condition: Condition = Field(
        default="closed_book",
        description="closed_book: the prompt alone, with its shown sources; retrieval: passages "
        "that the system found; gold_injected: the right passages given.",
    )
    retriever: Text | None = optional("What found the passages.")
    date: Day | None = optional("When the answers were made.")
    open_weights: bool | None = optional("Whether anyone can run it.")
    parameters: Annotated[int, Field(ge=1)] | None = optional("Number of parameters of the model.")
    decoding: dict[str, Any] | None = optional("Settings of decoding.")
    prompts: dict[str, Any] | None = optional("Prompts, or where they are.")
    tools: list[Text] | None = optional("Tools that the system may call.")
    retrieval: dict[str, Any] | None = optional("Settings of retrieval.")
    attempts: Annotated[int, Field(ge=1)] | None = optional(
        "Runs that were made, this one included."
    )
    selection: Text | None = optional("How this run was chosen from them.")
    training_data: Text | None = optional("What is known of it.")
    knowledge_cutoff: (
        Annotated[str, Field(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", title="year, month or date")]
        | None
    ) = optional("Until when the model's data reach.")
    cost_basis: CostBasis | None = optional("What costs rest on.")
    license: Text | None = optional("Licence of the predictions.")
    attestations: list[Text] | None = optional("What the submitter vouches for.")
    command: Annotated[str, Field(max_length=200_000)] | None = optional(
        "What makes the answers again; it may name every question."
    )
    publish_as: PublishAs | None = optional("How the name is shown.")
    not_comparable: dict[Name, Text] | None = optional(
        "In an archive: tasks whose published answers cannot be compared, and why. The "
        "system stands on no board that counts them."
    )

    def claims(self, track: str) -> bool:
        """Return whether the submission stands for a track: for all, unless it names some."""
        return self.tracks is None or track in self.tracks

    def why_not_comparable(self, tasks: Iterable[str]) -> str:
        """Return why the answers to some tasks cannot be compared; empty where they can."""
        known = self.not_comparable or {}
        return "; ".join(f"{task}: {known[task]}" for task in tasks if task in known)


class Prediction(AnswerRecord):
    """One system's answer to one question: exactly these two keys."""

    question_id: Slug = Field(description="A question of the release, public or holdout.")
    answer: Answer = Field(
        description="A text, a number, true or false, an object; null is an abstention and counts "
        "as missing."
    )


class Decision(ChainLine):
    """A maintainer's word on a submission: how its answers came to be, and what it is.

    Without a line a submission is an ``open`` ``system``. The last line counts.
    """

    submission_id: Slug = Field(description="The submission.")
    decision: DecisionKind = Field(description="What was decided.")
    level: Level = Field(
        description="rerun: a maintainer ran the committed command and answers came out "
        "again, of a network as far as was compared; sealed: scored on holdout truths; open: "
        "sent in for questions whose truths were public; archived: others' published "
        "predictions. Only rerun and sealed are ranked."
    )
    role: Role = Field(
        description="adversaries and baselines are drawn as a floor, not ranked; calibration "
        "answers and references are not systems."
    )
    reason: NonEmpty = Field(description="Why.")
    scores: dict[str, Any] = Field(
        default_factory=dict, description="Scores that the decision rests on, by board."
    )
    scores_before: dict[str, Any] | None = optional(
        "Of a rescore: the scores that an earlier decision recorded, in this release "
        "or in the one before."
    )


# What a check of a pull request found ----------------------------------------------------------

Line = Annotated[str, Field(max_length=2000)]
Clears = Literal["yes", "no", "open", ""]
Commit = Annotated[str, Field(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$", title="commit")]


class LocatedProblem(Record):
    """A fault of what was sent in: where, what, and the next step."""

    code: Slug = Field(description="A stable code.")
    file: Line = Field(description="The path, from the repository's top.")
    line: Annotated[int, Field(ge=1)] | None = optional("Line, from 1.")
    question_id: Line | None = optional("The question that was answered.")
    got: Line | None = optional("The offending value.")
    expected: Line | None = optional("What stands there in a right file.")
    nearest: Line | None = optional("The closest known name.")
    fix: Line | None = optional("The next step.")


class BoardEffect(Record):
    """What a submission would earn on a track's board of public questions, and change there."""

    board: Line = Field(description="The board's name.")
    metric: Line = Field(description="Its score.")
    score: Share = Field(description="What the submission earns.")
    low: Share | None = optional("Lower end of its interval.")
    high: Share | None = optional("Upper end of its interval.")
    chance: Share = Field(description="What guessing earns.")
    floor: Share | None = optional("The best adversary's or baseline's.")
    clears: Clears = Field(
        description="Whether the interval lies above the floor's; open: it cannot be told."
    )
    n: Count = Field(description="Questions.")
    missing: Count = Field(description="Of these without an answer.")
    unreadable: Count = Field(description="Answers that could not be read.")
    rows: Count = Field(description="Rows with the submission's own.")
    moved: Count = Field(description="Others' rows that come out otherwise with it.")


class PullRequest(Record):
    """What a pull request would bring, as its check found it; whoever reads this trusts nobody."""

    model_config = ConfigDict(title="Pull request")

    format: Literal["pull-request/1"] = Field(description="The format and its version.")
    base: Commit = Field(description="The commit whose tools and releases were used.")
    head: Commit = Field(description="The commit that was read.")
    verdict: Literal["accepted", "refused", "no-submission"] = Field(
        description="accepted: it can be merged; refused: see problems; no-submission: it touches "
        "no data, so nothing was checked."
    )
    problems: list[LocatedProblem] = Field(
        default_factory=list, max_length=SHOWN, description="The first problems."
    )
    total: Count = Field(default=0, description="How many problems there are.")
    card: Card | None = optional("The submission's own submission.json.")
    sender_unknown: bool = Field(
        default=False,
        description="Whether its organisation's name is taken and the sender's account unknown.",
    )
    answers: Count | None = optional("Answers, to questions of all splits.")
    boards: list[BoardEffect] = Field(
        default_factory=list, max_length=100, description="Boards of whole tracks that it joins."
    )
    others: Count = Field(
        default=0, description="Further boards that it joins: of categories, parts and tasks."
    )
    no_score: dict[Name, Line] = Field(
        default_factory=dict,
        max_length=100,
        description="Why each track that it joins no board of has no score of it.",
    )
    on_all_boards: bool = Field(
        default=False,
        description="Whether boards of this release also show a track of which it answers nothing.",
    )
    alike: list[Text] = Field(
        default_factory=list,
        max_length=MOST_ALIKE,
        description="Whose answers it gives, or nearly, in words.",
    )


class DecisionRow(Record):
    """What a maintainer decides about one submission, in a file for ``digesta decide --from``."""

    model_config = ConfigDict(title="Decision to log")

    submission_id: Slug = Field(description="The submission; a judge is decided on its own.")
    decision: DecisionKind = Field(description="What is decided.")
    reason: NonEmpty = Field(description="Why.")
    level: Level | None = optional("Absent: as decided before, or open.")
    role: Role | None = optional("Absent: as decided before, or system.")
