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
RootOption = Annotated[Path, typer.Option("--root", help="The workspace's folder.")]
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
HERE = Path()


def put(text: str) -> None:
    """Print a result."""
    sys.stdout.write(text)


def put_json(value: Any) -> None:
    """Print a result for machines: one line of canonical JSON."""
    put(canonical_bytes(value).decode() + "\n")
