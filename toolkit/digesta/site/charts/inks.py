"""The inks of charts by name, on light and on dark paper; ``digesta.css`` has the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Ink(NamedTuple):
    """A colour on light paper and on dark."""

    light: str
    dark: str


INKS = {
    "paper": Ink("#ffffff", "#171c21"),
    "text": Ink("#1d242b", "#e6eaed"),
    "muted": Ink("#56616b", "#a7b1ba"),
    "line": Ink("#d9dde1", "#343d46"),
    "strong": Ink("#76818b", "#8894a0"),
    "accent": Ink("#1f4a5c", "#8cc4d8"),
    "good": Ink("#1c6b45", "#74c69d"),
    "bad": Ink("#9c2f2f", "#f08f8f"),
    "part": Ink("#7a5a00", "#e0b95a"),
    "s1": Ink("#1f6fb4", "#6db3f2"),
    "s2": Ink("#b35900", "#f2a65a"),
    "s3": Ink("#2a7d4f", "#74c69d"),
    "s4": Ink("#a13d8c", "#e08fd0"),
    "s5": Ink("#7d6608", "#d9c24a"),
    "s6": Ink("#00747c", "#5fd0d0"),
    "s7": Ink("#b3263a", "#f08f8f"),
    "s8": Ink("#5b5b5b", "#b8b8b8"),
}
SERIES = 8
"""Inks of series: ``s1`` and on."""

KEYS = {
    "ranked": "accent",
    "unranked": "accent",
    "open": "accent",
    "archived": "accent",
    "floors": "strong",
    "reference": "good",
    "chance": "muted",
    "floor": "part",
}
"""What a mark stands for, and its ink."""

HOLLOW = {"open", "archived"}
"""What is drawn as a ring."""


def ink_of(trace: Mapping[str, Any], place: int) -> str:
    """Return the ink of a trace: what its ``meta`` says, else that of its place."""
    key = trace.get("meta")
    if isinstance(key, str):
        key = KEYS.get(key, key)
        if key in INKS:
            return key
    return f"s{place % SERIES + 1}"


def symbol_of(trace: Mapping[str, Any]) -> str:
    """Return the sign of a trace's points."""
    own = trace.get("marker", {}).get("symbol")
    if own:
        return str(own)
    key = trace.get("meta")
    return "circle-open" if key in HOLLOW else "diamond" if key == "floors" else "circle"


def dark_rules(names: Sequence[str], accents: tuple[str, str]) -> str:
    """Return the rules that turn inks of these names for dark paper."""
    rules = [f".{name}{{color:{_shade(name, accents).dark}}}" for name in names]
    return f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"


def light(name: str, accents: tuple[str, str]) -> str:
    """Return an ink on light paper."""
    return _shade(name, accents).light


def _shade(name: str, accents: tuple[str, str]) -> Ink:
    return Ink(*accents) if name == "accent" else INKS[name]
