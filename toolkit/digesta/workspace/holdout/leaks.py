"""Look for what a release seals in build/, in every committed file, in git's whole history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from digesta.errors import Problem, ReleaseError
from digesta.workspace import git as history
from digesta.workspace import store
from digesta.workspace.holdout.needles import hits, needles
from digesta.workspace.holdout.openings import open_truths
from digesta.workspace.holdout.seals import retirement_of
from digesta.workspace.releases import StoredRelease


def leaks_of(root: Path, release: StoredRelease, identity: Path) -> dict[str, str | int]:
    """Count the places that were searched; ReleaseError with every hit, by place."""
    if retirement_of(root, release):
        return {"leaks": "retired, nothing is sealed"}
    sought = needles(release.data, *open_truths(release, identity))
    problems: list[Problem] = []
    counts = {"files": 0, "objects": 0}
    for kind, place, data in _places(root):
        counts[kind] += 1
        problems += hits(sought, place, data)
    if problems:
        raise ReleaseError(problems)
    return {"leaks": "none", **{f"searched_{kind}": n for kind, n in counts.items()}}


def _places(root: Path) -> Iterator[tuple[str, str, bytes]]:
    in_git = history.is_repository(root)
    # Outside git nothing is known to be ignored: all is searched that a workspace consists of.
    parts = ("build",) if in_git else ("build", "releases", "predictions", "site", "drafts")
    paths = {path for part in parts for path in (root / part).rglob("*")}
    if in_git:
        paths |= {root / name for name in history.committed_paths(root)}
    for path in sorted(paths):
        if path.is_file() and not path.is_symlink():
            yield "files", path.as_posix(), store.read_bytes(path)
    if in_git:
        for place, data in history.objects(root):
            yield "objects", f"git {place}", data
