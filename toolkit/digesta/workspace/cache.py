"""The cache of compiled releases, in a folder that is the user's own."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import time
from typing import Any, overload

MONTH = 30 * 86_400
"""Seconds."""


_OF_ANOTHER_VERSION = (
    *(pickle.UnpicklingError, ImportError, AttributeError, TypeError, ValueError),
    *(LookupError, EOFError),
)
"""What an object raises on its way out of the cache whose class is no more, or another now."""


def read_cache(key: str) -> Any | None:
    """Return what was cached under a key, or None. Only our own, private folder is trusted."""
    path = _cache_folder() / key
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid():
            return None
        data = memoryview(path.read_bytes())  # a part of it is no copy
    except OSError:
        return None
    seal, payload = data[:32], data[32:]
    if hashlib.sha256(payload).digest() != seal:
        return None
    try:
        return pickle.loads(payload)  # noqa: S301 - our own file: owner and digest checked
    except _OF_ANOTHER_VERSION:
        return None


def write_cache(key: str, value: Any) -> None:
    """Keep a value under a key for later runs; a cache that cannot be written is no error."""
    folder = _cache_folder()
    # What an owner's scorer prepares may be nothing that can be pickled: its contract tests say so.
    with suppress(OSError, pickle.PicklingError, AttributeError, TypeError):
        payload = pickle.dumps(value, protocol=5)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=folder)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(hashlib.sha256(payload).digest())
            file.write(payload)
        Path(name).rename(folder / key)
        _drop_old(folder)


@cache
def _drop_old(folder: Path) -> None:
    """Remove, once a process, what nobody wrote or read for a month: other versions left it.

    Most disks note that a file was read once a day; where they never do, it is made again.
    """
    oldest = time() - MONTH
    for path in folder.iterdir():
        status = path.lstat()
        if max(status.st_atime, status.st_mtime) < oldest:
            with suppress(OSError):  # another process was sooner
                path.unlink()


class LazyValues(Sequence[Any]):
    """Values that a cache holds packed until one is asked for: they may need slow imports.

    Out of the cache they are as trusted as all that ``read_cache`` returns.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self._size, self._packed, self._values = len(values), b"", tuple(values)

    def __getstate__(self) -> tuple[int, bytes]:
        return self._size, self._packed or pickle.dumps(self._values, protocol=5)

    def __setstate__(self, state: tuple[int, bytes]) -> None:
        self._size, self._packed = state

    def __getattr__(self, name: str) -> Any:
        if name != "_values":
            raise AttributeError(name)
        self._values = pickle.loads(self._packed)  # noqa: S301 - part of our own file, see above
        return self._values

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._values[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return self._size


def is_cached(key: str) -> bool:
    """Return whether something lies under a key; ``read_cache`` finds out whether it is sound."""
    return (_cache_folder() / key).is_file()


def drop_cache(key: str) -> None:
    """Remove what was cached under a key, if anything was."""
    with suppress(OSError):
        (_cache_folder() / key).unlink()


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "digesta"
