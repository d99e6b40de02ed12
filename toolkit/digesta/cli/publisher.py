"""Commands that make what is published: board, site, schema."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from digesta import __version__
from digesta.cli.options import HERE, ReleaseOption, RootOption, put
from digesta.errors import Problem, StaleScoreError, UsageError
from digesta.workspace.progress import say


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: digesta board")(board)
    app.command(epilog="Example: digesta site")(site)
    app.command(epilog="Example: digesta schema --check")(schema)


def board(release: ReleaseOption = None, root: RootOption = HERE) -> None:
    """Score every submission of a release; write boards, facts and what conditions change."""
    from digesta.workspace.build import built_boards
    from digesta.workspace.releases import open_release

    opened = open_release(root, release)
    built = built_boards(root, opened)
    name, made = opened.manifest.release, "" if built.new else ", as they were: nothing changed"
    put(f"build/boards/{name}: {len(built.boards)} boards{made}\n")
    put(f"build/facts/{name}: {built.facts} files{made}\n")
    for track, names in built.waiting.items():
        put(f"{track}: not judged, or not wholly by any judge: {', '.join(names)}\n")


def site(root: RootOption = HERE) -> None:
    """Make the pages from the newest release's boards and build build/site with MkDocs."""
    from digesta.site import csp_for
    from digesta.workspace import store
    from digesta.workspace.build import site_stands, stamp_site

    config, built = root / "mkdocs.yml", root / "build" / "site"
    if not config.is_file():
        raise UsageError(f"{config}: no such file; run this in a workspace, or give --root")
    if site_stands(root):
        put("build/site: as it was, nothing changed\n")
        return
    newest = _docs(root)
    say("building build/site with MkDocs; this takes a minute")
    _mkdocs(config, day=newest[:10])
    html = {name: data for name, data in store.read_tree(built).items() if name.endswith(".html")}
    for name, data in csp_for(html).items():
        store.write_plain(built / name, data)
    stamp_site(root)
    put(f"build/site: {len(html)} pages of release {newest}\n")


def _docs(root: Path) -> str:
    """Write what MkDocs reads; return the newest release's id."""
    from digesta.site import pages
    from digesta.site.input import site_input
    from digesta.workspace import store

    value = site_input(root, version=__version__)
    say("writing the pages")
    store.write_tree(root / "build" / "docs", pages(value), replace=True)
    return value.newest.id if value.newest else "1980-01-01"


def _mkdocs(config: Path, *, day: str) -> None:
    # MkDocs stamps the sitemap with the date of the build: it is the release's here.
    from calendar import timegm

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


def schema(
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where they lie; else the package's own.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if they are out of date.")
    ] = False,
) -> None:
    """Write the JSON Schemas of all file formats, generated from the records."""
    from digesta.schemas import SCHEMAS, json_schemas
    from digesta.workspace import store

    folder, made = out or SCHEMAS, json_schemas()
    there = store.read_tree(folder) if folder.is_dir() else {}
    stale = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    if check and stale:
        raise StaleScoreError(
            [
                Problem(
                    code="schema-stale", file=f"{folder.name}/{name}", fix="run: digesta schema"
                )
                for name in stale
            ]
        )
    if not check and any(not name.endswith(".schema.json") for name in there):
        raise UsageError(f"{folder}: holds other files than schemas; name a folder of their own")
    if not check and stale:
        store.write_tree(folder, made, replace=True)
    put(f"{len(made)} schemas, {0 if check else len(stale)} written\n")
