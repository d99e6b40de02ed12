"""A board's twin in plain Markdown, for readers who are programs: ``BOARD.md.txt`` beside it.

It is made of what the page shows, so that the two cannot say different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from digesta.site.page import Page
from digesta.site.words import visible

_SIGNS = {c: f"\\{c}" for c in "\\`*_[]|#~$"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def twin_of(page: Page) -> dict[str, bytes]:
    """Return the twin of a board's page by its path; nothing for any other page."""
    if not page.view.get("twin"):
        return {}
    text = "\n".join(_lines(page.view)) + "\n"
    return {f"{page.stem}.md.txt": text.encode()}


def plain(text: str) -> str:
    r"""Return a text for one line of Markdown, in which it means nothing but itself.

    >>> plain("<b>|x|</b>\n# y")
    '&lt;b&gt;\\|x\\|&lt;/b&gt; \\# y'
    """
    return "".join(_SIGNS.get(c, c) for c in " ".join(visible(text).split()))


def _lines(view: Mapping[str, Any]) -> Iterator[str]:
    caption, floor = view["caption"], view["lead"]["floor"]
    yield f"# {plain(view['heading'])} ({caption['condition']}), release {view['release']}"
    yield ""
    yield f"- questions (n): {caption['n']} in {caption['clusters']} clusters, {caption['split']}"
    yield f"- score: {plain(caption['metric'])}; {plain(caption['weighting'])}"
    yield f"- intervals: {plain(caption['interval'])}"
    yield f"- chance: {caption['chance']}"
    if floor:
        yield f"- floor: {plain(floor['name'])}, {floor['score']} ({floor['span']})"
    if view["lead"]["why_unranked"]:
        yield f"- not ranked: {plain(view['lead']['why_unranked'])}"
    yield f"- signature: `{caption['signature']}`"
    yield f"- data: [JSON]({view['file']}.json), [CSV]({view['file']}.csv)"
    for section in view["sections"]:
        yield from _section(section)


def _section(section: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n## {section['title']}\n"
    yield "| rank | system | id | score | interval | beside the floor | missing | unreadable |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for row in section["rows"]:
        cells = [row["rank"] or "-", plain(row["name"]), row["id"], row["score"], row["span"]]
        cells += [row["floor_words"] or "-", row["missing"], row["unreadable"]]
        yield f"| {' | '.join(map(str, cells))} |"
