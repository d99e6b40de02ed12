"""The command that builds a clause corpus from statutes, and holds a release against them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from authoring.commands import run
from authoring.finlaw.check import check
from digesta.canonical import canonical_lines
from digesta.workspace import store
from digesta.workspace.releases import open_release
from digesta_generate.compilations.statutes import clauses

EXAMPLE = "authoring.finlaw corpora/cn_laws --release 2026-11-29 --out build/clauses.jsonl"
StatutesArgument = Annotated[Path, typer.Argument(help="Folder of statutes, Markdown files.")]
OutputOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="Write the corpus here, one clause a line.")
]
ReleaseOption = Annotated[
    str | None, typer.Option("--release", "-r", help="Release id or folder; none if left out.")
]
RootOption = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]


def finlaw(
    statutes: StatutesArgument,
    output: OutputOption = None,
    release: ReleaseOption = None,
    root: RootOption = Path(),
) -> None:
    """Build the corpus of a folder's clauses; with --release, of that release's index.

    With --release, all that the release says of statutes is held against their texts: its index
    of clauses, its tables of fines, the articles and versions that its public truths cite.
    """
    corpus = clauses(statutes)
    if release is not None:
        corpus = check(open_release(root, release).data, corpus)
    if output is not None:
        lines = (clause.as_json() for clause in sorted(corpus, key=lambda clause: clause.id))
        store.write_file(output, canonical_lines(lines))
    sys.stdout.write(f"{(output or statutes).as_posix()}: {len(corpus)} clauses\n")


if __name__ == "__main__":
    run(finlaw, example=EXAMPLE)
