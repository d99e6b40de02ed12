"""The cache of compiled releases, in a folder that is the user's own."""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any


def read_cache(key: str) -> Any | None:
    """Return what was cached under a key, or None. Only our own, private folder is trusted."""
    path = _cache_folder() / key
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid():
            return None
        data = path.read_bytes()
    except OSError:
        return None
    seal, payload = data[:32], data[32:]
    if hashlib.sha256(payload).digest() != seal:
        return None
    return pickle.loads(payload)  # noqa: S301 - our own file: owner and digest checked


def write_cache(key: str, value: Any) -> None:
    """Keep a value under a key for later runs; a cache that cannot be written is no error."""
    folder = _cache_folder()
    # What an owner's scorer prepares may be nothing that can be pickled: its contract tests say so.
    with suppress(OSError, pickle.PicklingError, AttributeError, TypeError):
        payload = pickle.dumps(value, protocol=5)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=folder)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(name).rename(folder / key)


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
