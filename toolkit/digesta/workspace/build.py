"""What lies in build/, read back where nothing that it was made from has changed.

Beside each thing that is built lies a stamp: the digest of all that it was made from, and the
digest of what was made. Where both still hold, nothing is computed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.errors import SubmissionError, UsageError
from digesta.workspace import store
from digesta.workspace.boards import board_files, conditions_of, facts_files, scored_submissions
from digesta.workspace.judges import waiting
from digesta.workspace.published import check_published
from digesta.workspace.releases import StoredRelease, source_digest

SITE_PARTS = ("mkdocs", "mkdocs-material", "jinja2")
"""Distributions that a built page depends on, beside our own."""


class BoardSet(NamedTuple):
    """A release's boards. waiting: by track, the submissions that wait for a judge."""

    boards: Mapping[str, bytes]
    facts: int
    waiting: Mapping[str, list[str]]
    new: bool


def built_boards(root: Path, release: StoredRelease) -> BoardSet:
    """Return a release's boards from build/, made anew where anything they rest on changed."""
    name = release.manifest.release
    folder, stamp = root / "build" / "boards" / name, _stamp(root, f"boards-{name}")
    inputs = _digest_of(_board_inputs(root, name))
    known = _read_stamp(stamp)
    if inputs and known.get("inputs") == inputs and folder.is_dir():
        boards = store.read_tree(folder)
        if known["made"] == _digest_of_bytes(boards):
            return BoardSet(boards, known["facts"], known["waiting"], new=False)
    boards = board_files(root, release)
    check_published(release, boards)
    facts = facts_files(root, release)
    left = waiting(release, scored_submissions(root, release)[0])
    effects = {
        f"{condition.track}.json": canonical_bytes(condition.as_json()) + b"\n"
        for condition in conditions_of(root, release)
    }
    for kind, files in (("facts", facts), ("conditions", effects), ("boards", boards)):
        store.write_tree(root / "build" / kind / name, files, replace=True)
    made = _digest_of_bytes(boards)
    _write_stamp(stamp, inputs=inputs, made=made, facts=len(facts), waiting=left)
    return BoardSet(boards, len(facts), left, new=True)


def site_stands(root: Path) -> bool:
    """Return whether build/site is what the workspace as it is now would give."""
    known, inputs = _read_stamp(_stamp(root, "site")), _digest_of(_site_inputs(root))
    return (
        bool(inputs)
        and known.get("inputs") == inputs
        and (root / "build" / "site").is_dir()
        and known["made"] == _digest_of([root / "build" / "site"])
    )


def stamp_site(root: Path) -> None:
    """Record what build/site was made from."""
    inputs = _digest_of(_site_inputs(root))
    _write_stamp(_stamp(root, "site"), inputs=inputs, made=_digest_of([root / "build" / "site"]))


def _stamp(root: Path, name: str) -> Path:
    return root / "build" / "stamps" / f"{name}.json"


def _board_inputs(root: Path, release: str) -> list[Path | str]:
    # Attempts on sealed questions count over all releases.
    return [root / "releases", root / "predictions" / release, source_digest()]


def _site_inputs(root: Path) -> list[Path | str]:
    ours = Path(__file__).parents[1]
    try:
        parts = [f"{name} {version(name)}" for name in SITE_PARTS]
    except PackageNotFoundError as error:
        raise UsageError(
            f"{error.name} is missing; is the site's part installed? pip install 'digesta[site]'"
        ) from None
    return [
        *(root / name for name in ("releases", "predictions", "site", "mkdocs.yml")),
        *(ours / name for name in ("site", "schemas", "scorers")),
        *(source_digest(), *parts),
    ]


def _digest_of(inputs: Iterable[Path | str]) -> str:
    """Return the digest of files, folders and texts; "", which no stamp matches, if one is odd.

    Odd is what the store refuses to read: who reads that file for its content reports it.
    """
    state = hashlib.sha256()
    try:
        for source in inputs:
            for path in _files_in(source) if isinstance(source, Path) else ():
                state.update(f"{path.as_posix()}\0".encode())
                for chunk in store.read_chunks(path):
                    state.update(chunk)
                state.update(b"\0")
            state.update(f"{source}\0".encode())
    except SubmissionError:
        return ""
    return state.hexdigest()


def _files_in(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(inner for inner in path.rglob("*") if not inner.is_dir())


def _digest_of_bytes(files: Mapping[str, bytes]) -> str:
    state = hashlib.sha256()
    for name, data in sorted(files.items()):
        state.update(f"{name}\0{len(data)}\0".encode())
        state.update(data)
    return state.hexdigest()


def _read_stamp(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    stamp: dict[str, Any] = orjson.loads(store.read_bytes(path))
    return stamp


def _write_stamp(path: Path, **fields: object) -> None:
    store.write_file(path, canonical_bytes(fields) + b"\n")
