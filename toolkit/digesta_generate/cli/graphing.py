"""The commands of the temporal graph: start a server, load it, ask it, check a release by it."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import InputError, UsageError
from digesta_generate.cli.rules import HERE, ReleaseOption, RootOption
from digesta_generate.cli.talk import say

if TYPE_CHECKING:
    from digesta_generate.graph.client import Address

ENVIRONMENT = (
    "The server is the one that NEO4J_URI names; NEO4J_USERNAME (neo4j if unset), NEO4J_PASSWORD "
    "and NEO4J_DATABASE (the server's own if unset) come from the environment too."
)
TimeoutOption = Annotated[
    float, typer.Option("--timeout", min=0.1, help="Seconds that one query may take.")
]
ASKED: Mapping[str, tuple[str, ...]] = {
    "point_in_time": ("component_id", "date"),
    "attribution": ("component_id",),
    "difference": ("component_id", "date_1", "date_2"),
    "lineage": ("component_id",),
    "consistency": ("component_id",),
    "impact": ("scope", "from", "to"),
}
"""Kind of question -> what it names, in this order."""
DAYS = frozenset({"date", "date_1", "date_2", "from", "to"})
_LINES = 10
INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Add the commands to the generator's."""
    graph = typer.Typer(
        help=f"The temporal graph in a graph database. {ENVIRONMENT}", no_args_is_help=True
    )
    graph.command(
        epilog="Example: digesta-generate graph serve, and in another terminal the four lines "
        "that it says"
    )(serve)
    graph.command(epilog="Example: digesta-generate graph load corpora/constitution")(load)
    graph.command(
        epilog="Example: digesta-generate graph ask point_in_time cf_art_6 2005-03-01; "
        "digesta-generate graph ask impact cf_tit_8 2000-01-01 2010-01-01"
    )(ask)
    graph.command(epilog="Example: digesta-generate graph check --release 2026-11-22.4")(check)
    app.add_typer(graph, name="graph")


def serve(
    port: Annotated[int, typer.Option("--port", help="Of the loopback; 0: a free one.")] = 7687,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", help="Folder to keep the database in; else it goes with the server."
        ),
    ] = None,
    neo4j: Annotated[
        bool, typer.Option("--neo4j", help="Neo4j Community, fetched once from Maven Central.")
    ] = False,
) -> None:
    """Start a graph database on this machine until Ctrl-C; say how to reach it.

    ArcadeDB, which needs nothing but its Python package and speaks Neo4j's protocol, or a real
    Neo4j, which needs Java 17 and Maven. The password is NEO4J_PASSWORD, or a random one.
    """
    import secrets
    from tempfile import TemporaryDirectory

    from digesta_generate.graph.client import Client
    from digesta_generate.graph.servers import fetch, serving

    password = os.environ.get("NEO4J_PASSWORD", "")
    if data is not None and not password:
        raise UsageError("--data keeps the password too: choose it with NEO4J_PASSWORD")
    if neo4j:
        say("fetching Neo4j from Maven Central, if it is not here (116 MiB)")
        fetch()
    say("starting")
    with (
        TemporaryDirectory() as passing,
        serving(
            "neo4j" if neo4j else "arcadedb", data or Path(passing),
            password=password or secrets.token_urlsafe(18), port=port,
        ) as server,
    ):  # fmt: skip
        with Client(server.address) as client:
            say(f"{client.server().agent} runs; stop it with Ctrl-C. In another terminal:")
        for name, value in zip(_NAMES, server.address, strict=True):
            sys.stdout.write(
                f"export {name}={shlex.quote(value)}\n" if value else f"unset {name}\n"
            )
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            server.process.wait()
        except KeyboardInterrupt:
            say("stopping")
        else:
            raise UsageError("the server ended by itself")


def load(
    folder: Annotated[Path, typer.Argument(help="Folder of the dated compilations.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what was loaded from another folder.")
    ] = False,
    timeout: TimeoutOption = 60,
) -> None:
    """Load a folder of dated compilations into the database, or mend an interrupted load.

    Doing it again changes nothing: nodes and relations are merged, read back and compared.
    """
    from digesta.workspace import store
    from digesta_generate.graph.client import Client
    from digesta_generate.graph.corpus import corpus
    from digesta_generate.graph.loading import load as load_corpus

    wanted = corpus(store.read_tree(folder))
    nodes, relations = wanted.counts
    try:
        with Client(address(), timeout=timeout) as client, _bar(2 * (nodes + relations)) as count:
            found = load_corpus(client, wanted, replace=replace, count=count)
            agent = client.server().agent
    except KeyboardInterrupt:
        say("interrupted: the graph is not whole; the same command mends it")
        raise typer.Exit(INTERRUPTED) from None
    sys.stdout.write(
        f"{found.nodes} nodes and {found.relations} relations, graph {found.graph[:12]}; {agent}\n"
    )


def ask(
    kind: Annotated[str, typer.Argument(help=f"One of {', '.join(ASKED)}.")],
    words: Annotated[
        list[str], typer.Argument(help="An article's or division's id, then days YYYY-MM-DD.")
    ],
    timeout: TimeoutOption = 60,
) -> None:
    """Ask one of the six temporal tasks of the graph; the answer is a JSON object.

    point_in_time takes an id and a day, difference an id and two days, impact a division and two
    days (the second excluded), the others an id. A point in time gives the text too. Where
    several amendments share a day and nothing tells them apart, none is named.
    """
    from digesta.canonical import canonical_bytes
    from digesta_generate.graph.client import Client
    from digesta_generate.graph.loading import whole
    from digesta_generate.graph.truths import on_day, truth

    asked = _asked(kind, words)
    with Client(address(), timeout=timeout) as client:
        whole(client)
        found = truth(client, asked)
        if kind == "point_in_time":
            [found] = on_day(client, asked["component_id"], asked["date"])
    sys.stdout.write(f"{canonical_bytes(found).decode()}\n")


def check(
    release: ReleaseOption = None, root: RootOption = HERE, timeout: TimeoutOption = 60
) -> None:
    """Compare every open truth of a release's temporal questions with what the graph answers."""
    from digesta.workspace.releases import open_release
    from digesta_generate.graph.checking import differences
    from digesta_generate.graph.client import Client

    data = open_release(root, release).data
    asked = [
        (one.question_id, one.ask, data.truths[one.question_id].truth)
        for one in data.public()
        if one.scorer == "temporal"
    ]
    with Client(address(), timeout=timeout) as client:
        problems = list(differences(client, asked))
        agent = client.server().agent
    if problems:
        raise InputError(problems)
    sys.stdout.write(f"{len(asked)} truths, none of them differs; {agent}\n")


_NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


def address() -> Address:
    """Give the server that the environment names."""
    from digesta_generate.graph.client import Address

    said = {name: os.environ.get(name, "") for name in _NAMES}
    uri, user, database = (said[name].strip() for name in _NAMES if name != "NEO4J_PASSWORD")
    if not uri:
        raise UsageError(
            "NEO4J_URI names no graph database; start one with: digesta-generate graph serve"
        )
    # A password may begin or end with a space.
    return Address(uri, user or "neo4j", said["NEO4J_PASSWORD"], database)


def _asked(kind: str, words: list[str]) -> dict[str, Any]:
    if kind not in ASKED:
        raise UsageError(f"no kind {kind!r}; there are: {', '.join(ASKED)}")
    names = ASKED[kind]
    if len(words) != len(names):
        raise UsageError(f"{kind} takes {len(names)} words: {', '.join(names)}")
    asked = dict(zip(names, words, strict=True))
    for name in DAYS & asked.keys():
        try:
            date.fromisoformat(asked[name])
        except ValueError as error:
            raise UsageError(f"{name}: no day {asked[name]!r}; write YYYY-MM-DD") from error
    days = [asked[name] for name in names if name in DAYS]
    if days != sorted(days):
        raise UsageError(f"{kind}: the earlier day first; not {' and '.join(days)}")
    return {"kind": kind, **asked}


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """Show how far a load is: a bar where somebody watches, else a line now and then."""
    done = 0
    if not sys.stderr.isatty():

        def tell(more: int) -> None:
            nonlocal done
            before, done = done, done + more
            if done * _LINES // total > before * _LINES // total:
                say(f"loading: {done * 100 // total} %")

        yield tell
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("loading", total=total)
        yield lambda more: progress.update(task, advance=more)
