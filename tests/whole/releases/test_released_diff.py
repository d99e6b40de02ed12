"""What committed releases changed."""

from __future__ import annotations

from test_diff import data_of

from digesta.releases.diff import difference, untrue_changes


def test_the_committed_releases_say_what_changed() -> None:
    first, second = data_of("2026-11-22"), data_of("2026-11-22.2")

    assert list(untrue_changes(first, second)) == []
    kinds = [one.kind for one in difference(first, second)]
    assert (kinds.count("added"), kinds.count("retired")) == (183, 0)
