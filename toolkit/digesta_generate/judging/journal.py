"""The journal of a model that judges: every reply, one line each, on disk before it counts.

``build/judging/<release>/<judge>.jsonl`` begins with a line that tells the endpoint, and the digest
of who judges; then follows one line for each reply, as it came (scrubbed of the key), keyed by the
SHA-256 of its request's body. Lines are only added; a torn last line, which a kill leaves, is cut
off on the next opening. While it holds no reply it is nobody's yet, and begun anew. It may be
removed: then what is not yet in a verdict is asked again.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from digesta import store
from digesta.canonical import canonical_bytes
from digesta.errors import Problem, SubmissionError, UsageError

FORMAT = "judge-journal/2"
_OK = 200


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
        self.answered = any(line.status == _OK for line in lines.values())

    def add(self, line: Line) -> None:
        """Write a line and flush it to disk; only then it counts. Of one request the first does."""
        with self._lock:
            if line.request_sha256 in self.lines:
                return
            end = os.fstat(self._descriptor).st_size
            try:
                _write(self._descriptor, line._asdict())
            except OSError as error:
                os.ftruncate(self._descriptor, end)  # no torn line may stand before a whole one
                raise OSError(error.errno, error.strerror, str(self._path)) from error
            self.lines[line.request_sha256] = line
            self.answered = self.answered or line.status == _OK


@contextmanager
def opened(path: Path, endpoint: str, judge_sha256: str) -> Iterator[Journal]:
    """Open a journal for the block and lock it; refuse one of another endpoint or judge.

    judge_sha256: digest of what makes it this judge: its model, parameters and prompts.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, store.MODE)
    try:
        _lock(descriptor, path)
        data = store.read_bytes(path)
        data = data[: data.rfind(b"\n") + 1]
        if data.count(b"\n") <= 1:
            data = b""
        os.ftruncate(descriptor, len(data))
        head = {"format": FORMAT, "endpoint": endpoint, "judge_sha256": judge_sha256}
        if not data:
            _write(descriptor, head)
            _sync(path.parent)
        yield Journal(descriptor, _read(data, path, head) if data else {}, path)
    finally:
        os.close(descriptor)


def _sync(folder: Path) -> None:
    """Flush what a folder names to disk: a file's bytes alone do not keep its name."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"{path}: another run of this judge writes here; try again") from None


def _read(data: bytes, path: Path, head: Mapping[str, Any]) -> dict[str, Line]:
    try:
        first, *rest = [json.loads(one) for one in data.splitlines()]
        if first["format"] != FORMAT:
            raise _unreadable(path, repr(first["format"]))
        theirs = {name: first[name] for name in head}
        lines = [_line(one) for one in rest]
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, repr(error)) from None
    if differ := [name for name in head if theirs[name] != head[name]]:
        said = {"endpoint": f"of {theirs['endpoint']}, not of {head['endpoint']}"}
        other = said.get(differ[0], "of another model, prompt, setting or version of it")
        raise UsageError(
            f"{path}: holds replies {other}; another model is another judge: choose another "
            "--judge, or remove the file"
        )
    found: dict[str, Line] = {}
    for line in lines:
        found.setdefault(line.request_sha256, line)
    return found


def _line(value: Mapping[str, Any]) -> Line:
    line = Line(*(value[name] for name in Line._fields))
    kinds = [type(one) for one in line]
    if kinds != [str, int, str, int, int]:
        raise TypeError(f"a line of {', '.join(one.__name__ for one in kinds)}")
    return line


def _unreadable(path: Path, got: str) -> SubmissionError:
    return SubmissionError(
        [
            Problem(
                code="journal", file=path.as_posix(), got=got, expected=f"lines of {FORMAT}",
                fix="restore the file, or remove it",
            )
        ]
    )  # fmt: skip


def _write(descriptor: int, value: Mapping[str, Any]) -> None:
    data = canonical_bytes(value) + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]
    os.fsync(descriptor)
