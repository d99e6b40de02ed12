"""Commands for whoever looks after the questions: which of them to look at."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from digesta.cli.options import HERE, RootOption, command, put, put_json, releases

maintainer = partial(command, "Maintainers")


class ListFormat(StrEnum):
    """How a list is printed."""

    json = "json"
    text = "text"


@maintainer("release retire-candidates 2026-11-22.6 --format text", group=releases)
def retire_candidates(
    release: Annotated[str | None, typer.Argument(help="Release id or folder; the newest.")] = None,
    form: Annotated[
        ListFormat, typer.Option("--format", "-f", help="JSON has every figure.")
    ] = ListFormat.text,
    root: RootOption = HERE,
) -> None:
    """List questions to retire or to correct: nobody or everybody earns them, or they go against.

    A line for each board, then one for each question: what it shows, its board and id, its mean
    credit, its correlation with the rest over systems, and what to check first. Nothing is
    retired: a draft does that, with a reason (digesta release refresh; changes.json).
    """
    from digesta.board.questions import candidates
    from digesta.cli.text import candidates_json, candidates_text
    from digesta.workspace.build import built_analyses
    from digesta.workspace.releases import open_release

    opened = open_release(root, release)
    analyses = built_analyses(root, opened)
    proposed = candidates(analyses)
    if form is ListFormat.json:
        put_json(candidates_json(opened.id, analyses, proposed))
    else:
        put(candidates_text(analyses, proposed))
