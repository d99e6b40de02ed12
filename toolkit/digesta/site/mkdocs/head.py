"""What MkDocs' hook writes into each page's head and into the feed.

A shared link shows a card, a picture made at build time; it needs the site's own address, since
who shows it asks from elsewhere. The feed is linked from every page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Protocol

from digesta.site.takeaway.feed import FEED, feed_at

CARD = ".card.png"
"""The ending of a page's own card; a page without one shows the site's, ``index``."""


class Config(Protocol):
    """What is read of MkDocs' settings."""

    site_name: str
    site_url: str | None


class _File(Protocol):
    src_uri: str
    content_bytes: bytes


class _Page(Protocol):
    file: _File
    title: str
    url: str
    meta: dict[str, Any]


class _Files(Protocol):
    def get_file_from_path(self, path: str) -> _File | None: ...


def on_files(files: _Files, *, config: Config) -> None:
    """Write the site's address into the feed, where it has one."""
    file = files.get_file_from_path(FEED)
    if file is not None and config.site_url:
        file.content_bytes = feed_at(file.content_bytes, config.site_url)


def card_of(source: str, files: _Files) -> str:
    """Return the path of the card that a page shows; empty where the site has none."""
    paths = (source.removesuffix(".md") + CARD, f"index{CARD}")
    return next((path for path in paths if files.get_file_from_path(path)), "")


def on_post_page(output: str, *, page: _Page, config: Config) -> str:
    """Return a page with the feed's link and, where the site has an address, its card's."""
    root = "../" * page.file.src_uri.count("/")
    # Of a plain "alternate" the theme thinks that it is this page in another language, and asks
    # for a sitemap beside it.
    rel = "alternate feed"
    link = f'<link rel="{rel}" type="application/atom+xml" title="Atom" href="{root}{FEED}">'
    tags = "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}"'
        f' content="{escape(value)}">'
        for name, value in _tags(page, config)
    )
    return output.replace("</head>", f"{link}{tags}</head>", 1)


def _tags(page: _Page, config: Config) -> Iterator[tuple[str, str]]:
    card = page.meta.get("card", "")
    if config.site_url and card:
        yield "og:type", "website"
        yield "og:site_name", config.site_name
        yield "og:title", page.title
        yield "og:url", config.site_url + page.url
        yield "og:image", config.site_url + card
        yield "og:image:alt", page.title
        yield "twitter:card", "summary_large_image"
