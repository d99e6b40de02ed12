"""Records of how answers were made: the submitter's word, labelled so; and a maintainer's rerun."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from digesta.records.base import Count, NonEmpty, Record, ReleaseId, Sha256, Slug, UnitDecimal


class Trace(Record):
    """What the generator recorded about one answer."""

    question_id: Slug = Field(description="The question.")
    answer_sha256: Sha256 = Field(
        description="SHA-256 of the answer's canonical bytes; it ties the line to the prediction."
    )
    outcome: Literal["answered", "refused", "length", "error"] = Field(
        description="answered; refused to answer; cut at the length limit; failed."
    )
    input_tokens: Count | None = Field(default=None, description="Tokens of the prompt.")
    output_tokens: Count | None = Field(default=None, description="Tokens of the reply.")
    latency_ms: Count | None = Field(
        default=None, description="From request to whole reply, in milliseconds."
    )
    cost_micro_usd: Count | None = Field(
        default=None, description="Cost in millionths of a US dollar."
    )
    retrieved: list[NonEmpty] | None = Field(
        default=None, description="Ids of the passages found, best first, before any injection."
    )
    injected: list[NonEmpty] | None = Field(
        default=None, description="Ids of the right passages that were put into the prompt."
    )
    reply: str | None = Field(default=None, description="What the model said, unparsed.")
    confidence: UnitDecimal | None = Field(
        default=None,
        description="How sure the system is that its answer is right, before anybody marked it.",
    )
    prompt_sha256: Sha256 | None = Field(default=None, description="SHA-256 of the prompt.")


class Carried(Record):
    """Answers that were taken over from a submission for an earlier release."""

    from_: NonEmpty = Field(alias="from", description="Release and id of that submission.")
    predictions_sha256: Sha256 = Field(description="SHA-256 of its predictions file.")
    count: Count = Field(description="How many answers were taken over.")


class Run(Record):
    """The circumstances of a run; never an input of a score."""

    versions: dict[str, NonEmpty] = Field(description="Version of each program used, by name.")
    platform: NonEmpty = Field(description="System, machine and processor.")
    start: str = Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        title="time",
        description="Start of the run, UTC.",
    )
    duration_ms: Count = Field(
        description="From the start to the end, in milliseconds, pauses of a resumed run included."
    )
    inference: dict[str, Any] | None = Field(
        default=None,
        description="What digesta-generate recorded: settings, prompts, samples, tokens, cost, "
        "the models and providers that the replies name.",
    )
    carried: Carried | None = Field(
        default=None, description="What was taken over from an earlier release's submission."
    )
    asked: Count | None = Field(default=None, description="How many questions were asked.")


class Rerun(Record):
    """A submission's command, run again by a maintainer in a sandbox: which answers came again."""

    format: Literal["rerun/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    release_sha256: Sha256 = Field(description="SHA-256 of its manifest.")
    submission_id: Slug = Field(description="The submission.")
    card: Sha256 = Field(description="SHA-256 of submission.json as it was.")
    predictions: Sha256 = Field(description="SHA-256 of the predictions as they were.")
    command: NonEmpty = Field(description="The command that the card records.")
    words: list[str] = Field(description="What was run: the command, and what was added to it.")
    seed: NonEmpty = Field(
        description="Of the draw: those questions are drawn whose SHA-256 of seed, LF, SHA-256 of "
        "the predictions, LF and question id come first."
    )
    drawn: list[Slug] = Field(min_length=1, description="Questions whose answers must come again.")
    code: int | None = Field(
        default=None, description="Exit code of the command; absent where its time was up."
    )
    agreed: Count = Field(description="Answers that came again the same, drawn or not.")
    disagreed: list[Slug] = Field(description="Questions that were answered otherwise.")
    missing: list[Slug] = Field(description="Drawn questions that were not answered again.")
    shown: dict[str, Sha256] = Field(
        description="What else the command could read, by path: SHA-256 of the file; of a folder, "
        "of the lines path, space, SHA-256 of its files in order."
    )
    truths: bool = Field(description="Whether it could read the release's open truths.")
    endpoint: NonEmpty | None = Field(default=None, description="What it could reach.")
    limits: dict[str, float] = Field(description="Minutes, processes, MiB of memory and disk.")
    versions: dict[str, NonEmpty] = Field(description="Version of each program used, by name.")
    platform: NonEmpty = Field(description="System, machine and processor.")
    start: str = Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        title="time",
        description="Start of the command, UTC.",
    )
    duration_ms: Count = Field(description="From its start to its end, in milliseconds.")

    @property
    def came_again(self) -> bool:
        """Whether the command ended well, with every drawn answer and none that differs."""
        return self.code == 0 and not self.disagreed and not self.missing
