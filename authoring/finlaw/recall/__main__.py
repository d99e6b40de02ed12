"""The command that draws finlaw's files of regulations."""

from __future__ import annotations

import sys
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
from authoring.finlaw.recall.draw import RegulationLines, build, read_wordings
from authoring.keys import key_for
from digesta.canonical import canonical_lines
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release
from digesta_generate.compilations.statutes import clauses

EXAMPLE = (
    "authoring.finlaw.recall corpora/cn_regulations --seed 7 --split public "
    "--released 2026-12-22 --draft build/recall"
)
PUBLIC_WORDINGS = Path(__file__).with_name("places.json")
RegulationsArgument = Annotated[Path, typer.Argument(help="Folder of regulations, Markdown files.")]
NumberOption = Annotated[int, typer.Option("--number", "-n", help="How many files.")]
WordingsOption = Annotated[
    Path, typer.Option("--wordings", help="Their wordings; a holdout has a secret file of its own.")
]


def recall(
    regulations: RegulationsArgument,
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    number: NumberOption = 70,
    wordings: WordingsOption = PUBLIC_WORDINGS,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and notes of files of matters under regulations, drawn under a key.

    The texts are not shown: a place and a band of fines are to be known by heart or looked up.
    """
    refuse_release(draft)
    drawn = build(
        key_for(split, seed, keys, draft),
        number,
        split=split,
        released=released,
        regulations=Regulations(clauses(regulations)),
        wordings=read_wordings(wordings),
    )
    _write(draft, drawn)
    sys.stdout.write(f"{draft.as_posix()}: {len(drawn)} questions\n")


def _write(draft: Path, drawn: list[RegulationLines]) -> None:
    draft.mkdir(parents=True, exist_ok=True)
    for file, part in {"questions": "question", "truths": "truth", "notes": "notes"}.items():
        data = canonical_lines(getattr(lines, part) for lines in drawn)
        store.write_file(draft / f"{file}.jsonl", data)


if __name__ == "__main__":
    run(recall, example=EXAMPLE)
