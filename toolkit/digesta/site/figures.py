"""Figure JSON for plotly.js.

Labels are submitted text: plotly.js reads tags and entities in them, so ``& < >`` are
escaped and invisible characters spelled out; hover texts take them from ``customdata``.
Colours are the script's, which reads them from the page's palette.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.model.board import Row
from digesta.site.words import span, visible

LABEL = 26
"""Characters of a label; the table beside the chart has the whole name."""
ROW_HEIGHT = 26
_HOVER = "%{customdata[0]}<br>%{x:.1f}% (%{customdata[1]})<extra></extra>"


class Series(NamedTuple):
    """Rows that are drawn alike: a key that the script colours, a name, and the rows."""

    key: str
    name: str
    rows: Sequence[Row]


def plain_label(text: str, limit: int = LABEL) -> str:
    """Give a text that plotly.js shows as it is.

    >>> plain_label("<b>x</b> & y")
    '&lt;b&gt;x&lt;/b&gt; &amp; y'
    """
    shown = visible(text)
    cut = shown if len(shown) <= limit else shown[: limit - 1] + "…"
    return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def interval_figure(series: Sequence[Series], *, chance: float, metric: str) -> dict[str, Any]:
    """Draw each row's score and interval on one axis from 0 to 100, one row a line.

    chance: of a uniform guess, in [0, 1]; drawn where it is above 0.
    """
    rows = [row for drawn in series for row in drawn.rows]
    traces, start = [], 0
    for drawn in series:
        if drawn.rows:
            traces.append(_trace(drawn, start))
        start += len(drawn.rows)
    return {"data": traces, "layout": _layout(rows, chance, metric)}


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
            "array": [_points(row.high - row.score) for row in drawn.rows],
            "arrayminus": [_points(row.score - row.low) for row in drawn.rows],
        },
        "customdata": [
            [plain_label(row.model_name, 80), span(row.low, row.high)] for row in drawn.rows
        ],
        "hovertemplate": _HOVER,
    }


def _layout(rows: Sequence[Row], chance: float, metric: str) -> dict[str, Any]:
    at_chance = {
        "type": "line",
        "x0": _points(chance),
        "x1": _points(chance),
        "yref": "paper",
        "y0": 0,
        "y1": 1,
        "name": "chance",
    }
    return {
        "height": 118 + ROW_HEIGHT * len(rows),
        "margin": {"l": 10, "r": 20, "t": 34, "b": 54},
        "xaxis": {
            "title": {"text": f"{plain_label(metric, 60)}, percent"},
            "range": [-1, 101],
            "fixedrange": True,
            "zeroline": False,
        },
        "yaxis": {
            "tickvals": list(range(len(rows))),
            "ticktext": [plain_label(row.model_name) for row in rows],
            "range": [len(rows) - 0.5, -0.5],
            "fixedrange": True,
            "automargin": True,
            "zeroline": False,
        },
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        "shapes": [at_chance] if chance else [],
    }


def _points(share: float) -> float:
    return round(share * 100, 4)
