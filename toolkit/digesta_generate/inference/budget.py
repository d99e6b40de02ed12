"""Money, tokens and time: what replies cost, and when to stop asking.

Money is counted in whole millionths of the currency's unit, rounded up reply by reply, so that
rounding never exceeds a cap. A question is only asked while what is spent, what is in flight and
its own worst case stay within every cap; the worst case of a prompt is one token a byte (no
byte-level tokeniser takes more) and a few a message. Money and tokens count what the journal
already holds, time counts from the start of the command. What an endpoint bills for a reply that
never arrived is unknown, and not counted; what it reports for an unreadable reply is counted by
the command that got it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.errors import UsageError
from digesta_generate.inference.settings import Messages

MICRO = 10**6
OPENROUTER_CURRENCY = "USD"
"""The currency of a reply's own ``usage.cost``."""

_PER_MESSAGE = 16
_CHARACTERS_A_TOKEN = 4
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,11})(\.[0-9]{1,12})?")

Cap = Literal["max-cost", "max-tokens-total", "max-minutes"]


class Prices(NamedTuple):
    """Prices per million tokens, in a currency's unit."""

    tokens_in: Fraction
    tokens_out: Fraction


class Caps(NamedTuple):
    """Upper limits; None: none. cost_micro: millionths; seconds: of this command."""

    cost_micro: int | None = None
    tokens: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class TokenUse:
    """Tokens and money of one or more replies."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost_micro: int = 0

    def __add__(self, other: TokenUse) -> TokenUse:
        """Add two uses, part by part."""
        return TokenUse(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost_micro + other.cost_micro,
        )


NOTHING = TokenUse()


def money(text: str, option: str) -> Fraction:
    """Return a decimal of at least 0, such as ``0.15``; or UsageError naming the option."""
    if _DECIMAL.fullmatch(text) is None:
        raise UsageError(f"--{option}: got {text!r}; expected a decimal such as 0.15")
    return Fraction(text)


def cap(text: str, option: str) -> int:
    """Return a cap in whole millionths, rounded down; or UsageError naming the option."""
    return math.floor(money(text, option) * MICRO)


def micro(amount: Fraction) -> int:
    """Return an amount in millionths, rounded up."""
    return math.ceil(amount * MICRO)


def as_decimal(cost_micro: int) -> str:
    """Return millionths as a decimal.

    >>> as_decimal(31), as_decimal(2_500_000)
    ('0.000031', '2.5')
    """
    whole, rest = divmod(cost_micro, MICRO)
    return f"{whole}.{rest:06d}".rstrip("0").rstrip(".")


class Meter:
    """Counts what is spent against prices and caps."""

    def __init__(self, prices: Prices | None, caps: Caps, *, currency: str) -> None:
        self._prices = prices
        self.caps = caps
        self.currency = currency
        self.spent = NOTHING

    @property
    def prices(self) -> dict[str, str]:
        """The prices per million tokens, as decimals; empty where there are none."""
        if self._prices is None:
            return {}
        tokens_in, tokens_out = (as_decimal(micro(price)) for price in self._prices)
        return {"input_price": tokens_in, "output_price": tokens_out}

    def cost_of(
        self, tokens_in: int | None, tokens_out: int | None, cost: Decimal | None
    ) -> int | None:
        """Return a reply's cost in millionths, the higher of reported and priced; None: unknown."""
        costs: list[int] = []
        if cost is not None and self.currency == OPENROUTER_CURRENCY:
            costs.append(micro(Fraction(cost)))
        if self._prices is not None and tokens_in is not None and tokens_out is not None:
            priced = self._prices.tokens_in * tokens_in + self._prices.tokens_out * tokens_out
            costs.append(math.ceil(priced))
        return max(costs, default=None)

    def worst(
        self, messages: Messages, max_tokens: int, form: Mapping[str, Any] | None = None
    ) -> TokenUse:
        """Return the most that one request can use. form: its ``response_format``."""
        size = sum(len(message["content"].encode()) + _PER_MESSAGE for message in messages)
        size += len(canonical_bytes(form)) if form else 0
        return TokenUse(size, max_tokens, self.cost_of(size, max_tokens, None) or 0)

    def estimate(self, messages: Messages, max_tokens: int) -> TokenUse:
        """Return an estimate of one request's use: four characters a token, the longest reply."""
        size = sum(len(message["content"]) for message in messages)
        tokens = -(-size // _CHARACTERS_A_TOKEN)
        return TokenUse(tokens, max_tokens, self.cost_of(tokens, max_tokens, None) or 0)

    def exceeded_cap(self, uses: Iterable[TokenUse], *, seconds: float) -> Cap | None:
        """Return the first cap that what is spent and these uses exceed together, or None."""
        total = sum(uses, self.spent)
        amounts: dict[Cap, tuple[float, float | None]] = {
            "max-cost": (total.cost_micro, self.caps.cost_micro),
            "max-tokens-total": (total.tokens_in + total.tokens_out, self.caps.tokens),
            "max-minutes": (seconds, self.caps.seconds),
        }
        exceeded = (name for name, (use, cap) in amounts.items() if cap is not None and use > cap)
        return next(exceeded, None)
