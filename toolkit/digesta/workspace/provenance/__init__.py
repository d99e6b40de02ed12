"""Attestations: which bytes a release, its boards or the site have, and what they came from.

Made only of what stands: a release is verified before, boards are made again or found unchanged,
a site must be the one that today's files give. Checked without a network, against any copy.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import Problem, ReleaseError, UsageError
from digesta.releases.cut import file_entries
from digesta.releases.data import MANIFEST
from digesta.releases.log import last_day
from digesta.workspace import store
from digesta.workspace.build import built_boards
from digesta.workspace.compression import read_release_tree
from digesta.workspace.owner.config import CONFIG
from digesta.workspace.provenance.envelope import LIMITS, read_attestation, sign_payload
from digesta.workspace.provenance.statement import Kind, Parameters, statement
from digesta.workspace.releases import (
    StoredRelease,
    check_signatures,
    newest,
    open_release,
    signers_of,
    signing_key,
)
from digesta.workspace.verify import verify

_CODE = "digesta"
"""The package's name among the inputs."""

SITE_PARTS = ("mkdocs", "mkdocs-material", "jinja2", "plotly")
"""Distributions that a built page depends on, beside our own."""


def attest(
    root: Path,
    kind: Kind,
    wanted: str | None,
    *,
    key: Path | None,
    epoch: int | None,
    code: str,
) -> tuple[Parameters, bytes]:
    """Return what is attested, and the attestation: signed by a key where lines are signed.

    epoch: seconds since 1970 that date it; else the last day that the release and its logs name.
    code: the version of Digesta.
    """
    if kind == "site" and wanted not in {None, newest(root)}:
        raise UsageError("--release: the site is made of every release; leave it out")
    release = open_release(root, wanted)
    private = signing_key(release.root.resolve().parent, "an attestation", key)
    _check(root, kind, release)
    day = last_day(release.data)
    if epoch is not None:
        day = dt.datetime.fromtimestamp(epoch, dt.UTC).date().isoformat()
    about = Parameters(kind=kind, release=release.id, date=day)
    parts = SITE_PARTS if kind == "site" else ()
    place = release.root if kind == "release" else _folder(root, kind, release.id)
    value = statement(
        file_digests(kind, place),
        list(_inputs(root, kind, release)),
        about,
        versions={"digesta": code} | {name: version(name) for name in parts},
    )
    if private is not None:
        value = sign_payload(canonical_bytes(value), private, about)
    return about, canonical_bytes(value) + b"\n"


def attestation_results(root: Path, path: Path, folder: Path | None) -> dict[str, str | int]:
    """Return what an attestation says, by name, once it is signed and every file is as it says.

    folder: a copy of what is attested, elsewhere. Raises ReleaseError, with each file that has
    other bytes, is missing or is there besides.
    """
    data = store.read_bytes(path, limit=LIMITS.line_bytes)
    attestation, signer = read_attestation(
        data, signers_of(root / "releases"), file=path.as_posix()
    )
    about, inputs = attestation.parameters, attestation.predicate.definition.dependencies
    place = folder or _folder(root, about.kind, about.release)
    attested = {subject.name: subject.digest["sha256"] for subject in attestation.subject}
    if problems := list(_differences(attested, file_digests(about.kind, place), place)):
        raise ReleaseError(problems)
    moved = [each.name for each in inputs if _digest_at(root, each.name) != each.digest]
    return {
        **about.as_json(),
        "folder": place.as_posix(),
        "files": len(attested),
        "signer": signer or "none: nothing is signed",
        "inputs": ", ".join(each.name for each in inputs),
        "inputs_other_here": ", ".join(moved) or "none",
    }


def _check(root: Path, kind: Kind, release: StoredRelease) -> None:
    """Raise an error where what is to be attested is not what its inputs give."""
    check_signatures(release.root)
    if kind == "release":
        name = release.root.as_posix()
        if problems := verify(read_release_tree(release.root), name=name):
            raise ReleaseError(problems)
    elif kind == "board":
        built_boards(root, release)


def _folder(root: Path, kind: Kind, release: str) -> Path:
    names = {"release": f"releases/{release}", "board": f"build/boards/{release}"}
    return root / names.get(kind, "build/site")


def file_digests(kind: Kind, folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file that is attested in a folder, by its path there.

    Of a release it is what never changes: logs and published boards grow, and are signed
    themselves.
    """
    if kind != "release":
        return _digests_in(folder)
    files = read_release_tree(folder)
    listed = {each.path: each.sha256 for each in file_entries(files)}
    manifest = {MANIFEST: sha256_hex(files[MANIFEST])} if MANIFEST in files else {}
    return manifest | listed


def _digests_in(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder")
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: store.digest_of(names[name]) for name in sorted(names)}


def _differences(attested: dict[str, str], now: dict[str, str], place: Path) -> Iterator[Problem]:
    for name in sorted(attested.keys() | now.keys()):
        if attested.get(name) != now.get(name):
            yield Problem(
                code="digest",
                file=f"{place.as_posix()}/{name}",
                got=now.get(name, "no such file"),
                expected=attested.get(name, "no such file"),
                fix="restore the folder; what changed on purpose is attested anew",
            )


def _inputs(root: Path, kind: Kind, release: StoredRelease) -> Iterator[dict[str, Any]]:
    """Yield what the files were made from: files and folders of the workspace, and the code."""
    names = {
        "release": [f"releases/{release.manifest.previous}/{MANIFEST}"],
        "board": ["releases", f"predictions/{release.id}"],
        "site": ["releases", "predictions", "site", CONFIG, "mkdocs.yml"],
    }
    for name in dict.fromkeys((*names[kind], _CODE)):
        if digest := _digest_at(root, name):
            yield {"name": name, "digest": digest}


def _digest_at(root: Path, name: str) -> dict[str, str]:
    """Return an input's digest as it is here; {} where it is not.

    A folder's ``dirHash`` is that of the lines which sha256sum would print (in-toto's digest_set;
    Hash1 of Go's dirhash), without what Python compiled.
    """
    path = Path(__file__).parents[2] if name == _CODE else root / name
    if ".." in PurePosixPath(name).parts or not path.exists():
        return {}
    if path.is_file():
        return {"sha256": store.digest_of(path)}
    digests = {f"{digest}  {file}\n": file for file, digest in _digests_in(path).items()}
    lines = [line for line, file in digests.items() if "__pycache__" not in file.split("/")]
    return {"dirHash": sha256_hex("".join(lines).encode())}
