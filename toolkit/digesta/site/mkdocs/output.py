"""From what MkDocs wrote to what is published: lighter, and with a policy in every page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digesta.site.mkdocs.csp import csp_for

_EMPTY_LINES = re.compile(rb"\n\s*\n")


def site_files(built: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the site's files: without what no page asks for, each page with its policy.

    built: path -> bytes, as MkDocs left them. Raises ValueError where a script stands inside an
    article.
    """
    files = {path: data for path, data in built.items() if not _is_unused(path)}
    html = {path: _lean(data) for path, data in files.items() if path.endswith(".html")}
    return files | html | csp_for(html)


def _is_unused(path: str) -> bool:
    """Return whether a file of the theme is for its authors, or for other languages' search."""
    return path.endswith(".map") or path.startswith("assets/javascripts/lunr/")


def _lean(page: bytes) -> bytes:
    """Return a page without the theme's empty lines; what stands in the article is left alone."""
    head, mark, rest = page.partition(b"<article")
    body, end, tail = rest.rpartition(b"</article>")
    return _EMPTY_LINES.sub(b"\n", head) + mark + body + end + _EMPTY_LINES.sub(b"\n", tail)
