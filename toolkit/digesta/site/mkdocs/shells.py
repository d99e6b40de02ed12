"""What stands around the body of a page of data: of two pages at one depth it is the same."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import NamedTuple
from urllib.parse import quote

TITLE, _NAME = "digesta-title-of-a-page", "digesta-name-of-a-page"
BODY = "<h1 digesta-body-of-a-page>"
"""Stands for a body, and has a heading, as bodies do: to others the theme adds one."""


class DataPage(NamedTuple):
    """A page whose body follows from its data: what its front matter says."""

    stem: str
    title: str
    kind: str
    data: str
    hide: tuple[str, ...]

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
        return cls(page.replace("</head>", _head(depth), 1), depth)

    def page(self, page: DataPage, body: str, tags: str) -> str:
        """Return a page. tags: of its head."""
        depth = self.depth
        known = {TITLE: escape(page.title), BODY: body, _head(depth): f"{tags}</head>"}
        known[url_at(depth)] = page.url
        return "".join(known.get(piece, piece) for piece in _pieces(self.html, depth))


def url_at(depth: int) -> str:
    """Return the sign for the address of a page."""
    return "x/" * depth + f"{_NAME}.html"


def _head(depth: int) -> str:
    return f"{_NAME}-head-{depth}"


@lru_cache(maxsize=32)
def _pieces(html: str, depth: int) -> list[str]:
    """Return a shell cut at its signs, which are pieces too."""
    signs = (TITLE, BODY, _head(depth), url_at(depth))
    return re.split(f"({'|'.join(map(re.escape, signs))})", html)
