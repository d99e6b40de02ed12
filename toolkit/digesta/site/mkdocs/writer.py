"""The files of a site: what MkDocs is given, and what is written without it.

MkDocs builds the pages that stand in the navigation, in its search or in a link of a hand-written
page, and the shells of all others (``theme``). Thousands of pages of data, and the files beside
them, never pass through it: the files go straight into the site, and the pages as soon as there
is a shell for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from digesta.canonical import sha256_hex
from digesta.site.mkdocs.head import CARD, head_tags
from digesta.site.mkdocs.hook import body_of
from digesta.site.mkdocs.output import is_unused
from digesta.site.mkdocs.shells import DataPage, Shell
from digesta.site.mkdocs.theme import REQUEST, data_page, links_of
from digesta.site.page import view_bytes
from digesta.site.takeaway.feed import FEED
from digesta.workspace.output.pages import PageDigests
from digesta.workspace.output.spool import Spool, SpoolPlace
from digesta.workspace.output.tree import NewTree

_VIEWS = ".view/"
_WORD = re.compile(rb"[\w.@%+-]+")


@dataclass
class Theme:
    """What MkDocs left for pages of data: names, and shells by (depth, what is hidden)."""

    site_name: str
    site_url: str | None
    shells: Mapping[tuple[int, tuple[str, ...]], Shell]


class SiteWriter:
    """Take the files of a site as they come, and write those that MkDocs is not given.

    docs: what it is given, path -> bytes. files: paths of what was written.
    """

    def __init__(self, tree: NewTree, spool: Spool, *, language: str) -> None:
        self.language = language
        self.docs: dict[str, bytes] = {}
        self.files: set[str] = set()
        self._tree, self._spool = tree, spool
        self._views: dict[str, SpoolPlace] = {}
        self._pages: dict[str, tuple[DataPage, bytes]] = {}
        self._linked: set[str] = set()

    def add(self, path: str, data: bytes) -> None:
        """Take a file that was made of data."""
        if path.startswith(_VIEWS):
            self._views[path] = self._spool.put(data)
        elif path.endswith(".md"):
            self._add_page(path, data)
        elif path in {FEED, ".hook.py"}:
            self.docs[path] = data
        elif not is_unused(path, self.language):
            self._tree.write(path, data)
            self.files.add(path)

    def add_own(self, path: str, data: bytes) -> None:
        """Take a hand-written file; one that was made of data gives way to it."""
        if path.endswith(".md") or path.startswith(_VIEWS):
            self.add(path, data)
        else:
            self.files.discard(path)
            self.docs[path] = data

    @property
    def paths(self) -> set[str]:
        """Return the paths of all that came."""
        return {*self.docs, *self.files, *self._views, *self._pages}

    @property
    def data_pages(self) -> list[DataPage]:
        """Return the pages that MkDocs does not build, in the order of the sitemap."""
        kept = (path for path in self._pages if path not in self._linked)
        return [self._pages[path][0] for path in sorted(kept, key=_place_in_walk)]

    def sources(self) -> dict[str, bytes]:
        """Return what MkDocs is given, after everything came."""
        pages = self.data_pages
        apart = {page.data for page in pages}
        views = {path: at for path, at in self._views.items() if path not in apart}
        linked = {path: self._pages[path][1] for path in self._linked & self._pages.keys()}
        sources = self.docs | linked | {path: self._spool.get(at) for path, at in views.items()}
        words = {word.decode() for data in sources.values() for word in _WORD.findall(data)}
        request = {
            "urls": [page.url for page in pages],
            "shells": sorted({(page.depth, page.hide) for page in pages}),
            "files": sorted(path for path in self.files if _may_be_named(path, words)),
        }
        return dict(sorted({**sources, REQUEST: view_bytes(request)}.items()))

    def render(
        self, theme: Theme, before: Mapping[str, PageDigests], *, code: str
    ) -> Iterator[tuple[str, PageDigests]]:
        """Write the pages of data, and yield from what; those that stay are left as they are.

        before: of the build before. code: the digest of all that renders, beside data and shells.
        Raises ValueError where a script stands inside a body.
        """
        frames = {key: sha256_hex(shell.html.encode()) for key, shell in theme.shells.items()}
        for page in self.data_pages:
            view, path = self._spool.get(self._views[page.data]), f"{page.stem}.html"
            tags = head_tags(page.title, page.url, self._card(page), theme)
            frame = frames[page.depth, page.hide]
            basis = [code, frame, theme.site_url, self.language, tags, *map(str, page)]
            inputs = sha256_hex(json.dumps(basis).encode() + view)
            known = before.get(path)
            if known and known.inputs == inputs and self._tree.take_over(path, known.page):
                yield path, known
                continue
            html = self._html(page, view, tags, theme)
            self._tree.write(path, html)
            yield path, PageDigests(inputs, sha256_hex(html))

    def _html(self, page: DataPage, view: bytes, tags: str, theme: Theme) -> bytes:
        source, address = f"{page.stem}.md", theme.site_url or ""
        body = body_of(page.kind, view, source, address=address, language=self.language)
        if "<script" in body.lower():
            raise ValueError(f"{page.stem}.html: a script stands inside the page's article")
        shell = theme.shells[page.depth, page.hide]
        return shell.page(page, body, tags).encode(errors="xmlcharrefreplace")

    def _add_page(self, path: str, data: bytes) -> None:
        self._pages.pop(path, None)
        self.docs.pop(path, None)
        text = data.decode()
        page = data_page(path, text)
        if page is None:
            self.docs[path] = data
        else:
            self._pages[path] = page, data
        self._linked.update(links_of(path, text))

    def _card(self, page: DataPage) -> str:
        paths = (f"{page.stem}{CARD}", f"index{CARD}")
        return next((path for path in paths if path in self.files), "")


def _place_in_walk(path: str) -> list[tuple[Any, ...]]:
    """Return where MkDocs comes upon a page: a folder's own files first, its index before all."""
    *folders, name = path.split("/")
    first = name.removesuffix(".md") not in {"index", "README"}
    return [*((1, folder) for folder in folders), (0, first, name)]


def _may_be_named(path: str, words: set[str]) -> bool:
    name = path.rpartition("/")[2]
    return name in words or quote(name) in words or path.endswith(CARD)
