"""The command that makes questions whose truths are computed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.errors import UsageError

if TYPE_CHECKING:
    from digesta_generate.questions.tlr import Temporal

DraftOption = Annotated[Path, typer.Option("--draft", help="The draft's folder.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Of a draw that all may know.")]
KeysOption = Annotated[
    Path | None,
    typer.Option("--keys", help="A private folder's keys.json: its draw_key seeds a secret draw."),
]
SplitOption = Annotated[str, typer.Option("--split", help="public or holdout.")]
ReleasedOption = Annotated[str, typer.Option("--released", help="YYYY-MM-DD of the questions.")]
ConstitutionOption = Annotated[
    Path, typer.Option("--constitution", help="Folder of the dated compilations, of any law.")
]
WithoutOption = Annotated[
    Path | None,
    typer.Option("--without", help="questions.jsonl whose articles and divisions to leave out."),
]

GraphOption = Annotated[
    bool, typer.Option("--graph", help="Draw from the graph database that NEO4J_URI names.")
]


def register(app: typer.Typer) -> None:
    """Add the command to the generator's."""
    making = typer.Typer(help="Make questions whose truths are computed.", no_args_is_help=True)
    making.command(epilog="Example: digesta-generate questions zmanim --draft draft")(zmanim)
    making.command(
        epilog="Example: digesta-generate questions drawn --seed 7 --split public "
        "--released 2026-12-22 --draft draft"
    )(drawn)
    making.command(
        epilog="Example: digesta-generate questions tlr --constitution corpora/constitution "
        "--seed 7 --split public --released 2026-12-22 --draft draft"
    )(tlr)
    app.add_typer(making, name="questions")


def zmanim(draft: DraftOption) -> None:
    """Write questions.jsonl, truths.jsonl and passages.jsonl of the halachic times."""
    from digesta_generate.questions import write_zmanim

    sys.stdout.write(f"{draft.as_posix()}: {write_zmanim(draft)} questions\n")


def drawn(
    draft: DraftOption,
    released: ReleasedOption,
    split: SplitOption,
    *,
    seed: SeedOption = None,
    keys: KeysOption = None,
) -> None:
    """Write questions, truths and passages of halacha's computed families, drawn under a key.

    A public draw has a seed that everybody may know, a holdout a secret key: whoever has it draws
    the same again, and without it nobody can say what was asked.
    """
    from digesta_generate.questions import write_drawn
    from digesta_generate.questions.keys import key_for

    key = key_for(split, seed, keys, draft)
    made = write_drawn(draft, key, split=split, released=released)
    sys.stdout.write(f"{draft.as_posix()}: {made} questions\n")


def tlr(
    constitution: ConstitutionOption,
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
    from digesta_generate.questions.keys import key_for
    from digesta_generate.questions.tlr.writing import write

    if split == "holdout" and without is None:
        raise UsageError("--split holdout: name the public questions.jsonl with --without")
    key = key_for(split, seed, keys, draft)
    with _temporal(constitution) if graph else nullcontext() as temporal:
        made = write(
            constitution, draft, key,
            split=split, released=released, without=without, temporal=temporal,
        )  # fmt: skip
    sys.stdout.write(f"{draft.as_posix()}: {made} questions\n")


@contextmanager
def _temporal(constitution: Path) -> Iterator[Temporal]:
    from digesta.workspace import store
    from digesta_generate.graph.client import Client
    from digesta_generate.graph.corpus import source_digest
    from digesta_generate.graph.environment import address
    from digesta_generate.graph.timeline import GraphTimeline

    with Client(address()) as client:
        yield GraphTimeline(client, source_digest(store.read_tree(constitution)))
