"""Sealed questions opened with an identity: read, sealed anew for others, or revealed for good."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from digesta.errors import ReleaseError, UsageError
from digesta.records.log import Access
from digesta.records.release import Sealed
from digesta.releases.data import ACCESS
from digesta.releases.log import chain_line, in_order
from digesta.workspace import store
from digesta.workspace.git import is_repository
from digesta.workspace.holdout.private_folder import private_files
from digesta.workspace.holdout.reveal import (
    RETIRED,
    live_releases,
    missing_files,
    revealed_files,
    rotated_files,
)
from digesta.workspace.holdout.seal import Identities, is_secret, read_identities, unseal
from digesta.workspace.holdout.seals import other_releases, retirement_of, reveals_truths
from digesta.workspace.releases import (
    StoredRelease,
    append,
    folder_of,
    log_of,
    open_release,
    signing,
)


def open_sealed_release(root: Path, wanted: str, *, alone: bool = False) -> StoredRelease:
    """Open a release whose holdout is sealed. alone: whatever other releases revealed."""
    release = open_release(root, wanted)
    name = release.root.as_posix()
    if release.manifest.holdout is None:
        fix = "score it on the public questions: digesta score"
        raise ReleaseError.of(code="holdout-none", file=f"{name}/release.json", fix=fix)
    here = release.id if reveals_truths(release.root) else ""
    if here and (missing := list(missing_files(store.read_tree(release.root), name=f"{name}/"))):
        if alone:
            return release  # a retirement that was begun can be finished
        raise ReleaseError(missing)
    if by := here or ("" if alone else retirement_of(root, release)):
        raise ReleaseError.of(
            code="holdout-retired",
            file=f"{name}/release.json",
            got=f"truths that {by} revealed",
            fix="send the system's answers to a release whose truths are sealed",
        )
    return release


def open_truths(release: StoredRelease, identity: Path) -> tuple[Sealed, Identities]:
    """Return what lies in a release's sealed file, and the identities that opened it."""
    by = read_identity(identity)
    return unseal(release.data, by, name=release.root.as_posix()), by


def read_identity(path: Path) -> Identities:
    """Read an identity file, named by its path; the key itself is refused without repeating it."""
    if "AGE-SECRET-KEY" in path.name.upper():
        raise UsageError(
            "--identity takes the path of a file; your key is now in the shell's history: make "
            "another, and rotate"
        )
    return read_identities(store.read_bytes(path, limit=1 << 16), file=path.as_posix())


def access_fields(release: StoredRelease, by: Identities, date: str, why: str) -> dict[str, str]:
    """Return the fields of an opening's line in the log of access."""
    # The governance page says whose public key it is.
    known = [key for key in by.public if key in release.manifest.recipients]
    return {"date": date, "who": (known or list(by.public))[0], "what": "holdout.age", "why": why}


def root_hash(release: StoredRelease) -> str:
    """Return the root that a release commits to."""
    return release.manifest.holdout.root if release.manifest.holdout else ""


def rotate(
    root: Path,
    wanted: str,
    identity: Path,
    *,
    to: Sequence[str],
    date: str,
    key: Path | None,
    dry: bool = False,
) -> str:
    """Seal a holdout anew for other recipients: a new release of the same questions and root.

    Returns what was done, in two lines. key: signs the line of the log; dry: what would be
    written, and nothing is.
    """
    if any(is_secret(key) for key in to):
        raise UsageError(
            "--to takes a public key, age1...; your secret key is now in the shell's history: make "
            "another, and rotate away from it"
        )
    release = open_sealed_release(root, wanted)
    sealed, by = open_truths(release, identity)
    taken = {folder.name for folder in store.folders(root / "releases")}
    day = release.manifest.day
    name = next(name for n in range(2, 1000) if (name := f"{day}.{n}") not in taken)
    files = rotated_files(store.read_tree(release.root), sealed, to, release=name)
    line = chain_line(
        Access,
        b"",
        access_fields(release, by, date, f"sealed anew as {name}"),
        signing(root / "releases" / name, ACCESS, key),
    )
    in_order(log_of(release, ACCESS), line, name=ACCESS, data=release.data)
    folder, files = root / "releases" / name, files | {ACCESS: line}
    if dry:
        return store.rehearsal(folder, files)
    with store.lock(root / "releases"):
        store.write_tree(folder, files)
    return (
        f"{folder.as_posix()}: sealed to {len(to)} recipients, root {root_hash(release)} as "
        f"before\ncommit it; check it with: digesta verify {name} --identity PATH\n"
        f"then bring its systems over: digesta-generate carry predictions/{release.id} "
        f"--release {name}\n"
    )


def retire(
    root: Path, wanted: str, identity: Path, *, date: str, key: Path | None, dry: bool = False
) -> str:
    """Reveal a holdout's truths, salts and reviews for good; return what was done, in two lines.

    key: signs the line of the log; dry: what would be written, and nothing is.
    """
    with nullcontext() if dry else store.lock(folder_of(root, wanted)):
        release = open_sealed_release(root, wanted, alone=True)
        name = release.root.as_posix()
        if problems := list(live_releases(release.data, other_releases(root, release), name=name)):
            raise ReleaseError(problems)
        sealed, by = open_truths(release, identity)
        files = {
            path.removeprefix("revealed/"): data for path, data in revealed_files(sealed).items()
        }
        fields = access_fields(release, by, date, RETIRED)
        line = append(release, ACCESS, Access, [fields], key=key, dry=dry)
        if dry:
            planned = store.rehearsal(release.root / "revealed", files)
            return f"would add to {name}/{ACCESS}: {line.decode()}{planned}"
        store.write_tree(release.root / "revealed", files, replace=True)
    return (
        f"{name}/revealed: {len(sealed.truths)} truths\n"
        f"commit it; check it with: digesta verify {release.id}\n"
    )


def write_private(
    root: Path, wanted: str, identity: Path, *, private: Path, date: str, key: Path | None
) -> str:
    """Write the private folder that a release was sealed from, if it was lost; log the opening.

    private: the new folder. key: signs the line of the log. Returns what was done, in two lines.
    """
    _refuse_shared_place(root, private)
    with store.lock(folder_of(root, wanted)):
        release = open_sealed_release(root, wanted)
        sealed, by = open_truths(release, identity)
        # The log first: truths never lie in the clear without a line that says so.
        fields = access_fields(release, by, date, "unsealed into a folder")
        append(release, ACCESS, Access, [fields], key=key)
    store.write_tree(private, private_files(sealed), mode=store.PRIVATE)
    return (
        f"{private.as_posix()}: {len(sealed.truths)} truths, under the ids of {release.id}\n"
        f"commit {release.root.as_posix()}/{ACCESS}; never commit the folder\n"
    )


def _refuse_shared_place(root: Path, private: Path) -> None:
    """Refuse a private folder that exists, or would lie in the workspace or a git work tree."""
    if os.path.lexists(private):
        raise UsageError(f"{private}: exists already; name a new folder")
    place = private.resolve()
    above = next(folder for folder in place.parents if folder.is_dir())
    if place.is_relative_to(root.resolve()) or is_repository(above):
        raise UsageError(
            f"{private}: is in the workspace or a git work tree; name a folder where sealed truths "
            "are never committed"
        )
