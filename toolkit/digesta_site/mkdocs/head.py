"""What MkDocs' hook writes into each page's head: a link to the feed."""

from __future__ import annotations

from typing import Protocol

from digesta_site.feed import FEED


class Config(Protocol):
    """What is read of MkDocs' settings."""

    site_url: str | None


class File(Protocol):
    """What is read of a file of MkDocs'."""

    src_uri: str
    content_bytes: bytes


class _Page(Protocol):
    file: File


class Files(Protocol):
    """What is asked of MkDocs' files."""

    def get_file_from_path(self, path: str) -> File | None:
        """Return a file by its path below the pages; None where there is none."""


def on_post_page(output: str, *, page: _Page, **_: object) -> str:
    """Return a page with the feed's link."""
    root = "../" * page.file.src_uri.count("/")
    # Of a plain "alternate" the theme thinks that it is this page in another language, and asks
    # for a sitemap beside it.
    rel = "alternate feed"
    link = f'<link rel="{rel}" type="application/atom+xml" title="Atom" href="{root}{FEED}">'
    return output.replace("</head>", f"{link}</head>", 1)
