"""The command for anyone who checks what is there: verify."""

from __future__ import annotations

import datetime as dt
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import HERE, EngineOption, JsonOption, RootOption, command, put, put_json
from digesta.errors import UsageError

maintainer = partial(command, "Maintainers")


@maintainer("verify 2026-11-22")
def verify(  # noqa: PLR0913, PLR0917 - a command's options
    release: Annotated[
        str | None,
        typer.Argument(help="Release id or folder; the newest. Or a copy of a site: its folder."),
    ] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    identity: Annotated[
        Path | None,
        typer.Option("--identity", "-i", help="Open the sealed truths too; never printed."),
    ] = None,
    leaks: Annotated[
        bool,
        typer.Option("--leaks", help="Look for sealed truths in build/, files and git's history."),
    ] = False,
    signers: Annotated[
        Path | None,
        typer.Option("--signers", help="Trust only who is in this file of allowed signers."),
    ] = None,
    fingerprint: Annotated[
        list[str] | None,
        typer.Option("--fingerprint", help="Trust only this key, SHA256:…; may be repeated."),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option("--texts", help="A folder of the texts that it withholds: digesta import."),
    ] = None,
    engine: EngineOption = "inline",
) -> None:
    """Check a release: manifest, ids, digests, changes, logs; boards recomputed byte for byte.

    With --identity, or once retired, also the sealed truths and every score on them. Where a
    release withholds texts, boards are recomputed with --texts. Of a copy of a site: SHA256SUMS,
    its signature, and every file.
    """
    from digesta.workspace.engines import engine_named
    from digesta.workspace.sums import copy_results, is_copy, trusted_signers
    from digesta.workspace.verify import verification

    trusted = trusted_signers(signers, fingerprint or [])
    if release and is_copy(root, release):
        if identity or leaks or texts:
            raise UsageError(
                "a copy of a site holds no truths: leave out --identity, --leaks and --texts"
            )
        today = dt.datetime.now().astimezone().date().isoformat()
        results = copy_results(Path(release), trusted, day=today)
    else:
        with engine_named(engine):
            results = verification(
                root, release, identity=identity, leaks=leaks, trusted=trusted, texts=texts
            )
    if as_json:
        put_json(results)
    else:
        put("".join(f"{name.replace('_', ' ')}: {value}\n" for name, value in results.items()))
