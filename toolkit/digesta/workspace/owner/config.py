"""Tables of TOML: those of ``digesta.toml`` at the workspace's root, and an owner's other files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from digesta.errors import UsageError
from digesta.intake import LIMITS
from digesta.records.read import read_record
from digesta.workspace import store

R = TypeVar("R", bound=BaseModel)
CONFIG = "digesta.toml"
FORMAT = "workspace/1"
"""What ``format`` in digesta.toml says of a workspace of this version."""
TABLES = ("site",)
"""What an owner chooses: the site's options."""
_MOST_DOTS = 200
"""Dots of a line: the library takes n squared for a key of n parts, which goes on in no other."""


def toml_table(text: str) -> dict[str, Any]:
    """Return a table of TOML; ValueError or RecursionError for none, or one slow to read."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:
            place = f"(at line {number}, column 1)"
            raise ValueError(f"more than {_MOST_DOTS} dots {place}; write the line as several")
    return tomllib.loads(text)


def config_tables(text: str) -> Mapping[str, Mapping[str, Any]]:
    """Return every table of ``digesta.toml``, empty ones too; UsageError for what is none.

    Of a workspace that is newer than this program the version is refused, before its tables.
    """
    try:
        tables = toml_table(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{CONFIG}: {error}") from error
    if (version := tables.pop("format", FORMAT)) != FORMAT:
        raise UsageError(
            f"{CONFIG}: format is {version!r}, and this digesta knows {FORMAT!r}; where it is of a "
            "newer one: pip install --upgrade digesta"
        )
    if "scorers" in tables:
        raise UsageError(
            f"{CONFIG}: [scorers] is gone: no file of a workspace is run. Put the scorer into a "
            "package, install it, and remove the table: digesta scorer new NAME -o FOLDER"
        )
    for name, table in tables.items():
        if name not in TABLES or not isinstance(table, dict):
            raise UsageError(f"{CONFIG}: no table {name!r}; there are: {', '.join(TABLES)}")
    return {name: tables.get(name, {}) for name in TABLES}


def config_text(root: Path) -> str:
    """Return a workspace's ``digesta.toml``; "" where it has none."""
    path, former = root / CONFIG, root / "site" / CONFIG
    if former.is_file():
        raise UsageError(
            f"{former}: settings are read from {CONFIG} at the workspace's root; move the file: "
            f"git mv site/{CONFIG} {CONFIG}"
        )
    try:
        return (
            store.read_bytes(path, limit=LIMITS.metadata_bytes).decode() if path.is_file() else ""
        )
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.as_posix()}: {error}; write it in UTF-8") from error


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
