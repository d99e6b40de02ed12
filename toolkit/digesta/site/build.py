"""build/site made from a workspace: the pages written, MkDocs run, content policies added."""

from __future__ import annotations

import os
import subprocess
import sys
from calendar import timegm
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from digesta.errors import InputError, UsageError
from digesta.records.base import release_parts
from digesta.site import pages, site_files
from digesta.site.hosts import Host, host_problems
from digesta.site.input import site_input
from digesta.workspace import store
from digesta.workspace.build import site_stands, stamp_site
from digesta.workspace.migration import check_layout
from digesta.workspace.progress import say, warn


class SiteBuild(NamedTuple):
    """How many pages were made, and of which release; "" before the first."""

    pages: int
    release: str


def build_site(root: Path, *, version: str) -> SiteBuild | None:
    """Make build/site from a workspace; None where it stands and nothing changed."""
    config, folder = root / "mkdocs.yml", root / "build" / "site"
    if not config.is_file():
        raise UsageError(
            f"{config}: no such file; run this in a workspace, or give --root; "
            "digesta init-benchmark DIR makes one"
        )
    check_layout(root)
    if site_stands(root):
        return None
    value = site_input(root, version=version)
    release = value.newest.id if value.newest else ""
    say("writing the pages")
    store.write_tree(root / "build" / "docs", pages(value), replace=True, flush=False)
    say("building build/site with MkDocs; this takes a minute")
    # Elsewhere first: a build that is ended leaves the old pages, never some without their policy.
    with TemporaryDirectory() as beside:
        _mkdocs(config, Path(beside), day=release_parts(release).day if release else "1980-01-01")
        files = site_files(store.read_tree(Path(beside)), language=value.config.language)
    html = {name: data for name, data in files.items() if name.endswith(".html")}
    _refuse_empty(html, config)
    store.write_tree(folder, files, replace=True, flush=False)
    stamp_site(root)
    return SiteBuild(len(html), release)


def check_size(root: Path, host: Host | None) -> None:
    """Refuse a built site that a host would not take; with no host named, warn of each."""
    folder = root / "build" / "site"
    files = (path for path in folder.rglob("*") if path.is_file())
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
    if host and (problems := list(host_problems(sizes, host))):
        raise InputError(problems)
    for each in () if host else Host:
        for problem in host_problems(sizes, each):
            warn(str(problem))


def _refuse_empty(html: Mapping[str, bytes], config: Path) -> None:
    """Raise UsageError where our hook did not fill a page; 404.html is the theme's own."""
    empty = [name for name, data in html.items() if b'class="dg"' not in data]
    if empty := [name for name in empty if name != "404.html"]:
        raise UsageError(
            f"{len(empty)} of {len(html)} pages have no body, {empty[0]} among them: {config} does "
            "not call our hook; add this line to it: hooks: [build/docs/.hook.py]"
        )


def _mkdocs(config: Path, folder: Path, *, day: str) -> None:
    # MkDocs stamps the sitemap with the date of the build: it is the release's here.
    year, month, date = (int(part) for part in day.split("-"))
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(timegm((year, month, date, 0, 0, 0))),
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
    }
    # --quiet would hide the warnings that --strict counts: the output is kept for a failure.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    places = ["--config-file", str(config), "--site-dir", str(folder)]
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [*command, *places], env=environment, check=False, capture_output=True
    )
    if done.returncode:
        sys.stderr.write((done.stdout + done.stderr).decode(errors="replace"))
        raise UsageError(
            "mkdocs failed (see above); is the site's part installed? pip install 'digesta[site]'"
        )
