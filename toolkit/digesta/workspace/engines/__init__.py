"""Where shards of work run: in this process, in several, or on a Ray cluster.

A shard is a value that can be pickled; a function makes a result of it, such as integer rows, that
does not depend on where or when it runs. Results come back in the order of the shards and are
merged by adding integers, so every engine gives the same bytes. Nothing is kept between runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from digesta.errors import UsageError
from digesta.workspace.engines.base import Engine, Inline
from digesta.workspace.progress import progress

S = TypeVar("S")
R = TypeVar("R")

FORMS = "inline, processes, processes:N, ray, ray://HOST:PORT"
_ENGINE: ContextVar[Engine | None] = ContextVar("engine", default=None)


@contextmanager
def engine_named(name: str) -> Iterator[Engine]:
    """Open an engine by its name, one of ``FORMS``, for all that runs inside; close it after.

    Raises UsageError for another name, or where what it needs is not installed.
    """
    kind, _, rest = name.partition(":")
    with ExitStack() as stack:
        if name == "inline":
            engine: Engine = Inline()
        elif kind == "processes" and ((rest.isdecimal() and int(rest)) or not _):
            from digesta.workspace.engines.processes import Processes  # noqa: PLC0415 - where asked

            engine = stack.enter_context(Processes(int(rest) if rest else None))
        elif kind == "ray" and (not _ or rest.startswith("//")):
            from digesta.workspace.engines.cluster import Cluster  # noqa: PLC0415 - where asked

            engine = stack.enter_context(Cluster(name if rest else None))
        else:
            raise UsageError(f"--engine {name}: no such engine; expected one of: {FORMS}")
        with engine_as(engine):
            yield engine


@contextmanager
def engine_as(engine: Engine) -> Iterator[None]:
    """Let an engine that is open be the current one for all that runs inside."""
    token = _ENGINE.set(engine)
    try:
        yield
    finally:
        _ENGINE.reset(token)


def current_engine() -> Engine:
    """Return the engine that was opened last, or the one that is this process."""
    return _ENGINE.get() or Inline()


def map_shards(
    function: Callable[[S], R], shards: Sequence[S], *, step: str = "shards"
) -> Iterator[R]:
    """Yield the results of a function on shards, in their order, by the current engine.

    step: what the bar of progress says. Raises what the function raises.
    """
    engine = current_engine()
    if isinstance(engine, Inline):
        yield from map(function, progress(shards, step))
        return
    results, early = engine.map_shards(function, shards), dict[int, R]()
    for number in progress(range(len(shards)), step):
        while number not in early:
            place, result = next(results)
            early[place] = result
        yield early.pop(number)
