"""The command that makes questions whose truths are computed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

DraftOption = Annotated[Path, typer.Option("--draft", help="The draft's folder.")]


def register(app: typer.Typer) -> None:
    """Add the command to the generator's."""
    making = typer.Typer(help="Make questions whose truths are computed.", no_args_is_help=True)
    # A callback keeps the name of the only command: more builders will stand beside it.
    making.callback()(_several)
    making.command(epilog="Example: digesta-generate questions zmanim --draft draft")(zmanim)
    app.add_typer(making, name="questions")


def _several() -> None:
    """Make questions whose truths are computed."""


def zmanim(draft: DraftOption) -> None:
    """Write questions.jsonl, truths.jsonl and passages.jsonl of the halachic times."""
    from digesta_generate.questions import write_zmanim

    sys.stdout.write(f"{draft.as_posix()}: {write_zmanim(draft)} questions\n")
