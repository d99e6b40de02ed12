"""What MkDocs is asked for beside its own pages: shells, and the addresses of pages of data.

The theme renders a page in five milliseconds and more, and of two pages at one depth all but
address, title and body is the same. So MkDocs builds the hand-written pages and those whose text
its search finds; of a page of data that stands in the navigation, or in a link of a hand-written
page, it renders a shell, and of all others, which are most, one for each depth. ``writer`` puts
the bodies into them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from posixpath import dirname, join, normpath
from typing import Any

from digesta_site.mkdocs.hook import toc_of
from digesta_site.mkdocs.shells import BODY, TITLE, Shell, url_at

SHELLS = ".shells.json"
"""What MkDocs leaves in the built site: the shells, with the depth and what is hidden of each."""
_LINK = re.compile(r"\]\(<?([^)\s>#]+\.md)\b")


class ThemeShells:
    """What MkDocs calls, in this order, through the hook of a workspace.

    shells: (depth, what is hidden) of each shell that the other pages need. files: paths to which
    hand-written pages may link, and that are not MkDocs' to write.
    """

    def __init__(self, shells: Sequence[tuple[int, Sequence[str]]], files: Sequence[str]) -> None:
        self._shells = shells
        self._linked = files
        self._nav: Any = None
        self._env: Any = None
        self._files: Any = None
        self._placeholders: list[Any] = []

    def on_files(self, files: Any, *, config: Any) -> Any:
        """Put in their place files to which links may lead, and that are not MkDocs' to write."""
        missing = [path for path in self._linked if files.get_file_from_path(path) is None]
        self._placeholders = [_placeholder(path, config) for path in missing]
        for file in self._placeholders:
            files.append(file)
        self._files = files
        return files

    def on_nav(self, nav: Any, **_: Any) -> None:
        """Keep the navigation, which the shell shows."""
        self._nav = nav

    def on_env(self, env: Any, *, files: Any, **_: Any) -> None:
        """Keep the theme's templates; links are checked now, and nothing is copied yet."""
        self._env = env
        for file in self._placeholders:
            files.remove(file)

    def on_post_build(self, *, config: Any) -> None:
        """Write the shells."""
        from mkdocs.utils import write_file  # noqa: PLC0415 - who only scores has it not

        shells = [
            [depth, hide, self._shell(depth, tuple(hide), config).html]
            for depth, hide in self._shells
        ]
        content = json.dumps(shells)
        write_file(content.encode(), f"{config.site_dir}/{SHELLS}")

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


def links_of(path: str, text: str) -> Iterator[str]:
    """Yield the pages that a hand-written page links to, which MkDocs checks."""
    for target in _LINK.findall(text):
        yield normpath(join(dirname(path), target))
