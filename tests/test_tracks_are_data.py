"""No track is named in the product: tracks are data of a release."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

NEWEST = max((ROOT / "releases").glob("2*"))
TRACKS = {
    track["track"] for track in json.loads((NEWEST / "release.json").read_text("utf-8"))["tracks"]
}
SHOWN = {"digesta/records"}
"""Where a track's name may stand: in the examples of records, which pages and schemas show."""


def test_no_module_of_the_product_names_a_track() -> None:
    """Converters do: a format of another benchmark is that benchmark's."""
    toolkit = ROOT / "toolkit"
    modules = [*(toolkit / "digesta").rglob("*.py"), *(toolkit / "digesta_generate").rglob("*.py")]

    naming = [
        f"{path.relative_to(toolkit)}:{line} {name}"
        for path in modules
        if path.relative_to(toolkit).parent.as_posix() not in SHOWN
        for line, name in texts_of(path)
        if name in TRACKS
    ]

    assert len(TRACKS) == 5
    assert not naming


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
