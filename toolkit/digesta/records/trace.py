"""Records of how answers were made: the submitter's word, and labelled so wherever it stands."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from digesta.records.base import Count, NonEmpty, Record, Sha256, Slug, example_config, example_of


class Trace(Record):
    """What the generator recorded about one answer."""

    model_config = example_config(
        {
            "question_id": "3e4c1b0a" * 8,
            "answer_sha256": "9c" * 32,
            "outcome": "answered",
            "input_tokens": 212,
            "output_tokens": 9,
            "latency_ms": 840,
            "cost_micro_usd": 31,
            "retrieved": ["bsl-46", "bsl-47"],
            "injected": ["bsl-46"],
            "reply": "Answer: no",
            "prompt_sha256": "5d" * 32,
        }
    )

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
    prompt_sha256: Sha256 | None = Field(default=None, description="SHA-256 of the prompt.")


class Carried(Record):
    """Answers that were taken over from a submission for an earlier release."""

    model_config = example_config(
        {"from": "2026-11-22/acme-7b", "predictions_sha256": "9c" * 32, "count": 84}
    )

    from_: NonEmpty = Field(alias="from", description="Release and id of that submission.")
    predictions_sha256: Sha256 = Field(description="SHA-256 of its predictions file.")
    count: Count = Field(description="How many answers were taken over.")


class Run(Record):
    """The circumstances of a run; never an input of a score."""

    model_config = example_config(
        {
            "versions": {"digesta": "0.1.0", "python": "3.11.7"},
            "platform": "Linux x86_64",
            "start": "2026-11-23T08:15:00Z",
            "duration_ms": 93_400,
            "inference": {"samples": 1, "select": "first", "providers": {"Acme Cloud": 6}},
            "carried": example_of(Carried),
            "asked": 6,
        }
    )

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
