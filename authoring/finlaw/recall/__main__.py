"""The command that draws finlaw's acts under regulations."""

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
from authoring.finlaw.recall.bands import Regulations
from authoring.finlaw.recall.draw import build, read_wordings
from authoring.keys import key_for
from authoring.lines import write_lines
from digesta.workspace.drafts import refuse_release
from digesta_generate.compilations.statutes import clauses

EXAMPLE = (
    "authoring.finlaw.recall corpora/cn_regulations --seed 20261129 --split public "
    "--released 2026-11-29 --draft build/acts"
)
PUBLIC_WORDINGS = Path(__file__).with_name("places.json")
RegulationsArgument = Annotated[Path, typer.Argument(help="Folder of regulations, Markdown files.")]
WordingsOption = Annotated[
    Path, typer.Option("--wordings", help="Their wordings; a holdout has a secret file of its own.")
]


def recall(
    regulations: RegulationsArgument,
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    wordings: WordingsOption = PUBLIC_WORDINGS,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and notes of acts under regulations, one a place, drawn under a key.

    The texts are not shown: a place and a band of fines are to be known by heart or looked up.
    """
    refuse_release(draft)
    drawn = build(
        key_for(split, seed, keys, draft),
        split=split,
        released=released,
        regulations=Regulations(clauses(regulations)),
        wordings=read_wordings(wordings),
    )
    write_lines(draft, drawn)


if __name__ == "__main__":
    run(recall, example=EXAMPLE)
