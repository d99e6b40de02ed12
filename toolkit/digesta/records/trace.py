"""Records of how answers were made: the submitter's word, labelled so."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from digesta.records.base import Count, NonEmpty, Record, Sha256, Slug, optional


class Trace(Record):
    """What the generator recorded about one answer."""

    question_id: Slug = Field(description="The question.")
    answer_sha256: Sha256 = Field(
        description="SHA-256 of the answer's canonical bytes; it ties the line to the prediction."
    )
    outcome: Literal["answered", "refused", "length", "empty", "tools", "error"] = Field(
        description="answered; refused to answer; cut at the length limit; a reply without a "
        "text; a call of a tool in place of one; failed."
    )
    input_tokens: Count | None = optional("Tokens of the prompt.")
    output_tokens: Count | None = optional("Tokens of the reply.")
    latency_ms: Count | None = optional("From request to whole reply, in milliseconds.")
    cost_micro_usd: Count | None = optional("Cost in millionths of a US dollar.")
    retrieved: list[NonEmpty] | None = optional(
        "Ids of the passages found, best first, before any injection."
    )
    injected: list[NonEmpty] | None = optional(
        "Ids of the right passages that were put into the prompt."
    )
    reply: str | None = optional("What the model said, unparsed.")
    prompt_sha256: Sha256 | None = optional("SHA-256 of the prompt.")


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
    inference: dict[str, Any] | None = optional(
        "What digesta-generate recorded: settings, prompts, samples, tokens, cost, "
        "the models and providers that the replies name."
    )
    carried: Carried | None = optional("What was taken over from an earlier release's submission.")
    asked: Count | None = optional("How many questions were asked.")
