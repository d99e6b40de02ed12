"""A release in one file: written the same on every machine, read in place and with suspicion."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".zip"


def is_bundle(path: Path) -> bool:
    """Return whether a path is named as a bundle is."""
    return path.suffix == SUFFIX
