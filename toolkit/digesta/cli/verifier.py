"""Commands for whoever vouches for what is there, or checks it: verify, attest."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta import __version__
from digesta.cli.options import (
    HERE,
    EngineOption,
    JsonOption,
    KeyOption,
    ReleaseOption,
    RootOption,
    command,
    put,
    put_json,
)
from digesta.errors import UsageError

maintainer = partial(command, "Maintainers")


class Attestable(StrEnum):
    """What can be attested."""

    release = "release"
    board = "board"
    site = "site"


@maintainer("verify 2026-11-22")
def verify(
    release: Annotated[
        str | None,
        typer.Argument(help="Release id or folder; the newest. Of an attestation: a copy."),
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
    attestation: Annotated[
        Path | None,
        typer.Option("--attestation", help="Check this file, and what it attests, instead."),
    ] = None,
    engine: EngineOption = "inline",
) -> None:
    """Check a release: manifest, ids, digests, changes, logs; boards recomputed byte for byte.

    With --identity, or once retired, also the sealed truths and every score on them. With
    --attestation: that a signer of this workspace signed it, and that every file is as it says.
    """
    from digesta.workspace.engines import engine_named
    from digesta.workspace.provenance import attestation_results
    from digesta.workspace.verify import verification

    if attestation and (identity or leaks):
        raise UsageError("--attestation checks bytes alone: leave out --identity and --leaks")
    if attestation:
        results = attestation_results(root, attestation, Path(release) if release else None)
    else:
        with engine_named(engine):
            results = verification(root, release, identity=identity, leaks=leaks)
    if as_json:
        put_json(results)
    else:
        put("".join(f"{name.replace('_', ' ')}: {value}\n" for name, value in results.items()))


@maintainer("attest site --key ~/.ssh/id_ed25519")
def attest(
    kind: Annotated[Attestable, typer.Argument(help="What: a release, its boards, or the site.")],
    release: ReleaseOption = None,
    key: KeyOption = None,
    epoch: Annotated[
        int | None,
        typer.Option(
            "--epoch",
            envvar="SOURCE_DATE_EPOCH",
            min=0,
            max=253402300799,
            help="Seconds since 1970 that date it; else the last day that the logs name.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file; else in build/attestations.")
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Say, signed, which bytes a release, its boards or the site have, and what they came from.

    An in-toto statement with SLSA's provenance, in a DSSE envelope; no clock is read. It is checked
    by: digesta verify --attestation FILE
    """
    from digesta.workspace import store
    from digesta.workspace.provenance import attest as make

    if kind.value == "site":
        from digesta.site.build import build_site

        build_site(root, version=__version__)  # what is attested was made of what is here
    about, data = make(root, kind.value, release, key=key, epoch=epoch, code=__version__)
    path = out or root / "build" / "attestations" / f"{about.kind}-{about.release}.intoto.jsonl"
    store.write_file(path, data)
    put(f"{path.as_posix()}: {about.kind} of {about.release}, {about.date}\n")
