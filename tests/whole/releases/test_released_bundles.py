"""Bundles of archives."""

from __future__ import annotations

from pathlib import Path

from digesta.workspace.releases import open_release
from places import ROOT
from world import do


def test_an_archive_s_compressed_questions_are_plain_in_its_bundle(tmp_path: Path) -> None:
    name = "oab-bench-citations-2026-11-23"
    assert (ROOT / "releases" / name / "questions.jsonl.xz").exists()

    done = do("release", "bundle", name, "-o", tmp_path / "b.zip", "--root", ROOT)

    assert done.code == 0, done.stderr
    opened = open_release(tmp_path, str(tmp_path / "b.zip"))
    assert opened.data.questions == open_release(ROOT, name).data.questions
