"""Releases on disk, opened by id, by folder, or the newest.

Joins ``store`` (files) with the floors below (values). A release's compiled form is cached under
the digest of its manifest and of the sources that it was compiled by.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from digesta.canonical import sha256_hex
from digesta.errors import ReleaseError, UsageError
from digesta.records.release import Manifest
from digesta.releases.reading import MANIFEST, ReleaseData, parse_release
from digesta.scorers import GROUP
from digesta.scoring.facts import CompiledRelease, compile_release
from digesta.workspace import store


@dataclass(frozen=True, eq=False)
class StoredRelease:
    """A release folder: its manifest, its compiled public split, and all records on demand."""

    root: Path
    manifest: Manifest
    compiled: CompiledRelease

    @cached_property
    def data(self) -> ReleaseData:
        """Read every record of the release."""
        return parse_release(store.read_tree(self.root), name=self.root.as_posix())


def workspace_root(path: Path) -> Path:
    """Return the nearest folder, from a path upwards, that holds releases; else the path."""
    return next((f for f in (path, *path.absolute().parents) if releases_in(f)), path)


def releases_in(root: Path) -> list[str]:
    """Return the ids of a workspace's releases, oldest first."""
    folders = store.folders(root / "releases")
    return sorted((f.name for f in folders if (f / MANIFEST).is_file()), key=release_order)


def newest(releases: Path) -> str:
    """Return the id of the newest release of a workspace."""
    ids = [path.name for path in store.folders(releases) if (path / MANIFEST).is_file()]
    if not ids:
        fix = "name a workspace with --root, or look around first with: digesta demo"
        raise UsageError(f"{releases}: no release here; {fix}")
    return max(ids, key=release_order)


def release_order(release_id: str) -> tuple[str, int]:
    """Order release ids by date, then by the number after the dot."""
    day, _, number = release_id.partition(".")
    return day, int(number or 0)


def open_release(root: Path, wanted: str | None) -> StoredRelease:
    """Open a release by id, by folder, or the newest; every digest of its manifest is checked."""
    folder = folder_of(root, wanted)
    raw = store.read_bytes(folder / MANIFEST)
    digest = sha256_hex(raw)
    key = f"{digest[:32]}-{source_digest()[:32]}-{sys.version_info[0]}.{sys.version_info[1]}"
    compiled = store.cached(key)
    if not isinstance(compiled, CompiledRelease):
        data = parse_release(store.read_tree(folder), name=folder.as_posix())
        _check_digests(folder, data.manifest)
        compiled = compile_release(
            data.manifest, data.questions, data.truths, digest=digest, resources=data.resources
        )
        store.cache(key, compiled)
    else:
        _check_digests(folder, compiled.release)
    return StoredRelease(folder, compiled.release, compiled)


def release_for(root: Path, wanted: str | None, paths: Sequence[Path]) -> str | None:
    """Return the release that submissions are meant for: as wanted, else by where the first lies.

    A folder predictions/<release>/<name> is for that release; anything else for the newest.
    """
    if wanted is not None or not paths:
        return wanted
    name = paths[0].resolve().parent.name
    return name if (root / "releases" / name / MANIFEST).is_file() else None


def folder_of(root: Path, wanted: str | None) -> Path:
    """Return the folder of a release: by id, by folder, or the newest."""
    if wanted is not None and (Path(wanted) / MANIFEST).is_file():
        return Path(wanted)
    releases = root / "releases"
    folder = releases / (wanted or newest(releases))
    if not (folder / MANIFEST).is_file():
        known = ", ".join(path.name for path in store.folders(releases)) or "none"
        raise UsageError(f"no release {wanted!r}; there are: {known}")
    return folder


def _check_digests(folder: Path, manifest: Manifest) -> None:
    for entry in manifest.files:
        path = folder / entry.path
        state = hashlib.sha256()
        for chunk in store.read_chunks(path):
            state.update(chunk)
        if state.hexdigest() != entry.sha256:
            raise ReleaseError.of(
                code="digest",
                file=path.as_posix(),
                got=state.hexdigest(),
                expected=entry.sha256,
                fix="the file is not the one that was released; restore it",
            )


def source_digest() -> str:
    """Return a digest of the modules that marks rest on: this package's and owners' scorers'."""
    ours, state = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(ours.rglob("*.py")):
        state.update(path.relative_to(ours).as_posix().encode() + b"\0")
        state.update(path.read_bytes())
    for name, path in _owners():
        state.update(name.encode() + b"\0")
        state.update(path.read_bytes())
    return state.hexdigest()


def _owners() -> Iterator[tuple[str, Path]]:
    """Yield an owner's scorers with their files: a package's module comes with its folder."""
    for point in sorted(entry_points(group=GROUP)):
        spec = find_spec(point.module)
        if spec is None or spec.origin is None:
            continue
        path = Path(spec.origin)
        in_package = bool(spec.parent)
        for file in sorted(path.parent.rglob("*.py")) if in_package else [path]:
            yield point.value, file
