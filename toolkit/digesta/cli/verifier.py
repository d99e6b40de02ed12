"""The command for anyone who checks what is there: verify."""

from __future__ import annotations

import datetime as dt
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import HERE, EngineOption, JsonOption, RootOption, command, put, put_json
from digesta.errors import LONGEST, UsageError, plain

maintainer = partial(command, "Maintainers")


@maintainer("verify 2026-11-22")
def verify(  # noqa: PLR0913, PLR0917 - a command's options
    release: Annotated[
        str | None,
        typer.Argument(help="Release id or folder, or a copy of a site. Default: the newest."),
    ] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    identity: Annotated[
        Path | None,
        typer.Option("--identity", "-i", help="Your age identity, to check sealed truths too."),
    ] = None,
    leaks: Annotated[
        bool,
        typer.Option("--leaks", help="Search build/, files and git's history for sealed truths."),
    ] = False,
    signers: Annotated[
        Path | None,
        typer.Option("--signers", help="Trust only the signers in this file."),
    ] = None,
    fingerprint: Annotated[
        list[str] | None,
        typer.Option("--fingerprint", help="Trust only this key, SHA256:…; repeatable."),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option("--texts", help="Folder of the withheld texts; digesta import makes it."),
    ] = None,
    engine: EngineOption = "inline",
) -> None:
    """Check a release's files and recompute its boards.

    Checks manifest, ids, digests, changes and logs; boards must match byte for byte. Sealed truths
    and their scores need --identity until they are revealed. Withheld texts need --texts. Of a
    site's copy, checks SHA256SUMS, its signature and every file.
    """
    from digesta.workspace.engines import engine_named
    from digesta.workspace.sums import copy_results, is_copy, trusted_signers
    from digesta.workspace.verify import verification

    trusted = trusted_signers(signers, fingerprint or [])
    if release and is_copy(root, release):
        if identity or leaks or texts:
            raise UsageError(
                "a site's copy has no sealed truths: leave out --identity, --leaks and --texts"
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
        lines = (f"{name.replace('_', ' ')}: {value}" for name, value in results.items())
        put("".join(f"{plain(line, LONGEST)}\n" for line in lines))
