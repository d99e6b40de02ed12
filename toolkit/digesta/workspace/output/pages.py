"""From what each page of build/site was rendered, so that what stays is not rendered again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.errors import DigestaError
from digesta.workspace import store


class PageDigests(NamedTuple):
    """The digest of all that a page was rendered from, and that of the page."""

    inputs: str
    page: str


def read_pages(root: Path) -> dict[str, PageDigests]:
    """Return what was rendered by the build before, by path; nothing where that is damaged."""
    try:
        pages = orjson.loads(store.read_bytes(_record(root)))
        return {path: PageDigests(*map(str, digests)) for path, digests in pages.items()}
    except (DigestaError, ValueError, TypeError, AttributeError):
        return {}


def write_pages(root: Path, pages: Mapping[str, PageDigests]) -> None:
    """Record what build/site was rendered from."""
    content = canonical_bytes({path: list(page) for path, page in sorted(pages.items())})
    store.write_file(_record(root), content + b"\n")


def _record(root: Path) -> Path:
    return root / "build" / "stamps" / "pages.json"
