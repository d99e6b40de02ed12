"""Figures of rows: scores with their intervals, and differences of pairs.

Hover texts take names from ``customdata``, labels from ``row_label``. Colours are the script's,
which reads them from the page's palette.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta.records.board import Row
from digesta_site.charts.figures import with_ranges
from digesta_site.charts.labels import line_count, plain_label, row_label
from digesta_site.language import gettext
from digesta_site.words import rank, span

ROW_HEIGHT, LINE_HEIGHT = 26, 15
"""Height of a row, at least, and of a line of its label."""
LABEL_ROWS = 0.75
"""Rows of height that a line's label takes above the first row."""
STILL = {"fixedrange": True, "automargin": True, "zeroline": False}
"""Of every axis: nothing that a finger can move."""
WHOLE = 101.0
"""Where the whole scale ends: a mark at 100 is seen whole."""
_HOVER = "%{customdata[0]}<br>%{x:.1f}% (%{customdata[1]})%{customdata[2]}<extra></extra>"


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


def interval_figure(
    series: Sequence[Series], *, chance: float, metric: str, floor: Row | None = None
) -> dict[str, Any]:
    """Draw each row's score and interval, one row a line, best seen where the scores lie.

    chance: of a uniform guess, in [0, 1]; drawn where it is above 0. floor: the row whose
    score is drawn through the chart, if there is one.
    """
    rows = [row for drawn in series for row in drawn.rows]
    levels = (
        [_Level("chance", gettext("chance %(score)s", score=f"{chance:.1%}"), points_of(chance))]
        if chance
        else []
    )
    if floor is not None:
        levels.append(
            _Level(
                "floor",
                gettext("floor %(score)s", score=f"{floor.score:.1%}"),
                points_of(floor.score),
            )
        )
    traces, start = [], 0
    for drawn in series:
        if drawn.rows:
            traces.append(_trace(drawn, start))
        start += len(drawn.rows)
    ends = [points_of(end) for row in rows for end in (_end(row, row.low), _end(row, row.high))]
    held = [*ends, *(points_of(row.score) for row in rows), *(level.at for level in levels)]
    layout = row_layout([row_label(row.model_name, rank=rank(row)) for row in rows], levels)
    layout["xaxis"] |= {
        "title": {
            "text": gettext("%(metric)s, percent", metric=plain_label(metric, 60)),
            "standoff": 8,
        }
    }
    whole = (min([0.0, *held]) - 1, WHOLE)
    return {"data": traces, "layout": with_ranges(layout, {"xaxis": (held, whole)})}


def _trace(drawn: Series, start: int) -> dict[str, Any]:
    ends = [(row.score, _end(row, row.low), _end(row, row.high)) for row in drawn.rows]
    hover = [
        [plain_label(row.model_name, 80), span(row.low, row.high), _standing(row)]
        for row in drawn.rows
    ]
    return interval_marks(drawn.key, drawn.name, ends) | {
        "y": list(range(start, start + len(ends))),
        "customdata": hover,
        "hovertemplate": _HOVER,
    }


def _standing(row: Row) -> str:
    if not rank(row):
        return ""
    if not row.tie_group:
        return "<br>" + gettext("rank %(rank)s", rank=rank(row))
    words = gettext("rank %(rank)s, tie group %(group)s", rank=rank(row), group=row.tie_group)
    return f"<br>{words}"


def interval_marks(
    key: str, name: str, ends: Sequence[tuple[float, float, float]]
) -> dict[str, Any]:
    """Return signs with intervals. ends: of each the value, the low and the high end."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "meta": key,
        "x": [points_of(value) for value, _, _ in ends],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [points_of(high - value) for value, _, high in ends],
            "arrayminus": [points_of(value - low) for value, low, _ in ends],
        },
    }


def _end(row: Row, end: float | None) -> float:
    """Return an end of a row's interval; the score where there is none."""
    return row.score if end is None else end


def row_layout(names: Sequence[str], levels: Sequence[_Level]) -> dict[str, Any]:
    """Return the layout of rows, and each level as a line up to its label on its own height.

    So two levels that nearly coincide stay legible: the one line ends below the other's label.
    """
    places = [
        (level, {"x": level.at, "y": -0.5 - (at + 0.5) * LABEL_ROWS})
        for at, level in enumerate(levels)
    ]
    reach = len(names) + LABEL_ROWS * len(levels)
    row = max([ROW_HEIGHT, *(line_count(name) * LINE_HEIGHT + 4 for name in names)])
    return {
        "height": 118 + round(row * reach),
        "margin": {"l": 10, "r": 20, "t": 34, "b": 54},
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        "xaxis": dict(STILL),
        "yaxis": STILL
        | {"tickvals": list(range(len(names))), "ticktext": list(names)}
        | {"range": [len(names) - 0.5, len(names) - 0.5 - reach]},
        "shapes": [
            {"type": "line", "name": level.key, "layer": "below", "x0": level.at, "x1": level.at}
            | {"y0": len(names) - 0.5, "y1": place["y"]}
            for level, place in places
        ],
        "annotations": [
            {"name": level.key, "text": level.label, "showarrow": False, "yanchor": "middle"}
            | place
            for level, place in places
        ],
    }


class PairedBar(NamedTuple):
    """A paired difference: a key that the script colours, two names, (value, low, high)."""

    key: str
    names: tuple[str, str]
    at: tuple[float, float, float]


MOST_DRAWN = 40
"""Differences that a chart can hold; the table has all."""


def difference_figure(differences: Sequence[PairedBar], *, metric: str) -> dict[str, Any]:
    """Draw paired differences in points, one a line, each in its order, and a line at none."""
    drawn = list(enumerate(differences[:MOST_DRAWN]))
    traces = [
        _differences(key, [(at, bar) for at, bar in drawn if bar.key == key])
        for key in sorted({bar.key for _, bar in drawn}, reverse=True)
    ]
    held = [0.0, *(points_of(share) for _, bar in drawn for share in bar.at)]
    layout = row_layout(
        [row_label(*bar.names) for _, bar in drawn],
        [_Level("chance", gettext("no difference"), 0.0)],
    )
    title = gettext("difference in %(metric)s, points", metric=plain_label(metric, 50))
    layout["xaxis"] |= {"title": {"text": title, "standoff": 8}}
    return {"data": traces, "layout": with_ranges(layout, {"xaxis": (held, (-WHOLE, WHOLE))})}


def _differences(key: str, drawn: Sequence[tuple[int, PairedBar]]) -> dict[str, Any]:
    name = gettext("told apart") if key == "ranked" else gettext("not told apart")
    return interval_marks(key, name, [bar.at for _, bar in drawn]) | {
        "y": [at for at, _ in drawn],
        "customdata": [
            [
                " – ".join(plain_label(name, 80) for name in bar.names),
                gettext(
                    "%(low)s to %(high)s", low=_with_sign(bar.at[1]), high=_with_sign(bar.at[2])
                ),
            ]
            for _, bar in drawn
        ],
        "hovertemplate": "%{customdata[0]}<br>%{x:+.1f} (%{customdata[1]})<extra></extra>",
    }


def _with_sign(share: float) -> str:
    return f"{round(points_of(share), 1) + 0.0:+.1f}"


def points_of(share: float) -> float:
    """Return a share in points of a percent, of four decimals."""
    return round(share * 100, 4) + 0.0
