"""The command ``digesta init``: a submission's folder that ``digesta check`` accepts as it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli.options import HERE, ReleaseOption, RootOption, put
from digesta.errors import UsageError

if TYPE_CHECKING:
    from digesta.workspace.releases import StoredRelease


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command(epilog="Example: digesta init my-system --model 'My System' --organization Us")(
        init
    )


def init(
    submission: Annotated[str, typer.Argument(help="Your submission's id: a-z 0-9 . _ -")],
    model: Annotated[str, typer.Option("--model", help="The system's name.")],
    organization: Annotated[str, typer.Option("--organization", help="Who sends it in.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Start a submission: write its folder, with a card and a file of answers to fill in."""
    from digesta.canonical import canonical_bytes, canonical_lines
    from digesta.intake import read_submission_metadata
    from digesta.workspace import store
    from digesta.workspace.cards import METADATA, PREDICTIONS
    from digesta.workspace.releases import open_release

    opened = open_release(root, release)
    name = opened.manifest.release
    card = canonical_bytes(
        {
            "submission_id": submission,
            "release": name,
            "model_name": model,
            "organization": organization,
        }
    )
    read_submission_metadata(card, file=METADATA)
    folder = root / "predictions" / name / submission
    if (folder / METADATA).exists():
        raise UsageError(f"{folder / METADATA}: exists already")
    store.write_file(folder / METADATA, card + b"\n")
    # Answers that are there already stay.
    if fresh := not os.path.lexists(folder / PREDICTIONS):
        empty = [{"question_id": key, "answer": None} for key in sorted(opened.compiled.known)]
        store.write_file(folder / PREDICTIONS, canonical_lines(empty))
    put(_what_next(folder, opened, fresh=fresh))


def _what_next(folder: Path, release: StoredRelease, *, fresh: bool) -> str:
    place = folder.as_posix()
    answers = (
        f"one line for each of {len(release.compiled.known)} questions; replace each null by your "
        "answer (null counts as missing)"
        if fresh
        else "kept as it was"
    )
    return (
        f'{place}/submission.json: written; add "command", what makes your answers again, to be '
        "ranked (more keys: the page File formats)\n"
        f"{place}/predictions.jsonl: {answers}\n"
        f"the questions: {release.root.as_posix()}/questions.jsonl (answer turns in the form that "
        "ask says)\n"
        f"then: digesta check {place}\n"
    )
