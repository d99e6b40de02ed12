"""Figures, made and checked by Plotly's own package; the vendored plotly.js draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

LEAST_REACH = 8
"""Points that an axis shows at least: a smaller part would make much of little."""
NEARLY = 0.85
"""A range that is so much of the whole scale gives way to it."""


def plotly_json(figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return a figure as Plotly writes it; ValueError for a property that Plotly does not know.

    The template is left out: inks are those of the page.
    """
    # Of the site's part, which an installation that only scores does not have.
    made = import_module("plotly.graph_objects").Figure(figure)
    written: dict[str, Any] = made.to_plotly_json()
    written["layout"].pop("template", None)
    return written


def with_ranges(
    layout: Mapping[str, Any], values: Mapping[str, tuple[Iterable[float], tuple[float, float]]]
) -> dict[str, Any]:
    """Return a layout whose axes fit their values; the whole scales are one click away.

    values: by the axis's name in the layout, what it must hold, and its whole scale.
    """
    ranges = {name: fit(*each) for name, each in values.items()}
    whole = {name: list(each[1]) for name, each in values.items()}
    axes = {name: {**layout.get(name, {}), "range": ends} for name, ends in ranges.items()}
    meta = {"meta": {**layout.get("meta", {}), "whole": whole}} if ranges != whole else {}
    return {**layout, **axes, **meta}


def fit(values: Iterable[float], whole: tuple[float, float]) -> list[float]:
    """Return the range of an axis that holds the values, with some room; at most the whole."""
    shown = list(values)
    low, high = min(shown, default=whole[0]), max(shown, default=whole[1])
    room = max((high - low) * 0.06, (LEAST_REACH - (high - low)) / 2)
    start, end = max(whole[0], low - room), min(whole[1], high + room)
    if end - start >= NEARLY * (whole[1] - whole[0]):
        return list(whole)
    return [round(start, 2), round(end, 2)]
