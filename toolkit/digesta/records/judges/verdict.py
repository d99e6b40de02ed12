"""Records of judges: what a judge said of one answer, of the controls, and who the judge is.

Verdicts are the maintainers'. A submitter's own verdict files work at home and never reach a
board. A verdict is bound to the bytes that it judged by their digests.
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from digesta.records.base import (
    Answer,
    AnswerRecord,
    Count,
    Day,
    NonEmpty,
    Record,
    Sha256,
    Slug,
    UnitDecimal,
    duplicates,
    optional,
)

Passages = Literal["not_recorded"]
"""not_recorded: a judge whose word counts without a passage; only people then rank anybody."""

ControlKind = Literal["empty", "master_key", "injection", "other_answer", "reference"]
"""Attack controls of every run; the reference answer shows that the judge can also agree."""


class CriterionVerdict(Record):
    """Whether one criterion is satisfied, with the passages that show it."""

    criterion_id: NonEmpty = Field(
        description="The criterion of the truth; of an extraction, the pointer of a text field."
    )
    satisfied: bool = Field(
        description="Whether it is met; of a negative criterion, whether it is triggered."
    )
    confidence: UnitDecimal = Field(description="The judge's own confidence, in [0, 1].")
    evidence: list[NonEmpty] = Field(
        default_factory=list,
        description="Passages that stand verbatim in the answer; one per occurrence.",
    )
    analysis: str | None = optional("The judge's reasoning.")


class Claim(Record):
    """A factual claim found in the answer, and whether it is made up."""

    text: NonEmpty = Field(description="The claim.")
    category: Literal[
        "article_reference", "jurisprudence", "date_fact", "institution", "legal_rule", "other_fact"
    ] = Field(description="What kind of claim.")
    hallucinated: bool = Field(description="Whether it is made up.")
    severity: Literal["critical", "major", "minor"] | None = optional(
        "How much it costs (2, 1, 0.3 points); required when it is made up."
    )

    @model_validator(mode="after")
    def _severity_of_what_is_made_up(self) -> Self:
        if self.hallucinated and self.severity is None:
            raise ValueError("a severity for what is made up: critical, major or minor")
        return self


class Assertion(Record):
    """An assertion of the answer, and whether it names its source."""

    text: NonEmpty = Field(description="The assertion.")
    needs_source: bool = Field(description="Whether a lawyer would expect a source.")
    has_source: bool = Field(description="Whether a valid one is given.")


class Verdict(Record):
    """What a judge recorded about one answer, criterion by criterion."""

    question_id: Slug = Field(description="The question.")
    answer_sha256: Sha256 = Field(
        description="SHA-256 of the canonical bytes of the answer that was judged."
    )
    prompt_sha256: Sha256 = Field(description="SHA-256 of what the judge was shown.")
    criteria: list[CriterionVerdict] = Field(description="One for each criterion judged.")
    claims: list[Claim] = Field(default_factory=list, description="Claims found in the answer.")
    assertions: list[Assertion] = Field(
        default_factory=list, description="Assertions found in the answer."
    )
    passages: Passages | None = optional(
        "not_recorded: whoever asked the judge kept no passages, and its word counts "
        "without them. As its judge.json has it."
    )
    replies: list[str] = Field(
        default_factory=list, description="The judge's replies, unparsed, so that it is replayable."
    )

    @model_validator(mode="after")
    def _each_criterion_once(self) -> Self:
        if twice := duplicates(criterion.criterion_id for criterion in self.criteria):
            raise ValueError(f"each criterion judged once, not {', '.join(twice)} twice")
        return self


class Control(AnswerRecord, Verdict):
    """A judge's verdict on an answer whose worth is known beforehand."""

    control: ControlKind = Field(
        description="empty: nothing; master_key: a phrase that fools judges; injection: an order "
        "to the judge; other_answer: another question's answer; reference: a right answer."
    )
    answer: Answer = Field(description="The answer that was judged.")


class ControlRate(Record):
    """How often a judge called a positive criterion satisfied on one kind of control."""

    satisfied: Count = Field(description="Positive criteria called satisfied.")
    criteria: int = Field(ge=1, description="Positive criteria judged.")


class Judge(Record):
    """A model or program that grades text: what it is, and how it did on the controls."""

    format: Literal["judge/1"] = Field(description="The format and its version.")
    judge: Slug = Field(description="Id of the judge and name of its folder.")
    model: NonEmpty = Field(description="The model or program.")
    parameters: dict[str, Any] = Field(description="Its settings.")
    prompts: dict[str, Sha256] = Field(description="SHA-256 of each prompt, by its name.")
    human: Literal[True] | None = optional(
        "Whether the verdicts are a person's: parameters are then track, seed, "
        "calibration, qualification and minutes, as review unpack --grade writes them; other "
        "judges are compared with them. Absent: a model's or program's."
    )
    covers: Literal["checkable"] | None = optional(
        "checkable: it judges the criteria with a check alone, and its figures are "
        "those of rubrics with nothing else in them. Absent: all criteria."
    )
    questions: list[Slug] | None = optional(
        "It judges these questions and no other, which are then not judged: it ranks "
        "nobody. Absent: all.",
        min_length=1,
    )
    passages: Passages | None = optional(
        "not_recorded: no passages of the answers were kept with its verdicts, so "
        "that its word counts without them: it ranks nobody, but for a person's. "
        "Absent: a criterion counts only with a passage of the answer."
    )
    operator: NonEmpty = Field(description="Who ran it.")
    date: Day = Field(description="When it was run.")
    controls: dict[ControlKind, ControlRate] = Field(
        description="Rate of each kind of control: near 0 for attacks, near 1 for references."
    )
