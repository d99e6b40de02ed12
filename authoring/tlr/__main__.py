"""The command that draws temporal questions from the dated compilations of a law."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from authoring.commands import (
    DraftOption,
    KeysOption,
    ReleasedOption,
    SeedOption,
    SplitOption,
    run,
)
from authoring.keys import key_for
from authoring.tlr import build
from authoring.tlr.choice import Split
from authoring.tlr.law import Temporal
from digesta.errors import UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release
from digesta_generate.compilations.dated.folder import source_digest

EXAMPLE = (
    "authoring.tlr --constitution corpora/constitution --seed 7 --split public "
    "--released 2026-12-22 --draft build/tlr"
)
CompilationsOption = Annotated[
    Path, typer.Option("--constitution", help="Folder of the dated compilations, of any law.")
]
WithoutOption = Annotated[
    Path | None,
    typer.Option("--without", help="questions.jsonl whose articles and divisions to leave out."),
]
GraphOption = Annotated[
    bool, typer.Option("--graph", help="Draw from the graph database that NEO4J_URI names.")
]


def tlr(
    constitution: CompilationsOption,
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    seed: SeedOption = None,
    keys: KeysOption = None,
    without: WithoutOption = None,
    graph: GraphOption = False,
) -> None:
    """Write questions, truths, reviews and resources of temporal questions, drawn under a key.

    The public split is drawn under a seed that everybody may know, a holdout under a secret key.
    """
    splits = {name: name for name in get_args(Split)}
    if split == "holdout" and without is None:
        raise UsageError("--split holdout: name the public questions.jsonl with --without")
    refuse_release(draft)
    key = key_for(split, seed, keys, draft)
    compilations = store.read_tree(constitution)
    with _graph(source_digest(compilations)) if graph else nullcontext() as temporal:
        files = build(
            compilations,
            key,
            split=splits[split],
            released=released,
            used=_questions(without) if without else (),
            temporal=temporal,
        )
    for path, data in files.items():
        (draft / path).parent.mkdir(parents=True, exist_ok=True)
        store.write_file(draft / path, data)
    count = files["questions.jsonl"].count(b"\n")
    sys.stdout.write(f"{draft.as_posix()}: {count} questions\n")


@contextmanager
def _graph(source: str) -> Iterator[Temporal]:
    # The driver comes with an extra that a draw from memory does not need.
    from authoring.tlr.graph import GraphTimeline  # noqa: PLC0415
    from digesta_generate.graph.client import Client, address  # noqa: PLC0415

    with Client(address()) as client:
        yield GraphTimeline(client, source)


def _questions(path: Path) -> list[Any]:
    return [
        strict_json(line, file=path.name, line=number, limits=RELEASE_LIMITS)
        for number, line in enumerate(store.read_bytes(path).splitlines(), start=1)
    ]


if __name__ == "__main__":
    run(tlr, example=EXAMPLE)
