"""The files of the tour's workspace, as the package ships them."""

from __future__ import annotations

from digesta.package_files import folder_files, text_file

MARKER = "DEMO.txt"
"""The file by which a folder of the tour is known."""


def workspace(folder: str = "workspace") -> dict[str, bytes]:
    """Return the workspace that a tour unpacks: relative path -> bytes, sorted by path."""
    return folder_files("digesta.demo", folder)


def mended_predictions() -> bytes:
    """Return the prediction file that the tour's first step refuses, without its five faults."""
    return text_file("digesta.demo", "mended.jsonl").encode()
