"""The command that makes a folder of compilations from npm archives of the LEGI base."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from authoring.commands import run
from authoring.legi import compile_code
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.workspace import store

EXAMPLE = (
    "authoring.legi authoring/legi/code_du_travail.json build/legi --out build/code_du_travail"
)


def legi(
    config: Annotated[Path, typer.Argument(help="Code, archives, books, law: a JSON file.")],
    packages: Annotated[Path, typer.Argument(help="Folder of the npm archives (*.tgz).")],
    out: Annotated[Path, typer.Option("--out", help="Folder to write.")],
) -> None:
    """Write the dated compilations of a French code, for the loader of temporal questions."""
    options = strict_json(store.read_bytes(config), file=config.name, limits=RELEASE_LIMITS)
    archives = [path.read_bytes() for path in sorted(packages.glob("*.tgz"))]
    out.mkdir(parents=True, exist_ok=True)
    for name, data in compile_code(options, archives).items():
        store.write_file(out / name, data)
        sys.stdout.write(f"{(out / name).as_posix()}: {len(data)} bytes\n")


if __name__ == "__main__":
    run(legi, example=EXAMPLE)
