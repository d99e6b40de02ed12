"""Charts of what pictures show as tables, on boards of whole tracks: the tables have the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from digesta.records.board import Board, Row
from digesta.scorers.forms import BoardPicture, ConditionPicture, MetricPicture
from digesta_site.charts.figures import with_ranges
from digesta_site.charts.labels import plain_label, row_label
from digesta_site.language import gettext, within
from digesta_site.pages.boards.pictures.metrics import by_system, conditions_beside, value_of
from digesta_site.pages.boards.pictures.tables import rows_beside
from digesta_site.pages.common import person
from digesta_site.paths import board_name
from digesta_site.values import SiteRelease
from digesta_site.views.figures import ROW_HEIGHT, WHOLE, interval_marks, points_of, row_layout
from digesta_site.views.line_figure import Segment, line_figure
from digesta_site.words import CONDITIONS, percent, span, visible

_HOVER = "%{customdata[0]}<extra></extra>"
_FEWEST = 2
PLACE = 2
"""Rows of height that a part has for its conditions."""


class PictureChart(NamedTuple):
    """A chart of a picture: its name among the page's figures, and what is said below it."""

    name: str
    figure: Mapping[str, Any]
    caption: str


class _Side(NamedTuple):
    """What is drawn to one side of zero: its name, and a share of each row."""

    name: str
    shares: Sequence[float]


def charts_of(release: SiteRelease, board: Board, picture: BoardPicture) -> list[PictureChart]:
    """Return a picture's charts; none of a board below a track's, or where nothing is known."""
    if len(board_name(board.board).place) > 1:
        return []
    match picture:
        case MetricPicture():
            return [*_over_cuts(release, board, picture), *_sides(release, board, picture)]
        case ConditionPicture():
            return list(_by_condition(release, board, picture))
    return []


def _over_cuts(
    release: SiteRelease, board: Board, picture: MetricPicture
) -> Iterator[PictureChart]:
    """Yield a chart over K for each column of a group: a line for each system."""
    cuts = sorted(picture.cuts)
    for number, (heading, name) in enumerate(picture.groups.get(picture.over_cuts, {}).items(), 1):
        lines = {}
        for row in rows_beside(board):
            values = [value_of(row, f"{name}{cut}") for cut in cuts]
            places = [(at, value) for at, value in enumerate(values) if value is not None]
            if len(places) >= _FEWEST:
                lines[person(release, row)["name"]] = [Segment(*two) for two in pairwise(places)]
        if lines:
            metric = f"{picture.over_cuts}: {heading}"
            yield PictureChart(
                f"{picture.key}-{number}",
                line_figure(lines, [f"K = {cut}" for cut in cuts], metric=metric),
                gettext(
                    "%(metric)s in the first K results, as in the tables below.", metric=metric
                ),
            )


def _sides(release: SiteRelease, board: Board, picture: MetricPicture) -> Iterator[PictureChart]:
    """Yield a chart of two shares of each system, left and right of zero; none of zeros alone."""
    left, right = _headings(picture)
    known = [
        (person(release, row)["name"], *shares)
        for row in rows_beside(board)
        if (shares := _shares(row, picture))
    ]
    if any(left or right for _, left, right in known):
        names, lefts, rights = zip(*known, strict=True)
        sides = _Side(left, lefts), _Side(right, rights)
        yield PictureChart(
            f"{picture.key}-sides",
            _sides_figure(names, sides, below=bool(picture.taken)),
            gettext(
                "%(left)s to the left of zero, %(right)s to the right, in percent. The table has "
                "the same numbers.",
                left=left,
                right=within(right),
            ),
        )


def _headings(picture: MetricPicture) -> tuple[str, str]:
    if picture.taken:
        return picture.taken[0], gettext("Earned")
    return (picture.sides[0], picture.sides[1]) if picture.sides else ("", "")


def _shares(row: Row, picture: MetricPicture) -> tuple[float, float] | None:
    """Return what is drawn left and right of zero of a row; None where a share is not known."""
    columns = {head: name for group in picture.groups.values() for head, name in group.items()}
    names = picture.taken[1:] or [columns[head] for head in picture.sides]
    first, second = [value_of(row, name) for name in names] or [None, None]
    if first is None or second is None:
        return None
    return (first - second, first) if picture.taken else (first, second)


def _sides_figure(names: Sequence[str], sides: Sequence[_Side], *, below: bool) -> dict[str, Any]:
    """Draw a line from zero for each share. below: what lies left is less than nothing."""
    traces = [
        trace
        for side, sign, ink in zip(sides, (-1, 1), ("s1", "s2"), strict=True)
        for trace in _from_zero(side, sign, names=names, ink=ink)
    ]
    ends = [x for trace in traces for x in trace["x"] if x is not None]
    layout = row_layout([row_label(name) for name in names], [])
    minus = "−" if below else ""
    words = "; ".join(
        f"\u2068{visible(name)}\u2069: {sides[0].name} {minus}{percent(left)}, "
        f"{sides[1].name} {percent(right)}"
        for name, left, right in zip(names, sides[0].shares, sides[1].shares, strict=True)
    )
    layout["xaxis"] |= {
        "title": {
            "text": gettext(
                "← %(left)s | %(right)s →, percent", left=sides[0].name, right=sides[1].name
            ),
            "standoff": 8,
        },
        "zeroline": True,
    }
    if not below:
        ticks = range(-100, 101, 25)
        layout["xaxis"] |= {"tickvals": [*ticks], "ticktext": [str(abs(at)) for at in ticks]}
    layout["meta"] = {"alt": gettext("Chart of two shares. %(values)s.", values=words)}
    # What is taken off may be more than all points.
    held = {"xaxis": ([0.0, *ends], (min([-WHOLE, *(end - 1 for end in ends)]), WHOLE))}
    return {"data": traces, "layout": with_ranges(layout, held)}


def _from_zero(
    side: _Side, sign: int, *, names: Sequence[str], ink: str
) -> Iterator[dict[str, Any]]:
    """Yield a side's lines, each from zero to its share, and the signs at their ends."""
    ends = [points_of(sign * share) for share in side.shares]
    places = range(len(ends))
    yield {
        "type": "scatter",
        "mode": "lines",
        "meta": ink,
        "showlegend": False,
        "hoverinfo": "skip",
        "x": [x for end in ends for x in (0.0, end, None)],
        "y": [y for at in places for y in (at, at, None)],
    }
    yield {
        "type": "scatter",
        "mode": "markers",
        "meta": ink,
        "name": side.name,
        "x": ends,
        "y": list(places),
        "customdata": [
            [f"{plain_label(name, 80)}<br>{side.name}: {percent(share)}"]
            for name, share in zip(names, side.shares, strict=True)
        ],
        "hovertemplate": _HOVER,
    }


def _by_condition(
    release: SiteRelease, board: Board, picture: ConditionPicture
) -> Iterator[PictureChart]:
    """Yield a chart for each system with two conditions or more: its parts under each of them."""
    systems: dict[tuple[str, str], list[tuple[str, Row]]] = {}
    for condition, row in by_system(list(conditions_beside(release, board))):
        if row.role == "system":
            systems.setdefault((row.model_name, row.organization), []).append((condition, row))
    several = [rows for rows in systems.values() if len(rows) >= _FEWEST]
    for number, rows in enumerate(several, 1):
        figure = _parts_figure(rows, picture.parts)
        name = visible(rows[0][1].model_name)
        yield PictureChart(
            f"{picture.key}-{number}",
            figure,
            gettext(
                "%(system)s: each part under each condition, with its interval. The table has the "
                "same numbers.",
                system=f"\u2068{name}\u2069",
            ),
        )


def _parts_figure(rows: Sequence[tuple[str, Row]], parts: Mapping[str, str]) -> dict[str, Any]:
    """Draw a place for each part, and in it a sign with its interval for each condition."""
    traces = [
        _condition_trace(condition, row, parts=parts, beside=(number - (len(rows) - 1) / 2) / 2)
        for number, (condition, row) in enumerate(rows)
    ]
    words = "; ".join(text for trace in traces for [text] in trace["customdata"])
    layout = row_layout([row_label(part) for part in parts], [])
    layout["height"] = 118 + PLACE * ROW_HEIGHT * len(parts)
    places = {"tickvals": [PLACE * at for at in range(len(parts))]}
    layout["yaxis"] |= places | {"range": [PLACE * len(parts) - 1, -1]}
    layout["xaxis"] |= {"title": {"text": gettext("percent"), "standoff": 8}}
    layout["meta"] = {"alt": gettext("Chart of parts by condition. %(values)s.", values=words)}
    ends = [x for trace in traces for x in _ends(trace)]
    held = {"xaxis": (ends, (min([0.0, *ends]) - 1, WHOLE))}
    return {"data": traces, "layout": with_ranges(layout, held)}


def _condition_trace(
    condition: str, row: Row, *, parts: Mapping[str, str], beside: float
) -> dict[str, Any]:
    """Return a condition's signs. beside: how far from the middle of each place."""
    values = [(at, part, row.metrics.get(name)) for at, (part, name) in enumerate(parts.items())]
    known = [
        (at, part, value.value, value.low, value.high)
        for at, part, value in values
        if value is not None and value.value is not None
    ]
    ends = [
        (share, share if low is None else low, share if high is None else high)
        for _, _, share, low, high in known
    ]
    title = gettext(CONDITIONS.get(condition, condition))
    return interval_marks(condition, title, ends) | {
        "y": [PLACE * at + beside for at, *_ in known],
        "customdata": [
            [f"{part}, {title}: {percent(share)} ({span(low, high)})"]
            for _, part, share, low, high in known
        ],
        "hovertemplate": _HOVER,
    }


def _ends(trace: Mapping[str, Any]) -> Iterator[float]:
    error = trace["error_x"]
    for x, up, down in zip(trace["x"], error["array"], error["arrayminus"], strict=True):
        yield from (x - down, x + up)
