"""Pages of data alone, written straight into the built site with the theme's shell around them.

The theme renders a page in five milliseconds and more, and of two pages at one depth all but
address, title and body is the same. So MkDocs builds the pages that stand in the navigation, in
its search or in a link of a hand-written page; of the others, which are most, it renders a shell
for each depth, once, and the bodies are put into it here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple
from urllib.parse import quote

from digesta.site.mkdocs.head import card_of, head_tags
from digesta.site.mkdocs.hook import body_of, toc_of

_TITLE, _NAME = "digesta-title-of-a-page", "digesta-name-of-a-page"
_BODY = "<h1 digesta-body-of-a-page>"
"""Stands for a body, and has a heading, as bodies do: to others the theme adds one."""
_LINK = re.compile(r"\]\(<?([^)\s>#]+\.md)\b")


class DataPage(NamedTuple):
    """A page whose body follows from its data: what its front matter says."""

    stem: str
    title: str
    kind: str
    data: str
    hide: tuple[str, ...]

    @property
    def url(self) -> str:
        """Return its address below the site's."""
        return quote(f"{self.stem}.html")


class DirectPages:
    """What MkDocs calls, in this order, through the hook of a workspace."""

    def __init__(self, *, language: str) -> None:
        self.language = language
        self.pages: list[DataPage] = []
        self._nav: Any = None
        self._env: Any = None
        self._files: Any = None
        self._shells: dict[tuple[int, tuple[str, ...]], str] = {}

    def on_files(self, files: Any) -> Any:
        """Take from MkDocs the pages that are written here."""
        texts = {file.src_uri: file.content_string for file in files.documentation_pages()}
        linked = {target for path, text in texts.items() for target in _links_of(path, text)}
        own = {path: page for path, text in texts.items() if (page := _data_page(path, text))}
        self.pages = [page for path, page in own.items() if path not in linked]
        for page in self.pages:
            files.remove(files.get_file_from_path(f"{page.stem}.md"))
        self._files, self._shells = files, {}
        return files

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation, which the shell shows."""
        self._nav = nav

    def on_env(self, env: Any, **_: Any) -> None:
        """Keep the theme's templates."""
        self._env = env

    def on_post_template(self, output: str, *, template_name: str, config: Any) -> str:
        """List the pages in the sitemap, which has only those that MkDocs knows."""
        if template_name != "sitemap.xml" or not config.site_url:
            return output
        from mkdocs.utils import get_build_date  # noqa: PLC0415 - who only scores has it not

        day = get_build_date()
        addresses = "".join(
            f"<url><loc>{escape(config.site_url + page.url)}</loc><lastmod>{day}</lastmod></url>\n"
            for page in self.pages
        )
        return output.replace("</urlset>", f"{addresses}</urlset>")

    def on_post_build(self, *, config: Any) -> None:
        """Write the pages."""
        from mkdocs.utils import write_file  # noqa: PLC0415 - who only scores has it not

        for page in self.pages:
            html = self._html(page, config).encode(errors="xmlcharrefreplace")
            write_file(html, f"{config.site_dir}/{page.stem}.html")

    def _html(self, page: DataPage, config: Any) -> str:
        depth = page.stem.count("/")
        if (depth, page.hide) not in self._shells:
            self._shells[depth, page.hide] = self._shell(depth, page.hide, config)
        body = body_of(
            page.kind, page.data, f"{page.stem}.md", config, self._files, language=self.language
        )
        card = card_of(f"{page.stem}.md", self._files)
        tags = head_tags(page.title, page.url, card, config)
        known = {_TITLE: escape(page.title), _BODY: body, _head(depth): f"{tags}</head>"}
        known[_url(depth)] = page.url
        pieces = _pattern(depth).split(self._shells[depth, page.hide])
        return "".join(known.get(piece, piece) for piece in pieces)

    def _shell(self, depth: int, hide: tuple[str, ...], config: Any) -> str:
        """Return what the theme puts around a page of a depth, as MkDocs builds a page."""
        from mkdocs.commands.build import get_context  # noqa: PLC0415 - who only scores has it not
        from mkdocs.structure.files import File  # noqa: PLC0415
        from mkdocs.structure.pages import Page  # noqa: PLC0415

        file = File.generated(config, _url(depth).replace(".html", ".md"), content="")
        page = Page(_TITLE, file, config)
        page.meta = {"hide": list(hide), "search": {"exclude": True}}
        page.content, page.toc = _BODY, toc_of(_TITLE)
        context = get_context(self._nav, self._files, config, page)
        context = config.plugins.on_page_context(context, page=page, config=config, nav=self._nav)
        html = self._env.get_template("main.html").render(context)
        shell: str = config.plugins.on_post_page(html, page=page, config=config)
        return shell.replace("</head>", _head(depth), 1)


def _url(depth: int) -> str:
    return "x/" * depth + f"{_NAME}.html"


def _head(depth: int) -> str:
    return f"{_NAME}-head-{depth}"


def _pattern(depth: int) -> re.Pattern[str]:
    return re.compile(f"({'|'.join(map(re.escape, (_TITLE, _BODY, _head(depth), _url(depth))))})")


def _data_page(path: str, text: str) -> DataPage | None:
    """Return a page that has nothing but data, and stands neither in a menu nor in the search."""
    front, end, rest = text.removeprefix("---\n").partition("\n---\n")
    fields = dict(_fields(front))
    alone = "/" in path and text.startswith("---\n") and end and not rest.strip()
    if not alone or "search" not in fields or not {"kind", "data", "title"} <= fields.keys():
        return None
    hide = tuple(json.loads(fields.get("hide", "[]")))
    kind, data, title = (json.loads(fields[name]) for name in ("kind", "data", "title"))
    return DataPage(path.removesuffix(".md"), title, kind, data, hide)


def _fields(front: str) -> Iterator[tuple[str, str]]:
    for line in front.splitlines():
        name, colon, value = line.partition(":")
        if colon and name.isalpha():
            yield name, value.strip()


def _links_of(path: str, text: str) -> Iterator[str]:
    """Yield the pages that a hand-written page links to, which MkDocs checks."""
    for target in _LINK.findall(text):
        yield normpath(join(dirname(path), target))
