"""The journal of a model that judges: every reply, one line each, on disk before it counts.

``build/judging/<release>/<judge>.jsonl`` begins with a line that tells the endpoint; then follows
one line for each reply, as it came (scrubbed of the key), keyed by the SHA-256 of its request's
body. Lines are only added; a torn last line, which a kill leaves, is cut off on the next opening.
It may be removed: then what is not yet in a verdict is asked again.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from digesta import store
from digesta.canonical import canonical_bytes
from digesta.errors import Problem, SubmissionError, UsageError

FORMAT = "judge-journal/1"


class Line(NamedTuple):
    """One reply: status and body as they came, the latency of the try that brought it."""

    request_sha256: str
    status: int
    body: str
    latency_ms: int
    tries: int


class Journal:
    """An open journal: what was replied, and a way to add to it, from any thread."""

    def __init__(self, descriptor: int, lines: dict[str, Line], path: Path) -> None:
        self._descriptor = descriptor
        self._path = path
        self._lock = threading.Lock()
        self.lines = lines

    def add(self, line: Line) -> None:
        """Write a line and flush it to disk; only then it counts."""
        with self._lock:
            end = os.fstat(self._descriptor).st_size
            try:
                _write(self._descriptor, line._asdict())
            except OSError as error:
                os.ftruncate(self._descriptor, end)  # no torn line may stand before a whole one
                raise OSError(error.errno, error.strerror, str(self._path)) from error
            self.lines[line.request_sha256] = line


@contextmanager
def opened(path: Path, endpoint: str) -> Iterator[Journal]:
    """Open a journal for the block and lock it; refuse one of another endpoint."""
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, store.MODE)
    try:
        _lock(descriptor, path)
        data = store.read_bytes(path)
        end = data.rfind(b"\n") + 1
        os.ftruncate(descriptor, end)
        if not end:
            _write(descriptor, {"format": FORMAT, "endpoint": endpoint})
        yield Journal(descriptor, _read(data[:end], path, endpoint), path)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"{path}: another run of this judge writes here; try again") from None


def _read(data: bytes, path: Path, endpoint: str) -> dict[str, Line]:
    try:
        head, *rest = [json.loads(one) for one in data.splitlines()] or [{"endpoint": endpoint}]
        lines = [Line(*(one[name] for name in Line._fields)) for one in rest]
        theirs = head["endpoint"]
    except (ValueError, KeyError, TypeError) as error:
        raise SubmissionError(
            [
                Problem(
                    code="journal", file=path.as_posix(), got=repr(error),
                    expected=f"lines of {FORMAT}", fix="restore the file, or remove it",
                )
            ]
        ) from None  # fmt: skip
    if theirs != endpoint:
        raise UsageError(
            f"{path}: holds replies of {theirs}, not of {endpoint}; another model is another "
            "judge: choose another --judge, or remove the file"
        )
    return {line.request_sha256: line for line in lines}


def _write(descriptor: int, value: dict[str, object]) -> None:
    data = canonical_bytes(value) + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]
    os.fsync(descriptor)
