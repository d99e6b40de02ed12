"""Records beside ranks: ``items/1``, ``contamination/1``, ``links/1``, ``abstention/1``."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal, get_args

from pydantic import Field

from digesta.records.base import (
    Count,
    MetricName,
    Name,
    NonEmpty,
    Record,
    ReleaseId,
    Share,
    Slug,
    optional,
)
from digesta.records.board import Figure
from digesta.records.question import Split
from digesta.records.submission import Level, Role
from digesta.records.track import Condition

Finding = Literal["suspicious", "dead", "free", "negative"]
"""What a question shows, the strongest reason to look at it first."""
FINDINGS: tuple[Finding, ...] = get_args(Finding)

Coefficient = Annotated[Figure, Field(ge=-1, le=1)]
Change = Annotated[Figure, Field(ge=-1, le=1)]
"""Of a score, which goes down to -10 where wrong answers cost."""


class Reliability(Record):
    """How far a board's order of systems would come out again on other questions of the kind."""

    coefficient: Literal["kr-20/1", "alpha/1"] = Field(
        description="KR-20 where every credit is 0 or 1, else Cronbach's alpha."
    )
    value: Annotated[Figure, Field(le=1)] = Field(description="The coefficient, at most 1.")
    low: Figure | None = optional(
        "Lower end of its interval, by a jackknife of ln(1 - alpha) over clusters "
        "within tasks; absent where clusters are too few for one."
    )
    high: Annotated[Figure, Field(le=1)] | None = optional("Upper end.")


class QuestionFigures(Record):
    """What one question shows on a board."""

    question_id: Slug = Field(description="The question.")
    facility: Share = Field(description="Mean credit of the systems.")
    correlation: Coefficient | None = optional(
        "Correlation, over systems, of its credit with the mean credit of the board's "
        "other questions; absent under four systems, or where either does not vary."
    )
    low: Coefficient | None = optional(
        "Lower end of its interval, by Fisher's z; absent at -1 and 1."
    )
    high: Coefficient | None = optional("Upper end.")
    finding: Finding | None = optional(
        "dead: nobody earned anything; free: everybody earned everything; suspicious: "
        "the whole interval lies below 0; negative: the correlation alone does. Absent: none."
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
    reliability: Reliability | None = optional(
        "Absent under three systems, or where all of them earn the same."
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
    low: Coefficient | None = optional(
        "Lower end of its interval; absent where clusters are too few."
    )
    high: Coefficient | None = optional("Upper end.")
    smallest: Annotated[Figure, Field(ge=0)] | None = optional(
        "The smallest gap that 80 % of such samples would show: 2.8016 standard "
        "errors; absent where clusters are too few."
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
    floor_gap: Coefficient | None = optional(
        "Median gap of baselines and adversaries; those that search public truths "
        "are held below chance on public questions. Absent where none has both scores."
    )
    rows: list[SplitGap] = Field(min_length=1, description="By gap, the greatest first.")


class Contamination(Record):
    """What public and sealed scores of a release say together."""

    format: Literal["contamination/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    boards: list[BoardGaps] = Field(min_length=1, description="Boards that stand on both splits.")


class AgeGap(Record):
    """One system's headline on questions published before its knowledge ended, and after."""

    submission_id: Slug = Field(description="The submission.")
    track: Name = Field(description="The track.")
    cutoff: NonEmpty = Field(description="Until when its data reach, as its card declares.")
    before_n: Count = Field(description="Public questions published by then.")
    after_n: Count = Field(description="Public questions published later.")
    why_not: str = Field(default="", description="Why nothing can be said; then no figures.")
    before: Share | None = optional("Its score on the former.")
    after: Share | None = optional("Its score on the latter.")
    gap: Coefficient | None = optional("before less after.")
    low: Coefficient | None = optional(
        "Lower end of its interval; absent where clusters are too few."
    )
    high: Coefficient | None = optional("Upper end.")
    smallest: Annotated[Figure, Field(ge=0)] | None = optional(
        "The smallest gap that 80 % of such samples would show."
    )
    floor_gap: Coefficient | None = optional(
        "Median gap of baselines and adversaries on the same questions."
    )


class Repetition(Record):
    """How often one system's answers repeat a reference text, or a canary."""

    submission_id: Slug = Field(description="The submission.")
    role: Role = Field(description="What it is (see decisions).")
    answers: Count = Field(description="Answers long enough to repeat a run of the reference.")
    verbatim: Count = Field(
        description="Those that share a run with their question's reference text that does not "
        "stand in the question."
    )
    questions: list[Slug] = Field(description="The questions of these, sorted.")
    canaries: Count = Field(description="Answers that hold a canary of the release.")


class Exposure(Record):
    """What answers show of having been seen before: by age of the questions, word for word."""

    format: Literal["exposure/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    references: Count = Field(description="Public questions with a reference text long enough.")
    ages: list[AgeGap] = Field(description="Systems that declare a cut-off, track by track.")
    repetitions: list[Repetition] = Field(
        description="Submissions with an answer long enough, or with a canary."
    )


STEPS = ("scorer", "removed", "rekeyed", "answers", "added")
"""The steps by which a score changes between two releases, in their order."""


class LinkedSystem(Record):
    """One system in two releases. before + scorer + removed + rekeyed + answers + added = after."""

    model_name: NonEmpty = Field(description="The system; the same in both.")
    organization: NonEmpty = Field(description="Who submitted both.")
    condition: Condition = Field(description="The condition of both.")
    level: Level = Field(description="How the later answers came to be (see decisions).")
    submission_before: Slug = Field(description="What entered the earlier release.")
    submission_after: Slug = Field(description="What entered the later release.")
    before: Share = Field(description="The headline in the earlier release, as it was published.")
    scorer: Change = Field(description="What today's scorers change of it.")
    removed: Change = Field(description="What leaving out removed questions changes.")
    rekeyed: Change = Field(description="What corrected truths change, for old answers.")
    answers: Change = Field(description="What new answers to shared questions change.")
    added: Change = Field(description="What added questions change.")
    after: Share = Field(description="The headline in the later release.")
    linked_before: Share = Field(
        description="Old answers to the shared questions, under the later truths."
    )
    linked_after: Share = Field(description="New answers to the shared questions.")
    low: Change | None = optional(
        "Lower end of the paired interval of linked_after less linked_before; absent "
        "where clusters are too few."
    )
    high: Change | None = optional("Upper end.")


class Links(Record):
    """What a track's headline shows across two successive releases of one series."""

    format: Literal["links/1"] = Field(description="The format and its version.")
    track: Name = Field(description="The track.")
    before: ReleaseId = Field(description="The earlier release.")
    after: ReleaseId = Field(description="The later release.")
    metric: MetricName = Field(description="The later release's headline.")
    why_unlinked: str = Field(
        default="", description="Why the two are not linked, in words; then there are no rows."
    )
    shared: Count = Field(description="Public questions that both ask.")
    removed: Count = Field(description="Questions that only the earlier asks.")
    added: Count = Field(description="Questions that only the later asks.")
    rekeyed: Count = Field(description="Shared questions whose truth, or its resource, changed.")
    signature: NonEmpty = Field(description="All that the later numbers depend on.")
    rows: list[LinkedSystem] = Field(
        description="Systems that entered both, by name; who did not is absent."
    )


class LanguageCounts(Record):
    """In which language a system's written answers are."""

    same: Count = Field(description="In the language that the question is asked in.")
    other: dict[str, Count] = Field(description="In another, by language (ISO 639-1).")
    unclear: Count = Field(description="Too short, or mixed, to tell.")


class SystemAnswers(Record):
    """How one system answers a track's questions."""

    submission_id: Slug = Field(description="The submission.")
    model_name: NonEmpty = Field(description="The system.")
    role: Role = Field(description="What it is (see decisions).")
    n: Annotated[int, Field(ge=1)] = Field(
        description="Questions; answers that cannot be compared do not count."
    )
    missing: Count = Field(description="No answer: null, or no line.")
    unreadable: Count = Field(description="Answers that could not be read.")
    wrong: Count | None = optional(
        "Answers that are wrong; absent where answers may be right in part."
    )
    coverage: Share = Field(description="Answers that could be read / n.")
    risk: Share | None = optional("Wrong answers / answers that could be read; absent without any.")
    low: Share | None = optional("Lower end of its interval; absent where clusters are too few.")
    high: Share | None = optional("Upper end.")
    languages: LanguageCounts | None = optional("Absent where no answer is a text.")


class Abstention(Record):
    """How the systems of a board answer: how much, how wrongly, in which language."""

    format: Literal["abstention/1"] = Field(description="The format and its version.")
    board: NonEmpty = Field(description="The track and the condition.")
    release: ReleaseId = Field(description="The release.")
    questions: dict[str, Count] = Field(description="Public questions by language (ISO 639-1).")
    signature: NonEmpty = Field(description="All that the numbers depend on.")
    rows: list[SystemAnswers] = Field(min_length=1, description="By id.")
