"""Drafts from committed releases."""

from __future__ import annotations

import json

import pytest
from test_drafting import NEXT

from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.draft import draft_from
from digesta.workspace.store import read_tree
from places import ROOT


@pytest.mark.parametrize("name", ["2026-11-22", "2026-11-22.2"])
def test_every_committed_release_can_be_gone_on_from(name: str) -> None:
    files = read_tree(ROOT / "releases" / name)
    before = parse_release(files, name=name)

    made = draft_from(files, before, NEXT | {"release": "2027-01-01", "next_due": "2027-02-01"})

    assert cut(made, name="draft", before=before)["questions.jsonl"] == files["questions.jsonl"]


def test_a_track_whose_questions_all_have_a_day_is_dated_in_the_next_draft() -> None:
    files = read_tree(ROOT / "releases" / "2026-11-22.6")

    made = draft_from(
        files,
        parse_release(files, name="before"),
        NEXT | {"release": "2027-01-01", "next_due": "2027-02-01"},
    )

    tracks = json.loads(made["release.json"])["tracks"]
    assert {one["track"]: one.get("dated", False) for one in tracks} == {
        "cases": True, "finlaw": True, "frenchlaw": True, "halacha": False, "tlr": True,
    }  # fmt: skip
