"""What a release was cut with: the scorers of owners, by the digests of their sources."""

from __future__ import annotations

from pathlib import Path

from digesta.errors import Problem, ReleaseError, ScorerError
from digesta.records.release import Manifest
from digesta.releases.data import MANIFEST
from digesta.scorers import SCORERS


def check_scorers(folder: Path, manifest: Manifest) -> None:
    """Refuse a release that was cut with an owner's scorer which is not here as it was then."""
    missing, changed = list[Problem](), list[Problem]()
    for signed, digest in (manifest.scorers or {}).items():
        name, _, version = signed.partition("/")
        expected = f"{signed}, its source of SHA-256 {digest}"
        scorer = SCORERS.get(name)
        if scorer is None:
            fix = "get the package that it comes from, read it, and install it"
            file, got = (folder / MANIFEST).as_posix(), "no such scorer here"
            problem = Problem(code="scorer-missing", file=file, got=got, expected=expected, fix=fix)
            missing.append(problem)
        elif scorer.version < int(version) or (
            scorer.version == int(version) and scorer.source != digest
        ):
            fix = "restore it, or raise its version: its marks may be others now"
            file = str(SCORERS.loaders[name])
            got = f"{name}/{scorer.version}, its source of SHA-256 {scorer.source}"
            problem = Problem(code="scorer-changed", file=file, got=got, expected=expected, fix=fix)
            changed.append(problem)
    if missing:
        raise ReleaseError(missing)
    if changed:
        raise ScorerError(changed)
