"""The engine that is this process: one shard after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


class Inline:
    """Runs shards here."""

    workers = 1

    def share(self, value: T) -> Callable[[], T]:
        """Return what gives the value."""
        return lambda: value

    def map_shards(
        self, function: Callable[[S], R], shards: Sequence[S]
    ) -> Iterator[tuple[int, R]]:
        """Yield each shard's number and result, in order."""
        yield from ((number, function(shard)) for number, shard in enumerate(shards))
