"""Look for what a release seals in build/, in every committed file, in git's whole history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from digesta.errors import Problem, ReleaseError
from digesta.holdout.leaks import hits, needles
from digesta.holdout.seal import unseal
from digesta.workspace import store
from digesta.workspace.holdouts import git as history
from digesta.workspace.holdouts.known import retired_with
from digesta.workspace.holdouts.reopening import read_opener
from digesta.workspace.releases import StoredRelease


def leaks_of(root: Path, release: StoredRelease, identity: Path) -> dict[str, str | int]:
    """Count the places that were searched; ReleaseError with every hit, by place."""
    if retired_with(root, release):
        return {"leaks": "retired, nothing is sealed"}
    by = read_opener(identity)
    sought = needles(release.data, unseal(release.data, by, name=release.root.as_posix()), by)
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
    names = history.committed(root) if in_git else _everything(root)
    built = root / "build"
    if built.is_dir():
        names = sorted({*names, *(f"build/{name}" for name in _below(built))})
    for name in names:
        path = root / name
        if path.is_file() and not path.is_symlink():
            yield "files", path.as_posix(), store.read_bytes(path)
    if in_git:
        for place, data in history.objects(root):
            yield "objects", f"git {place}", data


def _everything(root: Path) -> list[str]:
    """Return every file of a workspace that no git tells of: none is known to be ignored."""
    parts = ("releases", "predictions", "site", "drafts")
    return [
        f"{part}/{name}" for part in parts if (root / part).is_dir() for name in _below(root / part)
    ]


def _below(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
