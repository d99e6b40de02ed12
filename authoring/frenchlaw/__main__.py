"""The command that composes long share purchase agreements, and reads each again."""

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
from authoring.frenchlaw.choice import Contract, contracts
from authoring.frenchlaw.compose import ContractLine
from authoring.frenchlaw.lines import files_of, lines_of
from authoring.frenchlaw.overlap import Grams, grams_of
from authoring.frenchlaw.pool import FOLDER, read_pool
from authoring.frenchlaw.reasons import kinds
from authoring.keys import key_for
from digesta.errors import UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release

EXAMPLE = (
    "authoring.frenchlaw --split public --seed 23 --number 64 --released 2026-11-25 "
    "--draft build/contracts"
)
NumberOption = Annotated[int, typer.Option("--number", help="How many contracts.")]
WordingsOption = Annotated[
    Path | None,
    typer.Option("--wordings", help="Folder whose clauses stand in place of those here."),
]
WithoutOption = Annotated[
    Path | None, typer.Option("--without", help="questions.jsonl that no contract may be like.")
]


def frenchlaw(
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    number: NumberOption = 64,
    seed: SeedOption = None,
    keys: KeysOption = None,
    wordings: WordingsOption = None,
    without: WithoutOption = None,
) -> None:
    """Write questions, truths, reviews and the schema of long contracts, drawn under a key.

    A holdout's decisive clauses are worded by a folder of its own: the reading of the public
    ones does not answer them.
    """
    if split == "holdout" and (wordings is None or without is None):
        raise UsageError("--split holdout: name --wordings and the public questions --without")
    refuse_release(draft)
    key = key_for(split, seed, keys, draft)
    pool = read_pool(FOLDER, *([wordings] if wordings else []))
    drawn = list(contracts(key, split, number, pool, _knowledge(without) if without else ()))
    kept = [each for each in drawn if isinstance(each, Contract)]
    lines = [lines_of(each, at, split=split, released=released) for at, each in enumerate(kept, 1)]
    for path, data in files_of(lines).items():
        (draft / path).parent.mkdir(parents=True, exist_ok=True)
        store.write_file(draft / path, data)
    sys.stdout.write(_report(draft, kept, [each for each in drawn if each not in kept]))


def _knowledge(path: Path) -> list[Grams]:
    rows = store.read_bytes(path).splitlines()
    questions = [
        strict_json(row, file=path.name, line=at, limits=RELEASE_LIMITS)
        for at, row in enumerate(rows, 1)
    ]
    texts = [question["shown_sources"][-1]["text"] for question in questions]
    return [grams_of([ContractLine(line) for line in text.split("\n")]) for text in texts]


def _report(draft: Path, kept: list[Contract], dropped: list[object]) -> str:
    words = sorted(len(each.text.split()) for each in kept)
    traps = sorted(len(each.traps) for each in kept)
    whole = max(each.shared.whole for each in kept)
    decisive = max(each.shared.decisive for each in kept)
    rows = [
        f"{draft.as_posix()}: {len(kept)} contracts of {words[0]} to {words[-1]} words",
        f"traps a contract: {traps[0]} to {traps[-1]}, {sum(traps)} in all",
        *(f"  {kind}: {count}" for kind, count in kinds(kept).items()),
        f"most 8-grams shared: {whole:.3f}, of decisive clauses {decisive:.3f}",
        f"dropped: {len(dropped)}",
        *(f"  {each.why}" for each in dropped if hasattr(each, "why")),
    ]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    run(frenchlaw, example=EXAMPLE)
