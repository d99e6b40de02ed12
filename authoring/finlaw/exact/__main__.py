"""The command that draws finlaw's exact files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from authoring.commands import (
    DraftOption,
    KeysOption,
    ReleasedOption,
    SeedOption,
    SplitOption,
    run,
)
from authoring.finlaw.exact.build import build
from authoring.finlaw.exact.places import StatuteBook
from authoring.finlaw.exact.words import read_wordings
from authoring.keys import key_for
from authoring.lines import write_lines
from digesta.workspace.drafts import refuse_release
from digesta_generate.compilations.statutes import clauses

EXAMPLE = (
    "authoring.finlaw.exact corpora/cn_laws --seed 20261126 --split public --released 2026-11-26 "
    "--draft build/exact"
)
PUBLIC_WORDINGS = Path(__file__).with_name("wordings.json")
StatutesArgument = Annotated[Path, typer.Argument(help="Folder of statutes, Markdown files.")]
NumberOption = Annotated[int, typer.Option("--number", "-n", help="How many cases.")]
WordingsOption = Annotated[
    Path, typer.Option("--wordings", help="Their wordings; a holdout has a secret file of its own.")
]


def exact(
    statutes: StatutesArgument,
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    number: NumberOption = 70,
    wordings: WordingsOption = PUBLIC_WORDINGS,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and notes of files of several matters, drawn under a key.

    A public draw has a seed that everybody may know, a holdout a secret key and wordings that are
    not committed: by the public ones a program could read its facts.
    """
    refuse_release(draft)
    drawn = build(
        key_for(split, seed, keys, draft),
        number,
        split=split,
        released=released,
        statutes=StatuteBook(clauses(statutes)),
        wordings=read_wordings(wordings),
    )
    write_lines(draft, drawn)


if __name__ == "__main__":
    run(exact, example=EXAMPLE)
