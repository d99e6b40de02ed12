"""The glossary: each term of the field that pages use, in one plain sentence."""

from __future__ import annotations

from collections.abc import Iterator

from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.values import SiteInput
from digesta_site.words import TERMS


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the one page; captions and headings lead to its anchors."""
    groups: dict[str, list[dict[str, str]]] = {}
    for term in TERMS.values():
        groups.setdefault(term.group, []).append(term._asdict())
    rows = [[term.word, term.meaning] for term in TERMS.values()]
    yield site_page(
        *(site, "glossary", "glossary.html"),
        {"groups": [{"title": title, "terms": own} for title, own in groups.items()]},
        heading="Glossary",
        data=[term._asdict() for term in TERMS.values()],
        table=DataTable(("term", "meaning"), rows),
        searchable=True,
        hide=("navigation",),
    )
