"""What MkDocs' hook writes into each page's head.

A shared link shows a card, a picture made at build time; it needs the site's own address, since
who shows it asks from elsewhere. The feed is linked from every page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Protocol

from digesta.site.takeaway.feed import FEED

CARD = ".card.png"
"""The ending of a page's own card; a page without one shows the site's, ``index``."""


class Config(Protocol):
    """What is read of MkDocs' settings."""

    site_name: str
    site_url: str | None


class File(Protocol):
    """What is read of a file of MkDocs'."""

    src_uri: str
    content_bytes: bytes


class _Page(Protocol):
    file: File
    title: str
    url: str
    meta: dict[str, Any]


class Files(Protocol):
    """What is asked of MkDocs' files."""

    def get_file_from_path(self, path: str) -> File | None:
        """Return a file by its path below the pages; None where there is none."""


def card_of(source: str, files: Files) -> str:
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
    tags = head_tags(page.title, page.url, page.meta.get("card", ""), config)
    return output.replace("</head>", f"{link}{tags}</head>", 1)


def head_tags(title: str, url: str, card: str, config: Config) -> str:
    """Return the tags of a page's card, empty where it or the site's address is missing."""
    return "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}"'
        f' content="{escape(value)}">'
        for name, value in _tags(title, url, card, config)
    )


def _tags(title: str, url: str, card: str, config: Config) -> Iterator[tuple[str, str]]:
    if config.site_url and card:
        yield "og:type", "website"
        yield "og:site_name", config.site_name
        yield "og:title", title
        yield "og:url", config.site_url + url
        yield "og:image", config.site_url + card
        yield "og:image:alt", title
        yield "twitter:card", "summary_large_image"
