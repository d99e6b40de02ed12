"""The command that draws frenchlaw's dated rules."""

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
from authoring.frenchlaw.dated.draw import build
from authoring.frenchlaw.dated.rules import read_rules
from authoring.keys import key_for
from authoring.lines import write_lines
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release
from digesta_generate.compilations.dated.folder import read_folder

EXAMPLE = (
    "authoring.frenchlaw.dated corpora/code_du_travail --seed 20261129 --split public "
    "--released 2026-11-29 --draft build/dated"
)
PUBLIC_RULES = Path(__file__).with_name("rules.json")
LawArgument = Annotated[Path, typer.Argument(help="Folder of a dated law, versions by line.")]
RulesOption = Annotated[
    Path, typer.Option("--rules", help="Their table; a holdout has a secret file of its own.")
]


def dated(
    law: LawArgument,
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    rules: RulesOption = PUBLIC_RULES,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and notes of dated rules, drawn under a key.

    Each value of the table is held to the text that was in force, before anything is drawn.
    """
    refuse_release(draft)
    versions, _ = read_folder(store.read_tree(law), once=False)
    drawn = build(
        key_for(split, seed, keys, draft),
        read_rules(rules, versions),
        split=split,
        released=released,
    )
    write_lines(draft, drawn)


if __name__ == "__main__":
    run(dated, example=EXAMPLE)
