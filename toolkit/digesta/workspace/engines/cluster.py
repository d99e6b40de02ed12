"""The engine of a Ray cluster: this machine's own, or one that runs elsewhere."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Self, TypeVar

from digesta.errors import UsageError
from digesta.workspace.engines.base import FLYING, RETRIES

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True)
class _Put:
    """A value in the cluster's object store. refs: its one reference, which Ray counts."""

    refs: tuple[Any, ...]

    def __call__(self) -> Any:
        return _fetch(self.refs[0])


@lru_cache(maxsize=4)
def _fetch(ref: Any) -> Any:
    return pickle.loads(import_module("ray").get(ref))  # noqa: S301 - what our own process put there


class Cluster:
    """Runs shards as Ray's tasks.

    address: ray://HOST:PORT; None: what RAY_ADDRESS names, else one that runs on this machine, else
    a new one.
    """

    def __init__(self, address: str | None) -> None:
        self.address = address
        self._tasks = dict[Any, Any]()

    def __enter__(self) -> Self:
        """Join the cluster, or start one on this machine."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            ray: Any = import_module("ray")
        except ImportError as error:
            raise UsageError(f"--engine ray: {error}; pip install 'digesta[ray]'") from None
        self._ray = ray
        self._ours = not ray.is_initialized()
        if self._ours:
            alone = not (self.address or os.environ.get("RAY_ADDRESS"))
            ours = {"include_dashboard": False} if alone else {}
            try:
                ray.init(self.address, log_to_driver=False, logging_level="error", **ours)
            except (ConnectionError, ValueError) as error:
                # A cluster that asks for a token gives whoever has none no other answer.
                fix = "; a cluster may ask for its token: set RAY_AUTH_MODE and RAY_AUTH_TOKEN"
                raise UsageError(f"--engine {self.address or 'ray'}: {error}{fix}") from None
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._ours:
            self._ray.shutdown()

    @property
    def workers(self) -> int:
        """How many shards run at once: a processor of the cluster takes one."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def share(self, value: T) -> Callable[[], T]:
        """Put the value into the object store, once."""
        return _Put((self._ray.put(pickle.dumps(value, protocol=5)),))

    def map_shards(
        self, function: Callable[[S], R], shards: Sequence[S]
    ) -> Iterator[tuple[int, R]]:
        """Yield results as tasks end; Ray runs the task of a lost worker or node again."""
        ray = self._ray
        if function not in self._tasks:  # each is sent to the cluster once
            self._tasks[function] = ray.remote(max_retries=RETRIES, num_cpus=1)(function)
        task, most = self._tasks[function], FLYING * self.workers
        waiting, numbers = dict[Any, int](), iter(range(len(shards)))
        while True:
            for number in numbers:
                waiting[task.remote(shards[number])] = number
                if len(waiting) >= most:
                    break
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            number = waiting.pop(done[0])
            try:
                yield number, ray.get(done[0])
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RaySystemError as error:
                raise UsageError(f"--engine ray: shard {number + 1}: {error}") from None
