"""Whom a track lets compare: names that tell them apart, and their scores place by place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from digesta.records.board import Board, Row
from digesta.records.release import Track
from digesta_site.pages.common import condition_words, person, place_titles, score_cell
from digesta_site.paths import BoardName, board_name
from digesta_site.values import SiteRelease
from digesta_site.words import visible

GROUPS = {
    "system": "Systems",
    "open": "Self-reported systems",
    "baseline": "Baselines",
    "adversary": "Adversaries (floors)",
    "": "For reference",
}
"""Titles of what stands together in the list, in this order."""
ISOLATED = ("\u2068", "\u2069")
"""Marks around a name where no element can stand around it: its direction ends with it."""


class Pick(NamedTuple):
    """A system of a track: its row on a board of the whole track, and under which condition."""

    row: Row
    condition: str

    @property
    def group(self) -> str:
        """Return with whom it stands in the list: a key of ``GROUPS``."""
        role = "open" if self.row.level == "open" else self.row.role
        return role if role in GROUPS else ""


def picks_of(release: SiteRelease, track: Track) -> list[Pick]:
    """Return who stands on a track's boards of the public split, by group, the best first.

    An adversary, which stands under every condition, is there once.
    """
    picks: dict[str, Pick] = {}
    for board, name in _boards(release, track):
        for row in board.rows if len(name.place) == 1 else ():
            of_condition = (
                "" if row.role == "adversary" else condition_words(name._replace(judges=""))
            )
            picks.setdefault(row.submission_id, Pick(row, of_condition))
    order = list(GROUPS)
    return sorted(
        picks.values(),
        key=lambda pick: (order.index(pick.group), -pick.row.score, pick.row.submission_id),
    )


def compared_tracks(release: SiteRelease) -> Iterator[tuple[Track, list[Pick]]]:
    """Yield each track that has two systems or more to compare, and these."""
    for track in release.manifest.tracks:
        picks = picks_of(release, track)
        if len(picks) > 1:
            yield track, picks


def systems_view(release: SiteRelease, picks: Sequence[Pick]) -> list[dict[str, str]]:
    """Return how each is shown: its name, what is said beside it, its line in a list, its page."""
    shown = []
    for pick in picks:
        system = person(release, pick.row)
        name, retriever = visible(system["name"]), visible(system["retriever"])
        passages = f"passages: {retriever.join(ISOLATED)}" if retriever else ""
        shown.append(
            {
                "id": system["id"],
                "name": name,
                "said": ", ".join(filter(None, (pick.condition, passages))),
                # It begins with the name itself: letters typed in a list look for what begins so.
                "label": name if pick.condition in name else f"{name}, {pick.condition}",
                "href": system["href"],
                "group": GROUPS[pick.group],
            }
        )
    return shown


def scores_view(release: SiteRelease, track: Track, picks: Sequence[Pick]) -> list[dict[str, Any]]:
    """Return every place of a track, with each system's score there, or None.

    A cell is [score, interval, rank, value, floor], the last whether it clears the floor, said of
    the whole track alone. On a judged track each judge has a row.
    """
    places: dict[tuple[tuple[str, ...], str], tuple[Board, dict[str, list[Any]]]] = {}
    for board, name in _boards(release, track):
        _, cells = places.setdefault((name.place, name.judges), (board, {}))
        for row in board.rows:
            cells.setdefault(row.submission_id, _cell(board, row, whole=len(name.place) == 1))
    return [
        {
            "title": _title(track, board_name(board.board)),
            "depth": len(place),
            "metric": board.metric,
            "n": board.n,
            "cells": [cells.get(pick.row.submission_id) for pick in picks],
        }
        for (place, _), (board, cells) in places.items()
    ]


def _boards(release: SiteRelease, track: Track) -> Iterator[tuple[Board, BoardName]]:
    """Yield a track's boards of the public split, from the track down."""
    named = [(board, board_name(board.board)) for board in release.ordered_boards]
    mine = [
        (board, name)
        for board, name in named
        if name.track == track.track and board.split == "public"
    ]
    yield from sorted(mine, key=lambda pair: pair[1].place)


def _title(track: Track, name: BoardName) -> str:
    title = place_titles(track, name)[-1] if len(name.place) > 1 else "Whole track"
    if not name.judges:
        return title
    return f"{title} (judged by {name.judges})"


def _cell(board: Board, row: Row, *, whole: bool) -> list[Any]:
    shown = score_cell(board, row)
    floor = shown["floor_words"]
    cell = [shown[name] for name in ("score", "span", "rank", "value")]
    return [*cell, floor] if whole else cell
