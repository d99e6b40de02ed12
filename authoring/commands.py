"""What the commands of this package have in common: options, exit codes, an example."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from digesta.errors import LONGEST, InputError, UsageError, plain

DraftOption = Annotated[Path, typer.Option("--draft", help="The draft's folder.")]
ReleasedOption = Annotated[str, typer.Option("--released", help="YYYY-MM-DD of the questions.")]
SplitOption = Annotated[str, typer.Option("--split", help="public or holdout.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Of a draw that all may know.")]
KeysOption = Annotated[
    Path | None,
    typer.Option("--keys", help="A private folder's keys.json: its draw_key seeds a secret draw."),
]


def run(command: Callable[..., None], *, example: str) -> None:
    """Run a command with the process's arguments, and end the process where it fails.

    Exit codes: 0 fine; 1 what was read is wrong; 2 the command is wrong.
    """
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(epilog=f"Example: python -m {example}")(command)
    try:
        app()
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except (UsageError, OSError) as error:
        # A path may hold anything: no control character of it reaches a terminal or a log.
        sys.stderr.write(f"{plain(str(error), LONGEST)}\n")
        sys.exit(2)
