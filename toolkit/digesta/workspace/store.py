"""The only module that opens a workspace's files: strict reads, atomic writes, locks.

Reads take regular files only (no symlink, FIFO, device or hard link) and hash the bytes that
they hand on. Writes are old or new, never torn: written beside, flushed to disk, renamed.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from digesta.errors import ReleaseError, SubmissionError, UsageError
from digesta.workspace.progress import warn

CHUNK = 1 << 18
"""Bytes read at a time: 256 KiB, the unit of intake's fast path."""

MOST_BYTES = 1 << 30
"""Of what is read whole, one file or a folder's together."""

MODE = 0o644
"""Of every file that we write, less what the user's umask takes away."""

LEFT_BEHIND = re.compile(r"\..+\.[a-z0-9_]{8}\.(tmp|old)")
"""What ``write_file`` and ``write_tree`` write before they rename it, or move aside."""

PRIVATE = 0o600
"""Of a file that only its owner may read: keys."""


def read_bytes(path: Path, *, limit: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file, at most ``limit``."""
    with _open_regular(path, limit) as file:
        return file.read()


def check_file(path: Path, *, limit: int) -> None:
    """Refuse what is no regular file of at most ``limit`` bytes; nothing is read."""
    with _open_regular(path, limit):
        pass


def read_chunks(path: Path) -> Iterator[bytes]:
    """Yield a regular file's bytes in chunks, from one descriptor."""
    with _open_regular(path) as file:
        while chunk := file.read(CHUNK):
            yield chunk


def digest_of(path: Path, *, limit: int | None = None) -> str:
    """Return the SHA-256 of a regular file of at most ``limit`` bytes."""
    with _open_regular(path, limit) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_tree(
    root: Path, *, limit: int = MOST_BYTES, only: Callable[[str], bool] = lambda _path: True
) -> dict[str, bytes]:
    """Return every regular file under a folder: relative path -> bytes, sorted by path.

    only: relative path -> whether a file is wanted.
    """
    if not root.is_dir():
        raise UsageError(f"{root}: no such folder")
    paths = sorted(path for path in root.rglob("*") if path.is_symlink() or not path.is_dir())
    named = {path.relative_to(root).as_posix(): path for path in paths}
    return read_files({name: path for name, path in named.items() if only(name)}, limit=limit)


def read_files(paths: Mapping[str, Path], *, limit: int) -> dict[str, bytes]:
    """Return the bytes of regular files by their names, at most ``limit`` of all together."""
    sizes = {path: path.lstat().st_size for path in paths.values() if path.is_file()}
    if sum(sizes.values()) > limit:
        largest = max(sizes, key=lambda path: sizes[path])
        raise _too_large(largest, f"{sizes[largest]} of {sum(sizes.values())} bytes", limit)
    return {name: read_bytes(path, limit=limit) for name, path in paths.items()}


def folders(root: Path) -> list[Path]:
    """Return the folders directly under a folder, sorted; none where it does not exist.

    What begins with a dot is not ours to read: a write that was killed leaves such a folder.
    """
    if not root.is_dir():
        return []
    visible = (path for path in root.iterdir() if not path.name.startswith("."))
    return sorted(path for path in visible if path.is_dir() and not path.is_symlink())


@contextmanager
def _open_regular(path: Path, limit: int | None = None) -> Iterator[FileIO]:
    # O_NONBLOCK: opening a FIFO must not wait for its writer; O_NOFOLLOW: no symlink.
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except OSError as error:
        got = "a link" if error.errno == errno.ELOOP else error.strerror
        raise not_regular(path, got or "unreadable") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise not_regular(path, "not a regular file")
        if status.st_nlink > 1:
            raise not_regular(path, "a hard link")
        if limit is not None and status.st_size > limit:
            raise _too_large(path, f"{status.st_size} bytes", limit)
        with FileIO(descriptor, closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def _too_large(path: Path, got: str, limit: int) -> SubmissionError:
    place, expected = path.as_posix(), f"at most {limit} bytes"
    fix = "take out what does not belong there, or split it"
    return SubmissionError.of(code="file-size", file=place, got=got, expected=expected, fix=fix)


def not_regular(path: Path, got: str) -> SubmissionError:
    """Return the error of what stands where a plain file or folder should. got: what it is."""
    place, expected = path.as_posix(), "a plain file or folder with one name"
    fix = "copy its content into a plain file or folder"
    return SubmissionError.of(code="file-kind", file=place, got=got, expected=expected, fix=fix)


# Writing --------------------------------------------------------------------------------------


@contextmanager
def name_errors(path: Path) -> Iterator[None]:
    """Name a file in what the disk refuses: an error of writing or flushing names none."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_file(path: Path, data: bytes, *, mode: int = MODE) -> None:
    """Replace a file's content: afterwards the old or the new bytes stand there, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    heal(path)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with name_errors(path), open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            with suppress(OSError):  # what nobody holds was left behind; some disks have no locks
                take_lock(descriptor)
            file.write(data)
            file.flush()
            os.fchmod(descriptor, _mode_under_umask(mode))
            os.fsync(descriptor)
            os.rename(name, path)  # noqa: PTH104 - beside fsync, the call that matters, by its name
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108 - as above
        raise
    _sync_folder(path.parent)


def _mode_under_umask(mode: int) -> int:
    """Return a mode less what the umask takes away, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mode & ~mask


def rehearsal(folder: Path, files: Mapping[str, bytes]) -> str:
    """Return what ``write_tree`` would write, a line for each file with its size in bytes."""
    paths = ((folder / name).as_posix() for name in files)
    sizes = map(len, files.values())
    return "".join(
        f"would write {path}: {size} bytes\n" for path, size in zip(paths, sizes, strict=True)
    )


def write_tree(
    root: Path,
    files: Mapping[str, bytes],
    *,
    replace: bool = False,
    mode: int = MODE,
    flush: bool = True,
) -> None:
    """Put a whole folder in place at once; refuse one that holds something, unless ``replace``.

    The tree is written beside, flushed, then renamed. With ``replace`` the old folder is moved
    aside first and removed last: for folders that can be made again (``build/``). flush: False
    where a digest of the folder tells what a power cut took.
    """
    if not (replace or is_free(root)):
        raise UsageError(f"{root}: exists already; releases are immutable")
    with tree_beside(root, replace=replace, mode=mode, flush=flush) as beside:
        for name, data in files.items():
            write_plain(beside / name, data, mode)


def is_free(path: Path) -> bool:
    """Return whether a new folder may be written there: nothing is there, or an empty folder."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


@contextmanager
def tree_beside(
    root: Path, *, replace: bool = True, mode: int = MODE, flush: bool = True
) -> Iterator[Path]:
    """Yield an empty folder to fill, which takes the place of ``root`` once all of it is there.

    One that stands there already is moved aside first and removed last. replace: whether one may
    stand there; it is removed from no folder that a link leads to.
    """
    # build/KIND/RELEASE: above build a link is the user's own.
    for parent in root.parents[:2] if replace else ():
        if parent.is_symlink() and (parent == root.parent or parent.name == "build"):
            raise not_regular(parent, "a link")
    root = Path(os.path.abspath(root))  # noqa: PTH100 - ``.`` has no name, and links stay
    root.parent.mkdir(parents=True, exist_ok=True)
    heal(root)
    with name_errors(root), _new_folder(root, "tmp") as beside:
        yield beside
        _settle(beside, mode=mode, flush=flush)
        if root.is_dir() and not replace:  # it may be the folder that a shell is in
            for path in beside.iterdir():
                path.rename(root / path.name)
        elif root.exists():
            with _new_folder(root, "old") as old:
                root.rename(old / root.name)
                beside.rename(root)
        else:
            beside.rename(root)
    _sync_folder(root.parent)


@contextmanager
def _new_folder(root: Path, ending: str) -> Iterator[Path]:
    """Yield a new folder beside another, held; what is left of it is undone then."""
    folder = Path(tempfile.mkdtemp(prefix=f".{root.name}.", suffix=f".{ending}", dir=root.parent))
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):  # as of a file
            take_lock(descriptor)
        yield folder
    finally:
        os.close(descriptor)
        _undo(folder)


def _settle(folder: Path, *, mode: int, flush: bool) -> None:
    """Set the modes of a new folder and of those inside. flush: its files lie on the disk then."""
    folder.chmod(0o700 if mode == PRIVATE else _mode_under_umask(0o755))
    for name, inner, files in os.walk(folder):
        for each in inner:
            (Path(name) / each).chmod(_mode_under_umask(0o755))
        if flush:
            for each in files:
                _sync_folder(Path(name) / each)
            _sync_folder(Path(name))


def write_plain(path: Path, data: bytes, mode: int = MODE) -> None:
    """Write a file that nobody reads yet: no rename, no flush."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with name_errors(path):
        path.write_bytes(data)
    path.chmod(_mode_under_umask(mode))


def append_line(path: Path, line: bytes, *, after: bytes) -> None:
    """Append a line to a log whose bytes must still be ``after`` and whole lines.

    The caller holds the release's lock; a writer that ignored it is noticed by the bytes.
    """
    now = read_bytes(path) if path.exists() else b""
    file = path.as_posix()
    if now != after:
        fix = "somebody else wrote to this log; run the command again"
        raise ReleaseError.of(code="log-moved", file=file, fix=fix)
    if now and not now.endswith(b"\n"):
        fix = "the log's last line has no end; restore the file"
        raise ReleaseError.of(code="log-cut", file=file, fix=fix)
    write_file(path, now + line)


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raise UsageError at once where another process holds it.

    What killed commands left anywhere in it is removed first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with name_errors(folder):
            if not take_lock(descriptor):
                raise UsageError(f"{folder}: another digesta is writing here; try again")
        for path in list(folder.rglob(".*")):
            _sweep(path)
        yield
    finally:
        os.close(descriptor)


def take_lock(descriptor: int) -> bool:
    """Take the lock of an open file; return False where another process holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def heal(path: Path) -> None:
    """Undo what killed commands left of this very file or folder; name what they left of others."""
    for left in path.parent.glob(".*"):
        if left.name.startswith(f".{path.name}."):
            _sweep(left)
        elif _is_left_behind(left):
            warn(f"{left}: looks like what a killed command left; remove it where nobody writes it")


def _sweep(path: Path) -> None:
    """Undo what a killed command left behind; nothing else."""
    if _is_left_behind(path):
        _undo(path)


def _undo(path: Path) -> None:
    """Remove what stands beside a file or folder; what was moved aside goes back if need be."""
    name = path.name[1:].rsplit(".", 2)[0]
    if (path / name).exists() and not path.with_name(name).exists() and path.suffix == ".old":
        (path / name).rename(path.with_name(name))
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _is_left_behind(path: Path) -> bool:
    """Return whether a name is one that we write under, and no process holds it."""
    if not LEFT_BEHIND.fullmatch(path.name):
        return False
    with suppress(OSError):  # a link, or gone by now, or on a disk without locks
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            return take_lock(descriptor)
        finally:
            os.close(descriptor)
    return False


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with name_errors(path):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_files(folder: Path, paths: Iterable[str]) -> None:
    """Remove files from a folder, those that are there, and the folders that this empties."""
    for path in paths:
        (folder / path).unlink(missing_ok=True)
        with suppress(OSError):
            (folder / path).parent.rmdir()
