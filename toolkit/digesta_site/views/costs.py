"""What answers cost, for the eye: every figure with its unit, and whose word it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.records.board import Row
from digesta_site.language import gettext, noop
from digesta_site.words import NOT_REPORTED, with_spaces

MICRO = 1_000_000
SEEN = MappingProxyType({"rerun": noop("seen in a maintainer's run")})
"""Level -> whose word the figures are; of all other levels they are the submitter's."""
TOLD = noop("reported by the submitter")


class Figure(NamedTuple):
    """A figure's heading, with its unit, and how a value is written under it."""

    heading: str
    shown: Callable[[float], str]


def whole(value: float) -> str:
    """Return a count with its thousands apart; a fraction keeps its digits.

    >>> whole(1234567.0), whole(0.5)
    ('1,234,567', '0.5')
    """
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"


def dollars(micro_usd: float) -> str:
    """Return millionths of a dollar in dollars: cents from one dollar up, all digits below.

    >>> dollars(12_345_678), dollars(1_200), dollars(0)
    ('12.35', '0.0012', '0')
    """
    if micro_usd >= MICRO:
        return f"{micro_usd / MICRO:,.2f}"
    return f"{micro_usd / MICRO:.6f}".rstrip("0").rstrip(".")


FIGURES: Mapping[str, Figure] = {
    "latency_ms_p50": Figure(noop("Latency, median, ms"), whole),
    "latency_ms_p95": Figure(noop("Latency, 95th percentile, ms"), whole),
    "input_tokens": Figure(noop("Input tokens"), whole),
    "output_tokens": Figure(noop("Output tokens"), whole),
    "cost_micro_usd": Figure(noop("Cost, US$"), dollars),
}
"""The figures in their order on a page; others follow by name, as they are."""


def names_of(rows: Iterable[Row]) -> list[str]:
    """Return the figures that rows have, in their order on a page."""
    names = {name for row in rows for name in row.usage}
    return [name for name in FIGURES if name in names] + sorted(names - FIGURES.keys())


def names_with_values(rows: Iterable[Row]) -> list[str]:
    """Return the figures that any of some rows tells, in their order on a page."""
    some = list(rows)
    return [name for name in names_of(some) if any(value_of(row, name) is not None for row in some)]


def value_of(row: Row, name: str) -> float | None:
    """Return a row's figure; None where it is not reported."""
    value = row.usage.get(name, NOT_REPORTED)
    return None if isinstance(value, str) else value


def headings(names: Iterable[str]) -> list[str]:
    """Return the heading of each figure."""
    return [
        gettext(FIGURES[name].heading) if name in FIGURES else with_spaces(name) for name in names
    ]


def has_usage(row: Row) -> bool:
    """Return whether any figure of a row is known."""
    return any(value != NOT_REPORTED for value in row.usage.values())


def cells(row: Row, names: Iterable[str]) -> dict[str, Any]:
    """Return a row's figures for the eye and for sorting, and whose word they are."""
    values = [row.usage.get(name, NOT_REPORTED) for name in names]
    return {
        "cells": [
            [value, FIGURES[name].shown(value) if name in FIGURES else whole(value)]
            if not isinstance(value, str)
            else ["", gettext(value)]
            for name, value in zip(names, values, strict=True)
        ],
        "source": gettext(SEEN.get(row.level, TOLD)) if has_usage(row) else "",
    }
