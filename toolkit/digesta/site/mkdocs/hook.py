"""The one hook that MkDocs calls: it fills a page's body from the page's data file.

``on_page_content`` runs after Markdown and before the theme, so that nothing that was
submitted ever passes through either as source. MkDocs reads the data files: they lie beside
the pages, in ``.view/``, which it never copies to the site.
"""

from __future__ import annotations

import json
from typing import Any, Protocol

from digesta.site.language import ENGLISH, spoken
from digesta.site.mkdocs.head import Config, card_of
from digesta.site.mkdocs.render import render

CONTENT = "content"
"""The id of the heading of a generated page."""
NOTICES = ".view/notices.json"


class _File(Protocol):
    src_uri: str
    content_bytes: bytes


class _Page(Protocol):
    file: _File
    meta: dict[str, Any]
    title: str
    toc: Any


class _Files(Protocol):
    def get_file_from_path(self, path: str) -> _File | None: ...


def on_page_content(
    html: str, *, page: _Page, config: Config, files: _Files, language: str = ENGLISH
) -> str:
    """Return a page's body: its heading, its Markdown, its data; notices stand on every page.

    A page names its template and data in front matter (``kind``, ``data``); one without them
    is a hand-written page and gets the notices of all tracks.
    """
    kind, path = page.meta.get("kind", "notices.html"), page.meta.get("data", NOTICES)
    file = files.get_file_from_path(path)
    if file is None:
        raise FileNotFoundError(f"{page.file.src_uri} names {path}, which does not exist")
    view = json.loads(file.content_bytes)
    if not len(page.toc):
        # MkDocs is there where it calls this; who only scores has not installed it.
        from mkdocs.structure.toc import AnchorLink, TableOfContents  # noqa: PLC0415

        # The theme's skip link leads to the first heading that it knows of.
        page.toc = TableOfContents([AnchorLink(page.title, CONTENT, level=1)])
    page.meta["card"] = card_of(page.file.src_uri, files)
    if page.meta.get("lang", language) != language:
        # A page of the package, in English.
        html = f'<div lang="{page.meta["lang"]}" dir="ltr">{html}</div>'
    root, address = "../" * page.file.src_uri.count("/"), config.site_url or ""
    with spoken(language):
        return render(kind, view, root=root, intro=html, address=address)
