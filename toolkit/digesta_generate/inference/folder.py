"""The files of a submission, made from its answers and put into its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import UsageError
from digesta.records.submission import Card
from digesta.records.trace import Trace
from digesta.workspace import store
from digesta.workspace.cards import HOLDOUT, METADATA, PREDICTIONS, RUN, TRACE

_NONE: Mapping[str, Sequence[str]] = {}


class WrittenSubmission(NamedTuple):
    """A submission's folder, and how many questions it answers."""

    folder: Path
    answers: int


def submission_tree(
    card: Mapping[str, Any],
    answers: Mapping[str, Any],
    traces: Mapping[str, Trace],
    run: Mapping[str, Any] | None = None,
) -> dict[str, bytes]:
    """Return the files of a submission; lines are sorted by question id."""
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    files = {
        METADATA: canonical_bytes(card) + b"\n",
        PREDICTIONS: canonical_lines(lines),
    }
    if traces:
        files[TRACE] = canonical_lines(traces[key].as_json() for key in sorted(traces))
    return files if run is None else files | {RUN: canonical_bytes(run) + b"\n"}


def submission_files(
    submission: Card,
    answers: Mapping[str, Any],
    *,
    passages: Mapping[str, Sequence[str]] = _NONE,
) -> dict[str, bytes]:
    """Return the files of a submission without a model, with a trace where it found passages.

    passages: ids by question id, best first; none for a question that rests on none.
    """
    if not answers:
        raise ValueError("a submission answers at least one question")
    traces = {
        key: Trace(
            question_id=key,
            answer_sha256=digest(answers[key]),
            outcome="answered",
            retrieved=list(ids),
        )
        for key, ids in passages.items()
        if ids
    }
    return submission_tree(submission.as_json(), answers, traces)


def put_submission(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a submission's files into its folder, in place of all its files.

    Where the same files stand there already, ``run.json`` apart, nothing is written. A
    ``holdout.json`` of other files is a UsageError: it tells how their answers did on sealed
    questions and cannot be made again.
    """
    there = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    same = there.keys() - {HOLDOUT} == files.keys() and all(
        store.read_bytes(there[name]) == data for name, data in files.items() if name != RUN
    )
    if same:
        return
    if HOLDOUT in there:
        raise UsageError(
            f"{there[HOLDOUT].as_posix()} has the sealed scores of other answers; to keep them, "
            "move the whole folder away, then run this again"
        )
    store.write_tree(folder, files, replace=True)
