"""A submission's folder: what it may hold, and its card, ``submission.json``, placed rightly."""

from __future__ import annotations

import os
from pathlib import Path

from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import read_submission_metadata
from digesta.records.base import is_slug
from digesta.records.release import Manifest
from digesta.records.submission import Card
from digesta.workspace import store

METADATA = "submission.json"
PREDICTIONS = "predictions.jsonl"
FIXES = {
    METADATA: "write it with: digesta init",
    PREDICTIONS: "write one line for each answer into it, or rename your file so; or move the "
    "folder away",
}
"""What a submission's folder must hold, and what to do where it is missing."""

TRACE = "trace.jsonl"
JOURNAL = "journal.jsonl"
"""What the generator keeps of a run to go on with it; nobody else reads it."""

MAY_HOLD = frozenset({METADATA, PREDICTIONS, TRACE, JOURNAL, "run.json", "holdout.json"})
"""What a submission's folder may hold; anything else is refused."""

JUDGE_FILES = ("controls", "calibration", "choices")
"""Names of a judge's own files, beside its verdicts on submissions."""


def card_of(folder: Path, release: Manifest) -> Card:
    """Read the ``submission.json`` of a folder that holds what it must and nothing else."""
    _require(folder)
    extra = sorted(path.name for path in folder.iterdir() if path.name not in MAY_HOLD)
    if extra:
        raise SubmissionError(
            [
                Problem(
                    code="file-extra",
                    file=f"{folder.as_posix()}/{name}",
                    expected=", ".join(sorted(MAY_HOLD)),
                    fix="remove it: a submission's folder holds data only",
                )
                for name in extra
            ]
        )
    path = folder / METADATA
    submission = read_submission_metadata(
        store.read_bytes(path, limit=1 << 16), file=path.as_posix()
    )
    problems = list(_misplaced(submission, folder, release))
    if problems:
        raise SubmissionError(problems)
    return submission


def unnamed(path: Path, release: Manifest) -> Card:
    """Return a stand-in for the card of a predictions file that stands alone."""
    stem = path.stem.lower()
    return Card(
        submission_id=stem if is_slug(stem) else "unnamed",
        release=release.release,
        model_name=stem if is_slug(stem) else "unnamed",
        organization="not stated",
    )


def _require(folder: Path) -> None:
    missing = [name for name in FIXES if not os.path.lexists(folder / name)]
    if len(missing) == len(FIXES):
        inside = [one.name for one in store.folders(folder) if (one / METADATA).is_file()]
        raise UsageError(
            f"{folder}: no submission's folder; name predictions/RELEASE/NAME"
            + (f", such as {folder / inside[0]}" if inside else "")
        )
    if missing:
        place = folder.as_posix()
        raise SubmissionError(
            [
                Problem(code="file-missing", file=f"{place}/{name}", fix=FIXES[name])
                for name in missing
            ]
        )


def _misplaced(submission: Card, folder: Path, release: Manifest) -> list[Problem]:
    tracks = {track.track for track in release.tracks}
    place = f"{folder.as_posix()}/{METADATA}"
    problems = []
    if submission.submission_id != folder.resolve().name:
        problems.append(
            Problem(
                code="misplaced",
                file=place,
                got=f"submission_id {submission.submission_id}",
                expected=folder.resolve().name,
                fix="name the folder by submission_id",
            )
        )
    if submission.submission_id in JUDGE_FILES:
        problems.append(
            Problem(
                code="misplaced",
                file=place,
                got=f"submission_id {submission.submission_id}",
                fix="choose another: a judge's own files have this name",
            )
        )
    if submission.release != release.release:
        problems.append(
            Problem(
                code="misplaced",
                file=place,
                got=f"release {submission.release}",
                expected=release.release,
                fix="correct release, or name the release that was meant with --release",
            )
        )
    claimed = [track for track in release.tracks if submission.claims(track.track)]
    offered = {condition for track in claimed for condition in track.conditions}
    if submission.condition not in offered:
        problems.append(
            Problem(
                code="condition",
                file=place,
                got=submission.condition,
                expected=", ".join(sorted(offered)) or "a track",
                fix="name tracks of the release, and a condition that one of them has",
            )
        )
    unknown = sorted(set(submission.tracks or ()) - tracks)
    if unknown:
        problems.append(
            Problem(
                code="track-unknown",
                file=place,
                got=", ".join(unknown),
                expected=", ".join(sorted(tracks)),
                fix="name tracks of the release, or leave tracks out for all",
            )
        )
    return problems
