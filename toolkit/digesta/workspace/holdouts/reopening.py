"""Verify what is sealed: with an identity, or from what retirement revealed; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digesta.errors import Problem, ReleaseError, UsageError
from digesta.holdout.reveal import missing_files, revealed_files, revealed_truths
from digesta.holdout.seal import Identities, read_identities, unseal
from digesta.records.release import Sealed, Truth
from digesta.workspace import store
from digesta.workspace.holdouts.known import retired
from digesta.workspace.holdouts.scores import (
    HOLDOUT,
    attempts_in,
    openings_without_attempt,
    read_scores,
    scored,
)
from digesta.workspace.releases import StoredRelease


def recomputed(
    root: Path, release: StoredRelease, truths: Sequence[Truth]
) -> tuple[int, list[Problem]]:
    """Score every submission with a holdout.json again; give their number, and what differs."""
    by_line = {attempt.digest: attempt for attempt in attempts_in(root)}
    files = [
        folder / HOLDOUT
        for folder in store.folders(root / "predictions" / release.manifest.release)
        if (folder / HOLDOUT).exists()
    ]
    problems = []
    for file in files:
        there = read_scores(file)
        made = scored(root, release, truths, by_line[there.logged])
        if there != made:
            problems.append(
                Problem(
                    code="holdout-differs",
                    file=file.as_posix(),
                    got=_differing(there.as_json(), made.as_json()),
                    expected="what the truths and the predictions give",
                    fix="restore the file, or score it again",
                )
            )
    return len(files), problems


def _differing(there: dict[str, Any], made: dict[str, Any]) -> str:
    return ", ".join(
        sorted(key for key in there.keys() | made.keys() if there.get(key) != made.get(key))
    )


def sealed_state(root: Path, release: StoredRelease, identity: Path | None) -> dict[str, str | int]:
    """Return what of a holdout could be recomputed; ReleaseError where it comes out otherwise.

    With an identity, or once its truths are revealed: root, counts and every holdout.json.
    """
    if release.manifest.holdout is None:
        return {}
    files, gone = store.read_tree(release.root), retired(release.root)
    if gone and (missing := list(missing_files(files, name=f"{release.root.as_posix()}/"))):
        raise ReleaseError(missing)
    truths = revealed_truths(files)
    said: dict[str, str | int] = {"holdout": "sealed, not recomputed"}
    if unanswered := openings_without_attempt(root, release):
        said["holdout_opened_without_attempt"] = unanswered
    if identity is not None:
        sealed = unseal(release.data, read_opener(identity), name=release.root.as_posix())
        if truths and (wrong := _not_revealed(release, sealed)):
            raise ReleaseError(wrong)
        truths = list(sealed.truths)
    if not truths:
        return said
    count, problems = recomputed(root, release, truths)
    if problems:
        raise ReleaseError(problems)
    state = "retired" if gone else "sealed"
    said["holdout"] = f"{state}, root and counts recomputed"
    return {**said, "holdout_scores_recomputed": count}


def read_opener(identity: Path) -> Identities:
    """Read an identity file, named by its path; the key itself is refused without repeating it."""
    if "AGE-SECRET-KEY" in identity.name.upper():
        raise UsageError(
            "--identity takes the path of a file; the key that was typed stands in the shell's "
            "history now: make another, and rotate"
        )
    return read_identities(store.read_bytes(identity, limit=1 << 16), file=identity.as_posix())


def _not_revealed(release: StoredRelease, sealed: Sealed) -> list[Problem]:
    return [
        Problem(
            code="revealed-differs",
            file=f"{release.root.as_posix()}/{path}",
            expected="what was sealed",
            fix="restore it from the commit that retired the release",
        )
        for path, data in revealed_files(sealed).items()
        if not (release.root / path).exists() or store.read_bytes(release.root / path) != data
    ]
