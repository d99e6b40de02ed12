"""Files of an owner that hold one table in TOML, each read as a record."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from digesta.errors import UsageError
from digesta.intake import LIMITS
from digesta.records.read import read_record
from digesta.workspace import store
from digesta.workspace.owner.config import toml_table

R = TypeVar("R", bound=BaseModel)


def owner_table(root: Path, file: str, record: type[R]) -> R:
    """Return what a file of a workspace says; the record's defaults where there is no file.

    file: its path from the workspace's root.
    """
    path = root / file
    if not path.is_file():
        return record()
    try:
        text = store.read_bytes(path, limit=LIMITS.line_bytes).decode("utf-8-sig")
        value = toml_table(text)
    except (ValueError, RecursionError) as error:  # no TOML, or no UTF-8
        raise UsageError(f"{path.as_posix()}: {error}") from error
    return read_record(record, value, path.as_posix())
