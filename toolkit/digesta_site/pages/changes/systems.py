"""Which systems entered or left since the release before, and whose headline moved and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.records.analysis import STEPS, Links
from digesta.records.board import Board, Row
from digesta_site.pages.boards.across import row_view
from digesta_site.pages.common import condition_words, headline_boards, person
from digesta_site.paths import BoardName, board_stem, track_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import percent

NO_SYSTEM = frozenset({"adversary", "calibration"})
"""Roles of rows that nobody submits."""

Entry = tuple[str, str, str, str]
"""A track, a condition, its judges, a submission."""


class Entrant(NamedTuple):
    """A row on a track's headline board."""

    board: Board
    name: BoardName
    row: Row


def standings(release: SiteRelease) -> dict[Entry, Entrant]:
    """Return what stands on a release's headline boards, adversaries left out."""
    return {
        (name.track, name.condition, name.judges, row.submission_id): Entrant(board, name, row)
        for board, name in headline_boards(release)
        for row in board.rows
        if row.role not in NO_SYSTEM
    }


def links_of(site: SiteInput, before: SiteRelease, after: SiteRelease) -> dict[str, Links]:
    """Return by track how headlines changed from one release to the next."""
    known = site.newest.links if site.newest else ()
    return {
        each.track: each for each in known if (each.before, each.after) == (before.id, after.id)
    }


def arrivals(
    site: SiteInput, before: SiteRelease, after: SiteRelease
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows that only the later release has, and those that only the earlier one has."""
    known = links_of(site, before, after).values()
    rows = [(each.track, row) for each in known for row in each.rows]
    later = {(track, row.submission_after) for track, row in rows}
    earlier = {(track, row.submission_before) for track, row in rows}
    was, now = standings(before), standings(after)
    return list(_only_in(after, was, later)), list(_only_in(before, now, earlier))


def _only_in(
    release: SiteRelease, other: Mapping[Entry, Entrant], linked: set[tuple[str, str]]
) -> Iterator[dict[str, Any]]:
    there = {(track, condition, name) for track, condition, _, name in other}
    shown = set()
    for (track, condition, _, name), standing in standings(release).items():
        key = track, condition, name
        if key in there or key in shown or (track, name) in linked:
            continue
        shown.add(key)
        decisions = release.decisions_on.get(name, [])
        yield {
            "system": person(release, standing.row),
            "track": release.manifest.track_named(track).title,
            "condition": condition_words(standing.name),
            "href": f"{board_stem(standing.board)}.html",
            "role": standing.row.role,
            "score": percent(standing.row.score),
            "reason": decisions[-1].reason if decisions else "",
        }


def moves(site: SiteInput, before: SiteRelease, after: SiteRelease) -> list[dict[str, Any]]:
    """Return track by track whose headline moved, in steps where they are known."""
    linked, was, now = links_of(site, before, after), standings(before), standings(after)
    titles = {track.track: track.title for track in after.manifest.tracks}
    there = {name for name, *_ in was} & {name for name, *_ in now} | linked.keys()
    return [
        _track(site, (before, after), title, name, linked.get(name))
        for name, title in titles.items()
        if name in there
    ]


def _track(
    site: SiteInput,
    pair: tuple[SiteRelease, SiteRelease],
    title: str,
    track: str,
    linked: Links | None,
) -> dict[str, Any]:
    rows = linked.rows if linked else []
    linked_ids = {row.submission_after for row in rows}
    page = track_stem(site.newest.id, track, "across") if site.newest and linked else ""
    return {
        "track": track,
        "title": title,
        "linked": len(rows),
        "why_unlinked": linked.why_unlinked if linked else "",
        "rows": [
            row_view(row)
            for row in rows
            if row.before != row.after or any(getattr(row, step) for step in STEPS)
        ],
        "other": list(_without_steps(pair, track, linked_ids)),
        "href": f"{page}.html#from-{pair[0].id.replace('.', '-')}" if page else "",
    }


def _without_steps(
    pair: tuple[SiteRelease, SiteRelease], track: str, linked_ids: set[str]
) -> Iterator[dict[str, Any]]:
    """Yield whose published headline differs without steps that say why."""
    was = standings(pair[0])
    for place, standing in standings(pair[1]).items():
        old = was.get(place)
        if place[0] != track or place[3] in linked_ids or old is None:
            continue
        if old.row.score != standing.row.score:
            yield {
                "system": person(pair[1], standing.row),
                "condition": condition_words(standing.name),
                "before": percent(old.row.score),
                "after": percent(standing.row.score),
            }
