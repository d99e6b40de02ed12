"""A folder that is written beside the one whose place it takes, and takes over what stays.

A file whose bytes are as they were is not written again: it is moved over, as a link until the
old folder is gone. On many disks to make a file takes longer than all else that is done for it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digesta.canonical import sha256_hex
from digesta.workspace import store


class NewTree:
    """The new folder, while it is filled.

    written: names of files that were made. digests: the SHA-256 of all by their names.
    """

    def __init__(self, folder: Path, before: Path) -> None:
        self._folder, self._before = folder, before
        self._folders = {folder}
        self.written: list[str] = []
        self.digests: dict[str, str] = {}

    def write(self, name: str, data: bytes) -> None:
        """Write a file, in place of one of that name that was written already."""
        target = self._target(name)
        if name in self.digests:
            target.unlink()
        self.digests[name] = sha256_hex(data)
        if self._old(name, size=len(data)) != data or not self._take_over(name, target):
            store.write_plain(target, data)
            self.written.append(name)

    def take_over(self, name: str, digest: str) -> bool:
        """Take a file over from the old folder; False where its SHA-256 is another, or it is not.

        Nothing was written under that name before; it may be written afterwards.
        """
        old = self._old(name)
        known = old is not None and sha256_hex(old) == digest
        if known and self._take_over(name, self._target(name)):
            self.digests[name] = digest
            return True
        return False

    def _target(self, name: str) -> Path:
        target = self._folder / name
        if target.parent not in self._folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(target.parent)
        return target

    def _old(self, name: str, size: int | None = None) -> bytes | None:
        """Return the bytes of an old file; None where it is odd, or not of that size."""
        path = self._before / name
        try:
            status = path.lstat()
            plain = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
            fits = size is None or status.st_size == size
            if not plain or not fits or stat.S_IMODE(status.st_mode) != store.MODE:
                return None
            return path.read_bytes()
        except OSError:
            return None

    def _take_over(self, name: str, target: Path) -> bool:
        try:
            os.link(self._before / name, target, follow_symlinks=False)
        except OSError:  # a disk that knows no links
            return False
        return True


@contextmanager
def new_tree(root: Path) -> Iterator[NewTree]:
    """Yield a folder to fill, which takes the place of ``root`` once all of it is there."""
    with store.tree_beside(root, flush=False) as beside:
        yield NewTree(beside, root)
