"""Figures as Plotly's own package accepts them, and what they are most often made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from digesta.site.charts.scales import fit


def checked_json(figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return a figure as Plotly writes it, without its template.

    Raises ValueError, of Plotly, for a property or a value that it does not know.
    """
    built = _graph_objects().Figure(data=figure["data"], layout=figure["layout"])
    written: dict[str, Any] = built.to_plotly_json()
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


@cache
def _graph_objects() -> Any:
    # A third of a second to import: of the site's part, which whoever only scores does not have.
    return import_module("plotly.graph_objects")
