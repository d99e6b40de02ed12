"""What the commands of the temporal graph do: serve a database, load it, ask it, check by it."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from digesta.errors import InputError, UsageError
from digesta.workspace import store
from digesta.workspace.releases import open_release
from digesta_generate.graph.check import differences, of_law
from digesta_generate.graph.client import NAMES, Client, address
from digesta_generate.graph.corpus import corpus
from digesta_generate.graph.load import load as load_corpus
from digesta_generate.graph.load import whole
from digesta_generate.graph.options import (
    AskOptions,
    CheckOptions,
    LoadOptions,
    ServeGraphOptions,
)
from digesta_generate.graph.questions import question_of
from digesta_generate.graph.servers import GraphServer, fetch, serving
from digesta_generate.graph.truths import on_day, truth
from digesta_generate.talk import say

_LINES = 10


def serve(options: ServeGraphOptions) -> None:
    """Start a graph database on this machine and wait for its end; say how to reach it."""
    password = os.environ.get("NEO4J_PASSWORD", "")
    if options.data is not None and not password:
        raise UsageError("--data keeps the password too: choose it with NEO4J_PASSWORD")
    if options.neo4j:
        say("fetching Neo4j from Maven Central, if it is not here (116 MiB)")
        fetch()
    say("starting")
    with (
        TemporaryDirectory() as passing,
        serving(
            "neo4j" if options.neo4j else "arcadedb",
            options.data or Path(passing),
            password=password or secrets.token_urlsafe(18),
            port=options.port,
        ) as server,
    ):
        with Client(server.address) as client:
            say(f"{client.server().agent} runs; stop it with Ctrl-C. In another terminal:")
        for name, value in zip(NAMES, server.address, strict=True):
            line = f"export {name}={shlex.quote(value)}" if value else f"unset {name}"
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        _wait(server)


def _wait(server: GraphServer) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.process.wait()
    except KeyboardInterrupt:
        say("stopping")
    else:
        raise UsageError("the server ended by itself")


def load(options: LoadOptions) -> str:
    """Return what the database holds, after a folder of compilations was loaded or mended."""
    wanted = corpus(store.read_tree(options.folder))
    nodes, relations = wanted.counts
    try:
        with (
            Client(address(), timeout=options.timeout) as client,
            _bar(2 * (nodes + relations)) as count,
        ):
            loaded = load_corpus(client, wanted, replace=options.replace, count=count)
            agent = client.server().agent
    except KeyboardInterrupt:
        say("interrupted: the graph is not whole; the same command mends it")
        raise
    graph = loaded.graph[:12]
    return f"{loaded.nodes} nodes and {loaded.relations} relations, graph {graph}; {agent}"


def ask(options: AskOptions) -> dict[str, Any]:
    """Return the answer to one question; of a point in time with the text too."""
    question = question_of(options.kind, options.terms)
    with Client(address(), timeout=options.timeout) as client:
        whole(client)
        answer = truth(client, question)
        if options.kind == "point_in_time":
            [answer] = on_day(client, question["component_id"], question["date"])
    return answer


def check(options: CheckOptions) -> str:
    """Return how many open truths of a release the graph gives too, or raise InputError."""
    data = open_release(options.root, options.release).data
    truths = [
        (question.question_id, question.ask, data.truths[question.question_id].truth)
        for question in data.public()
        if question.scorer == "temporal"
    ]
    with Client(address(), timeout=options.timeout) as client:
        of_this_law = of_law(client, truths)
        problems = list(differences(client, of_this_law))
        agent = client.server().agent
    if problems:
        raise InputError(problems)
    return f"{len(of_this_law)} truths, none of them differs; {agent}"


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """Show how far a load is: a bar where somebody watches, else a line now and then."""
    if sys.stderr.isatty():
        from rich.console import Console  # noqa: PLC0415 - only where somebody watches
        from rich.progress import Progress  # noqa: PLC0415 - the same

        with Progress(console=Console(stderr=True)) as progress:
            task = progress.add_task("loading", total=total)
            yield lambda more: progress.update(task, advance=more)
        return
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        before, done = done, done + more
        if done * _LINES // total > before * _LINES // total:
            say(f"loading: {done * 100 // total} %")

    yield tell
