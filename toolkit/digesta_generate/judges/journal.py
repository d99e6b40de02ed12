"""The journal of a model that judges: every reply, one line each, on disk before it counts.

``build/judging/<release>/<judge>.jsonl`` begins with a line that tells the endpoint, and the digest
of who judges; then follows one line for each reply, as it came (scrubbed of the key), keyed by the
SHA-256 of its request's body. While it holds no reply it is nobody's yet, and begun anew. It may be
removed: then what is not yet in a verdict is asked again.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from digesta.errors import SubmissionError, UsageError
from digesta_generate.inference import append_only as added
from digesta_generate.inference.append_only import AppendOnlyFile

FORMAT = "judge-journal/2"
_OK = 200


class JudgeJournalLine(NamedTuple):
    """One reply: status and body as they came, the latency of the try that brought it."""

    request_sha256: str
    status: int
    body: str
    latency_ms: int
    tries: int


class JudgeJournal:
    """An open journal: what was replied, and a way to add to it, from any thread."""

    def __init__(self, file: AppendOnlyFile, lines: dict[str, JudgeJournalLine]) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.lines = lines
        self.answered = any(line.status == _OK for line in lines.values())

    def add(self, line: JudgeJournalLine) -> None:
        """Write a line and flush it to disk; only then it counts. Of one request the first does."""
        with self._lock:
            if line.request_sha256 in self.lines:
                return
            self._file.add(line._asdict())
            self.lines[line.request_sha256] = line
            self.answered = self.answered or line.status == _OK


@contextmanager
def open_journal(path: Path, endpoint: str, judge_sha256: str) -> Iterator[JudgeJournal]:
    """Open a journal for the block and lock it; refuse one of another endpoint or judge.

    judge_sha256: digest of what makes it this judge: its model, parameters and prompts.
    """
    head = {"format": FORMAT, "endpoint": endpoint, "judge_sha256": judge_sha256}
    with added.open_append_only(path) as file:
        if file.before.count(b"\n") <= 1:
            file.clear()
            file.add(head)
        yield JudgeJournal(file, _read(file.before, path, head) if file.before else {})


def _read(data: bytes, path: Path, head: Mapping[str, Any]) -> dict[str, JudgeJournalLine]:
    try:
        first, *rest = [json.loads(splitline) for splitline in data.splitlines()]
        if first["format"] != FORMAT:
            raise _unreadable(path, repr(first["format"]))
        theirs = {name: first[name] for name in head}
        lines = [_line(line) for line in rest]
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, repr(error)) from None
    if differ := [name for name in head if theirs[name] != head[name]]:
        causes = {"endpoint": f"of {theirs['endpoint']}, not of {head['endpoint']}"}
        other = causes.get(differ[0], "of another model, prompt, setting or version of it")
        raise UsageError(
            f"{path}: holds replies {other}; another model is another judge: choose another "
            "--judge, or remove the file"
        )
    by_digest: dict[str, JudgeJournalLine] = {}
    for line in lines:
        by_digest.setdefault(line.request_sha256, line)
    return by_digest


def _line(value: Mapping[str, Any]) -> JudgeJournalLine:
    line = JudgeJournalLine(*(value[name] for name in JudgeJournalLine._fields))
    kinds = [type(value) for value in line]
    if kinds != [str, int, str, int, int]:
        raise TypeError(f"a line of {', '.join(kind.__name__ for kind in kinds)}")
    return line


def _unreadable(path: Path, got: str) -> SubmissionError:
    fix = "restore the file, or remove it"
    return added.unreadable(path, got, f"lines of {FORMAT}", fix)
