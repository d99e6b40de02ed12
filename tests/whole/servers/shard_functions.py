"""Functions on shards that workers can import, and an engine without any order."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from digesta.workspace.engines.base import Inline


class Counted(NamedTuple):
    """A number, and a folder in which each call leaves a file."""

    number: int
    folder: str
    fatal: bool = False


def calls(folder: Path) -> list[int]:
    """Return the numbers of the shards that were worked on, each as often as it was."""
    return sorted(int(path.name.split("-")[0]) for path in folder.glob("*-call"))


def square(shard: Counted) -> int:
    """Return the square of the shard's number."""
    Path(shard.folder, f"{shard.number}-{os.getpid()}-{uuid4()}-call").touch()
    if shard.fatal:
        raise ValueError(f"shard {shard.number} is bad")
    return shard.number**2


def square_or_die_once(shard: Counted) -> int:
    """Kill the worker that first gets shard 3, as the system's memory guard would."""
    if shard.number == 3 and not calls(Path(shard.folder)).count(3):
        Path(shard.folder, f"3-{os.getpid()}-call").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(shard)


def die(shard: Counted) -> int:
    """Kill every worker that gets a shard."""
    os.kill(os.getpid(), signal.SIGKILL)
    return shard.number


def slowly(shard: Counted) -> int:
    """Take long enough for a node to be lost meanwhile."""
    time.sleep(0.5)
    return square(shard)


def thirty_mebibytes(shard: Counted) -> Any:
    """Return a large array of integers."""
    return np.full(30 << 17, shard.number, dtype=np.int64)


class Shuffled(Inline):
    """An engine whose shards end in any order."""

    def __init__(self, seed: int) -> None:
        self.order = random.Random(seed)

    def map_shards(
        self, function: Callable[[Any], Any], shards: Sequence[Any]
    ) -> Iterator[tuple[int, Any]]:
        numbers = list(range(len(shards)))
        self.order.shuffle(numbers)
        yield from ((number, function(shards[number])) for number in numbers)
