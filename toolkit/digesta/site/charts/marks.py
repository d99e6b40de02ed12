"""The marks of a picture: signs, error bars, lines and bars, each kind one path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from digesta.site.charts.inks import symbol_of
from digesta.site.charts.scales import Scale

SIGNS = {
    "circle": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "square": "m-3.6-3.6h7.2v7.2h-7.2z",
    "diamond": "m0-5l5 5l-5 5l-5-5z",
    "cross": "m-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "x": "m-4-4l8 8m0-8l-8 8",
    "triangle-up": "m0-4.6l4.6 8h-9.2z",
    "star": "m0-5l1.5 3.4h3.4l-2.8 2.3l1.1 3.6l-3.2-2.2l-3.2 2.2l1.1-3.6l-2.8-2.3h3.4z",
}
"""How each sign is drawn from its middle."""
BAR = 0.8
"""Width of a place's bars together."""
STROKE = 'stroke="currentColor" stroke-width="2"'

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a place with one decimal at most."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def scatter_marks(trace: Mapping[str, Any], x: Scale, y: Scale) -> Iterator[str]:
    """Yield a trace of points: its errors, its line, its signs, in that order."""
    points = [
        None if right is None or up is None else (x.at(right), y.at(up))
        for right, up in zip(trace["x"], trace["y"], strict=True)
    ]
    mode = trace.get("mode", "lines+markers")
    if path := _errors(trace, x, y):
        yield f'<path d="{path}" {STROKE} opacity=".75"/>'
    if "lines" in mode:
        yield _line(points, steps=trace.get("line", {}).get("shape") == "hv")
    if "markers" in mode:
        yield from sign(trace, [point for point in points if point])


def _errors(trace: Mapping[str, Any], x: Scale, y: Scale) -> str:
    flat = [
        f"M{number(x.at(at - low))} {number(y.at(row))}H{number(x.at(at + high))}"
        for at, row, low, high in _ends(trace, "x", "y")
    ]
    upright = [
        f"M{number(x.at(row))} {number(y.at(at - low))}V{number(y.at(at + high))}"
        for at, row, low, high in _ends(trace, "y", "x")
    ]
    return "".join(flat + upright)


def _ends(trace: Mapping[str, Any], along: str, across: str) -> Iterator[tuple[Any, ...]]:
    if error := trace.get(f"error_{along}"):
        high = error["array"]
        columns = trace[along], trace[across], error.get("arrayminus") or high, high
        yield from (each for each in zip(*columns, strict=True) if None not in each)


def _line(points: Sequence[Point | None], *, steps: bool) -> str:
    path = ""
    for before, point in pairwise([None, *points]):
        if point is not None:
            x, y = map(number, point)
            path += f"M{x} {y}" if before is None else f"H{x}V{y}" if steps else f"L{x} {y}"
    return f'<path d="{path}" fill="none" {STROKE}/>'


def sign(trace: Mapping[str, Any], points: Sequence[Point]) -> Iterator[str]:
    """Yield the sign of a trace at each point; a line without signs has a short line."""
    symbol = "square" if trace["type"] == "bar" else symbol_of(trace)
    hollow = symbol.endswith("-open")
    outline = SIGNS.get(symbol.removesuffix("-open"), SIGNS["circle"])
    path = "".join(f"M{number(x)} {number(y)}{outline}" for x, y in points)
    if hollow or symbol == "x":
        yield f'<path d="{path}" fill="none" {STROKE}/>'
    else:
        yield f'<path d="{path}"/>'


class Bar(NamedTuple):
    """A bar in values: its number in the trace, its place, its two ends, its two sides."""

    number: int
    place: float | str
    ends: tuple[float, float]
    sides: tuple[float, float]


def bar_groups(figure: Mapping[str, Any]) -> Iterator[list[Bar]]:
    """Yield the bars of each trace of bars.

    ``barmode``: ``group`` sets bars of one place beside each other, ``stack`` and ``relative``
    one upon the other, ``overlay`` over each other.
    """
    traces = [trace for trace in figure["data"] if trace["type"] == "bar"]
    mode = figure["layout"].get("barmode", "group")
    heaps: dict[tuple[float | str, bool], float] = {}
    width = BAR / len(traces) if mode == "group" and traces else BAR
    for at, trace in enumerate(traces):
        left = at * width - BAR / 2 if mode == "group" else -BAR / 2
        along, across = ("x", "y") if trace.get("orientation") == "h" else ("y", "x")
        bars = []
        for i, (value, place) in enumerate(zip(trace[along], trace[across], strict=True)):
            if value is not None:
                heap = (place, value < 0)
                base = trace["base"][i] if "base" in trace else 0.0
                if mode in {"stack", "relative"} and "base" not in trace:
                    base = heaps.get(heap, 0.0)
                    heaps[heap] = base + value
                bars.append(Bar(i, place, (base, base + value), (left, left + width)))
        yield bars


class BarText(NamedTuple):
    """A text on a bar: its middle, and how strong the bar behind it is, in [0, 1]."""

    text: str
    x: float
    y: float
    strength: float


def bar_marks(
    trace: Mapping[str, Any], bars: Sequence[Bar], x: Scale, y: Scale
) -> Iterator[tuple[str, BarText | None]]:
    """Yield the bars of a trace, each with its text, if it has one."""
    flat = trace.get("orientation") == "h"
    along, across = (x, y) if flat else (y, x)
    strengths, texts = trace.get("marker", {}).get("opacity"), trace.get("text")
    for bar in bars:
        low, high = sorted(along.at(end) for end in bar.ends)
        left, right = sorted(across.at(bar.place) + side * across.unit for side in bar.sides)
        a, b, c, d = (low, left, high, right) if flat else (left, low, right, high)
        strength = strengths[bar.number] if isinstance(strengths, list) else 1.0
        look = f' opacity="{strength:.2f}"' if strength != 1 else ""
        path = f"M{number(a)} {number(b)}H{number(c)}V{number(d)}H{number(a)}z"
        text = str(texts[bar.number]) if texts else ""
        label = BarText(text, (a + c) / 2, (b + d) / 2, strength) if text else None
        yield f'<path d="{path}"{look}/>', label
