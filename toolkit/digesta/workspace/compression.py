"""Files of an archive that may be compressed: they count by what they hold, under its name."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Mapping
from pathlib import Path

from digesta.workspace import store
from digesta.workspace.bundle_zip import is_bundle, read_bundle
from digesta.workspace.xz import SUFFIX, content

LARGE = ("questions.jsonl", "truths.jsonl")
"""Files of an archive's release that stand compressed."""


def pack(data: bytes, *, preset: int = 9 | lzma.PRESET_EXTREME) -> bytes:
    """Return bytes compressed; what counts is what they hold. preset: of xz, 0 is the fastest."""
    return lzma.compress(data, preset=preset)


def pack_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of an archive's release as they are written."""
    return {
        path + SUFFIX * (path in LARGE): pack(data) if path in LARGE else data
        for path, data in files.items()
    }


def read_large(folder: Path, name: str) -> bytes:
    """Return what a release's file holds, whether it stands compressed or not."""
    path = folder / (name + SUFFIX)
    packed = name in LARGE and path.exists() and not (folder / name).exists()
    if not packed:
        return store.read_bytes(folder / name)
    return b"".join(content(path, limit=store.MOST_BYTES))


def is_held(path: Path) -> bool:
    """Return whether a file is there, compressed or not."""
    return path.is_file() or path.with_name(path.name + SUFFIX).is_file()


def content_of(path: Path) -> bytes | None:
    """Return what a file holds, compressed or not; None where it is not there."""
    if not is_held(path):
        return None
    there = path if path.is_file() else path.with_name(path.name + SUFFIX)
    return b"".join(content(there, limit=store.MOST_BYTES))


def read_release_tree(
    folder: Path, *, only: Callable[[str], bool] = lambda _path: True
) -> dict[str, bytes]:
    """Return the files of a release, by the names of what they hold; UsageError for none.

    folder: the release's, or a bundle of it. only: path -> whether a file is wanted.
    """
    if is_bundle(folder):
        return read_bundle(folder)
    files = store.read_tree(folder, only=lambda path: only(path.removesuffix(SUFFIX)))
    for name in LARGE:
        if name + SUFFIX in files and name not in files:
            del files[name + SUFFIX]
            files[name] = read_large(folder, name)
    return dict(sorted(files.items()))
