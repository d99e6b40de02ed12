"""The options of ``infer`` and ``carry``: model, endpoint, decoding, budget, passages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import flag, option


@dataclass(frozen=True, kw_only=True)
class BudgetOptions(o.Options):
    """Prices and caps, as the command line has them."""

    group: ClassVar[str] = "Budget"
    price_in: str | None = option(
        None, "Price of a million prompt tokens, such as 0.15; cached ones count in full."
    )
    price_out: str | None = option(None, "Price of a million reply tokens, such as 0.60.")
    currency: str = option("USD", "Currency of all prices and of --max-cost.")
    max_cost: str | None = option(None, "Highest cost of one submission, such as 5.00.")
    max_tokens_total: int | None = option(
        None, "Most tokens for one submission, in and out.", min=1
    )
    max_minutes: float | None = option(
        None, "Minutes after which a model is asked no more.", min=0.0, callback=o.finite
    )


@dataclass(frozen=True, kw_only=True)
class DecodingOptions(o.Options):
    """What makes a system of a model."""

    group: ClassVar[str] = "Decoding"
    temperature: str = option("0", "A decimal, or none for the endpoint's own.")
    top_p: str | None = option(None, "A decimal.")
    max_tokens: int | None = option(
        None,
        "Longest reply, in tokens. Default: enough for the form of answer, and to reason.",
        min=1,
    )
    limit_key: o.LimitKey = option("max_tokens", "The endpoint's name for --max-tokens.")
    no_system_role: bool = flag("The model has no system role: put its text into the user's turn.")
    seed: int | None = option(None, "Seed; sample i gets seed + i.", min=0)
    constrained: bool = flag("Constrain answers (not free text) by a JSON Schema.")
    prompt: tuple[str, ...] = option((), "Prompt as NAME.VERSION, such as closed.3; repeatable.")
    replies: int = option(1, "Replies to each question.", name="samples", min=1, max=100)
    select: Literal["first", "majority"] = option("first", "Which of the replies counts.")
    provider: tuple[str, ...] = option((), "OpenRouter: only this provider; repeat in order.")
    quantization: tuple[str, ...] = option((), "OpenRouter: only weights such as fp8; repeatable.")


@dataclass(frozen=True, kw_only=True)
class PassageOptions(o.Options):
    """The passages that prompts show."""

    group: ClassVar[str] = "Passages"
    passages: Path | None = option(None, "File of passages to show, made by retrieve.")
    passage_tokens: int = option(400, "Most tokens of all passages in a prompt.", min=1)
    retriever: str | None = option(None, "What found the passages, if no record names it.")


@dataclass(frozen=True, kw_only=True)
class NameOptions(o.Options):
    """What the submission is called."""

    group: ClassVar[str] = "Record"
    id: str | None = option(None, "The submission's id. Default: made from the model's name.")
    name: str | None = option(None, "The system's name.")


@dataclass(frozen=True, kw_only=True)
class PartialOptions(o.Options):
    """Whether a part of the answers is written too."""

    group: ClassVar[str] = "Trial"
    partial: bool = flag("Write the submission even if answers are missing.")


@dataclass(frozen=True, kw_only=True)
class TrialOptions(PartialOptions):
    """A part of the questions, to try."""

    group: ClassVar[str] = "Trial"
    only: tuple[str, ...] = option((), "Only this task (a trial); repeatable.")
    question: tuple[str, ...] = option((), "Only this question (the start of its id; a trial).")
    limit: int | None = option(None, "At most this many questions (a trial).", min=1)


@dataclass(frozen=True, kw_only=True)
class DryRunOptions(o.Options):
    """A command that can be tried without asking anybody."""

    dry_run: bool = flag("Print the first prompt and the expected cost; send nothing.")


@dataclass(frozen=True, kw_only=True)
class SystemOptions(
    o.LocalOptions,
    o.QuestionOptions,
    o.ReleaseOptions,
    PassageOptions,
    NameOptions,
    DecodingOptions,
    TrialOptions,
    BudgetOptions,
    o.EndpointOptions,
):
    """What ``infer`` and ``run`` ask models, and how."""

    model: tuple[str, ...] = option((), "The model's name at the endpoint; repeatable.", "-m")
    organization: str | None = option(None, "Who submits it.")
    track: tuple[str, ...] = option((), "Only this track; repeatable. Default: all.")


@dataclass(frozen=True, kw_only=True)
class InferOptions(SystemOptions, DryRunOptions):
    """What ``digesta-generate infer`` takes.

    >>> InferOptions(model=("acme/acme-7b",), track=("finlaw",), seed=0).line()
    'digesta-generate infer --model acme/acme-7b --track finlaw --seed 0'
    """

    command: ClassVar[str] = "infer"


@dataclass(frozen=True, kw_only=True)
class CarryOptions(
    o.ReleaseOptions, DryRunOptions, PartialOptions, BudgetOptions, o.EndpointOptions
):
    """What ``digesta-generate carry`` takes."""

    command: ClassVar[str] = "carry"
    folder: Annotated[
        Path,
        o.Argument(help="The submission's folder for the earlier release; its parent means all."),
    ]
    more: Annotated[tuple[Path, ...], o.Argument(metavar="FOLDER", help="More folders.")] = ()
    track: tuple[str, ...] = option((), "Also ask this track, which was not asked before.")
