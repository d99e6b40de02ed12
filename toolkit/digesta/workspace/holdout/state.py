"""The check of a holdout, with an identity or by revealed truths; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from digesta.errors import Problem, ReleaseError
from digesta.records.release import Sealed, Truth
from digesta.workspace import store
from digesta.workspace.holdout.attempts import LoggedAttempt, attempts_of
from digesta.workspace.holdout.openings import open_truths
from digesta.workspace.holdout.reveal import missing_files, revealed_files, revealed_truths
from digesta.workspace.holdout.score_files import (
    attempts_in,
    openings_without_attempt,
    read_scores,
    score_attempt,
    score_files,
)
from digesta.workspace.holdout.seals import reveals_truths
from digesta.workspace.releases import StoredRelease


def holdout_state(
    root: Path, release: StoredRelease, identity: Path | None
) -> dict[str, str | int]:
    """Return how much of a holdout was recomputed; ReleaseError where a figure differs.

    With an identity, or once its truths are revealed: root, counts and every holdout.json.
    """
    if release.manifest.holdout is None:
        return {}
    files, retired = store.read_tree(release.root), reveals_truths(release.root)
    if retired and (missing := list(missing_files(files, name=f"{release.root.as_posix()}/"))):
        raise ReleaseError(missing)
    truths = revealed_truths(files)
    state: dict[str, str | int] = {"holdout": "sealed, not recomputed"}
    if openings := openings_without_attempt(root, release):
        state["holdout_opened_without_attempt"] = openings
    if identity is not None:
        sealed, _ = open_truths(release, identity)
        if truths and (problems := _differences_from(sealed, release)):
            raise ReleaseError(problems)
        truths = list(sealed.truths)
    if not truths:
        return state
    kind = "retired" if retired else "sealed"
    state["holdout"] = f"{kind}, root and counts recomputed"
    return {**state, "holdout_scores_recomputed": _recompute(root, release, truths)}


def _recompute(root: Path, release: StoredRelease, truths: Sequence[Truth]) -> int:
    """Score every submission with a holdout.json again; refuse what differs, return how many."""
    by_line = {attempt.digest: attempt for attempt in attempts_in(root)}
    files = score_files(root, release)
    problems = []
    for file in files.values():
        there = read_scores(file)
        if _is_beyond_recomputing(root, by_line[there.logged]):
            continue
        scores = score_attempt(root, release, truths, by_line[there.logged])
        if there != scores:
            old, new = there.as_json(), scores.as_json()
            keys = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
            problems.append(
                Problem(
                    code="holdout-differs",
                    file=file.as_posix(),
                    got=", ".join(keys),
                    expected="what the truths and the predictions give",
                    fix="restore the file, or score it again",
                )
            )
    if problems:
        raise ReleaseError(problems)
    return len(files)


def _is_beyond_recomputing(root: Path, logged: LoggedAttempt) -> bool:
    """Return whether the ladder compared an attempt with one whose answers were taken out since."""
    own = attempts_of(attempts_in(root), logged.attempt.organization, logged.sealed)
    return any(each.withdrawn for each in own[: [each.key for each in own].index(logged.key)])


def _differences_from(sealed: Sealed, release: StoredRelease) -> list[Problem]:
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
