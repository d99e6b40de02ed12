"""The files of the tour's workspace, as the package ships them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

MARKER = "DEMO.txt"
"""The file by which a folder of the tour is known."""


def workspace() -> dict[str, bytes]:
    """Return the workspace that the tour unpacks: relative path -> bytes, sorted by path."""
    return dict(sorted(_under(files("digesta.demo") / "workspace", "")))


def mended_predictions() -> bytes:
    """Return the prediction file that the tour's first step refuses, without its five faults."""
    return (files("digesta.demo") / "mended.jsonl").read_bytes()


def _under(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _under(path, f"{above}{path.name}/")
        else:
            yield f"{above}{path.name}", path.read_bytes()
