"""Drafts on disk: what a draft goes on from, and what it may not seal."""

from __future__ import annotations

from pathlib import Path

from digesta.errors import ReleaseError
from digesta.releases.diff import unexplained_reseal
from digesta.releases.reading import MANIFEST, ReleaseData, located, parse_release
from digesta.workspace import store
from digesta.workspace.holdouts.known import refuse_known


def refuse_reseal(root: Path, draft: ReleaseData, folder: Path) -> None:
    """Refuse to seal what is known already, or other truths of the same questions unsaid."""
    refuse_known(root, draft, name=folder.as_posix())
    before = release_before(root, draft, folder)
    if before is not None and (problems := list(unexplained_reseal(before, draft))):
        raise ReleaseError(located(folder.as_posix(), problems))


def release_before(root: Path, draft: ReleaseData, folder: Path) -> ReleaseData | None:
    """Read the release that a draft or a release goes on from; None if it is the first."""
    name = draft.manifest.previous
    if name is None:
        return None
    before = root / "releases" / name
    if not (before / MANIFEST).is_file():
        raise ReleaseError.of(
            code="previous-missing",
            file=f"{folder.as_posix()}/{MANIFEST}",
            got=name,
            expected=f"a release in {(root / 'releases').as_posix()}",
            fix="name the release before it in previous, or give its workspace by --root",
        )
    return parse_release(store.read_tree(before), name=before.as_posix())
