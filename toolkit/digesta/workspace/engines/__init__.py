"""Where shards of work run: in this process, in several, or on a Ray cluster.

A shard is a value that can be pickled; a function makes a result of it, such as integer rows, that
does not depend on where or when it runs. Results come back in the order of the shards and are
merged by adding integers, so every engine gives the same bytes. Finished shards are kept in the
user's own cache until all are done: a run that was ended goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.workspace.cache import drop_cache, is_cached, read_cache, write_cache
from digesta.workspace.engines.base import Engine
from digesta.workspace.engines.inline import Inline
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
    function: Callable[[S], R],
    shards: Sequence[S],
    *,
    key: Callable[[S], str] | None = None,
    step: str = "shards",
    kept: str = "",
) -> Iterator[R]:
    """Yield the results of a function on shards, in their order, by the current engine.

    key: of a shard, a text that changes with all that its result rests on: of a run that ends
    before the last result, those that were made are kept, and read by the next; without it none
    are. step: what the bar of progress says. kept: a name under which the results stay in the
    user's cache for the next run, which makes those alone whose key is another. Raises what the
    function raises.
    """
    if kept and key:
        yield from _with_results_before(function, shards, key, step=step, name=kept)
        return
    engine = current_engine()
    if isinstance(engine, Inline):
        yield from map(function, progress(shards, step))
        return
    there = _KeptResults(function, shards, key)
    missing = [number for number in range(len(shards)) if not there.has(number)]
    todo, early = engine.map_shards(function, [shards[n] for n in missing]), dict[int, R]()
    new = set(missing)
    for number in progress(range(len(shards)), step):
        while number in new and number not in early:
            place, result = next(todo)
            early[missing[place]] = result
            there.add(missing[place], result)
        yield early.pop(number) if number in early else there.read(number)
    there.drop()


def map_here(
    function: Callable[[S], R],
    shards: Sequence[S],
    *,
    key: Callable[[S], str],
    step: str,
    kept: str,
) -> list[R]:
    """Return what ``map_shards`` yields, made in this process alone.

    For shards, or a function, that hold what is nothing to be sent elsewhere.
    """
    with engine_as(Inline()):
        return list(map_shards(function, shards, key=key, step=step, kept=kept))


def kept_before(make: Callable[[str], R], key: str, *, step: str, name: str) -> R:
    """Return what this process makes from a key, as the run before left it under a name."""
    return map_here(make, [key], key=str, step=step, kept=name)[0]


def _with_results_before(
    function: Callable[[S], R],
    shards: Sequence[S],
    key: Callable[[S], str],
    *,
    step: str,
    name: str,
) -> Iterator[R]:
    """Yield the results of shards, those that the run before this one made as it left them."""
    place = f"results-{sha256_hex(f'{function.__module__} {name}'.encode())}"
    there = read_cache(place)
    before: dict[str, R] = there if isinstance(there, dict) else {}
    keys = [sha256_hex(key(shard).encode()) for shard in shards]
    missing = {own: shard for own, shard in zip(keys, shards, strict=True) if own not in before}
    made = map_shards(function, list(missing.values()), key=key, step=step)
    new = dict(zip(missing, made, strict=True))
    results = {own: new[own] if own in new else before[own] for own in keys}
    if results.keys() != before.keys():
        write_cache(place, results)
    yield from (results[own] for own in keys)


class _KeptResults(Generic[S, R]):
    """Results of shards in the user's cache, by number; nothing is kept where there is no key."""

    def __init__(
        self, function: Callable[[S], R], shards: Sequence[S], key: Callable[[S], str] | None
    ) -> None:
        self.function, self.shards = function, shards
        name = f"{function.__module__} {function.__qualname__}"
        self.names = [
            f"shard-{sha256_hex(f'{name} {key(shard)}'.encode())}" if key else ""
            for shard in shards
        ]

    def has(self, number: int) -> bool:
        """Return whether a result lies there."""
        return bool(self.names[number]) and is_cached(self.names[number])

    def add(self, number: int, result: R) -> None:
        """Keep a result."""
        if self.names[number]:
            write_cache(self.names[number], (result,))

    def read(self, number: int) -> R:
        """Return a result; made again where what lies there is damaged."""
        there: tuple[R] | None = read_cache(self.names[number])
        return self.function(self.shards[number]) if there is None else there[0]

    def drop(self) -> None:
        """Remove them all."""
        for name in filter(None, self.names):
            drop_cache(name)
