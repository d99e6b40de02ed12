"""Downloads of a released track."""

from __future__ import annotations

import json

from site_questions import ROOT

from digesta.canonical import canonical_bytes


def test_a_line_of_a_download_is_the_releases_own() -> None:
    folder = ROOT / "releases" / "2026-11-22.6"
    lines = folder.joinpath("questions.jsonl").read_bytes().splitlines()

    assert all(canonical_bytes(json.loads(line)) == line for line in lines[:20])
