"""The commands of the temporal graph: start a server, load it, ask it, check a release by it."""

from __future__ import annotations

import sys

from digesta_generate.graph.options import AskOptions, CheckOptions, LoadOptions, ServeGraphOptions


def serve(options: ServeGraphOptions) -> None:
    """Start a graph database on this machine until Ctrl-C; say how to reach it.

    ArcadeDB, which needs nothing but its Python package and speaks Neo4j's protocol, or a real
    Neo4j, which needs Java 17 and Maven. The password is NEO4J_PASSWORD, or a random one.

    Example: digesta-generate graph serve, and in another terminal the four lines that it says
    """
    from digesta_generate.graph.commands import serve as run_server

    run_server(options)


def load(options: LoadOptions) -> None:
    """Load a folder of dated compilations into the database, or mend an interrupted load.

    Doing it again changes nothing: nodes and relations are merged, read back and compared.

    Example: digesta-generate graph load corpora/constitution
    """
    from digesta_generate.graph.commands import load as load_folder

    sys.stdout.write(f"{load_folder(options)}\n")


def ask(options: AskOptions) -> None:
    """Ask one of the six temporal tasks of the graph; the answer is a JSON object.

    point_in_time takes an id and a day, difference an id and two days, impact a division and two
    days (the second excluded), the others an id. A point in time gives the text too. Where
    several amendments share a day and nothing tells them apart, none is named.

    Example: digesta-generate graph ask point_in_time cf_art_6 2005-03-01; digesta-generate graph
    ask impact cf_tit_8 2000-01-01 2010-01-01
    """
    from digesta.canonical import canonical_bytes
    from digesta_generate.graph.commands import ask as ask_graph

    sys.stdout.write(f"{canonical_bytes(ask_graph(options)).decode()}\n")


def check(options: CheckOptions) -> None:
    """Compare every open truth of a release's temporal questions with what the graph answers.

    Example: digesta-generate graph check --release 2026-11-22.4
    """
    from digesta_generate.graph.commands import check as check_release

    sys.stdout.write(f"{check_release(options)}\n")
