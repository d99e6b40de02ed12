"""Further pages on what a board is about: comparisons of its track, days of a temporal task."""

from __future__ import annotations

from digesta.model.board import Board
from digesta.site.paths import board_name, compare_stem, distance_stem
from digesta.site.values import SiteRelease

TEMPORAL = "temporal"
DAY = "date"
"""The field of a question's ask that names the day which it asks about."""


def days_of(release: SiteRelease) -> list[tuple[str, str, str]]:
    """Give the tasks whose questions name one day and a horizon, by (track, category, task)."""
    return sorted(
        {
            (one.track, one.category, one.task)
            for one in release.public
            if one.scorer == TEMPORAL and {DAY, "horizon"} <= one.ask.keys()
        }
    )


def further(release: SiteRelease, board: Board) -> list[dict[str, str]]:
    """Give what else is told about what a board of public questions shows."""
    name = board_name(board.board)
    found = []
    if board.split == "public" and not name.part:
        if any(one["board"] == name.track for one in release.pairs):
            stem = compare_stem(release.id, name.track)
            found.append({"title": "Systems compared pair by pair", "href": f"{stem}.html"})
        for place in days_of(release) if release.submissions else ():
            if place[: len(name.place)] == name.place:
                stem = distance_stem(release.id, place)
                found.append({"title": "Accuracy by distance in years", "href": f"{stem}.html"})
    return found
