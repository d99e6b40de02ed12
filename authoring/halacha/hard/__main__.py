"""The command that makes drafts of halacha's hard questions from their pools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from authoring.commands import DraftOption, ReleasedOption, run
from authoring.halacha.hard.drafts import draft_of
from authoring.halacha.hard.pool import Entry, blocks
from authoring.halacha.hard.sources import MOST_WORDS, TextPlace, TextSources
from digesta.canonical import canonical_lines
from digesta.errors import InputError, Problem
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release

EXAMPLE = "authoring.halacha.hard --sources texts --released 2026-12-22 --draft build/halacha-hard"
POOLS = Path(__file__).parent / "texts"


def hard(
    draft: DraftOption,
    released: ReleasedOption,
    *,
    sources: Annotated[Path, typer.Option(help="Folder of the works' texts, one TSV each.")],
    pools: Annotated[Path, typer.Option(help="Folder of the pools.")] = POOLS,
) -> None:
    """Write questions, truths and reviews of the pools; stop if cited words do not stand there."""
    refuse_release(draft)
    rulings = list(blocks(pools))
    if problems := faults(rulings, TextSources(sources)):
        raise InputError(problems)
    records = draft_of(rulings, released=str(released))
    draft.mkdir(parents=True, exist_ok=True)
    for name in ("question", "truth", "review"):
        data = canonical_lines(getattr(record, name) for record in records)
        file = "review" if name == "review" else f"{name}s"
        store.write_file(draft / f"{file}.jsonl", data)
    sys.stdout.write(f"{draft.as_posix()}: {len(rulings)} questions\n")


def faults(rulings: list[Entry], sources: TextSources) -> list[Problem]:
    """Return a problem for each part whose words do not stand where it says."""
    return [
        Problem(
            code="words-not-cited",
            file=place.work.file,
            question_id=block.question_id,
            got=f"{part.place} {part.words}",
            expected=f"at most {MOST_WORDS} words that stand there",
            fix="mend the place or the words in the pool",
        )
        for block in rulings
        for part in block.parts
        if not sources.hold(place := TextPlace.of(part.place), part.words)
    ]


if __name__ == "__main__":
    run(hard, example=EXAMPLE)
