"""The commands of the temporal graph: start a server, load it, ask it, check a release by it."""

from __future__ import annotations

import sys

from digesta_generate.graph.options import AskOptions, CheckOptions, LoadOptions, ServeGraphOptions


def serve(options: ServeGraphOptions) -> None:
    """Start a graph database on this machine, until Ctrl-C.

    Starts ArcadeDB, which needs only its Python package and has Neo4j's protocol. --neo4j needs
    Java 17 and Maven. The password is NEO4J_PASSWORD, or random. Prints how to connect.

    Example: digesta-generate graph serve, and in another terminal the four lines that it prints
    """
    from digesta_generate.graph.commands import serve as run_server

    run_server(options)


def load(options: LoadOptions) -> None:
    """Load dated compilations into the database.

    Data are merged, read back and compared. Loading again completes an interrupted load.

    Example: digesta-generate graph load corpora/constitution
    """
    from digesta_generate.graph.commands import load as load_folder

    sys.stdout.write(f"{load_folder(options)}\n")


def ask(options: AskOptions) -> None:
    """Ask the graph a temporal question; print the answer as JSON.

    point_in_time takes an id and a day, and also prints the text. difference takes an id and two
    days; impact takes a division and two days, of which the second is excluded. The others take an
    id. If several amendments have the same day and cannot be distinguished, none is named.

    Example: digesta-generate graph ask point_in_time cf_art_6 2005-03-01; digesta-generate graph
    ask impact cf_tit_8 2000-01-01 2010-01-01
    """
    from digesta.canonical import canonical_bytes
    from digesta_generate.graph.commands import ask as ask_graph

    sys.stdout.write(f"{canonical_bytes(ask_graph(options)).decode()}\n")


def check(options: CheckOptions) -> None:
    """Compare the graph's answers with a release's public truths.

    Example: digesta-generate graph check --release 2026-11-22.4
    """
    from digesta_generate.graph.commands import check as check_release

    sys.stdout.write(f"{check_release(options)}\n")
