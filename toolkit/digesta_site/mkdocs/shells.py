"""What stands around the body of a page of data: of two pages at one depth it is the same."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

TITLE, _NAME = "digesta-title-of-a-page", "digesta-name-of-a-page"
BODY = "<h1 digesta-body-of-a-page>"
"""Stands for a body, and has a heading, as bodies do: to others the theme adds one."""
INTRO = "<p digesta-text-of-a-page>"
"""Stands for what a page's own Markdown becomes."""
_FOUND = re.compile(r"<h1 digesta-found id=.*?</p digesta-found>", re.DOTALL)


def found_body(title: str, words: str) -> str:
    """Return what stands for the body of a page that the search finds by title and words."""
    heading = f'<h1 digesta-found id="content">{escape(title)}</h1>'
    return f"{heading}<p>{escape(words)}</p digesta-found>{BODY}"


def front_matter(fields: Mapping[str, Any]) -> bytes:
    """Return the beginning of a page; JSON is YAML, and escapes what is not ASCII."""
    lines = [f"{name}: {json.dumps(value)}" for name, value in fields.items()]
    return "\n".join(["---", *lines, "---", ""]).encode("ascii")


class DataPage(NamedTuple):
    """A page whose body MkDocs is not given.

    search_words: those by which the search finds it beside its title; None where it does not.
    """

    stem: str
    title: str
    hide: tuple[str, ...]
    search_words: str | None

    @property
    def stub(self) -> bytes:
        """Return what MkDocs is given of a page that stands in a menu, or to which pages link.

        It makes the page's own shell of it.
        """
        words = self.search_words
        apart = {"search": {"exclude": True}} if words is None else {"found": words}
        return front_matter({"title": self.title, "shell": True, "hide": self.hide, **apart})

    @property
    def url(self) -> str:
        """Return its address below the site's."""
        return quote(f"{self.stem}.html")

    @property
    def depth(self) -> int:
        """Return in how many folders it lies."""
        return self.stem.count("/")


class Shell(NamedTuple):
    """The theme's page at a depth, with signs for title, address, head and body."""

    html: str
    depth: int

    @classmethod
    def of(cls, page: str, depth: int) -> Shell:
        """Return the shell of a page that the theme made of the signs."""
        return cls(_FOUND.sub("", page, count=1), depth)

    def page(self, page: DataPage, body: str) -> str:
        """Return a page."""
        depth = self.depth
        known = {TITLE: escape(page.title), BODY: body}
        known[url_at(depth)] = page.url
        return "".join(known.get(piece, piece) for piece in _pieces(self.html, depth))


def url_at(depth: int) -> str:
    """Return the sign for the address of a page."""
    return "x/" * depth + f"{_NAME}.html"


@lru_cache(maxsize=32)
def _pieces(html: str, depth: int) -> list[str]:
    """Return a shell cut at its signs, which are pieces too."""
    signs = (TITLE, BODY, url_at(depth))
    return re.split(f"({'|'.join(map(re.escape, signs))})", html)
