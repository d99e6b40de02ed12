"""Where things lie in a picture: the plot, its two scales, the height of what stands around it."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.site.charts.marks import bar_groups
from digesta.site.charts.scales import Scale, scale_of

WIDTH = 460
EDGE = 10
LINE, LETTER = 15, 6.5
"""Height of a line of text, and about how wide a letter is."""
BAND = 22
"""Height of a row below its name."""
PLOT = 250
"""Height of what has no rows."""
BESIDE = 0.36
"""Of the width: names of rows that need no more stand beside them, others above."""
SLOPE = 0.64
"""How much lower a tilted label ends than a level one, of its width."""


class Frame(NamedTuple):
    """Both scales; whether it is of rows, and their names above them; if labels below tilt."""

    x: Scale
    y: Scale
    rows: bool
    above: bool
    tilted: bool

    @property
    def below(self) -> float:
        """Return where the labels below the plot end."""
        longest = max((wide(label) for _, label in self.x.ticks), default=0)
        return self.y.start + (longest * SLOPE + 14 if self.tilted else LINE + 6)

    def point(self, shape: Mapping[str, Any], end: str = "") -> tuple[float, float]:
        """Return where an end of a shape lies, or an annotation."""
        return (
            _place(self.x, shape[f"x{end}"], shape.get("xref")),
            _place(self.y, shape[f"y{end}"], shape.get("yref")),
        )


def frame_of(figure: Mapping[str, Any]) -> Frame:
    """Return the frame of a figure; one with texts on its vertical axis is of rows."""
    layout = figure["layout"]
    x_values, y_values = _values(figure, "x"), _values(figure, "y")
    x_axis, y_axis = layout.get("xaxis", {}), layout.get("yaxis", {})
    rows = "ticktext" in y_axis
    top = EDGE + (0 if rows or not title_of(y_axis) else LINE)
    y = scale_of(y_axis, y_values, start=top + PLOT, end=top)
    longest = max((wide(label) for _, label in y.ticks), default=0.0)
    above = rows and longest > BESIDE * WIDTH
    if rows:
        most = max((len(lines(label)) for _, label in y.ticks), default=1)
        name, band = (LINE * most, BAND) if above else (0, max(BAND, LINE * most + 5))
        reach = abs(y.high - y.low) * (name + band)
        y = y._replace(start=top + reach + name / 2, end=top + name / 2, band=BAND)
    left = EDGE + (0 if above else round(longest) + 6)
    x = scale_of(x_axis, x_values, start=left, end=WIDTH - EDGE - 6)
    room = (x.end - x.start) / max(1, len(x.ticks))
    tilted = any(wide(label) + 6 > room for _, label in x.ticks)
    return Frame(x, y, rows, above, tilted)


def _values(figure: Mapping[str, Any], axis: str) -> Iterator[float | str | None]:
    groups = iter(bar_groups(figure))
    for trace in figure["data"]:
        along = "x" if trace.get("orientation") == "h" else "y"
        if trace["type"] == "bar" and axis == along:
            yield from (end for bar in next(groups) for end in bar.ends)
            continue
        yield from trace[axis]
        if error := trace.get(f"error_{axis}"):
            more = error["array"], error.get("arrayminus") or error["array"]
            for at, high, low in zip(trace[axis], *more, strict=True):
                yield from (at + high, at - low)


def _place(scale: Scale, value: float, ref: str | None) -> float:
    if ref == "paper" or (ref or "").endswith("domain"):
        return scale.start + value * (scale.end - scale.start)
    return scale.at(value)


def lines(label: str) -> list[str]:
    """Return the lines of a label of Plotly as plain text.

    >>> lines("a &lt;b&gt;<br>c")
    ['a <b>', 'c']
    """
    return [html.unescape(line) for line in label.split("<br>")]


def wide(label: str) -> float:
    """Return about how wide a label is; letters of Chinese take two places."""
    return max(
        LETTER * sum(2 if "\u2e80" <= c <= "\uffef" else 1 for c in line) for line in lines(label)
    )


def title_of(axis: Mapping[str, Any]) -> str:
    """Return the title of an axis."""
    title = axis.get("title") or {}
    return str(title.get("text", "") if isinstance(title, Mapping) else title)
