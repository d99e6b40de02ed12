"""Options and output that commands share: one word for one thing, the result on stdout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from digesta.canonical import canonical_bytes

Paths = Annotated[
    list[Path], typer.Argument(help="Submission folders, or predictions files (.jsonl).")
]
One = Annotated[Path, typer.Argument(help="A submission folder, or a predictions file.")]
ReleaseOption = Annotated[
    str | None,
    typer.Option("--release", "-r", help="Release id or folder; else by the folder, else newest."),
]
HERE = Path()


def _above(root: Path) -> Path:
    from digesta.workspace.releases import workspace_root

    # A folder that was named is taken as it is: a new workspace may lie inside another.
    return workspace_root(root) if root == HERE else root


RootOption = Annotated[
    Path,
    typer.Option("--root", help="The workspace; else the nearest above.", callback=_above),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
ReaderOption = Annotated[
    str, typer.Option("--reader", help="fast, or strict: the reader of record, line by line.")
]
VerdictsOption = Annotated[
    Path | None,
    typer.Option(
        "--verdicts",
        help="Your own verdicts: a judge's folder, or a verdict file in one. Never on a board.",
    ),
]


def put(text: str) -> None:
    """Print a result."""
    sys.stdout.write(text)


def put_json(value: Any) -> None:
    """Print a result for machines: one line of canonical JSON."""
    put(canonical_bytes(value).decode() + "\n")
