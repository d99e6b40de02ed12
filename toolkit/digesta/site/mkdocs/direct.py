"""Pages of data alone, written straight into the built site with the theme's shell around them.

The theme renders a page in five milliseconds and more, and of two pages at one depth all but
address, title and body is the same. So MkDocs builds the pages that stand in the navigation, in
its search or in a link of a hand-written page; of the others, which are most, it renders a shell
for each depth, once, and the bodies are put into it here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

from digesta.site.mkdocs.head import card_of, head_tags
from digesta.site.mkdocs.hook import body_of, toc_of
from digesta.site.mkdocs.shells import BODY, TITLE, DataPage, Shell, url_at

ASIDE = ".view/aside.json"
"""Beside the pages where ``build_site`` writes the pages of data: what else the site will have."""
SHELLS = ".shells.json"
"""What MkDocs leaves in the built site then: the site's name and address, and the shells."""
_LINK = re.compile(r"\]\(<?([^)\s>#]+\.md)\b")


class Aside(NamedTuple):
    """Which pages and files ``build_site`` writes itself, beside those that MkDocs is given.

    urls: of the pages, in the order of the sitemap. shells: (depth, what is hidden) of each shell
    that they need. files: paths to which hand-written pages may link.
    """

    urls: Sequence[str]
    shells: Sequence[tuple[int, Sequence[str]]]
    files: Sequence[str]


class DirectPages:
    """What MkDocs calls, in this order, through the hook of a workspace."""

    def __init__(self, *, language: str) -> None:
        self.language = language
        self.pages: list[DataPage] = []
        self._nav: Any = None
        self._env: Any = None
        self._files: Any = None
        self._shells: dict[tuple[int, tuple[str, ...]], Shell] = {}
        self._aside: Aside | None = None
        self._placeholders: list[Any] = []

    def on_files(self, files: Any, *, config: Any) -> Any:
        """Take from MkDocs the pages that are written here."""
        if aside := files.get_file_from_path(ASIDE):
            self._aside = Aside(**json.loads(aside.content_bytes))
            there = self._aside.files
            missing = [path for path in there if files.get_file_from_path(path) is None]
            self._placeholders = [_placeholder(path, config) for path in missing]
            for file in self._placeholders:
                files.append(file)
        texts = {file.src_uri: file.content_string for file in files.documentation_pages()}
        linked = {target for path, text in texts.items() for target in links_of(path, text)}
        own = {path: page for path, text in texts.items() if (page := data_page(path, text))}
        self.pages = [page for path, page in own.items() if path not in linked]
        for page in self.pages:
            files.remove(files.get_file_from_path(f"{page.stem}.md"))
        self._files, self._shells = files, {}
        return files

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation, which the shell shows."""
        self._nav = nav

    def on_env(self, env: Any, *, files: Any, **_: Any) -> None:
        """Keep the theme's templates; links are checked now, and nothing is copied yet."""
        self._env = env
        for file in self._placeholders:
            files.remove(file)

    def on_post_template(self, output: str, *, template_name: str, config: Any) -> str:
        """List the pages in the sitemap, which has only those that MkDocs knows."""
        if template_name != "sitemap.xml" or not config.site_url:
            return output
        from mkdocs.utils import get_build_date  # noqa: PLC0415 - who only scores has it not

        day = get_build_date()
        urls = self._aside.urls if self._aside else [page.url for page in self.pages]
        addresses = "".join(
            f"<url><loc>{escape(config.site_url + url)}</loc><lastmod>{day}</lastmod></url>\n"
            for url in urls
        )
        return output.replace("</urlset>", f"{addresses}</urlset>")

    def on_post_build(self, *, config: Any) -> None:
        """Write the pages; the shells alone where ``build_site`` writes the pages."""
        from mkdocs.utils import write_file  # noqa: PLC0415 - who only scores has it not

        if self._aside:
            shells = [
                [depth, hide, self._shell(depth, tuple(hide), config).html]
                for depth, hide in self._aside.shells
            ]
            names = {"site_name": config.site_name, "site_url": config.site_url or ""}
            content = json.dumps({**names, "shells": shells})
            write_file(content.encode(), f"{config.site_dir}/{SHELLS}")
            return
        for page in self.pages:
            html = self._html(page, config).encode(errors="xmlcharrefreplace")
            write_file(html, f"{config.site_dir}/{page.stem}.html")

    def _html(self, page: DataPage, config: Any) -> str:
        key = page.depth, page.hide
        if key not in self._shells:
            self._shells[key] = self._shell(*key, config)
        body = body_of(
            page.kind, page.data, f"{page.stem}.md", config, self._files, language=self.language
        )
        card = card_of(f"{page.stem}.md", self._files)
        tags = head_tags(page.title, page.url, card, config)
        return self._shells[key].page(page, body, tags)

    def _shell(self, depth: int, hide: tuple[str, ...], config: Any) -> Shell:
        """Return what the theme puts around a page of a depth, as MkDocs builds a page."""
        from mkdocs.commands.build import get_context  # noqa: PLC0415 - who only scores has it not
        from mkdocs.structure.files import File  # noqa: PLC0415
        from mkdocs.structure.pages import Page  # noqa: PLC0415

        file = File.generated(config, url_at(depth).replace(".html", ".md"), content="")
        page = Page(TITLE, file, config)
        page.meta = {"hide": list(hide), "search": {"exclude": True}}
        page.content, page.toc = BODY, toc_of(TITLE)
        context = get_context(self._nav, self._files, config, page)
        context = config.plugins.on_page_context(context, page=page, config=config, nav=self._nav)
        html = self._env.get_template("main.html").render(context)
        shell: str = config.plugins.on_post_page(html, page=page, config=config)
        return Shell.of(shell, depth)


def _placeholder(path: str, config: Any) -> Any:
    """Return a file that links lead to, and that is not MkDocs' to write."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - who only scores has it not

    return File.generated(config, path, content="")


def data_page(path: str, text: str) -> DataPage | None:
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


def links_of(path: str, text: str) -> Iterator[str]:
    """Yield the pages that a hand-written page links to, which MkDocs checks."""
    for target in _LINK.findall(text):
        yield normpath(join(dirname(path), target))
