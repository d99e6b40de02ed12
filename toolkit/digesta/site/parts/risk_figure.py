"""Figure JSON of risk against coverage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.site.charts.figures import with_ranges
from digesta.site.charts.labels import plain_label
from digesta.site.parts.figures import STILL, WHOLE, points_of
from digesta.site.parts.line_figure import SIGNS

LEGEND = 12
"""Lines up to which a legend names them; with more the table does."""


class RiskLine(NamedTuple):
    """A system's (coverage, risk), from its surest answers to all; else one point."""

    name: str
    points: Sequence[tuple[float, float]]


def risk_figure(lines: Sequence[RiskLine]) -> dict[str, Any]:
    """Draw the share of wrong answers against the share answered."""
    few = len(lines) <= LEGEND
    scale = (-1.0, WHOLE)
    layout = {
        "height": 380 + 22 * len(lines) * few,
        "margin": {"l": 10, "r": 20, "t": 10, "b": 40},
        "xaxis": STILL | {"title": {"text": "answered, percent"}},
        "yaxis": STILL | {"title": {"text": "wrong of answered, percent"}},
        "legend": {"orientation": "h", "x": 0, "y": -0.3, "yanchor": "top"},
        "showlegend": few,
    }
    points = [point for line in lines for point in line.points]
    held = {
        axis: ([points_of(point[at]) for point in points], scale)
        for at, axis in enumerate(("xaxis", "yaxis"))
    }
    return {
        "data": [_trace(line, SIGNS[at % len(SIGNS)]) for at, line in enumerate(lines)],
        "layout": with_ranges(layout, held),
    }


def _trace(line: RiskLine, sign: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers" if len(line.points) > 1 else "markers",
        "name": plain_label(line.name, 80),
        "line": {"shape": "hv"},
        "marker": {"symbol": sign, "size": 8},
        "x": [points_of(coverage) for coverage, _ in line.points],
        "y": [points_of(risk) for _, risk in line.points],
        "customdata": [[plain_label(line.name, 80)]] * len(line.points),
        "hovertemplate": "%{customdata[0]}<br>%{y:.1f}% of %{x:.1f}%<extra></extra>",
    }
