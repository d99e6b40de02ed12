"""The options of ``infer`` and ``carry``: model, endpoint, decoding, budget, passages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import Help


@dataclass(frozen=True, kw_only=True)
class Budget(o.Options):
    """Prices and caps, as they were given."""

    price_in: Annotated[
        str | None,
        Help(help="Price of a million prompt tokens, as a decimal.", rich_help_panel=o.BUDGET),
    ] = None
    price_out: Annotated[
        str | None,
        Help(help="Price of a million reply tokens, as a decimal.", rich_help_panel=o.BUDGET),
    ] = None
    currency: Annotated[
        str, Help(help="Of the prices and of --max-cost.", rich_help_panel=o.BUDGET)
    ] = "USD"
    max_cost: Annotated[
        str | None,
        Help(help="Most to spend on one submission, as a decimal.", rich_help_panel=o.BUDGET),
    ] = None
    max_tokens_total: Annotated[
        int | None,
        Help(
            min=1,
            help="Most tokens for one submission, in and out.",
            rich_help_panel=o.BUDGET,
        ),
    ] = None
    max_minutes: Annotated[
        float | None,
        Help(
            min=0.0,
            callback=o.finite,
            help="Most time that it asks one model.",
            rich_help_panel=o.BUDGET,
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Rehearsed(o.Options):
    """A command that can be tried without asking anybody."""

    dry_run: Annotated[
        bool, Help(help="Print the first prompt and the expected cost; ask nothing.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class Answering(o.Place, Budget, o.Reached):
    """What ``infer`` and ``run`` ask models, and how."""

    model: Annotated[
        tuple[str, ...],
        Help("--model", "-m", help="The model, as the endpoint names it; repeatable."),
    ] = ()
    local: o.Local = None
    organization: o.Organization = None
    track: Annotated[
        tuple[str, ...], Help(help="Only this track; repeatable. Else every track.")
    ] = ()
    split: o.SplitOption = "all"
    condition: o.ConditionOption = "closed_book"
    passages: Annotated[
        Path | None,
        Help(help="The passages to show, as retrieve wrote them.", rich_help_panel=o.PASSAGES),
    ] = None
    passage_tokens: Annotated[
        int,
        Help(
            min=1,
            help="All passages of a prompt are cut to it.",
            rich_help_panel=o.PASSAGES,
        ),
    ] = 400
    retriever: Annotated[
        str | None,
        Help(help="What found them, if no record beside says.", rich_help_panel=o.PASSAGES),
    ] = None
    id: Annotated[
        str | None,
        Help(help="The submission's id; made of the model's name.", rich_help_panel=o.RECORD),
    ] = None
    name: Annotated[str | None, Help(help="The system's name.", rich_help_panel=o.RECORD)] = None
    temperature: Annotated[
        str, Help(help="Decimal; none: the endpoint's own.", rich_help_panel=o.DECODING)
    ] = "0"
    top_p: Annotated[str | None, Help(help="Decimal.", rich_help_panel=o.DECODING)] = None
    max_tokens: Annotated[
        int, Help(min=1, help="Longest reply, in tokens.", rich_help_panel=o.DECODING)
    ] = 512
    limit_key: Annotated[
        o.LimitKey, Help(help="What the endpoint calls that limit.", rich_help_panel=o.DECODING)
    ] = "max_tokens"
    seed: Annotated[
        int | None, Help(min=0, help="Sample i is sent seed + i.", rich_help_panel=o.DECODING)
    ] = None
    provider: Annotated[
        tuple[str, ...],
        Help(help="OpenRouter: only these, in order; repeatable.", rich_help_panel=o.ENDPOINT),
    ] = ()
    quantization: Annotated[
        tuple[str, ...],
        Help(help="OpenRouter: only weights such as fp8; repeatable.", rich_help_panel=o.ENDPOINT),
    ] = ()
    constrained: Annotated[
        bool,
        Help(help="Hold answers (not free text) to a JSON Schema.", rich_help_panel=o.DECODING),
    ] = False
    prompt: Annotated[
        tuple[str, ...],
        Help(
            help="Prompt as NAME.VERSION, such as closed.2; repeatable.",
            rich_help_panel=o.DECODING,
        ),
    ] = ()
    samples: Annotated[
        int,
        Help(min=1, max=100, help="Replies to each question.", rich_help_panel=o.DECODING),
    ] = 1
    select: Annotated[
        Literal["first", "majority"],
        Help(help="Which reply's answer counts.", rich_help_panel=o.DECODING),
    ] = "first"
    only: Annotated[
        tuple[str, ...],
        Help(help="Only this task (a trial); repeatable.", rich_help_panel=o.TRIAL),
    ] = ()
    limit: Annotated[
        int | None,
        Help(min=1, help="Only so many questions (a trial).", rich_help_panel=o.TRIAL),
    ] = None
    partial: o.Partial = False


@dataclass(frozen=True, kw_only=True)
class InferOptions(Answering, Rehearsed):
    """What ``digesta-generate infer`` takes.

    >>> InferOptions(model=("acme/acme-7b",), track=("finlaw",), seed=0).line()
    'digesta-generate infer --model acme/acme-7b --track finlaw --seed 0'
    """

    command: ClassVar[str] = "infer"


@dataclass(frozen=True, kw_only=True)
class CarryOptions(o.Place, Rehearsed, Budget, o.Reached):
    """What ``digesta-generate carry`` takes."""

    command: ClassVar[str] = "carry"
    folder: Annotated[Path, o.Argument(help="The submission's folder for the earlier release.")]
    track: Annotated[
        tuple[str, ...], Help(help="Ask this track too, though it was not asked before.")
    ] = ()
    partial: o.Partial = False
