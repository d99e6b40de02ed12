"""Bundles of archives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from digesta.workspace.releases import open_release
from places import ROOT
from repository import with_texts
from world import do


def test_an_archive_s_compressed_questions_are_plain_in_its_bundle(tmp_path: Path) -> None:
    name = "muser-2026-11-23"
    done = do("release", "bundle", name, "-o", tmp_path / "b.zip", "--root", ROOT)

    assert done.code == 0, done.stderr
    opened = open_release(tmp_path, str(tmp_path / "b.zip"))
    assert opened.data.questions == open_release(ROOT, name).data.questions


@pytest.mark.parametrize("place", [lambda _name: ROOT, with_texts], ids=["without", "with"])
def test_no_bundle_hands_on_texts_that_are_withheld(
    place: Callable[[str], Path], tmp_path: Path
) -> None:
    name = "oab-bench-citations-2026-11-23"
    root = place(name)

    done = do("release", "bundle", name, "-o", tmp_path / "b.zip", "--root", root)

    assert (done.code, "withheld" in done.stderr) == (2, True), done.stderr
    assert not list(tmp_path.iterdir())
