"""Commands for who starts a benchmark: demo, release new."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import HERE, RootOption, command, put, releases

owner = partial(command, "Owners of a benchmark")


@owner("demo")
def demo(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to make; not one of yours.")
    ] = Path("digesta-demo"),
) -> None:
    """Show what digesta does, on 36 small questions: a guided tour, offline, in seconds."""
    from digesta.demo.tour import tour

    for text in tour(folder, context.find_root().command.main):
        put(text)


@owner("release new 2026-12-22 --from 2026-11-22.2 -o drafts/2026-12-22", group=releases)
def new(
    release: Annotated[str, typer.Argument(help="Id of the release to be: YYYY-MM-DD, or .N.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The draft's folder, a new one.")],
    *,
    source: Annotated[
        str | None, typer.Option("--from", help="Release to go on from; the newest, if any.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Name for the eye; else after its id.")
    ] = None,
    next_due: Annotated[
        str | None, typer.Option("--next-due", help="When the one after it is due: YYYY-MM-DD.")
    ] = None,
    canary: Annotated[
        str | None, typer.Option("--canary", help="A UUID; else made from id and title.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace for a new holdout's keys."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Start a draft from the release before it, or from an example where there is none.

    Questions keep their ids while they are edited; new ones take short ids of your own.
    """
    from digesta.workspace.drafts import start_draft

    fields = {"release": release, "title": title, "canary": canary, "next_due": next_due}
    manifest = {name: value for name, value in fields.items() if value}
    before = start_draft(root, out, manifest, source=source, private=private)
    empty = "questions.jsonl, truths.jsonl and review.jsonl want a line for each question"
    origin = f"goes on from {before.name}" if before else f"an example to replace: {empty}"
    put(f"{out.as_posix()}: {origin}\nthen: digesta release cut {out.as_posix()}\n")
