"""From what build/site was made, so that what stays is neither made nor rendered again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.errors import DigestaError
from digesta.workspace import store


class PageDigests(NamedTuple):
    """The digest of all that a page was rendered from, and that of the page."""

    inputs: str
    page: str


class KeptUnit(NamedTuple):
    """Pages that were made together.

    key: the digest of all that they were made from. files: the SHA-256 of each file of data by its
    path. pages: of each page, by the path of its source, that source and the SHA-256 of its view.
    about: what the pages say of themselves to others.
    """

    key: str
    files: dict[str, str]
    pages: dict[str, tuple[str, str]]
    about: list[Mapping[str, Any]]


class SiteRecord(NamedTuple):
    """What a build leaves for the next: its rendered pages by path, its units by name."""

    pages: Mapping[str, PageDigests]
    units: dict[str, KeptUnit]


def read_pages(root: Path) -> SiteRecord:
    """Return the record of the build before; an empty one where that is damaged."""
    try:
        record = orjson.loads(store.read_bytes(_record(root)))
        return SiteRecord(
            {path: PageDigests(*map(str, digests)) for path, digests in record["pages"].items()},
            {name: _unit(*fields) for name, fields in record["units"].items()},
        )
    except (DigestaError, ValueError, TypeError, AttributeError, KeyError):
        return SiteRecord({}, {})


def write_pages(root: Path, record: SiteRecord) -> None:
    """Record what build/site was made from."""
    value = {
        "pages": {path: list(digests) for path, digests in record.pages.items()},
        "units": {name: list(unit) for name, unit in record.units.items()},
    }
    store.write_file(_record(root), orjson.dumps(value, option=orjson.OPT_SORT_KEYS) + b"\n")


def _unit(key: str, files: Any, pages: Any, about: Any) -> KeptUnit:
    if any(path.startswith("/") or ".." in path.split("/") for path in (*files, *pages)):
        raise ValueError("a path that leads out of the site")
    return KeptUnit(
        key,
        {path: str(digest) for path, digest in files.items()},
        {path: (str(source), str(view)) for path, (source, view) in pages.items()},
        [{**each} for each in about],
    )


def _record(root: Path) -> Path:
    return root / "build" / "stamps" / "pages.json"
