"""Committed releases are cut again."""

from __future__ import annotations

from typing import Any

import pytest
from test_cut import COMMITTED

from digesta.releases.cut import cut
from digesta.workspace.store import read_tree


@pytest.mark.parametrize("folder", COMMITTED, ids=lambda path: path.name)
def test_every_committed_release_can_be_cut_again_to_the_same_bytes(folder: Any) -> None:
    files = {
        path: data
        for path, data in read_tree(folder).items()
        if not path.startswith(("log/", "boards/", "revealed/"))
    }

    again = cut(files, name=folder.name)

    assert {path: again[path] for path in files} == files
