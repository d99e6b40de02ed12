"""The journal of a run: every reply, one line each, on disk before it counts.

``journal.jsonl`` lies in the submission's folder. Its first line holds the settings and the start;
then follows one line for each reply, as it came (scrubbed of the key), keyed by question, prompt
digest, settings digest and the number of the reply (``sample``).

A question whose reply was not on disk at a kill is asked again under the same Idempotency-Key: a
server that honours it executes and bills it once; another may bill twice what was in flight, at
most ``--concurrency`` requests.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import digest
from digesta.errors import SubmissionError, UsageError
from digesta.records.base import Record
from digesta.workspace import store
from digesta.workspace.cards import JOURNAL
from digesta_generate.inference.append_only import (
    AppendOnlyFile,
    open_append_only,
    unreadable,
    whole_lines,
)

NAME = JOURNAL
FORMAT = "journal/1"


class RequestKey(NamedTuple):
    """What tells a request from all others. number: of the reply to its prompt, from 0."""

    question_id: str
    prompt_sha256: str
    settings_sha256: str
    number: int

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> RequestKey:
        """Return the key of a journal's line, as parsed."""
        return cls(*(value[name] for name in _KEY))

    @property
    def idempotency(self) -> str:
        """Return the value of the header by which a server knows a request again."""
        return digest(list(self))


_KEY = ("question_id", "prompt_sha256", "settings_sha256", "sample")
"""What a journal's line calls the fields of a key."""


class JournalLine(NamedTuple):
    """One reply: status and body as they came, the latency of the try that brought it."""

    key: RequestKey
    status: int
    body: str
    latency_ms: int
    tries: int

    def as_json(self) -> dict[str, Any]:
        """Return the line as it is written."""
        return dict(zip((*_KEY, *self._fields[1:]), (*self.key, *self[1:]), strict=True))


class Journal:
    """An open journal: what is answered, and a way to add to it, from any thread.

    file: None where nothing is left to ask.
    """

    def __init__(
        self, file: AppendOnlyFile | None, start: str, lines: Mapping[RequestKey, JournalLine]
    ) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.start = start
        self.lines = dict(lines)

    def add(self, line: JournalLine) -> None:
        """Write a line and flush it to disk; only then it counts."""
        assert self._file is not None, "a journal to write to"
        with self._lock:
            self._file.add(line.as_json())
            self.lines[line.key] = line


@contextmanager
def open_journal(folder: Path, settings: Record, *, start: str) -> Iterator[Journal]:
    """Open a folder's journal for the block, made where there is none; refuse other settings.

    The caller holds the folder's lock. start: the time, for a new journal.
    """
    path = folder / NAME
    lines: Mapping[RequestKey, JournalLine] = {}
    with open_append_only(path) as file:
        if file.before:
            start, lines = _read(file.before, path, settings)
        else:
            file.add({"format": FORMAT, "settings": settings.as_json(), "start": start})
        yield Journal(file, start, lines)


def lines_of(folder: Path, settings: Record) -> Mapping[RequestKey, JournalLine]:
    """Return a folder's journal without opening it for a run; none where there is none."""
    path = folder / NAME
    data = whole_lines(store.read_bytes(path)) if path.exists() else b""
    return _read(data, path, settings)[1] if data else {}


def recorded_settings(folder: Path) -> Mapping[str, Any]:
    """Return the settings that a folder's journal was begun with; none where there is none."""
    path = folder / NAME
    data = whole_lines(store.read_bytes(path)) if path.exists() else b""
    try:
        return dict(json.loads(data.splitlines()[0])["settings"]) if data else {}
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, repr(error)) from None


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold a submission's lock for the block, and undo what a kill left of an earlier run.

    The lock is a file beside the folder: the folder itself is replaced while it is held. A second
    writer is refused at once.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock_beside(folder):
        store.heal(folder)
        with store.lock(folder):
            yield


@contextmanager
def _lock_beside(folder: Path) -> Iterator[None]:
    path = folder.parent / f".{folder.name}.lock"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, store.MODE)
    try:
        if not _is_ours(descriptor, path):
            raise UsageError(f"{folder}: another digesta is writing here; try again")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _is_ours(descriptor: int, path: Path) -> bool:
    if not store.take_lock(descriptor):
        return False
    # Another run may have ended, and removed the file, since we opened it.
    return path.exists() and path.stat().st_ino == os.fstat(descriptor).st_ino


def drop_empty(folder: Path) -> None:
    """Remove a folder that holds a journal without replies and nothing else."""
    path = folder / NAME
    if [other.name for other in folder.iterdir()] == [NAME] and path.read_bytes().count(b"\n") == 1:
        path.unlink()
        folder.rmdir()


def _read(data: bytes, path: Path, settings: Record) -> tuple[str, dict[RequestKey, JournalLine]]:
    head, *rest = data.splitlines()
    try:
        first = json.loads(head)
        lines = [
            JournalLine(RequestKey.of(value), *(value[name] for name in JournalLine._fields[1:]))
            for value in map(json.loads, rest)
        ]
        start, theirs = str(first["start"]), first["settings"]
        known = first["format"] == FORMAT
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, repr(error)) from None
    if not known:
        raise _unreadable(path, repr(first["format"]))
    # All replies are read when the run ends, those from before an update too.
    theirs = {**theirs, **settings.model_dump(include={"extraction"})}
    refuse_other_settings(theirs, settings, path)
    return start, {line.key: line for line in lines}


def refuse_other_settings(theirs: Mapping[str, Any], settings: Record, path: Path) -> None:
    """Refuse a folder whose run had other settings. path: the file that recorded them."""
    ours = settings.as_json()
    differences = [
        f"{name} was {theirs.get(name)!r}, is {ours.get(name)!r}"
        for name in sorted({*theirs, *ours})
        if theirs.get(name) != ours.get(name)
    ]
    if differences:
        raise UsageError(
            f"{path.parent}: begun with other settings ({'; '.join(differences)}); a model with "
            "other settings is another system: choose another --id, or remove the folder"
        )


def _unreadable(path: Path, got: str) -> SubmissionError:
    fix = "restore the file, or remove the folder and ask again"
    return unreadable(path, got, f"lines of {FORMAT}", fix)
