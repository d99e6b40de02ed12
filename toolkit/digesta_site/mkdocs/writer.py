"""The files of a site: what MkDocs is given, and what is written without it.

MkDocs builds hand-written pages, those whose text its search finds, and the shells of all others
(``theme``). Thousands of pages of data, and the files beside them, never pass through it: each is
made once and written, and its shell is put around it as soon as there is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from digesta.workspace import store
from digesta_site.feed import FEED, feed_at
from digesta_site.language import spoken
from digesta_site.mkdocs.hook import HOOK, body_path
from digesta_site.mkdocs.output import is_unused
from digesta_site.mkdocs.shells import INTRO, DataPage, Shell, front_matter
from digesta_site.mkdocs.theme import links_of
from digesta_site.page import DataFile, Page, data_of, template_view, view_bytes
from digesta_site.render import render

_SCRIPT = re.compile("<[sS][cC][rR][iI][pP][tT]")
_KIND = re.compile(rb"\A---\n(?:.+\n)*?kind: ")
_WORD = re.compile(rb"[\w.@%+-]+")


@dataclass
class Theme:
    """What MkDocs left for pages of data: shells.

    shells: by (depth, what is hidden). own: those of single pages, by their stems.
    """

    shells: Mapping[tuple[int, tuple[str, ...]], Shell]
    own: Mapping[str, Shell]

    def shell_at(self, page: DataPage) -> Shell:
        """Return the shell of pages at the depth of one."""
        return self.shells[page.depth, page.hide]


class SiteWriter:
    """Take the pages and files of a site as they come, and write those that MkDocs is not given.

    folder: of the new site. address: the site's own, "" where it has none. docs: what MkDocs is
    given, path -> bytes. files: paths of what was written.
    """

    def __init__(self, folder: Path, *, language: str, address: str) -> None:
        self.docs: dict[str, bytes] = {}
        self.files: set[str] = set()
        self._folder, self._language, self._address = folder, language, address
        self._pages: dict[str, DataPage] = {}
        self._linked: set[str] = set()

    def add(self, output: Page | DataFile) -> None:
        """Take a page, or a file, that was made of data."""
        if isinstance(output, Page):
            self._add_page(output)
        else:
            value = output.value
            self._add_file(output.path, value if isinstance(value, bytes) else view_bytes(value))

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the site."""
        store.write_plain(self._folder / path, data)

    def add_own(self, path: str, data: bytes, *, view: Mapping[str, Any]) -> None:
        """Take a hand-written file; one that was made of data gives way to it.

        A page whose front matter names a ``kind`` stands above what was made of data instead.
        view: what stands below the text of any other page.
        """
        self.files.discard(path)
        self.docs[path] = data
        if path.endswith(".md"):
            made = self._body(path) if _KIND.search(data) else b""
            self._pages.pop(path, None)
            self._linked.update(links_of(path, data.decode()))
            with spoken(self._language):
                self.docs[body_path(path)] = made or self._render("notices.html", view, path)

    @property
    def paths(self) -> set[str]:
        """Return the paths of all that came."""
        return {*self.docs, *self.files, *self._pages}

    @property
    def data_pages(self) -> list[DataPage]:
        """Return the pages whose bodies MkDocs does not make, in the order of the sitemap."""
        return [self._pages[path] for path in sorted(self._pages, key=_place_in_walk)]

    @property
    def stubs(self) -> dict[str, DataPage]:
        """Return those of which MkDocs makes a shell of their own, by stem: it lists these."""
        paths = (path for path in self._pages if "/" not in path or path in self._linked)
        return {page.stem: page for page in map(self._pages.__getitem__, paths)}

    def sources(self, settings: Mapping[str, Any]) -> dict[str, bytes]:
        """Return what MkDocs is given, after everything came. settings: of the site."""
        pages, stubs = self.data_pages, self.stubs
        sources = self.docs | {f"{stem}.md": page.stub for stem, page in stubs.items()}
        texts = (data for path, data in sources.items() if path.endswith(".md"))
        words = {word.decode() for data in texts for word in _WORD.findall(data)}
        order = {
            "settings": settings,
            "shells": sorted({(page.depth, page.hide) for page in pages if page.stem not in stubs}),
            "files": sorted(path for path in self.files if _may_be_named(path, words)),
        }
        hook = HOOK.format(order=view_bytes(order).decode(), language=self._language)
        return dict(sorted({**sources, ".hook.py": hook.encode()}.items()))

    def render(self, theme: Theme) -> int:
        """Put the shells around the pages of data; return how many there are."""
        stubs, number = self.stubs, 0
        for page in self.data_pages:
            # Where an owner keeps a page from MkDocs, there is none.
            shell = theme.own.get(page.stem) if page.stem in stubs else theme.shell_at(page)
            path = f"{page.stem}.html"
            body = self._body(f"{page.stem}.md")
            if shell is None:
                store.remove_files(self._folder, [path])
            else:
                whole = shell.page(page, body.decode().replace(INTRO, "", 1))
                self.write(path, whole.encode(errors="xmlcharrefreplace"))
                number += 1
        return number

    def _add_file(self, path: str, data: bytes) -> None:
        if not is_unused(path, self._language):
            at_home = path == FEED and self._address
            self.write(path, feed_at(data, self._address) if at_home else data)
            self.files.add(path)

    def _add_page(self, page: Page) -> None:
        path = f"{page.stem}.md"
        for name, data in data_of(page).items():
            self._add_file(name, data)
        with spoken(page.language):
            body = self._render(page.template, template_view(page), path)
        if page.language != self._language:
            body = b'<div lang="%s" dir="ltr">%s</div>' % (page.language.encode(), body)
        if page.searchable and page.found_by is None:
            self._pages.pop(path, None)
            self.docs[path] = front_matter({"title": page.title, "hide": page.hide})
            self.docs[body_path(path)] = body
        else:
            self.docs.pop(path, None)
            self._pages[path] = DataPage(page.stem, page.title, tuple(page.hide), page.found_by)
            # Its own file, until the shell is put around it.
            self.write(f"{page.stem}.html", body)

    def _body(self, path: str) -> bytes:
        """Return the body that was made of a page; b"" for none."""
        if path not in self._pages:
            return self.docs.get(body_path(path), b"")
        return store.read_bytes(self._folder / f"{self._pages[path].stem}.html")

    def _render(self, template: str, view: Mapping[str, Any], path: str) -> bytes:
        """Return a page's body, and in it the sign for what its own Markdown becomes.

        Raises ValueError where a script stands inside.
        """
        root = "../" * path.count("/")
        body = render(template, view, root=root, intro=INTRO, address=self._address)
        if _SCRIPT.search(body):
            page = path.removesuffix(".md")
            raise ValueError(f"{page}.html: a script stands inside the page's article")
        return body.encode(errors="xmlcharrefreplace")


def _place_in_walk(path: str) -> list[tuple[Any, ...]]:
    """Return where MkDocs comes upon a page: a folder's own files first, its index before all."""
    *folders, name = path.split("/")
    first = name.removesuffix(".md") not in {"index", "README"}
    return [*((1, folder) for folder in folders), (0, first, name)]


def _may_be_named(path: str, words: set[str]) -> bool:
    name = path.rpartition("/")[2]
    return name in words or quote(name) in words
