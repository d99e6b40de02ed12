"""Committed releases are cut again."""

from __future__ import annotations

from digesta.releases.cut import cut
from digesta.workspace.store import read_tree
from places import NEWEST, ROOT


def test_the_newest_release_can_be_cut_again_to_the_same_bytes() -> None:
    folder = ROOT / "releases" / NEWEST
    files = {
        path: data
        for path, data in read_tree(folder).items()
        if not path.startswith(("log/", "boards/", "revealed/"))
    }

    again = cut(files, name=folder.name)

    assert {path: again[path] for path in files} == files
