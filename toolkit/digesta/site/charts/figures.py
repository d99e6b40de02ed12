"""What figures are most often made of. A test gives each to Plotly's own package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from digesta.site.charts.scales import fit


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
