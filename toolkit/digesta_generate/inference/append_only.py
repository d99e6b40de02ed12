"""A file to which lines are only added, each on disk before it counts: the ground of journals.

A kill can leave a torn last line: it is cut off when the file is opened again. One writer at a time
holds the file's lock. The only module of the generator that opens files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.workspace import store


class AppendOnlyFile:
    """An open append-only file. before: its whole lines when it was opened."""

    def __init__(self, descriptor: int, path: Path, before: bytes) -> None:
        self._descriptor = descriptor
        self._path = path
        self.before = before

    def add(self, value: Mapping[str, Any]) -> None:
        """Write a line of canonical JSON and flush it to disk; it stands whole, or not at all."""
        end = os.fstat(self._descriptor).st_size
        data = canonical_bytes(value) + b"\n"
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError as error:
            os.ftruncate(self._descriptor, end)  # no torn line may stand before a whole one
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        if end == 0:
            _sync_folders(self._path.parent, self._path.parent.parent)

    def clear(self) -> None:
        """Remove all lines."""
        os.ftruncate(self._descriptor, 0)
        self.before = b""


@contextmanager
def open_append_only(path: Path) -> Iterator[AppendOnlyFile]:
    """Open a file for the block, create it if need be, and lock it; refuse a second writer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, store.MODE)
    try:
        if not store.take_lock(descriptor):
            raise UsageError(f"{path}: another run writes here; try again")
        data = store.read_bytes(path)
        whole = whole_lines(data)
        if len(whole) < len(data):
            os.ftruncate(descriptor, len(whole))
            os.fsync(descriptor)
        yield AppendOnlyFile(descriptor, path, whole)
    finally:
        os.close(descriptor)


def whole_lines(data: bytes) -> bytes:
    """Return a file's bytes without a torn last line."""
    return data[: data.rfind(b"\n") + 1]


def unreadable(path: Path, got: str, expected: str, fix: str) -> SubmissionError:
    """Return the error of a journal that holds something else."""
    problem = Problem(code="journal", file=path.as_posix(), got=got, expected=expected, fix=fix)
    return SubmissionError([problem])


def _sync_folders(*folders: Path) -> None:
    """Flush folders to disk: a file's bytes alone do not keep its name."""
    for folder in folders:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
