"""A figure of Plotly as a static picture: what is read without a script, and on paper.

It draws what our figures use: points with errors, lines, bars, levels, labels. In a chart of rows
each name stands above its row, so that names are whole on a phone: places are of a phone's width,
and a wide page shows the picture larger. Colours are attributes, so that a policy that refuses
its one style leaves a picture for light paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from digesta.site.charts.frame import EDGE, LINE, WIDTH, Frame, frame_of, lines, title_of, wide
from digesta.site.charts.inks import INKS, KEYS, dark_rules, ink_of, light
from digesta.site.charts.marks import bar_groups, bar_marks, number, scatter_marks, sign

ACCENTS = (INKS["accent"].light, INKS["accent"].dark)
DASHES = {"chance": "2 3", "floor": "6 3"}
STRONG = 0.55
"""From this strength on, a bar's text is of the paper's colour."""
ANCHORS = {"left": 0.0, "center": 0.5, "right": 1.0}


class Picture(NamedTuple):
    """An SVG document and its size."""

    data: bytes
    width: int
    height: int


class _Part(NamedTuple):
    """Elements of one ink."""

    ink: str
    xml: str


def picture(figure: Mapping[str, Any], accents: tuple[str, str] = ACCENTS) -> Picture:
    """Return a figure as a picture. accents: the owner's colour on light and on dark paper."""
    frame, layout = frame_of(figure), figure["layout"]
    parts = [*_grid(frame, layout), *_shapes(frame, layout), *_names(frame)]
    parts += [*_labels(frame, layout), *_marks(frame, figure)]
    legend, height = _legend(
        figure, frame.below + (LINE if title_of(layout.get("xaxis", {})) else 0)
    )
    parts += legend
    inks = sorted({part.ink for part in parts} | {"paper", "muted"})
    look = 'font-family="system-ui,sans-serif" font-size="12" fill="currentColor"'
    paper = _Part("paper", f'<path d="M0 0h{WIDTH}v{height}H0z"/>')
    body = "".join(
        f'<g class="{ink}" color="{light(ink, accents)}">{xml}</g>' for ink, xml in [paper, *parts]
    )
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" {look}><style>{dark_rules(inks, accents)}</style>{body}</svg>\n'
    )
    return Picture(text.encode(), WIDTH, height)


def _grid(frame: Frame, layout: Mapping[str, Any]) -> Iterator[_Part]:
    """Yield the lines behind everything, and the labels of both axes."""
    x, y = frame.x, frame.y
    top, bottom = sorted((y.start, y.end))
    down = "".join(f"M{number(x.at(at))} {number(top)}V{number(bottom)}" for at, _ in x.ticks)
    over = "".join(f"M{number(x.start)} {number(y.at(at))}H{number(x.end)}" for at, _ in y.ticks)
    path = ("" if x.names else down) + ("" if frame.rows else over)
    yield _Part("line", f'<path d="{path}" stroke="currentColor"/>')
    texts = [
        _slope_text(label, x.at(at) + 4, bottom + 12)
        if frame.tilted
        else _text(label, x.at(at), bottom + LINE, anchor="middle")
        for at, label in x.ticks
    ]
    if not frame.above:
        texts += [_text(label, x.start - 5, y.at(at) + 4, anchor="end") for at, label in y.ticks]
        if not frame.rows and (title := title_of(layout.get("yaxis", {}))):
            texts.append(_text(title, EDGE, EDGE + 4))
    if title := title_of(layout.get("xaxis", {})):
        texts.append(_text(title, (x.start + x.end) / 2, frame.below + 8, anchor="middle"))
    yield _Part("muted", "".join(texts))


def _names(frame: Frame) -> Iterator[_Part]:
    if frame.above:
        texts, boxes = [], ""
        for at, label in frame.y.ticks:
            shown = lines(label)
            first = frame.y.at(at) - 8 - LINE * (len(shown) - 1)
            texts += [_line(line, EDGE, first + LINE * i) for i, line in enumerate(shown)]
            boxes += _box(EDGE, first - 10, wide(label), LINE * len(shown) - 2)
        yield _Part("paper", f'<path d="{boxes}"/>')
        yield _Part("text", "".join(texts))


def _shapes(frame: Frame, layout: Mapping[str, Any]) -> Iterator[_Part]:
    for shape in layout.get("shapes", ()):
        (a, b), (c, d) = frame.point(shape, "0"), frame.point(shape, "1")
        ink, name = _ink(shape), shape.get("name")
        if shape["type"] == "rect":
            box = f"M{number(a)} {number(b)}H{number(c)}V{number(d)}H{number(a)}z"
            yield _Part(ink, f'<path d="{box}" opacity=".15"/>')
        else:
            dash = f' stroke-dasharray="{DASHES[name]}"' if name in DASHES else ""
            path = f"M{number(a)} {number(b)}L{number(c)} {number(d)}"
            yield _Part(ink, f'<path d="{path}" stroke="currentColor" stroke-width="1.6"{dash}/>')


def _ink(shape: Mapping[str, Any]) -> str:
    key = KEYS.get(shape.get("name", ""), shape.get("name"))
    return key if key in INKS else "muted"


def _labels(frame: Frame, layout: Mapping[str, Any]) -> Iterator[_Part]:
    for label in layout.get("annotations", ()):
        x, y = frame.point(label)
        half = wide(label["text"]) / 2
        middle = x + half - 2 * half * ANCHORS[label.get("xanchor", "center")]
        within = max(EDGE + half, min(middle, WIDTH - EDGE - half))
        yield _Part("paper", f'<path d="{_box(within - half, y - 7, half * 2, LINE - 1)}"/>')
        yield _Part(_ink(label), _text(label["text"], within, y + 4, anchor="middle"))


def _marks(frame: Frame, figure: Mapping[str, Any]) -> Iterator[_Part]:
    groups = iter(bar_groups(figure))
    for place, trace in enumerate(figure["data"]):
        ink = ink_of(trace, place)
        if trace["type"] == "bar":
            for xml, text in bar_marks(trace, next(groups), frame.x, frame.y):
                yield _Part(ink, xml)
                if text:
                    label, x, y, strength = text
                    over = "paper" if strength >= STRONG else "text"
                    yield _Part(over, _text(label, x, y + 4, anchor="middle"))
        else:
            yield _Part(ink, "".join(scatter_marks(trace, frame.x, frame.y)))


def _legend(figure: Mapping[str, Any], top: float) -> tuple[list[_Part], int]:
    """Return the signs and names of what is drawn, and the height of the whole."""
    shown = [
        (place, trace)
        for place, trace in enumerate(figure["data"])
        if trace.get("name") and trace.get("showlegend", True)
    ]
    if not figure["layout"].get("showlegend", len(figure["data"]) > 1) or not shown:
        return [], round(top + EDGE)
    parts, x, y = [], float(EDGE), top + LINE + 6
    for place, trace in shown:
        length = wide(trace["name"]) + 30
        if x > EDGE and x + length > WIDTH:
            x, y = float(EDGE), y + LINE + 3
        parts.append(_Part(ink_of(trace, place), "".join(sign(trace, [(x + 6, y - 4)]))))
        parts.append(_Part("muted", _text(trace["name"], x + 16, y)))
        x += length
    return parts, round(y + EDGE)


def _text(label: str, x: float, y: float, *, anchor: str = "start") -> str:
    return "".join(
        _line(line, x, y + LINE * at, f' text-anchor="{anchor}"' if anchor != "start" else "")
        for at, line in enumerate(lines(label))
    )


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def _slope_text(label: str, x: float, y: float) -> str:
    turn = f' text-anchor="end" transform="rotate(-40 {number(x)} {number(y)})"'
    return _line(" ".join(lines(label)), x, y, turn)


def _line(text: str, x: float, y: float, more: str = "") -> str:
    return f'<text x="{number(x)}" y="{number(y)}"{more}>{escape(text)}</text>'
