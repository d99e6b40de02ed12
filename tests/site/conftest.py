"""One build of the fixture's site for all tests of this folder, and one browser."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from site_building import SUBPATH, build
from site_workspace import site_input

from digesta.site import SiteInput
from site_tree import pages


@pytest.fixture(scope="session")
def site() -> SiteInput:
    return site_input()


@pytest.fixture(scope="session")
def tree(site: SiteInput) -> dict[str, bytes]:
    return pages(site)


@pytest.fixture(scope="session")
def built(site: SiteInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="the site extra is not installed")
    return build(
        site, tmp_path_factory.mktemp("workspace"), SITE_URL=f"https://boards.example{SUBPATH}"
    )


class _UnderSubpath(http.server.SimpleHTTPRequestHandler):
    """Serves a folder at a sub-path, as a project page is."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(SUBPATH.rstrip("/")))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    handler = functools.partial(_UnderSubpath, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{SUBPATH}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def served() -> Callable[[Path], AbstractContextManager[str]]:
    return _served


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    with _served(built) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        pytest.skip("no chromium")
    with api.sync_playwright() as playwright:
        quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
        launched = playwright.chromium.launch(executable_path=chromium, args=quiet)
        yield launched
        launched.close()
