"""What every engine does, and the one that is this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")

FLYING = 4
"""Shards that are handed out at once for each worker."""
RETRIES = 3
"""Times that a shard is tried again after the worker that had it was lost."""


class Engine(Protocol):
    """Runs a function on shards, somewhere. workers: how many at once."""

    @property
    def workers(self) -> int:
        """How many shards run at once."""

    def share(self, value: T) -> Callable[[], T]:
        """Return what gives the value wherever a shard runs; it is sent there once."""

    def map_shards(
        self, function: Callable[[S], R], shards: Sequence[S]
    ) -> Iterator[tuple[int, R]]:
        """Yield each shard's number and result, as they are done.

        What the function raises is raised here. A shard whose worker was lost is tried again;
        UsageError where it takes ``RETRIES`` workers with it.
        """


class Inline:
    """The engine that is this process: one shard after the other."""

    workers = 1

    def share(self, value: T) -> Callable[[], T]:
        """Return what gives the value."""
        return lambda: value

    def map_shards(
        self, function: Callable[[S], R], shards: Sequence[S]
    ) -> Iterator[tuple[int, R]]:
        """Yield each shard's number and result, in order."""
        yield from ((number, function(shard)) for number, shard in enumerate(shards))
