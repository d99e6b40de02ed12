"""The options that ``infer`` and ``carry`` share, and what they come to."""

from __future__ import annotations

import math
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from digesta.errors import UsageError
from digesta_generate.endpoint.local import LOCAL

HERE = Path()


def _finite(value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("a finite number is expected")
    return value


Release = Annotated[
    str | None,
    typer.Option("--release", "-r", help="Release id or folder; the newest if left out."),
]
Root = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint: https://host/v1")
]
KeyEnv = Annotated[
    str | None,
    typer.Option(
        "--key-env",
        help="NAME of the variable that holds the key; for api.openai.com OPENAI_API_KEY, for "
        "OpenRouter OPENROUTER_API_KEY, with --loopback none. Never the key itself.",
    ),
]
Loopback = Annotated[
    bool, typer.Option("--loopback", help="The endpoint is on this machine; http is fine then.")
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout", min=0.1, max=86_400, callback=_finite, help="Seconds for one whole reply."
    ),
]
Concurrency = Annotated[
    int, typer.Option("--concurrency", "-c", min=1, max=256, help="Requests at once.")
]
Retries = Annotated[
    int, typer.Option("--retries", min=0, max=20, help="Further tries after 429, 5xx, time-outs.")
]
Backoff = Annotated[
    float,
    typer.Option(
        "--backoff", min=0.0, callback=_finite, help="Seconds before the first of them; doubles."
    ),
]
PriceIn = Annotated[
    str | None, typer.Option("--price-in", help="Price of a million prompt tokens, as a decimal.")
]
PriceOut = Annotated[
    str | None, typer.Option("--price-out", help="Price of a million reply tokens, as a decimal.")
]
Currency = Annotated[str, typer.Option("--currency", help="Of the prices and of --max-cost.")]
MaxCost = Annotated[
    str | None, typer.Option("--max-cost", help="Most to spend on one submission, as a decimal.")
]
MaxTokensTotal = Annotated[
    int | None,
    typer.Option("--max-tokens-total", min=1, help="Most tokens for one submission, in and out."),
]
MaxMinutes = Annotated[
    float | None,
    typer.Option(
        "--max-minutes", min=0.0, callback=_finite, help="Most time that it asks one model."
    ),
]
Partial = Annotated[
    bool, typer.Option("--partial", help="Write what there is, also when it is not all.")
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Print the first prompt and the expected cost; ask nothing."),
]


class Selection(StrEnum):
    """How one of several samples is chosen."""

    first = "first"
    majority = "majority"


class Condition(StrEnum):
    """What an answer rests on."""

    closed_book = "closed_book"
    retrieval = "retrieval"
    gold_injected = "gold_injected"


ConditionOption = Annotated[
    Condition,
    typer.Option(
        "--condition", help="The prompt alone, with what was found, or with the right passages."
    ),
]


class LimitKey(StrEnum):
    """What the endpoint calls the longest reply."""

    max_tokens = "max_tokens"
    max_completion_tokens = "max_completion_tokens"


class Access(NamedTuple):
    """Where the endpoint is and what opens it. local: name of a model served on this machine."""

    base_url: str | None
    key_env: str | None
    loopback: bool
    timeout: float
    local: str | None = None

    @property
    def endpoint(self) -> str:
        """What the record calls the endpoint."""
        return self.url() if self.local is None else LOCAL + self.local

    def url(self, option: str = "--base-url") -> str:
        """Give the checked base URL, or UsageError. option: what the command calls it."""
        from digesta_generate.endpoint.client import checked_url

        if self.base_url is None:
            raise UsageError(f"no endpoint: name one with {option}, such as https://host/v1")
        return checked_url(self.base_url, loopback=self.loopback, option=option)


class Pace(NamedTuple):
    """How fast and how patiently to ask."""

    concurrency: int
    retries: int
    backoff: float


class Money(NamedTuple):
    """Prices and caps, as they were given."""

    price_in: str | None
    price_out: str | None
    currency: str
    max_cost: str | None
    max_tokens_total: int | None
    max_minutes: float | None
