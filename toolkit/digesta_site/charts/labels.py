"""Labels for plotly.js, which reads tags and entities in them.

``& < >`` are escaped and invisible characters spelled out; a name stands isolated, so that one
that runs the other way does not turn what stands beside it around.
"""

from __future__ import annotations

from textwrap import wrap

from digesta_site.words import visible

MOST = 46
"""Characters of a line: a phone is narrow."""
LINES = 3
"""Lines of a label; the table beside the chart has what is longer."""


def plain_label(text: str, limit: int = MOST) -> str:
    """Return a text that plotly.js shows as it is, cut to a limit of characters.

    >>> plain_label("<b>x</b> & y")
    '&lt;b&gt;x&lt;/b&gt; &amp; y'
    """
    shown = visible(text)
    return _escape(shown if len(shown) <= limit else shown[: limit - 1] + "…")


def row_label(*names: str, rank: str = "") -> str:
    r"""Return the label of a row: a rank if there is one, a name or several, whole, in lines.

    >>> row_label("Acme 7B", rank="1-2")
    '1-2 · Acme 7B'
    """
    before = f"{rank} · " if rank else ""
    text = before + " – ".join(map(_isolate, map(visible, names)))
    lines = wrap(text, MOST, max_lines=LINES, placeholder=" …", break_on_hyphens=False)
    return "<br>".join(map(_escape, lines))


def line_count(label: str) -> int:
    """Return how many lines a label has."""
    return label.count("<br>") + 1


def _isolate(name: str) -> str:
    return name if name.isascii() else f"\u2068{name}\u2069"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
