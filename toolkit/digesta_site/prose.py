"""Pages that are written by hand: the package's, which every site has, and the workspace's own."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from digesta.package_files import folder_files
from digesta_site.language import ENGLISH, current_language

_LINK = re.compile(r"\[([^\]\n]+)\]\(([a-z-]+\.md)(?:#[^)\n]*)?\)")


def prose_pages(own: Mapping[str, bytes], generated: Collection[str]) -> dict[str, bytes]:
    """Return all hand-written pages and files by path.

    own: the workspace's ``site/docs``; a page of it stands in place of the package's. generated:
    paths of other pages. What a page of the package says of a page that is not there is left out:
    a line that begins with the link to it, elsewhere the link alone.
    """
    shipped = folder_files("digesta_site", "docs")
    there = {*shipped, *own, *generated}
    texts = {
        name: "".join(_known_links(line, there) for line in data.decode().splitlines(keepends=True))
        for name, data in shipped.items()
    }
    return {name: _in_english(name, text).encode() for name, text in texts.items()} | dict(own)


def _in_english(name: str, text: str) -> str:
    """Return a page of the package; on a site in another language it says that it is English."""
    if current_language() == ENGLISH or not name.endswith(".md"):
        return text
    fields = text.removeprefix("---\n") if text.startswith("---\n") else f"---\n\n{text}"
    return f"---\nlang: {ENGLISH}\n{fields}"


def _known_links(line: str, there: Collection[str]) -> str:
    first = _LINK.match(line.removeprefix("- "))
    if first and first[2] not in there:
        return ""
    return _LINK.sub(lambda link: link[0] if link[2] in there else link[1], line)
