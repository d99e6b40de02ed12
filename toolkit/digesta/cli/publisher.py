"""Commands that make what is published: board, release publish, release bundle, schema."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    DryOption,
    EngineOption,
    KeyOption,
    ReleaseArgument,
    ReleaseOption,
    RootOption,
    command,
    put,
    releases,
)
from digesta.errors import plain

publisher = partial(command, "Publishers")


@publisher("board")
def board(
    release: ReleaseOption = None, root: RootOption = HERE, engine: EngineOption = "inline"
) -> None:
    """Score a release; write its boards and facts."""
    from digesta.workspace.build import built_boards
    from digesta.workspace.engines import engine_named
    from digesta.workspace.releases import open_release

    opened = open_release(root, release)
    with engine_named(engine):
        result = built_boards(root, opened)
    put(f"build/boards/{opened.id}: {len(result.boards)} boards\n")
    put(f"build/facts/{opened.id}: {result.facts} files\n")
    for track, names in result.waiting.items():
        put(f"{track}: not judged, or not wholly by any judge: {', '.join(names)}\n")


@publisher("release publish 2026-11-22", group=releases)
def publish(
    release: Annotated[str | None, typer.Argument(help="Release id. Default: the newest.")] = None,
    key: KeyOption = None,
    undecided: Annotated[
        bool, typer.Option("--undecided", help="Also publish undecided systems, as open ones.")
    ] = False,
    dry: DryOption = False,
    root: RootOption = HERE,
) -> None:
    """Publish today's boards for good. Writes releases/<id>/boards/<N>."""
    from digesta.workspace import publication

    text, notes = publication.publish(root, release, key=key, undecided=undecided, dry=dry)
    put(text)
    sys.stderr.writelines(f"{plain(note, 300)}\n" for note in notes)


@publisher("release bundle 2026-11-22.6 -o build/2026-11-22.6.zip", group=releases)
def bundle(
    release: ReleaseArgument,
    out: Annotated[Path, typer.Option("--out", "-o", help="The bundle: FILE.zip or .zip.xz.")],
    members: Annotated[
        bool, typer.Option("--members", help="For members only: with texts that only they see.")
    ] = False,
    root: RootOption = HERE,
) -> None:
    """Write a release as one file for submitters.

    They need only this file and the wheel. It has the files of the manifest (sealed truths only
    encrypted), schemas, licences and SHA256SUMS. Every machine makes the same FILE.zip.
    """
    from digesta.workspace.bundle import write_bundle

    out = out / f"{Path(release).name}.zip" if out.is_dir() else out
    made = write_bundle(root, release, out, members=members)
    put(
        f"{out.as_posix()}: {made.files} files of {made.release}, {made.bytes} bytes, sha256 "
        f"{made.sha256}\nthen: digesta init my-system --model … --organization … --release "
        f"{shlex.quote(out.as_posix())}\n"
    )


@publisher("schema --check")
def schema(
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder. Default: the package's own.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if a schema is out of date.")
    ] = False,
) -> None:
    """Write the JSON Schemas of all file formats."""
    from digesta.schemas import SCHEMAS
    from digesta.workspace.build import build_schemas

    count, written = build_schemas(out or SCHEMAS, check=check)
    put(f"{count} schemas, {written} written\n")
