"""Systems of owners: an installed package names one by an entry point, and it is asked like ours.

The group is ``digesta.temporal_systems``; the object is a ``TemporalSystem``. What it retrieves is
held to the release's state table, as what ours retrieve is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from typing import NamedTuple

from digesta.errors import UsageError
from digesta.registry import entry_points_in
from digesta_generate.temporal.planner import QueryPlan, read
from digesta_generate.temporal.states import RetrievedState
from digesta_generate.temporal.systems import System

GROUP = "digesta.temporal_systems"


class TemporalSystem(NamedTuple):
    """A system as a package offers it.

    model_name, organization: on the board. may: what it may retrieve, in a clause. open: all states
    of a law that ``--corpus`` names (none without) -> what retrieves. plan: a question's words ->
    what it asks, or None where not understood; ours by default.
    """

    model_name: str
    organization: str
    may: str
    open: Callable[[Sequence[RetrievedState]], System]
    plan: Callable[[str], QueryPlan | None] = read


def points() -> dict[str, EntryPoint]:
    """Return the systems that installed packages name."""
    return {point.name: point for point in entry_points_in(GROUP)}


def owners_system(name: str) -> TemporalSystem:
    """Return a system that an installed package names, or raise UsageError with the names."""
    there = points()
    if name not in there:
        names = ", ".join(["flat", "naive", "graph", *there])
        raise UsageError(f"no system {name!r}; there are: {names}")
    try:
        system = there[name].load()
    except Exception as error:
        kind = type(error).__name__
        raise UsageError(f"{there[name].value}: cannot be imported: {kind}: {error}") from error
    if not isinstance(system, TemporalSystem):
        raise UsageError(f"{there[name].value}: a {type(system).__name__}, not a TemporalSystem")
    return system
