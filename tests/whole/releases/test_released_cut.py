"""A committed release is cut again."""

from __future__ import annotations

import json

from digesta.releases.cut import UNLISTED, cut
from digesta.workspace.store import read_tree
from repository import with_texts


def test_an_archive_can_be_cut_again_to_the_same_bytes() -> None:
    """The newest release is: ``test_documented_refresh`` cuts what it keeps of it."""
    name = "mmlu-pro-law-2026-11-23"
    folder = with_texts(name) / "releases" / name
    files = {
        path: data for path, data in read_tree(folder).items() if not path.startswith(UNLISTED)
    }

    again = cut(files, name=folder.name)

    # What is cut from now on names the rules of today; all else comes out byte for byte.
    manifests = [json.loads(each["release.json"]) for each in (again, files)]
    assert manifests[0].pop("stats") == 4
    assert "stats" not in manifests[1]
    assert manifests[0] == manifests[1]
    rest = files.keys() - {"release.json"}
    assert {path: again[path] for path in rest} == {path: files[path] for path in rest}
