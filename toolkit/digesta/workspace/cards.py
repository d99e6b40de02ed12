"""A submission's folder: what it may hold, and its card, ``submission.json``."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import LIMITS, read_submission_metadata
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

COMPRESSED = "predictions.jsonl.xz"
"""Predictions of an archive; scored and named by what they hold, not by how they are packed."""

TRACE = "trace.jsonl"
JOURNAL = "journal.jsonl"
"""What the generator keeps of a run to go on with it; nobody else reads it."""

RUN = "run.json"
"""The circumstances of the run."""

HOLDOUT = "holdout.json"
"""The scores on sealed questions; only ``digesta release score-holdout`` writes them."""

MAY_HOLD = frozenset({METADATA, PREDICTIONS, TRACE, JOURNAL, RUN, HOLDOUT})
"""What a submission's folder may hold; anything else is refused."""

JUDGE_FILES = ("controls", "calibration", "choices")
"""Names of a judge's own files, beside its verdicts on submissions."""


def card_of(folder: Path, release: Manifest) -> Card:
    """Return the ``submission.json`` of a folder that holds what it must and nothing else.

    The top of a repository that is one submission may hold more, and have any name.
    """
    if folder.is_symlink():
        raise store.not_regular(folder, "a link")
    packed = release.archive is not None and not os.path.lexists(folder / PREDICTIONS)
    may_hold = MAY_HOLD - {PREDICTIONS} | {COMPRESSED} if packed else MAY_HOLD
    _require(folder, COMPRESSED if packed else PREDICTIONS)
    if not _is_top(folder):
        expected, fix = ", ".join(sorted(may_hold)), "a submission's folder holds data only"
        refuse_extra(folder, may_hold, expected=expected, fix=f"remove it: {fix}")
    for name in sorted(may_hold):
        if os.path.lexists(folder / name):
            store.check_file(folder / name, limit=LIMITS.file_bytes)
    card = read_card(folder)
    if problems := list(_mismatches(card, folder, release)):
        raise SubmissionError(problems)
    return card


def _is_top(folder: Path) -> bool:
    """Return whether a folder is a repository's top, and not predictions/RELEASE/NAME."""
    kept = folder.resolve().parts[-3:-2] == ("predictions",)
    return (folder / ".git").exists() and not kept


def folder_around(path: Path) -> Path:
    """Return the submission's folder that a file in it stands for; any other path as it is."""
    named = path.name in (METADATA, PREDICTIONS) and (path.parent / METADATA).is_file()
    return path.parent if named else path


def read_card(folder: Path) -> Card:
    """Return a folder's ``submission.json``, wherever the folder lies."""
    path = folder / METADATA
    return read_submission_metadata(
        store.read_bytes(path, limit=LIMITS.metadata_bytes), file=path.as_posix()
    )


def new_card(**fields: Any) -> bytes:
    """Return the bytes of a new ``submission.json``, checked as strictly as any that is sent in."""
    card = canonical_bytes(fields)
    read_submission_metadata(card, file=METADATA)
    return card + b"\n"


def stand_in_card(path: Path, release: Manifest) -> Card:
    """Return a card for a predictions file that has none."""
    stem = path.stem.lower()
    name = stem if is_slug(stem) else "unnamed"
    return Card(
        submission_id=name, release=release.release, model_name=name, organization="not stated"
    )


def refuse_extra(folder: Path, allowed: Container[str], *, expected: str, fix: str) -> None:
    """Refuse a folder that holds a file of another name than those allowed.

    A name that begins with a dot is never read: an editor's, or what a killed write left behind.
    """
    problems = [
        Problem(code="file-extra", file=f"{folder.as_posix()}/{name}", expected=expected, fix=fix)
        for name in sorted(path.name for path in folder.iterdir())
        if name not in allowed and not name.startswith(".")
    ]
    if problems:
        raise SubmissionError(problems)


def _require(folder: Path, predictions: str) -> None:
    missing = [name for name in (METADATA, predictions) if not os.path.lexists(folder / name)]
    if len(missing) == len(FIXES):
        inside = [inner for inner in store.folders(folder) if (inner / METADATA).is_file()]
        raise UsageError(
            f"{folder}: no submission's folder; name predictions/RELEASE/NAME"
            + (f", such as {inside[0]}" if inside else "")
        )
    if missing:
        place = folder.as_posix()
        raise SubmissionError(
            [
                Problem(
                    code="file-missing", file=f"{place}/{name}", fix=FIXES[name.removesuffix(".xz")]
                )
                for name in missing
            ]
        )


def _mismatches(card: Card, folder: Path, release: Manifest) -> Iterator[Problem]:
    """Yield how a card does not fit its folder, or the release."""
    name, place = folder.resolve().name, f"{folder.as_posix()}/{METADATA}"
    misplaced = partial(Problem, code="misplaced", file=place)
    got = f"submission_id {card.submission_id}"
    if card.submission_id != name and not _is_top(folder):
        yield misplaced(got=got, expected=name, fix="name the folder by submission_id")
    if card.submission_id in JUDGE_FILES:
        yield misplaced(got=got, fix="choose another: a judge's own files have this name")
    if card.release != release.release:
        yield misplaced(
            got=f"release {card.release}",
            expected=release.release,
            fix="correct release, or name the release that was meant with --release",
        )
    claimed = [track for track in release.tracks if card.claims(track.track)]
    offered = {condition for track in claimed for condition in track.conditions}
    if card.condition not in offered:
        yield Problem(
            code="condition",
            file=place,
            got=card.condition,
            expected=", ".join(sorted(offered)) or "a track",
            fix="name tracks of the release, and a condition that one of them has",
        )
    tasks = {task for track in release.tracks for task in track.tasks}
    if unknown := sorted(set(card.not_comparable or ()) - (tasks if release.archive else set())):
        fix = "leave it out: only an archive has answers that cannot be compared, to its own tasks"
        yield misplaced(got=f"not_comparable {', '.join(unknown)}", fix=fix)
    tracks = {track.track for track in release.tracks}
    if unknown := sorted(set(card.tracks or ()) - tracks):
        yield Problem(
            code="track-unknown",
            file=place,
            got=", ".join(unknown),
            expected=", ".join(sorted(tracks)),
            fix="name tracks of the release, or leave tracks out for all",
        )
