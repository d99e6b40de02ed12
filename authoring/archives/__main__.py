"""The command that makes a draft and submissions of an archive."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from authoring.archives.draw import ARCHIVES, archive_files
from authoring.commands import run
from digesta.errors import UsageError
from digesta.workspace import store
from digesta.workspace.cards import COMPRESSED, PREDICTIONS
from digesta.workspace.compression import pack
from digesta.workspace.drafts import refuse_release

EXAMPLE = (
    "authoring.archives mmlu-pro-law FOLDER --released 2026-11-23 --draft build/drafts/mmlu-pro-law"
)


def archives(
    series: Annotated[str, typer.Argument(help=f"One of: {', '.join(ARCHIVES)}.")],
    source: Annotated[Path, typer.Argument(help="The folder of the original's files.")],
    released: Annotated[str, typer.Option("--released", help="YYYY-MM-DD of the release.")],
    draft: Annotated[Path, typer.Option("--draft", help="The draft's folder, a new one.")],
    root: Annotated[Path, typer.Option("--root", help="The workspace.")] = Path(),
) -> None:
    """Write a draft of another's benchmark, and its published answers as submissions."""
    if series not in ARCHIVES:
        raise UsageError(f"no archive {series!r}; there are: {', '.join(ARCHIVES)}")
    refuse_release(draft, root)
    made = archive_files(series, source, released)
    folder = root / "predictions" / f"{series}-{released}"
    store.write_tree(draft, made.draft)
    packed = {
        path.replace(PREDICTIONS, COMPRESSED): pack(data) if path.endswith(PREDICTIONS) else data
        for path, data in made.predictions.items()
    }
    store.write_tree(folder, packed)
    count = made.draft["questions.jsonl"].count(b"\n")
    sys.stdout.write(f"{draft.as_posix()}: {count} questions; {folder}: {made.systems} systems\n")


if __name__ == "__main__":
    run(archives, example=EXAMPLE)
