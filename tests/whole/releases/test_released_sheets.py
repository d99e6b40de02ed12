"""Sheets of released tracks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from filling import FILL
from test_sheets_round_trips import FORMATS, RELEASE, digesta, right_answers

from places import ROOT


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("track", ["halacha", "tlr"])
def test_a_sheet_filled_with_the_truths_scores_one(track: str, form: str, tmp_path: Path) -> None:
    (tmp_path / "releases").symlink_to(ROOT / "releases")
    blank, filled = tmp_path / f"blank.{form}", tmp_path / f"filled.{form}"

    root = ["--root", tmp_path]
    digesta("pack", "-t", track, "--format", form, "-r", RELEASE, "-o", blank, *root)
    filled.write_bytes(FILL[form](blank.read_bytes(), right_answers(track)))
    said = digesta("unpack", filled, "--id", "me", "--model", "M", "--organization", "O", *root)
    scored = digesta("score", tmp_path / "predictions" / RELEASE / "me", *root, "--json")

    [made] = json.loads(scored)
    board = next(one for one in made["scores"] if one["board"] == track)
    assert board["score"] == 1
    assert "0 abstentions" in said
