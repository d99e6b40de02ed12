"""The command that builds a clause corpus from statutes, and holds a release against them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

ReleaseOption = Annotated[
    str | None,
    typer.Option("--release", "-r", help="Release id or folder; the newest if left out."),
]
RootOption = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]
HERE = Path()
FolderArgument = Annotated[Path, typer.Argument(help="Folder of statutes, Markdown files.")]
OutOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write the corpus here, one clause a line.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the generator's."""
    app.command(epilog="Example: digesta-generate clauses corpora/cn_laws -o clauses.jsonl")(
        clauses
    )


def clauses(
    statutes: FolderArgument,
    output: OutOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Build the corpus of a folder's clauses; with --release, of that release's index.

    With --release, all that the release says of statutes is held against their texts: its index
    of clauses, its tables of fines, the articles and versions that its public truths cite.
    """
    from digesta.canonical import canonical_lines
    from digesta.workspace import store
    from digesta.workspace.releases import open_release
    from digesta_generate.statutes import clauses as clauses_in

    found = clauses_in(statutes)
    if release is not None:
        from digesta_generate.statutes.checking import check

        found = check(open_release(root, release).data, found)
    if output is not None:
        lines = canonical_lines(one.as_json() for one in sorted(found, key=lambda one: one.id))
        store.write_file(output, lines)
    place = (output or statutes).as_posix()
    sys.stdout.write(f"{place}: {len(found)} clauses\n")
