"""The graph on both servers beside the engine in memory (``make bench-graph``).

Measured: loads, and the seed's query 200 times.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "toolkit"), str(ROOT / "tests")]

from authoring.tlr.law import AmendedLaw
from digesta.workspace import store
from digesta_generate.graph.client import Client
from digesta_generate.graph.corpus import corpus
from digesta_generate.graph.load import load
from digesta_generate.graph.servers import Kind, fetch, serving
from digesta_generate.graph.truths import on_day
from digesta_legal.timeline import Timeline
from places import CONSTITUTION

QUERIES = 200
KINDS: tuple[Kind, ...] = ("arcadedb", "neo4j")


def days(timeline: Timeline) -> list[tuple[str, str]]:
    """Return articles and days, spread over all states."""
    every = [(s.article, s.start) for states in timeline.states.values() for s in states]
    return list(islice(every, 0, None, len(every) // QUERIES))[:QUERIES]


def median_ms(ask: Callable[[str, str], object], asked: list[tuple[str, str]]) -> float:
    """Return the median of one query's milliseconds."""
    took = []
    for article, day in asked:
        begun = time.perf_counter()
        assert ask(article, day)
        took.append((time.perf_counter() - begun) * 1000)
    return statistics.median(took)


def main() -> None:
    """Print one line for memory and one for each server."""
    files = store.read_tree(CONSTITUTION)
    begun = time.perf_counter()
    timeline = AmendedLaw(files).timeline
    assert isinstance(timeline, Timeline)
    asked = days(timeline)
    made = time.perf_counter() - begun
    print(f"memory: made in {made:.1f} s, {median_ms(timeline.state_on, asked):.4f} ms a query")
    wanted = corpus(files)
    fetch()
    for kind in KINDS:
        with TemporaryDirectory() as folder:
            begun = time.perf_counter()
            with (
                serving(kind, Path(folder), password="open-sesame") as server,  # noqa: S106 - local
                Client(server.address) as client,
            ):
                started = time.perf_counter() - begun
                begun = time.perf_counter()
                held = load(client, wanted, count=lambda _: None)
                took = time.perf_counter() - begun
                begun = time.perf_counter()
                load(client, wanted, count=lambda _: None)
                again = time.perf_counter() - begun
                each = median_ms(lambda article, day: on_day(client, article, day), asked)
                print(
                    f"{client.server().agent}: started in {started:.0f} s, {held.nodes} nodes and "
                    f"{held.relations} relations in {took:.0f} s, again in {again:.0f} s, "
                    f"{each:.1f} ms a query"
                )
                server.process.kill()


if __name__ == "__main__":
    main()
