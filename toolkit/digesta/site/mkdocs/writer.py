"""The files of a site: what MkDocs is given, and what is written without it.

MkDocs builds hand-written pages, those whose text its search finds, and the shells of all others
(``theme``). Thousands of pages of data, and the files beside them, never pass through it: the files
go straight into the site, and the pages as soon as there is a shell for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from digesta.site.mkdocs.hook import body_of
from digesta.site.mkdocs.output import is_unused
from digesta.site.mkdocs.shells import DataPage, Shell
from digesta.site.mkdocs.theme import REQUEST, data_page, links_of
from digesta.site.page import view_bytes
from digesta.site.takeaway.feed import FEED, feed_at
from digesta.workspace import store

_VIEWS = ".view/"
_SCRIPT = re.compile("<[sS][cC][rR][iI][pP][tT]")
_WORD = re.compile(rb"[\w.@%+-]+")


@dataclass
class Theme:
    """What MkDocs left for pages of data: names and shells.

    shells: by (depth, what is hidden). own: those of single pages, by their stems.
    """

    site_name: str
    site_url: str | None
    shells: Mapping[tuple[int, tuple[str, ...]], Shell]
    own: Mapping[str, Shell]

    def shell_at(self, page: DataPage) -> Shell:
        """Return the shell of pages at the depth of one."""
        return self.shells[page.depth, page.hide]


class SiteWriter:
    """Take the files of a site as they come, and write those that MkDocs is not given.

    folder: of the new site. docs: what MkDocs is given, path -> bytes. files: paths of what was
    written.
    """

    def __init__(self, folder: Path, *, language: str) -> None:
        self.language = language
        self.docs: dict[str, bytes] = {}
        self.files: set[str] = set()
        self._folder = folder
        self._views: dict[str, bytes] = {}
        self._pages: dict[str, tuple[DataPage, bytes]] = {}
        self._linked: set[str] = set()
        self._feed = b""

    def add(self, path: str, data: bytes) -> None:
        """Take a file that was made of data."""
        if path.startswith(_VIEWS):
            self._views[path] = data
        elif path.endswith(".md"):
            self._add_page(path, data)
        elif path == ".hook.py":
            self.docs[path] = data
        elif path == FEED:
            self._feed = data
            self.files.add(path)
        elif not is_unused(path, self.language):
            self.write(path, data)
            self.files.add(path)

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the site."""
        store.write_plain(self._folder / path, data)

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
        """Return the pages whose bodies MkDocs does not make, in the order of the sitemap."""
        return [self._pages[path][0] for path in sorted(self._pages, key=_place_in_walk)]

    @property
    def stubs(self) -> dict[str, DataPage]:
        """Return those of which MkDocs makes a shell of their own, by stem: it lists these."""
        paths = (path for path in self._pages if "/" not in path or path in self._linked)
        return {page.stem: page for page, _ in map(self._pages.__getitem__, paths)}

    def sources(self) -> dict[str, bytes]:
        """Return what MkDocs is given, after everything came."""
        pages, stubs = self.data_pages, self.stubs
        apart = {page.data for page in pages}
        views = {path: view for path, view in self._views.items() if path not in apart}
        shells = {f"{stem}.md": page.stub for stem, page in stubs.items()}
        sources = self.docs | shells | views
        words = {word.decode() for data in sources.values() for word in _WORD.findall(data)}
        request = {
            "shells": sorted({(page.depth, page.hide) for page in pages if page.stem not in stubs}),
            "files": sorted(path for path in self.files if _may_be_named(path, words)),
        }
        return dict(sorted({**sources, REQUEST: view_bytes(request)}.items()))

    def render(self, theme: Theme) -> int:
        """Write the pages of data; return how many.

        Raises ValueError where a script stands inside a body.
        """
        if FEED in self.files:
            address = theme.site_url
            self.write(FEED, feed_at(self._feed, address) if address else self._feed)
        stubs, number = self.stubs, 0
        for page in self.data_pages:
            # Where an owner keeps a page from MkDocs, there is none.
            shell = theme.own.get(page.stem) if page.stem in stubs else theme.shell_at(page)
            if shell is not None:
                self.write(f"{page.stem}.html", self._html(page, shell, theme.site_url or ""))
                number += 1
        return number

    def _html(self, page: DataPage, shell: Shell, address: str) -> bytes:
        view, source = self._views[page.data], f"{page.stem}.md"
        body = body_of(page.kind, view, source, address=address, language=self.language)
        if _SCRIPT.search(body):
            raise ValueError(f"{page.stem}.html: a script stands inside the page's article")
        return shell.page(page, body).encode(errors="xmlcharrefreplace")

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


def _place_in_walk(path: str) -> list[tuple[Any, ...]]:
    """Return where MkDocs comes upon a page: a folder's own files first, its index before all."""
    *folders, name = path.split("/")
    first = name.removesuffix(".md") not in {"index", "README"}
    return [*((1, folder) for folder in folders), (0, first, name)]


def _may_be_named(path: str, words: set[str]) -> bool:
    name = path.rpartition("/")[2]
    return name in words or quote(name) in words
