"""What the original lets a run set of its figures: the model, its prices, and the interval.

Prices are the original's table (``prices.json``), with its fallback for a model that it does not
know. They price the tokens of traces that name no cost, and only where a model is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from digesta.errors import UsageError
from digesta.package_files import json_file

SETTINGS: Mapping[str, str] = {
    "model": "the answering model's id; prices the tokens of traces without a cost",
    "rounds": "draws of the interval, 1000",
    "confidence": "of the interval, 0.95",
    "seed": "of its draws, 42",
}
"""Name of a setting -> what it is, and what it is where it is not set."""
_MOST_ROUNDS, _LARGEST_SEED = 100_000, 2**64
_MILLION = 1_000_000


class Bootstrap(NamedTuple):
    """The original's interval: how many draws, what share it holds, and the draws' seed."""

    rounds: int = 1000
    confidence: float = 0.95
    seed: int = 42

    @property
    def ends(self) -> tuple[int, int]:
        """Return the places of the ends among the sorted means, by the original's arithmetic."""
        tail = (1 - self.confidence) / 2
        return int(tail * self.rounds), min(self.rounds - 1, int((1 - tail) * self.rounds))


def bootstrap_of(settings: Mapping[str, str]) -> Bootstrap:
    """Return the interval that settings ask for; UsageError where one is out of its range."""
    rounds = _number(settings, "rounds", (1, _MOST_ROUNDS))
    confidence = _number(settings, "confidence", (Fraction(1, 1000), Fraction(999, 1000)))
    seed = _number(settings, "seed", (0, _LARGEST_SEED))
    default = Bootstrap()
    return Bootstrap(
        default.rounds if rounds is None else int(rounds),
        default.confidence if confidence is None else float(confidence),
        default.seed if seed is None else int(seed),
    )


def price(model: str, input_tokens: int, output_tokens: int) -> float:
    """Return what a model's tokens cost by the original's table, in US dollars.

    >>> price("openai/gpt-4o", 1000, 100), price("acme/acme-7b", 1000, 100)
    (0.0035, 0.0028)
    """
    table = json_file(__package__, "prices.json")
    prices = table["models"].get(model, table["others"])
    cost = input_tokens * Fraction(prices["input"]) + output_tokens * Fraction(prices["output"])
    return float(cost / _MILLION)


def _number(
    settings: Mapping[str, str], name: str, bounds: tuple[int | Fraction, int | Fraction]
) -> Fraction | None:
    if name not in settings:
        return None
    low, high = bounds
    text = settings[name]
    whole = isinstance(low, int)
    try:
        number = Fraction(int(text)) if whole else Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = Fraction(-1)
    if len(text) > len(str(high)) + 8 or not low <= number <= high:
        raise UsageError(f"--set {name}: got {text}; expected {float(low):g} to {float(high):g}")
    return number
