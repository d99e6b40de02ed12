"""Submissions on disk: a folder or one predictions file, read strictly, whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from digesta.board.adversaries import ADVERSARIES, IDS, PREFIX, score_adversary
from digesta.errors import SubmissionError, UsageError
from digesta.intake import LIMITS, KnownIds, PredictionReader, check_file_name, read_traces
from digesta.records.submission import Card
from digesta.records.trace import Trace
from digesta.releases.log import latest_decisions
from digesta.scoring.facts import CompiledRelease, TaskFacts, adversary_answers, mark_all
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.cards import JOURNAL, PREDICTIONS, TRACE, card_of, unnamed
from digesta.workspace.releases import StoredRelease


@dataclass(frozen=True)
class Answers:
    """One submission, read: its metadata, its answers in compiled order, its digest, its trace."""

    card: Card
    answers: tuple[Any, ...]
    sha256: str
    given: int
    traces: Mapping[str, Trace]


def submissions_of(root: Path, release: StoredRelease) -> Iterator[Path]:
    """Yield the folders of a release's committed submissions, by name."""
    for folder in store.folders(root / "predictions" / release.manifest.release):
        # A folder that holds a journal alone is a run that goes on, or will.
        if not folder.name.startswith("_") and [p.name for p in folder.iterdir()] != [JOURNAL]:
            yield folder


def marked(compiled: CompiledRelease, read: Answers) -> tuple[TaskFacts, ...]:
    """Mark what a submission's folder holds: its answers, and the passages its trace names."""
    passages = {key: one.retrieved for key, one in read.traces.items() if one.retrieved}
    return mark_all(compiled, read.answers, passages=passages)


def read_answers(path: Path, compiled: CompiledRelease, *, reader: str = "fast") -> Answers:
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
def _order(compiled: CompiledRelease) -> KnownIds:
    return KnownIds.of(compiled.known)


def _place(answers: list[Any], rows: Sequence[int], values: Sequence[Any]) -> int:
    for row, value in zip(rows, values, strict=True):
        answers[row] = value
    return len(rows) - values.count(None)  # a null is an abstention, no answer


def computed_answers(root: Path, release: StoredRelease) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name and the answers by question id of each adversary that has no folder."""
    there = {folder.name for folder in submissions_of(root, release)}
    data = release.data
    public = data.public()
    for name in ADVERSARIES:
        if public and f"{PREFIX}{name}" not in there:
            yield name, adversary_answers(public, data.truths, name, resources=data.resources)


def computed_adversaries(root: Path, release: StoredRelease) -> Iterator[ScoredSubmission]:
    """Yield the computed adversaries as boards take them."""
    for name, answers in computed_answers(root, release):
        yield score_adversary(name, release.compiled, answers)


def is_computed(release: StoredRelease, submission: str) -> bool:
    """Return whether a submission is an adversary that no decision took from a folder."""
    decision = latest_decisions(release.data.decisions).get(submission)
    return submission in IDS and (decision is None or decision.role != "adversary")


def refuse_decision(release: StoredRelease, submission: str) -> None:
    """Raise UsageError where a submission is a computed adversary."""
    if is_computed(release, submission):
        raise UsageError(
            f"{submission} is computed from the release and stands on every board: it needs no "
            "decision, and none takes it off"
        )


def refuse_folder(release: StoredRelease, folder: Path) -> None:
    """Raise SubmissionError where a folder would take a computed adversary's place."""
    if is_computed(release, folder.name):
        raise SubmissionError.of(
            code="adversary-computed",
            file=folder.as_posix(),
            got=folder.name,
            expected="a submission_id of your own",
            fix="remove the folder: the release computes this adversary, and every board has it",
        )
