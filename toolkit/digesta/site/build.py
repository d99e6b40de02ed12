"""build/site made from a workspace: the pages written, MkDocs run, content policies added."""

from __future__ import annotations

import os
import subprocess
import sys
from calendar import timegm
from pathlib import Path
from typing import NamedTuple

from digesta.errors import UsageError
from digesta.site import csp_for, pages
from digesta.site.input import site_input
from digesta.workspace import store
from digesta.workspace.build import site_stands, stamp_site
from digesta.workspace.progress import say


class SiteBuild(NamedTuple):
    """How many pages were made, and of which release."""

    pages: int
    release: str


def build_site(root: Path, *, version: str) -> SiteBuild | None:
    """Make build/site from a workspace; None where it stands and nothing changed."""
    config, folder = root / "mkdocs.yml", root / "build" / "site"
    if not config.is_file():
        raise UsageError(f"{config}: no such file; run this in a workspace, or give --root")
    if site_stands(root):
        return None
    value = site_input(root, version=version)
    release = value.newest.id if value.newest else "1980-01-01"
    say("writing the pages")
    store.write_tree(root / "build" / "docs", pages(value), replace=True)
    say("building build/site with MkDocs; this takes a minute")
    _mkdocs(config, day=release[:10])
    html = {name: data for name, data in store.read_tree(folder).items() if name.endswith(".html")}
    for name, data in csp_for(html).items():
        store.write_plain(folder / name, data)
    stamp_site(root)
    return SiteBuild(len(html), release)


def _mkdocs(config: Path, *, day: str) -> None:
    # MkDocs stamps the sitemap with the date of the build: it is the release's here.
    year, month, date = (int(part) for part in day.split("-"))
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(timegm((year, month, date, 0, 0, 0))),
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--clean"]
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [*command, "--config-file", str(config)], env=environment, check=False
    )
    if done.returncode:
        raise UsageError(
            "mkdocs failed (see above); is the site's part installed? pip install 'digesta[site]'"
        )
