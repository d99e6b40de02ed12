"""The engine of several processes on this machine."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Self, TypeVar

from digesta.errors import UsageError
from digesta.workspace import store
from digesta.workspace.engines.base import FLYING, RETRIES

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True)
class _FileShare:
    """A value in a file of this run."""

    path: Path

    def __call__(self) -> Any:
        return _load(self.path)


@lru_cache(maxsize=4)
def _load(path: Path) -> Any:
    return pickle.loads(store.read_bytes(path, limit=1 << 40))  # noqa: S301 - our own file


class Processes:
    """Runs shards in a pool; number: of processes, as many as there are processors where None."""

    def __init__(self, number: int | None) -> None:
        self.workers = number or os.cpu_count() or 1

    def __enter__(self) -> Self:
        """Make the folder of what workers share."""
        self._folder = TemporaryDirectory(prefix="digesta-shared-")
        self._shared = 0
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        return self

    def __exit__(self, *_: object) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._folder.cleanup()

    def share(self, value: T) -> Callable[[], T]:
        """Write the value into a file that every worker reads once."""
        self._shared += 1
        path = Path(self._folder.name) / f"{self._shared}.pickle"
        store.write_file(path, pickle.dumps(value, protocol=5))
        return _FileShare(path)

    def _open(self) -> ProcessPoolExecutor:
        # Started anew, not forked: this process may have threads. One loss ends a pool.
        with self._lock:
            self._pool = self._pool or ProcessPoolExecutor(self.workers, get_context("spawn"))
            return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:  # several threads may have met the same loss
            self._pool = None if self._pool is pool else self._pool

    def map_shards(
        self, function: Callable[[S], R], shards: Sequence[S]
    ) -> Iterator[tuple[int, R]]:
        """Yield results as processes end them; of a process that dies all that was not yet done."""
        todo, lost = deque(range(len(shards))), 0
        flying = dict[Future[R], int]()
        while todo or flying:
            pool = self._open()
            try:
                while todo and len(flying) < FLYING * self.workers:
                    flying[pool.submit(function, shards[todo[0]])] = todo[0]
                    todo.popleft()
                for future in wait(flying, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield flying.pop(future), result
                    lost = 0
            except BrokenProcessPool:
                self._drop(pool)
                todo.extendleft(sorted(flying.values(), reverse=True))
                flying.clear()
                lost += 1
                if lost > RETRIES:
                    raise UsageError(
                        f"--engine processes: {RETRIES + 1} workers in a row were ended from "
                        f"outside, {len(todo)} shards are not done; is memory short? try fewer: "
                        "--engine processes:1"
                    ) from None
