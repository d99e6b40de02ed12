"""A workspace on disk as the commands see it: releases, submissions, what is built.

Joins ``store`` (files) with the floors below (values). A release's compiled form is cached under
the digest of its manifest and of this package's sources.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from digesta import store
from digesta.canonical import sha256_hex
from digesta.cli.cards import PREDICTIONS, TRACE, card_of, unnamed
from digesta.errors import Problem, ReleaseError, SubmissionError, UsageError
from digesta.intake import (
    LIMITS,
    Order,
    PredictionReader,
    check_file_name,
    read_traces,
)
from digesta.model.release import Release
from digesta.model.submission import Submission
from digesta.model.trace import Trace
from digesta.releases.reading import MANIFEST, ReleaseData, parse_release
from digesta.scoring import Compiled, TaskFacts, compile_release, mark_all


@dataclass(frozen=True)
class Answers:
    """One submission, read: its metadata, its answers in compiled order, its digest, its trace."""

    submission: Submission
    answers: tuple[Any, ...]
    sha256: str
    given: int
    traces: Mapping[str, Trace]


@dataclass(frozen=True, eq=False)
class StoredRelease:
    """A release folder: its manifest, its compiled public split, and all records on demand."""

    root: Path
    manifest: Release
    compiled: Compiled

    @cached_property
    def data(self) -> ReleaseData:
        """Read every record of the release."""
        return parse_release(store.read_tree(self.root), name=self.root.as_posix())


def newest(releases: Path) -> str:
    """Give the id of the newest release of a workspace."""
    ids = [path.name for path in store.folders(releases) if (path / MANIFEST).is_file()]
    if not ids:
        fix = "name a workspace with --root, or look around first with: digesta demo"
        raise UsageError(f"{releases}: no release here; {fix}")
    return max(ids, key=release_order)


def release_order(release_id: str) -> tuple[str, int]:
    """Order release ids by date, then by the number after the dot."""
    day, _, number = release_id.partition(".")
    return day, int(number or 0)


def open_release(root: Path, wanted: str | None) -> StoredRelease:
    """Open a release by id, by folder, or the newest; every digest of its manifest is checked."""
    folder = folder_of(root, wanted)
    raw = store.read_bytes(folder / MANIFEST)
    digest = sha256_hex(raw)
    key = f"{digest[:32]}-{store.source_digest()[:32]}-{sys.version_info[0]}.{sys.version_info[1]}"
    compiled = store.cached(key)
    if not isinstance(compiled, Compiled):
        data = parse_release(store.read_tree(folder), name=folder.as_posix())
        _check_digests(folder, data.manifest)
        compiled = compile_release(
            data.manifest, data.questions, data.truths, digest=digest, resources=data.resources
        )
        store.cache(key, compiled)
    else:
        _check_digests(folder, compiled.release)
    return StoredRelease(folder, compiled.release, compiled)


def release_for(root: Path, wanted: str | None, paths: Sequence[Path]) -> str | None:
    """Give the release that submissions are meant for: as wanted, else by where the first lies.

    A folder predictions/<release>/<name> is for that release; anything else for the newest.
    """
    if wanted is not None or not paths:
        return wanted
    name = paths[0].resolve().parent.name
    return name if (root / "releases" / name / MANIFEST).is_file() else None


def folder_of(root: Path, wanted: str | None) -> Path:
    """Give the folder of a release: by id, by folder, or the newest."""
    if wanted is not None and (Path(wanted) / MANIFEST).is_file():
        return Path(wanted)
    releases = root / "releases"
    folder = releases / (wanted or newest(releases))
    if not (folder / MANIFEST).is_file():
        known = ", ".join(path.name for path in store.folders(releases)) or "none"
        raise UsageError(f"no release {wanted!r}; there are: {known}")
    return folder


def _check_digests(folder: Path, manifest: Release) -> None:
    for entry in manifest.files:
        path = folder / entry.path
        state = hashlib.sha256()
        for chunk in store.read_chunks(path):
            state.update(chunk)
        if state.hexdigest() != entry.sha256:
            raise ReleaseError(
                [
                    Problem(
                        code="digest",
                        file=path.as_posix(),
                        got=state.hexdigest(),
                        expected=entry.sha256,
                        fix="the file is not the one that was released; restore it",
                    )
                ]
            )


# Submissions ----------------------------------------------------------------------------------


def marked(compiled: Compiled, read: Answers) -> tuple[TaskFacts, ...]:
    """Mark what a submission's folder holds: its answers, and the passages its trace names."""
    passages = {key: one.retrieved for key, one in read.traces.items() if one.retrieved}
    return mark_all(compiled, read.answers, passages=passages)


def read_answers(path: Path, compiled: Compiled, *, reader: str = "fast") -> Answers:
    """Read a submission's folder, or one predictions file, strictly; refuse it whole or not."""
    if not os.path.lexists(path):
        raise UsageError(f"{path}: no such file or folder")
    folder = path.is_dir()
    if folder:
        submission = card_of(path, compiled.release)
        path = path / PREDICTIONS
    else:
        submission = unnamed(path, compiled.release)
    refused = check_file_name(path.name)
    if refused is not None:
        raise SubmissionError([refused])
    state = hashlib.sha256()
    answers: list[Any] = [None] * len(compiled.known)
    given = 0
    intake = PredictionReader(
        compiled.known, file=path.as_posix(), reader=reader, order=_order(compiled)
    )
    for chunk in store.read_chunks(path):
        state.update(chunk)
        for rows, values in intake.feed(chunk):
            given += _place(answers, rows, values)
    for rows, values in intake.finish():
        given += _place(answers, rows, values)
    by_id = dict(zip(compiled.known, answers, strict=True))
    traces = _traces(path.with_name(TRACE), by_id) if folder else {}
    # Answers to questions of other splits are read as strictly, and not marked here.
    return Answers(submission, tuple(answers[: compiled.n]), state.hexdigest(), given, traces)


def _traces(path: Path, answers: Mapping[str, Any]) -> dict[str, Trace]:
    if not os.path.lexists(path):
        return {}
    data = store.read_bytes(path, limit=LIMITS.file_bytes)
    return read_traces(data, answers, file=path.as_posix())


@lru_cache(maxsize=2)
def _order(compiled: Compiled) -> Order:
    return Order.of(compiled.known)


def _place(answers: list[Any], rows: Sequence[int], values: Sequence[Any]) -> int:
    for row, value in zip(rows, values, strict=True):
        answers[row] = value
    return len(rows) - values.count(None)  # a null is an abstention, no answer
