"""The site of somebody else's benchmark: its links lead somewhere, and no word of it is ours."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

OURS = re.compile(
    r"halach|french.?law|finlaw|\btlr\b|cases track|torah|talmud|rabb|kashrut|shabbat|\bseif\b|"
    r"brazil|constitui|shulchan|zmanim|neo4j|smollm|digesta authors|"
    r"mmlu|legalbench|muser|oab|lexeval|disc.law|magis.?bench|\bacord\b",
    re.IGNORECASE,
)
"""Words of our tracks, and of archives that stand in our repository."""


class Links(HTMLParser):
    """The addresses that a page leads to or loads, and the anchors that it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.leads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.leads |= {value for name, value in attrs if name in {"href", "src"} and value}
        self.anchors |= {value for name, value in attrs if name == "id" and value}


def check_site(site: Path) -> None:
    """Raise where a page leads nowhere, or any file has a word of ours."""
    texts = {
        path.relative_to(site).as_posix(): path.read_text("utf-8")
        for path in site.rglob("*")
        if path.suffix in {".html", ".json", ".csv", ".md", ".txt", ".xml"}
    }
    pages = {name: Links(text) for name, text in texts.items() if name.endswith(".html")}
    lost = []
    for name, page in pages.items():
        for lead in page.leads:
            there, anchor = urldefrag(urljoin(name, lead))
            there = there.partition("?")[0]
            there = {"": name, "/": "index.html"}.get(there, there)
            if ":" in lead or name == "404.html":
                continue
            ids = pages[there].anchors if there in pages else set()
            if not (site / unquote(there)).is_file() or (anchor and anchor not in ids):
                lost.append((name, lead))

    assert len(pages) > 20
    assert lost == []
    assert {name: hit[0] for name, text in texts.items() if (hit := OURS.search(text))} == {}
