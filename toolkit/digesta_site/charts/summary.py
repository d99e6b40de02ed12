"""What a chart says, as a text: of those who do not see it."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta_site.language import gettext

MOST = 15
"""Rows that a sentence has; the table beside the chart has all."""


def summary(figure: Mapping[str, Any]) -> str:
    """Return what a chart says: its own ``alt``, else its axes, its values, its levels."""
    layout = figure["layout"]
    if alt := (layout.get("meta") or {}).get("alt"):
        return str(alt)
    axes = (_plain(_title_of(layout.get(axis, {}))) for axis in ("yaxis", "xaxis"))
    values = list(_rows(figure) if "ticktext" in layout.get("yaxis", {}) else _traces(figure))
    more = [gettext("%(n)s more in the table", n=len(values) - MOST)] if len(values) > MOST else []
    levels = [_plain(label["text"]) for label in layout.get("annotations", ()) if label.get("name")]
    sentences = [
        gettext("Chart of %(axes)s", axes=", ".join(filter(None, axes)) or gettext("values"))
    ]
    sentences += ["; ".join([*values[:MOST], *more])] if values else []
    sentences += [gettext("Drawn as lines: %(levels)s", levels="; ".join(levels))] if levels else []
    return ". ".join(sentences) + "."


def _rows(figure: Mapping[str, Any]) -> Iterator[str]:
    """Yield each row with its values."""
    axis = figure["layout"]["yaxis"]
    values: dict[Any, list[str]] = {}
    for trace in figure["data"]:
        for i, (value, row) in enumerate(zip(trace["x"], trace["y"], strict=True)):
            name = (
                f"{_plain(trace['name'])} " if trace["type"] == "bar" and trace.get("name") else ""
            )
            if value is not None:
                values.setdefault(row, []).append(f"{name}{_number(value)}{_span(trace, i)}")
    for at, name in zip(axis["tickvals"], axis["ticktext"], strict=True):
        yield f"{_plain(name)}{gettext(': ')}{', '.join(values.get(at, [gettext('nothing')]))}"


def _span(trace: Mapping[str, Any], at: int) -> str:
    error = trace.get("error_x")
    if not error:
        return ""
    value, high = trace["x"][at], error["array"][at]
    low = (error.get("arrayminus") or error["array"])[at]
    if not low and not high:
        return ""
    ends = {"low": _number(value - low), "high": _number(value + high)}
    return f" ({gettext('%(low)s to %(high)s', **ends)})"


def _traces(figure: Mapping[str, Any]) -> Iterator[str]:
    """Yield each trace: a bar's values, a line's two ends, a point."""
    ticks = figure["layout"].get("xaxis", {})
    names = dict(zip(ticks.get("tickvals", ()), ticks.get("ticktext", ()), strict=False))
    for trace in figure["data"]:
        pairs = zip(trace["x"], trace["y"], strict=True)
        points = [(x, y) for x, y in pairs if x is not None and y is not None]
        kept: Sequence[Any] = points
        if trace["type"] != "bar" and len(points) > 1:
            kept = [points[0], points[-1]]
        values = (
            gettext(
                "%(value)s at %(place)s",
                value=_number(y),
                place=_plain(str(names.get(x, _number(x)))),
            )
            for x, y in kept
        )
        yield f"{_plain(trace.get('name', ''))}{gettext(': ')}{', '.join(values)}"


def _title_of(axis: Mapping[str, Any]) -> str:
    title = axis.get("title") or {}
    return str(title.get("text", "") if isinstance(title, Mapping) else title)


def _plain(label: str) -> str:
    """Return a label of Plotly as plain text, its lines as one."""
    return " ".join(html.unescape(line) for line in label.split("<br>"))


def _number(value: Any) -> str:
    return value if isinstance(value, str) else f"{round(value, 1) + 0.0:.1f}"
