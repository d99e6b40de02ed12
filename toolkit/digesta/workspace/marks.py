"""The marking of submissions as shards: read the answers, mark some of them, send back integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from digesta.errors import DigestaError, InputError
from digesta.scorers.base import Rows
from digesta.scoring.facts import CompiledRelease, CompiledTask, TaskFacts
from digesta.workspace.addresses import fetch, is_address
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import StoredRelease
from digesta.workspace.submissions import Answers, mark, read_answers


class MarkedSubmission(NamedTuple):
    """A submission's answers, and its integer rows by task."""

    answers: Answers
    facts: tuple[TaskFacts, ...]


class _Shard(NamedTuple):
    """One part of a submission. part, parts: which of how many."""

    place: str
    part: int
    parts: int
    compiled: Callable[[], CompiledRelease]


class _Marks(NamedTuple):
    """What a shard sends back. answers: of the first part alone. rows: by task, of its slice."""

    answers: Answers | None
    rows: tuple[Rows, ...]
    error: DigestaError | None = None


def marked_submissions(
    release: StoredRelease,
    places: Sequence[str | Path],
    *,
    parts: int | None = None,
) -> Iterator[MarkedSubmission | DigestaError]:
    """Yield each submission marked, or why it is refused, in order, by the current engine.

    places: folders, predictions files, or addresses of files that fsspec reads. parts: into how
    many shards each is cut, so many that no worker idles where None; its rows are their sums.
    """
    parts = parts or -(-current_engine().workers // max(1, len(places)))
    shared = current_engine().share(release.compiled)
    shards = [_Shard(str(place), part, parts, shared) for place in places for part in range(parts)]
    results = map_shards(_mark, shards, step="scoring")
    for batch in iter(lambda: list(islice(results, parts)), []):
        yield _merge(release.compiled, batch)


def _merge(compiled: CompiledRelease, marks: Sequence[_Marks]) -> MarkedSubmission | DigestaError:
    first = marks[0]
    if first.error is not None or first.answers is None:
        return first.error or DigestaError("a shard without answers")
    facts = [
        TaskFacts(task, np.sum([each.rows[at] for each in marks], axis=0, dtype=np.int64))
        for at, task in enumerate(compiled.tasks)
    ]
    return MarkedSubmission(first.answers, tuple(facts))


def _mark(shard: _Shard) -> _Marks:
    compiled = shard.compiled()
    try:
        with _local(shard.place) as path:
            answers = read_answers(path, compiled)
    except InputError as error:
        return _Marks(None, (), _as_of(error, shard.place))
    except DigestaError as error:
        return _Marks(None, (), error)
    slices = [_slice(task, shard) for task in compiled.tasks]
    part = replace(compiled, tasks=tuple(task for task, _ in slices))
    rows = tuple(
        _pad(facts, first, len(task.ids))
        for facts, task, (_, first) in zip(mark(part, answers), compiled.tasks, slices, strict=True)
    )
    return _Marks(answers if shard.part == 0 else None, rows)


def _slice(task: CompiledTask, shard: _Shard) -> tuple[CompiledTask, int]:
    """Return the questions of a task that a shard marks, and the place of the first."""
    if shard.parts == 1:
        return task, 0
    size = len(task.ids)
    first, end = (size * part // shard.parts for part in (shard.part, shard.part + 1))
    own = replace(
        task,
        start=task.start + first,
        ids=task.ids[first:end],
        clusters=task.clusters[first:end],
        prepared=task.prepared[first:end],
    )
    return own, first


def _pad(facts: TaskFacts, first: int, size: int) -> Rows:
    whole = np.zeros((size, len(facts.task.column_names)), dtype=np.int64)
    if own := len(facts.task.ids):
        whole[first : first + own] = facts.rows
    return whole


@contextmanager
def _local(place: str) -> Iterator[Path]:
    """Yield a place on this disk: the place itself, or a copy of what lies at an address."""
    if not is_address(place):
        yield Path(place)
        return
    with TemporaryDirectory(prefix="digesta-fetched-") as folder:
        yield fetch(place, Path(folder))


def _as_of(error: InputError, place: str) -> InputError:
    """Return an error that names the address, not the copy of what lies there."""
    if not is_address(place):
        return error
    problems = [replace(problem, file=place) for problem in error.problems]
    return type(error)(problems, error.total)
