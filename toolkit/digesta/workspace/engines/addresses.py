"""Predictions that lie elsewhere: s3://…, memory://…, whatever fsspec reads."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from digesta.errors import SubmissionError, UsageError
from digesta.intake import LIMITS
from digesta.workspace import store


def is_address(place: str | Path) -> bool:
    """Return whether a place is an address: a path has no ``://``."""
    return isinstance(place, str) and "://" in place


def state_of(place: str | Path) -> str:
    """Return a text that changes when what lies at a place does: a file, a folder, an address."""
    if is_address(place):
        system, path = _system(str(place))
        return f"{place} {system.ukey(path)}" if system.exists(path) else f"{place} none"
    here = Path(place)
    files = sorted(here.iterdir()) if here.is_dir() else [here]
    parts = [str(here.absolute())]
    for file in files:
        if file.exists():
            status = file.lstat()
            parts.append(f"{file.name} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
    return "\n".join(parts)


def content_of(place: str | Path) -> str:
    """Return a text that changes when the bytes of a file or of a folder's files do.

    Of what is no plain file, and of an address, it is what ``state_of`` says.
    """
    here = Path(place)
    if is_address(place) or here.is_symlink() or not here.exists():
        return state_of(place)
    files = sorted(here.iterdir()) if here.is_dir() else [here]
    try:
        digests = [store.digest_of(file, limit=LIMITS.file_bytes) for file in files]
    except SubmissionError:
        return state_of(place)
    names = (file.name for file in files)
    pairs = zip(names, digests, strict=True)
    return "\n".join([str(here.absolute()), *(f"{name} {digest}" for name, digest in pairs)])


def fetch(address: str, folder: Path) -> Path:
    """Copy the file at an address into a folder, and return the copy.

    Raises UsageError where nothing can be read there, SubmissionError for a file over the limit.
    """
    system, path = _system(address)
    name = path.rstrip("/").rpartition("/")[2]
    try:
        with system.open(path, "rb") as source:
            data: bytes = source.read(LIMITS.file_bytes + 1)
    except OSError as error:
        raise UsageError(f"{address}: {error.strerror or error}") from None
    if len(data) > LIMITS.file_bytes:
        raise SubmissionError.of(
            code="file-size",
            file=address,
            got=f"more than {LIMITS.file_bytes} bytes",
            expected=f"at most {LIMITS.file_bytes}",
            fix="split it by track",
        )
    copy = folder / (name or "predictions.jsonl")
    store.write_file(copy, data)
    return copy


def _system(address: str) -> tuple[Any, str]:
    try:
        fsspec: Any = import_module("fsspec")
    except ImportError:
        raise UsageError(f"{address}: fsspec is missing; pip install 'digesta[ray]'") from None
    try:
        return fsspec.core.url_to_fs(address)  # type: ignore[no-any-return]
    except (ImportError, ValueError) as error:
        raise UsageError(f"{address}: {error}") from None
