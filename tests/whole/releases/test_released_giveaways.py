"""Giveaways of the published release."""

from __future__ import annotations

from digesta.releases.data import parse_release
from digesta.releases.giveaways import giveaways, highest
from places import ROOT


def test_the_published_release_shows_what_an_outside_reader_found() -> None:
    """审慎 fixes article 46; a sixth of the French points are for what the question prints."""
    folder = ROOT / "releases" / "2026-11-22.6"
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "boards" not in path.parts
    }
    figures = giveaways(parse_release(files, name=folder.name))

    assert any(
        each.by.startswith("审慎") and each.subject.endswith("监督管理法 46") and each.gain > 0.2
        for each in figures
    )
    best = {(each.track, each.test): each.gain for each in highest(figures)}
    assert best["frenchlaw", "printed"] > 0.1
    assert best["finlaw", "linear"] > 0.1
    assert best["tlr", "across"] > 0.2
