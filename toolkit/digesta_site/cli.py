"""The command ``digesta site``, added by the entry point ``digesta.commands``."""

from __future__ import annotations

from typing import Annotated

import typer

from digesta import __version__
from digesta.cli.options import HERE, RootOption, put
from digesta.cli.publisher import publisher


def register(_app: typer.Typer) -> None:
    """Add the command to those of publishers."""
    publisher("site")(site)


def site(
    host: Annotated[
        str | None,
        typer.Option("--host", help="Keep the limits of this host: github, gitlab, cloudflare."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Score the newest release and build the site, build/site."""
    from digesta_site.build import build_site, check_size
    from digesta_site.hosts import host_named

    wanted = host_named(host) if host else None

    result = build_site(root, version=__version__)
    of = f"of release {result.release}" if result.release else "and no release yet"
    put(f"build/site: {result.pages} pages {of}\n")
    check_size(root, wanted)
