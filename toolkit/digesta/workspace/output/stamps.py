"""From which inputs a folder of build/ was made; digests of files, folders and texts."""

from __future__ import annotations

import atexit
import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from time import time_ns
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.errors import SubmissionError
from digesta.workspace import store
from digesta.workspace.cache import read_cache, write_cache

_MOST_BYTES = 256 << 20
"""Of a file that boards or pages rest on."""

_SETTLED = 2_000_000_000
"""Nanoseconds after which no disk gives a further change the same time."""
_MOST_KEPT = 1 << 17
"""Digests that stay for the next command, those that were taken last."""


class Stamp(NamedTuple):
    """Where it is recorded from which inputs a folder was made. inputs: their digest.

    known: the digests of files in the folder, of which they need not be taken.
    """

    path: Path
    inputs: str
    folder: Path
    known: Mapping[str, str] = MappingProxyType({})

    def read(self) -> dict[str, Any]:
        """Return what was recorded; {} where the folder, or an input, changed since."""
        if not (self.inputs and self.path.is_file() and self.folder.is_dir()):
            return {}
        stamp: dict[str, Any] = orjson.loads(store.read_bytes(self.path))
        stands = stamp["inputs"] == self.inputs and stamp["made"] == inputs_digest([self.folder])
        return stamp if stands else {}

    def write(self, **fields: object) -> None:
        """Record the folder as it is now, and further fields."""
        made = inputs_digest([self.folder], known=self.known)
        stamp = {**fields, "inputs": self.inputs, "made": made}
        store.write_file(self.path, canonical_bytes(stamp) + b"\n")


def inputs_digest(
    inputs: Iterable[Path | str], *, known: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the digest of files, folders and texts; "", which no stamp matches, on an odd file.

    An odd file is a link, a device or an endless file, which the store refuses to read. The code
    that needs its content reports it. known: the digests of some of the files.
    """
    state = hashlib.sha256()
    try:
        for source in inputs:
            for path in _files_in(source) if isinstance(source, Path) else ():
                digest = known.get(path) or _file_digest(path)
                state.update(f"{path}\0{digest}\0".encode(errors="surrogateescape"))
            state.update(f"{source}\0".encode())
    except SubmissionError:
        return ""
    return state.hexdigest()


def _file_digest(path: str) -> str:
    """Return the digest of a file, which each command asks for, and many times.

    It is remembered of a file that has settled: by its times another change would be seen. They
    tell nothing on a disk that counts whole seconds, or has all files of one time.
    """
    known, status = _known_digests(), os.lstat(path)
    numbers = status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    if numbers in known:
        return known[numbers]
    digest = store.digest_of(Path(path), limit=_MOST_BYTES)
    settled = time_ns() - status.st_ctime_ns > _SETTLED
    if settled and status.st_ctime_ns % 1_000_000_000:
        known[numbers] = digest
    return digest


@cache
def _known_digests() -> dict[tuple[int, ...], str]:
    """Return the digests of files by their numbers; they are left to the next command."""
    there = read_cache(_KNOWN)
    known: dict[tuple[int, ...], str] = there if isinstance(there, dict) else {}
    atexit.register(_keep, known, len(known))
    return known


_KNOWN = "digests-of-files"


def _keep(known: Mapping[tuple[int, ...], str], before: int) -> None:
    if len(known) > before:
        write_cache(_KNOWN, dict([*known.items()][-_MOST_KEPT:]))


def _files_in(path: Path) -> list[str]:
    if path.is_file():
        return [f"{path}"]
    files = list[str]()
    for folder, folders, names in os.walk(path):
        links = (name for name in folders if os.path.islink(f"{folder}/{name}"))  # noqa: PTH114
        files += (f"{folder}/{name}" for name in (*names, *links))
    return sorted(files)
