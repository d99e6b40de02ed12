"""Make a submission's folder from answers: what baselines and adversaries have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import UsageError
from digesta.records.submission import Card
from digesta.records.trace import Trace
from digesta.workspace import store

HOLDOUT, RUN = "holdout.json", "run.json"
_NONE: Mapping[str, Sequence[str]] = MappingProxyType({})


def submission_files(
    submission: Card,
    answers: Mapping[str, Any],
    *,
    passages: Mapping[str, Sequence[str]] = _NONE,
) -> dict[str, bytes]:
    """Return a submission's two files, and its trace where passages were found.

    passages: ids by question id, best first; none for a question that rests on none. Lines are
    sorted by question id.
    """
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    if not lines:
        raise ValueError("a submission answers at least one question")
    traces = [
        Trace(
            question_id=key,
            answer_sha256=digest(answers[key]),
            outcome="answered",
            retrieved=list(passages[key]),
        )
        for key in sorted(passages)
        if passages[key]
    ]
    files = {
        "submission.json": canonical_bytes(submission.as_json()) + b"\n",
        "predictions.jsonl": canonical_lines(lines),
    }
    return files | ({"trace.jsonl": canonical_lines(t.as_json() for t in traces)} if traces else {})


def put_submission(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a submission's files into its folder, in place of all that stands there.

    Where the same stand there already, but for the record of the run, nothing is written. Other
    answers than those of a ``holdout.json``, which tells how they did on sealed questions and
    cannot be made again, are a UsageError.
    """
    there = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    same = there.keys() - {HOLDOUT} == files.keys() and all(
        store.read_bytes(there[name]) == data for name, data in files.items() if name != RUN
    )
    if same:
        return
    if HOLDOUT in there:
        raise UsageError(
            f"{there[HOLDOUT].as_posix()} is of other files than this run's; it tells how they did "
            "on sealed questions: move the whole folder away to keep it, then run this again"
        )
    store.write_tree(folder, files, replace=True)
