"""Boards and pages in build/, read back while nothing that they were made from has changed.

A stamp in build/stamps/ holds the digest of all that a folder was made from, and the digest of
the folder. While both are the same, nothing is computed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, StaleScoreError, SubmissionError, UsageError
from digesta.schemas import SCHEMAS, json_schemas
from digesta.workspace import store
from digesta.workspace.boards import (
    board_files,
    conditions_of,
    facts_files,
    scored_submissions,
)
from digesta.workspace.judges import waiting
from digesta.workspace.publication import check_last_publication
from digesta.workspace.releases import StoredRelease, json_line, source_digest

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
    name, build = release.id, root / "build"
    # Attempts on sealed questions count over all releases.
    inputs = _digest_of([root / "releases", root / "predictions" / name, source_digest()])
    folder = build / "boards" / name
    if known := _read_stamp(build, f"boards-{name}", inputs, folder):
        return BoardSet(store.read_tree(folder), known["facts"], known["waiting"], new=False)
    boards = board_files(root, release)
    check_last_publication(release, boards)
    facts = facts_files(root, release)
    unjudged = waiting(release, scored_submissions(root, release)[0])
    effects = {f"{each.track}.json": json_line(each) for each in conditions_of(root, release)}
    for kind, files in (("facts", facts), ("conditions", effects), ("boards", boards)):
        store.write_tree(build / kind / name, files, replace=True)
    fields = {"facts": len(facts), "waiting": unjudged}
    _write_stamp(build, f"boards-{name}", inputs, folder, fields)
    return BoardSet(boards, len(facts), unjudged, new=True)


def site_stands(root: Path) -> bool:
    """Return whether build/site is what the workspace as it is now would give."""
    build = root / "build"
    return bool(_read_stamp(build, "site", _site_inputs(root), build / "site"))


def stamp_site(root: Path) -> None:
    """Record what build/site was made from."""
    build = root / "build"
    _write_stamp(build, "site", _site_inputs(root), build / "site", {})


def _site_inputs(root: Path) -> str:
    ours = Path(__file__).parents[1]
    try:
        parts = [f"{name} {version(name)}" for name in SITE_PARTS]
    except PackageNotFoundError as error:
        raise UsageError(
            f"{error.name} is missing; is the site's part installed? pip install 'digesta[site]'"
        ) from None
    return _digest_of(
        [
            *(root / name for name in ("releases", "predictions", "site", "mkdocs.yml")),
            *(ours / name for name in ("site", "schemas", "scorers")),
            *(source_digest(), *parts),
        ]
    )


def stale_schemas(folder: Path = SCHEMAS) -> list[str]:
    """Return the names of the JSON Schemas in a folder that are not what the records give."""
    schemas, there = json_schemas(), store.read_tree(folder) if folder.is_dir() else {}
    names = sorted(schemas.keys() | there.keys())
    return [name for name in names if schemas.get(name) != there.get(name)]


def build_schemas(folder: Path, *, check: bool) -> tuple[int, int]:
    """Write the JSON Schemas that are stale, or refuse them; return how many there are, and were.

    check: write nothing, and raise StaleScoreError where one is stale.
    """
    schemas, stale = json_schemas(), stale_schemas(folder)
    if check and stale:
        fix, place = "run: digesta schema", folder.name
        raise StaleScoreError(
            [Problem(code="schema-stale", file=f"{place}/{name}", fix=fix) for name in stale]
        )
    if any(name not in schemas and not name.endswith(".schema.json") for name in stale):
        raise UsageError(f"{folder}: holds other files than schemas; name a folder of their own")
    if stale:
        store.write_tree(folder, schemas, replace=True)
    return len(schemas), len(stale)


def _digest_of(inputs: Iterable[Path | str]) -> str:
    """Return the digest of files, folders and texts; "", which no stamp matches, if one is odd.

    Odd is what the store refuses to read: who reads that file for its content reports it.
    """
    state = hashlib.sha256()
    try:
        for source in inputs:
            for path in _files_in(source) if isinstance(source, Path) else ():
                state.update(f"{path.as_posix()}\0{store.digest_of(path)}\0".encode())
            state.update(f"{source}\0".encode())
    except SubmissionError:
        return ""
    return state.hexdigest()


def _files_in(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(inner for inner in path.rglob("*") if not inner.is_dir())


def _read_stamp(build: Path, name: str, inputs: str, folder: Path) -> dict[str, Any]:
    """Return what was recorded when a folder was made; {} where it, or an input, changed since."""
    path = build / "stamps" / f"{name}.json"
    if not (inputs and path.is_file() and folder.is_dir()):
        return {}
    stamp: dict[str, Any] = orjson.loads(store.read_bytes(path))
    return stamp if (stamp["inputs"], stamp["made"]) == (inputs, _digest_of([folder])) else {}


def _write_stamp(
    build: Path, name: str, inputs: str, folder: Path, fields: Mapping[str, object]
) -> None:
    stamp = {**fields, "inputs": inputs, "made": _digest_of([folder])}
    store.write_file(build / "stamps" / f"{name}.json", canonical_bytes(stamp) + b"\n")
