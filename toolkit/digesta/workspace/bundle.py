"""Bundles written: what a submitter needs beside the wheel, and nothing that changes later."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.package_files import folder_files
from digesta.releases.data import MANIFEST, ReleaseData
from digesta.workspace import store
from digesta.workspace.bundle_zip import (
    LICENSES,
    MOST_BYTES,
    MOST_MEMBERS,
    PACKED,
    SUFFIX,
    bundle_of,
    is_bundle,
    licenses_of,
)
from digesta.workspace.compression import pack, read_release_tree
from digesta.workspace.releases import StoredRelease, open_release


class Bundle(NamedTuple):
    """What was written: the release's id, how many files it has here, size and digest."""

    release: str
    files: int
    bytes: int
    sha256: str


def write_bundle(root: Path, release: str, out: Path, *, members: bool = False) -> Bundle:
    """Write a release as one file: what its manifest lists, schemas, licences, digests.

    Logs and boards stay out: they go on, and a bundle is as immutable as its release. So do truths
    that are sealed or were revealed later; the sealed file goes in as it was published. members:
    it goes to members alone, so texts that may be theirs may be in it.
    """
    if not is_bundle(out):
        raise UsageError(f"{out}: name it FILE{SUFFIX} or FILE{PACKED}")
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new file")
    opened = open_release(root, release)
    _refuse_closed(opened.data, members=members)
    data, listed = bundle_bytes(opened), 1 + len(opened.manifest.files)
    data = pack(data) if out.name.endswith(PACKED) else data
    store.write_file(out, data)
    return Bundle(opened.id, listed, len(data), sha256_hex(data))


def bundle_bytes(opened: StoredRelease) -> bytes:
    """Return a release as one file; the caller knows that all of its texts may be handed out."""
    tree = read_release_tree(opened.root)
    listed = (MANIFEST, *(file.path for file in opened.manifest.files))
    files = {f"releases/{opened.id}/{path}": tree[path] for path in listed}
    files |= {
        f"schemas/{name}": data for name, data in folder_files("digesta.schemas", "json").items()
    }
    files[LICENSES] = licenses_of(opened.manifest)
    data = bundle_of(files)
    if len(data) > MOST_BYTES or len(files) >= MOST_MEMBERS:
        most = f"{MOST_BYTES} bytes and {MOST_MEMBERS} files"
        raise UsageError(f"{opened.id}: {len(data)} bytes, {len(files)} files; read are {most}")
    return data


def _refuse_closed(data: ReleaseData, *, members: bool) -> None:
    """Raise UsageError where a licence keeps texts from those whom the bundle goes to."""
    if data.withheld:
        raise UsageError(f"{data.manifest.release}: its texts are withheld, so no bundle has them")
    if closed := len(data.questions) - len(data.open_part(members=members).questions):
        fix = "" if members else "; if it goes to members alone, try --members"
        rule = "by their licences (publish in release.json)"
        name = data.manifest.release
        raise UsageError(f"{name}: {closed} questions are not to be handed out, {rule}{fix}")
