"""Builds the fixture's site as the command does, and renders bodies without MkDocs."""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

from site_questions import ROOT

from digesta_site.build import write_site
from digesta_site.language import current_language
from digesta_site.render import render
from digesta_site.values import SiteInput

SUBPATH = "/some/repo/"
"""Where tests serve a site, as a project page is."""
QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def write(tree: Mapping[str, bytes], folder: Path) -> None:
    """Write a tree of files."""
    for path, data in tree.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def read(folder: Path) -> dict[str, bytes]:
    """Read a tree of files."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def docs() -> dict[str, bytes]:
    """Return the hand-written pages of this repository."""
    folder = ROOT / "site" / "docs"
    return {"formats.md": b"# File formats\n"} | {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def build(site: SiteInput, workspace: Path, **environment: str) -> Path:
    """Build a site in a folder of its own, as the command does; return the built site's folder."""
    shutil.copy(ROOT / "mkdocs.yml", workspace)
    with patch.dict(os.environ, {**QUIET, **environment}):
        write_site(workspace, site)
    return workspace / "build" / "site"


def front_matter(page: bytes) -> dict[str, str]:
    lines = page.decode().split("---")[1].strip().splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def bodies(tree: dict[str, bytes]) -> dict[str, str]:
    found = {}
    for path, data in tree.items():
        if path.endswith(".md") and b"\nkind:" in data:
            kind = front_matter(data)["kind"].strip('"')
            view = tree[f".view/{path.removesuffix('.md')}.json"]
            found[path] = _body(kind, view, "../" * path.count("/"), current_language())
    return found


@functools.cache
def _body(kind: str, view: bytes, root: str, _language: str) -> str:
    return render(kind, json.loads(view), root=root)


class Structure(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A figure holds names: nothing else may differ.
        kept = [pair for pair in attrs if pair[0] != "data-figure"]
        self.found.append((tag, kept))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(tag)


def structure(html: str) -> list[object]:
    parser = Structure()
    parser.feed(html)
    return parser.found


def drawn(figure: Any) -> None:
    """Bring a figure near the screen, and wait until the script has drawn it."""
    figure.scroll_into_view_if_needed()
    figure.locator(".main-svg").first.wait_for()


class _UnderSubpath(http.server.SimpleHTTPRequestHandler):
    """Serves a folder at a sub-path, as a project page is."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(SUBPATH.rstrip("/")))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(_UnderSubpath, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{SUBPATH}"
    server.shutdown()
    server.server_close()
