"""From what MkDocs wrote to what is published: lighter, and with a policy in every page."""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Iterable, Mapping
from gzip import GzipFile
from html import escape
from io import BytesIO

from digesta_site.language import ENGLISH, spoken
from digesta_site.mkdocs.csp import csp_for
from digesta_site.render import render

SITEMAP = "sitemap.xml"
MISSING = "404.html"
"""What a host shows where no page is, whatever the address."""
_INDENT = re.compile(rb"\n\s+")


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


def with_addresses(
    sitemap: bytes, urls: Iterable[str], *, address: str, day: str
) -> dict[str, bytes]:
    """Return the sitemap with further pages in it, plain and compressed.

    urls: of the pages below the site's address. day: of the release, ISO 8601.
    """
    lines = "".join(
        f"<url><loc>{escape(address + url)}</loc><lastmod>{day}</lastmod></url>\n" for url in urls
    )
    whole, packed = sitemap.replace(b"</urlset>", f"{lines}</urlset>".encode()), BytesIO()
    name, second = f"{SITEMAP}.gz", seconds_of(day)
    with GzipFile(filename=name, fileobj=packed, mode="wb", mtime=second) as file:
        file.write(whole)
    return {SITEMAP: whole, name: packed.getvalue()}


def seconds_of(day: str) -> int:
    """Return the beginning of a day as MkDocs is told it, in seconds since 1970.

    >>> seconds_of("1980-01-01")
    315532800
    """
    year, month, date = (int(part) for part in day.split("-"))
    return timegm((year, month, date, 0, 0, 0))


def is_unused(path: str, language: str) -> bool:
    """Return whether a file of the theme is for its authors, or for other languages' search."""
    is_search = path.startswith("assets/javascripts/lunr/")
    return path.endswith(".map") or (is_search and language == ENGLISH)


def _lean(page: bytes) -> bytes:
    """Return a page without the theme's indentation; what stands in the article is left alone."""
    head, mark, rest = page.partition(b"<article")
    body, end, tail = rest.rpartition(b"</article>")
    return _INDENT.sub(b"\n", head) + mark + body + end + _INDENT.sub(b"\n", tail)
