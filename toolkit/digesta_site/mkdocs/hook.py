"""The hooks that MkDocs calls for a page: the body that we made in its place, the feed's link.

``on_page_content`` runs after Markdown and before the theme, so that nothing that was submitted
ever passes through either as source. Bodies lie beside the pages, in ``.body/``, which MkDocs never
copies to the site.
"""

from __future__ import annotations

from typing import Any, Protocol

from digesta_site.feed import FEED
from digesta_site.language import ENGLISH
from digesta_site.mkdocs.shells import BODY, INTRO, found_body


class File(Protocol):
    """What is read of a file of MkDocs'."""

    src_uri: str
    content_bytes: bytes


class Files(Protocol):
    """What is asked of MkDocs' files."""

    def get_file_from_path(self, path: str) -> File | None:
        """Return a file by its path below the pages; None where there is none."""


CONTENT = "content"
"""The id of the heading of a generated page."""
HOOK = """# MkDocs loads this file; the code is the installed package's.
from functools import partial
from json import loads

from digesta_site.mkdocs import hook, settings
from digesta_site.mkdocs.theme import ThemeShells

site = loads({order!r})
shells = ThemeShells(site["shells"], site["files"])
on_config = partial(settings.on_config, chosen=site["settings"], language={language!r})
# Before the plugins: the search asks for the theme's language.
on_config.mkdocs_priority = 100
on_page_content = partial(hook.on_page_content, language={language!r})
on_post_page = hook.on_post_page
on_files, on_nav, on_env = shells.on_files, shells.on_nav, shells.on_env
on_post_build = shells.on_post_build
"""
"""What MkDocs is told of a site. order: JSON of its settings, shells and further files."""


class _Page(Protocol):
    file: File
    meta: dict[str, Any]
    title: str
    toc: Any


def body_path(source: str) -> str:
    """Return where the body of a page lies. source: its path."""
    return f".body/{source}.txt"


def on_page_content(
    html: str, *, page: _Page, files: Files, language: str = ENGLISH, **_: object
) -> str:
    """Return a page's body, its own Markdown inside; of one that is a shell it is put in later."""
    if not len(page.toc):
        page.toc = toc_of(page.title)
    if page.meta.get("shell"):
        search_words = page.meta.get("found")
        return BODY if search_words is None else found_body(page.meta["title"], search_words)
    source = page.file.src_uri
    if page.meta.get("lang", language) != language:
        # A page of the package, in English.
        html = f'<div lang="{page.meta["lang"]}" dir="ltr">{html}</div>'
    body = files.get_file_from_path(body_path(source))
    if body is None:
        raise FileNotFoundError(f"{source} has no body; build the site with: digesta site")
    return body.content_bytes.decode().replace(INTRO, html)


def toc_of(title: str) -> Any:
    """Return a table of contents that leads to the page's own heading.

    The theme's skip link leads to the first heading that it knows of.
    """
    # MkDocs is there where it calls this; who only scores has not installed it.
    from mkdocs.structure.toc import AnchorLink, TableOfContents  # noqa: PLC0415

    return TableOfContents([AnchorLink(title, CONTENT, level=1)])


def on_post_page(output: str, *, page: _Page, **_: object) -> str:
    """Return a page with the feed's link."""
    root = "../" * page.file.src_uri.count("/")
    # Of a plain "alternate" the theme thinks that it is this page in another language, and asks
    # for a sitemap beside it.
    rel = "alternate feed"
    link = f'<link rel="{rel}" type="application/atom+xml" title="Atom" href="{root}{FEED}">'
    return output.replace("</head>", f"{link}</head>", 1)
