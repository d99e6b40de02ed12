"""The one hook that MkDocs calls: it fills a page's body from the page's data file.

``on_page_content`` runs after Markdown and before the theme, so that nothing that was
submitted ever passes through either as source. MkDocs reads the data files: they lie beside
the pages, in ``.view/``, which it never copies to the site.
"""

from __future__ import annotations

from typing import Any, Protocol

import orjson

from digesta.site.language import ENGLISH, spoken
from digesta.site.mkdocs.head import Config, File, Files
from digesta.site.mkdocs.render import render
from digesta.site.mkdocs.shells import BODY, found_body

CONTENT = "content"
"""The id of the heading of a generated page."""
NOTICES = ".view/notices.json"


class _Page(Protocol):
    file: File
    meta: dict[str, Any]
    title: str
    toc: Any


def on_page_content(
    html: str, *, page: _Page, config: Config, files: Files, language: str = ENGLISH
) -> str:
    """Return a page's body: its heading, its Markdown, its data; notices stand on every page.

    A page names its template and data in front matter (``kind``, ``data``); one without them
    is a hand-written page and gets the notices of all tracks. Of one that is a shell the body is
    put in later.
    """
    kind, path = page.meta.get("kind", "notices.html"), page.meta.get("data", NOTICES)
    if not len(page.toc):
        page.toc = toc_of(page.title)
    if page.meta.get("shell"):
        search_words = page.meta.get("found")
        return BODY if search_words is None else found_body(page.meta["title"], search_words)
    source = page.file.src_uri
    if page.meta.get("lang", language) != language:
        # A page of the package, in English.
        html = f'<div lang="{page.meta["lang"]}" dir="ltr">{html}</div>'
    data = files.get_file_from_path(path)
    if data is None:
        raise FileNotFoundError(f"{source} names {path}, which does not exist")
    address = config.site_url or ""
    return body_of(kind, data.content_bytes, source, address=address, language=language, intro=html)


def body_of(
    kind: str, data: bytes, source: str, *, address: str, language: str, intro: str = ""
) -> str:
    """Return the body of a page. kind: its template. data: its view, JSON. source: its path.

    intro: HTML of a hand-written page.
    """
    view = orjson.loads(data)
    own = view.pop("spoken_in", language)
    with spoken(own):
        body = render(kind, view, root="../" * source.count("/"), intro=intro, address=address)
    return body if own == language else f'<div lang="{own}" dir="ltr">{body}</div>'


def toc_of(title: str) -> Any:
    """Return a table of contents that leads to the page's own heading.

    The theme's skip link leads to the first heading that it knows of.
    """
    # MkDocs is there where it calls this; who only scores has not installed it.
    from mkdocs.structure.toc import AnchorLink, TableOfContents  # noqa: PLC0415

    return TableOfContents([AnchorLink(title, CONTENT, level=1)])
