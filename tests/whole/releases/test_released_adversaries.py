"""Computed adversaries answer as committed ones did."""

from __future__ import annotations

import pytest

from digesta.board.adversaries import ADVERSARIES, score_adversary
from digesta.scoring.facts import adversary_answers
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import computed_adversaries, read_answers
from places import ROOT


@pytest.mark.parametrize("name", ADVERSARIES)
def test_what_is_computed_is_what_older_releases_keep_in_folders(name: str) -> None:
    release = open_release(ROOT, "2026-11-22")
    folder = ROOT / "predictions" / "2026-11-22" / f"adversary-{name}"
    kept = read_answers(folder, release.compiled)
    data = release.data

    made = score_adversary(
        name,
        release.compiled,
        adversary_answers(data.public(), data.truths, name, resources=data.resources),
    )

    card = kept.card.as_json()
    del card["command"]
    assert made.card.as_json() == card
    assert made.predictions_sha256 == kept.sha256
    assert made.answers == kept.answers
    assert not list(computed_adversaries(ROOT, release))
