"""Figure JSON for plotly.js.

Labels are submitted text: plotly.js reads tags and entities in them, so ``& < >`` are
escaped and invisible characters spelled out; hover texts take them from ``customdata``.
Colours are the script's, which reads them from the page's palette.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.records.board import Row
from digesta.site.words import span, visible

LABEL = 26
"""Characters of a label; the table beside the chart has the whole name."""
LEVEL_LABEL = 20
"""Characters of a name beside a line: a phone is narrow."""
ROW_HEIGHT = 26
NEAR_LEFT, NEAR_RIGHT = 20, 66
LABEL_ROWS = 0.75
"""Rows of height that a line's label takes above the first row."""
_HOVER = "%{customdata[0]}<br>%{x:.1f}% (%{customdata[1]})<extra></extra>"


class Series(NamedTuple):
    """Rows that are drawn alike: a key that the script colours, a name, and the rows."""

    key: str
    name: str
    rows: Sequence[Row]


class _Level(NamedTuple):
    """A score that is drawn through the chart: a key that the script colours, where, in points."""

    key: str
    label: str
    at: float


def plain_label(text: str, limit: int = LABEL) -> str:
    """Return a text that plotly.js shows as it is.

    >>> plain_label("<b>x</b> & y")
    '&lt;b&gt;x&lt;/b&gt; &amp; y'
    """
    shown = visible(text)
    cut = shown if len(shown) <= limit else shown[: limit - 1] + "…"
    return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def interval_figure(
    series: Sequence[Series], *, chance: float, metric: str, floor: Row | None = None
) -> dict[str, Any]:
    """Draw each row's score and interval on one axis from 0 to 100, one row a line.

    chance: of a uniform guess, in [0, 1]; drawn where it is above 0. floor: the row whose
    score is drawn through the chart, if there is one.
    """
    rows = [row for drawn in series for row in drawn.rows]
    levels = [_Level("chance", "chance", _points(chance))] if chance else []
    if floor is not None:
        # Isolated, so that a name that runs the other way does not turn the label around.
        name = f"\u2068{plain_label(floor.model_name, LEVEL_LABEL)}\u2069"
        levels.append(_Level("floor", f"floor: {name}", _points(floor.score)))
    traces, start = [], 0
    for drawn in series:
        if drawn.rows:
            traces.append(_trace(drawn, start))
        start += len(drawn.rows)
    return {"data": traces, "layout": _layout(rows, metric, levels)}


def _trace(drawn: Series, start: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": drawn.name,
        "meta": drawn.key,
        "x": [_points(row.score) for row in drawn.rows],
        "y": list(range(start, start + len(drawn.rows))),
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [_points(_end(row, row.high) - row.score) for row in drawn.rows],
            "arrayminus": [_points(row.score - _end(row, row.low)) for row in drawn.rows],
        },
        "customdata": [
            [plain_label(row.model_name, 80), span(row.low, row.high)] for row in drawn.rows
        ],
        "hovertemplate": _HOVER,
    }


def _end(row: Row, end: float | None) -> float:
    """Return an end of a row's interval; the score where there is none."""
    return row.score if end is None else end


def _draw(levels: Sequence[_Level], rows: int) -> dict[str, Any]:
    """Draw each level as a line from the bottom up to its label, each label on its own height.

    So two levels that nearly coincide stay legible: the one line ends below the other's label.
    """
    heights = [-0.5 - (at + 0.5) * LABEL_ROWS for at in range(len(levels))]
    return {
        "height": 118 + round(ROW_HEIGHT * (rows + LABEL_ROWS * len(levels))),
        "shapes": [
            {
                "type": "line",
                "name": level.key,
                "layer": "below",
                "x0": level.at,
                "x1": level.at,
                "y0": rows - 0.5,
                "y1": height,
            }
            for level, height in zip(levels, heights, strict=True)
        ],
        "annotations": [
            {
                "name": level.key,
                "text": level.label,
                "x": level.at,
                "xanchor": _anchor(level.at),
                "y": height,
                "yanchor": "middle",
                "showarrow": False,
            }
            for level, height in zip(levels, heights, strict=True)
        ],
    }


def _anchor(points: float) -> str:
    """Turn a label inwards where it would run out of a phone's chart."""
    return "left" if points < NEAR_LEFT else "right" if points > NEAR_RIGHT else "center"


def _layout(rows: Sequence[Row], metric: str, levels: Sequence[_Level]) -> dict[str, Any]:
    layout = _axes([plain_label(row.model_name) for row in rows]) | _draw(levels, len(rows))
    layout["xaxis"] = layout["xaxis"] | {
        "title": {"text": f"{plain_label(metric, 60)}, percent", "standoff": 8},
        "range": [-1, 101],
    }
    layout["yaxis"] = layout["yaxis"] | {
        "range": [len(rows) - 0.5, -0.5 - LABEL_ROWS * len(levels)]
    }
    return layout


def _axes(names: Sequence[str]) -> dict[str, Any]:
    """Return what both kinds of chart share: one name a line, nothing that a finger can move."""
    still = {"fixedrange": True, "automargin": True, "zeroline": False}
    return {
        "margin": {"l": 10, "r": 20, "t": 34, "b": 54},
        "xaxis": dict(still),
        "yaxis": still | {"tickvals": list(range(len(names))), "ticktext": list(names)},
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
    }


class PairedBar(NamedTuple):
    """A paired difference: a key that the script colours, two names, (value, low, high)."""

    key: str
    names: tuple[str, str]
    at: tuple[float, float, float]

    def label(self, limit: int) -> str:
        """Return both names, each cut to a limit of characters."""
        return " – ".join(plain_label(name, limit) for name in self.names)


MOST_DRAWN = 40
"""Differences that a chart can hold; the table has all."""


def difference_figure(differences: Sequence[PairedBar], *, metric: str) -> dict[str, Any]:
    """Draw paired differences in points, one a line, each in its order, and a line at none."""
    drawn = list(enumerate(differences[:MOST_DRAWN]))
    traces = [
        _differences(key, [(at, bar) for at, bar in drawn if bar.key == key])
        for key in sorted({bar.key for _, bar in drawn}, reverse=True)
    ]
    rows = len(drawn)
    ends = [abs(_points(share)) for _, bar in drawn for share in bar.at]
    reach = max([*ends, 1]) * 1.05
    layout = _axes([bar.label(LABEL) for _, bar in drawn])
    layout |= _draw([_Level("chance", "no difference", 0.0)], rows)
    layout["xaxis"] = layout["xaxis"] | {
        "title": {"text": f"difference in {plain_label(metric, 50)}, points", "standoff": 8},
        "range": [-reach, reach],
    }
    layout["yaxis"] = layout["yaxis"] | {"range": [rows - 0.5, -0.5 - LABEL_ROWS]}
    return {"data": traces, "layout": layout}


def _differences(key: str, drawn: Sequence[tuple[int, PairedBar]]) -> dict[str, Any]:
    values = [[_points(share) for share in level.at] for _, level in drawn]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "told apart" if key == "ranked" else "not told apart",
        "meta": key,
        "x": [value for value, _, _ in values],
        "y": [at for at, _ in drawn],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [round(high - value, 4) for value, _, high in values],
            "arrayminus": [round(value - low, 4) for value, low, _ in values],
        },
        "customdata": [
            [level.label(80), f"{_with_sign(low)} to {_with_sign(high)}"]
            for (_, level), (_, low, high) in zip(drawn, values, strict=True)
        ],
        "hovertemplate": "%{customdata[0]}<br>%{x:+.1f} (%{customdata[1]})<extra></extra>",
    }


def _with_sign(points: float) -> str:
    return f"{round(points, 1) + 0.0:+.1f}"


def _points(share: float) -> float:
    return round(share * 100, 4) + 0.0
