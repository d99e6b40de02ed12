"""From what MkDocs wrote to what is published: lighter, and with a policy in every page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digesta.site.language import ENGLISH, spoken
from digesta.site.mkdocs.csp import csp_for
from digesta.site.mkdocs.render import render

SITEMAP = "sitemap.xml"
MISSING = "404.html"
"""What a host shows where no page is, whatever the address."""
_EMPTY_LINES = re.compile(rb"\n\s*\n")


def site_files(built: Mapping[str, bytes], *, language: str = ENGLISH) -> dict[str, bytes]:
    """Return the site's files: without what no page asks for, each page with its policy.

    built: path -> bytes, as MkDocs left them. A site whose address was not configured has no
    sitemap, which lists addresses, and a missing page that looks for its home: the theme's asks at
    the host's root. Raises ValueError where a script stands inside an article.
    """
    files = {path: data for path, data in built.items() if not is_unused(path, language)}
    if SITEMAP in files and b"<loc>" not in files[SITEMAP]:
        del files[SITEMAP]
        files.pop(f"{SITEMAP}.gz", None)
        with spoken(language):
            files[MISSING] = render("missing.html", {"language": language}, root="").encode()
    # GitHub Pages hands a branch to Jekyll, which drops files, unless this one is there.
    files[".nojekyll"] = b""
    html = {path: _lean(data) for path, data in files.items() if path.endswith(".html")}
    return files | html | csp_for(html)


def is_unused(path: str, language: str) -> bool:
    """Return whether a file of the theme is for its authors, or for other languages' search."""
    is_search = path.startswith("assets/javascripts/lunr/")
    return path.endswith(".map") or (is_search and language == ENGLISH)


def _lean(page: bytes) -> bytes:
    """Return a page without the theme's empty lines; what stands in the article is left alone."""
    head, mark, rest = page.partition(b"<article")
    body, end, tail = rest.rpartition(b"</article>")
    return _EMPTY_LINES.sub(b"\n", head) + mark + body + end + _EMPTY_LINES.sub(b"\n", tail)
