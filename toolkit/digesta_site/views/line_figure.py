"""Figure of scores over releases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from digesta_site.charts.figures import with_ranges
from digesta_site.charts.labels import plain_label
from digesta_site.language import gettext
from digesta_site.views.figures import STILL, WHOLE, points_of

SIGNS = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star")


class Segment(NamedTuple):
    """A score in two releases that may be joined: (place on the axis, share) of each."""

    start: tuple[int, float]
    end: tuple[int, float]


def line_figure(
    lines: Mapping[str, Sequence[Segment]], places: Sequence[str], *, metric: str
) -> dict[str, Any]:
    """Draw each system's scores over releases; nothing joins what is in no segment together."""
    held = [
        points_of(share)
        for segments in lines.values()
        for each in segments
        for _, share in (each.start, each.end)
    ]
    layout = {
        "height": 330 + 22 * len(lines),
        "margin": {"l": 10, "r": 20, "t": 10, "b": 40},
        "xaxis": STILL
        | {"range": [-0.3, len(places) - 0.7], "tickangle": -40}
        | {"tickvals": list(range(len(places))), "ticktext": list(places)},
        "yaxis": STILL
        | {"title": {"text": gettext("%(metric)s, percent", metric=plain_label(metric, 40))}},
        "legend": {"orientation": "h", "x": 0, "y": -0.3, "yanchor": "top"},
        "showlegend": True,
    }
    return {
        "data": [
            _line(name, segments, SIGNS[at % len(SIGNS)])
            for at, (name, segments) in enumerate(lines.items())
        ],
        "layout": with_ranges(layout, {"yaxis": (held, (min([0.0, *held]) - 1, WHOLE))}),
    }


def _line(name: str, segments: Sequence[Segment], sign: str) -> dict[str, Any]:
    # An empty place between two segments: each stands on questions of its own.
    points = [point for each in segments for point in (each.start, each.end, None)][:-1]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain_label(name, 80),
        "connectgaps": False,
        "marker": {"symbol": sign, "size": 8},
        "x": [point and point[0] for point in points],
        "y": [point and points_of(point[1]) for point in points],
        "customdata": [[plain_label(name, 80)]] * len(points),
        "hovertemplate": "%{customdata[0]}<br>%{y:.1f}%<extra></extra>",
    }
