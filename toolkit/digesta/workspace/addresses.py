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
