"""The engine of several processes on this machine."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
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
from digesta.workspace.engines.base import RETRIES

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
        missing, lost = set(range(len(shards))), 0
        while missing:
            pool = self._open()
            try:
                futures = {pool.submit(function, shards[n]): n for n in sorted(missing)}
                for future in as_completed(futures):
                    result = future.result()
                    missing.discard(futures[future])
                    lost = 0
                    yield futures[future], result
            except BrokenProcessPool:
                self._drop(pool)
                lost += 1
                if lost > RETRIES:
                    raise UsageError(
                        f"--engine processes: {RETRIES + 1} workers in a row were ended from "
                        f"outside, {len(missing)} shards are not done; is memory short? try fewer: "
                        "--engine processes:1"
                    ) from None
