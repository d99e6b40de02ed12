"""Home: which systems were measured on what, who stands first, and whether that means anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.board.rows import best_floor, clears
from digesta.records.board import Board, Row
from digesta.records.release import Track
from digesta_site.language import gettext, ngettext
from digesta_site.page import Page
from digesta_site.pages.boards.headline import counted_words
from digesta_site.pages.changes import newest_changes
from digesta_site.pages.common import (
    best_systems,
    common,
    condition_words,
    headline_boards,
    lead,
    marks,
    person,
    score_cell,
)
from digesta_site.paths import BoardName, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import ascii_title

DRAWN = 6
"""Systems of a board that home draws: the board has all."""


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the home page."""
    newest = site.newest
    view = common(site, "index", heading=site.config.title, release=None)
    yield Page(
        stem="index",
        title=ascii_title(site.config.title, "Home"),
        template="home.html",
        view=view
        | {
            "purpose": site.config.purpose,
            "newest": None if newest is None else _release(newest),
            "makers": makers(site),
            "glance": [
                _glance(release, board, name)
                for release in (newest, *site.archives)
                if release is not None
                for board, name in _by_track(release)
                if any(row.role == "system" for row in board.rows)
            ],
            "changes": newest_changes(site),
            "archives": [_archive(release) for release in site.archives],
            "tracks": [] if newest is None else [_track(newest, t) for t in newest.manifest.tracks],
        },
        hide=("navigation", "toc", "path"),
    )


def _release(release: SiteRelease) -> dict[str, Any]:
    return {
        "id": release.id,
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "next_due": release.manifest.next_due or "",
        "public": len(release.public),
        "holdout": len(release.questions) - len(release.public),
    }


def _archive(release: SiteRelease) -> dict[str, Any]:
    boards = [board for board, _ in headline_boards(release)]
    return {
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "boards": [_board(release, board) for board in boards],
    }


def makers(site: SiteInput) -> dict[str, Any] | None:
    """Return who made the newest release's systems, and how large they say to be; None without."""
    newest = site.newest
    if newest is None:
        return None
    rows = {
        row.submission_id: row
        for board, _ in headline_boards(newest)
        for row in board.rows
        if row.role == "system"
    }
    sizes = [
        card.parameters
        for name, card in newest.cards.items()
        if name in rows and card.parameters is not None
    ]
    return {
        "systems": len(rows),
        "names": sorted({row.organization for row in rows.values()}),
        "own": sum(row.organization in site.config.maintainers for row in rows.values()),
        "known": site.config.maintainers != (),
        "sized": len(sizes),
        "largest": _in_words(max(sizes, default=0)),
    }


def _in_words(number: int) -> str:
    sizes = ((10**9, gettext("%(n)s billion")), (10**6, gettext("%(n)s million")))
    for size, words in sizes:
        if number >= size:
            return words % {"n": f"{number / size:.3g}"}
    return f"{number:,}"


def _by_track(release: SiteRelease) -> list[tuple[Board, BoardName]]:
    """Return the headline boards in the order of the manifest's tracks."""
    order = [track.track for track in release.manifest.tracks]
    return sorted(headline_boards(release), key=lambda board: order.index(board[1].track))


def _glance(release: SiteRelease, board: Board, name: BoardName) -> dict[str, Any]:
    """Return one line about a headline board: how many clear its floor, and who stands first."""
    first = lead(release, board)
    condition = condition_words(name)
    return first | {
        "title": release.manifest.track_named(name.track).title,
        "archive": release.manifest.archive is not None,
        "condition": condition,
        "systems": sum(row.role == "system" for row in board.rows),
        "cleared": sum(clears(board, row) == "yes" for row in board.rows),
    }


def _board(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return what is said first of a board, and its best systems above its floor, drawn."""
    best, floor = best_systems(board), best_floor(board)
    shown = [*best[:DRAWN], *([] if floor is None else [floor])]
    return lead(release, board) | {
        "rows": [_row(release, board, row) for row in shown],
        "more": ngettext("%(n)s more system", "%(n)s more systems", len(best) - DRAWN)
        if len(best) > DRAWN
        else "",
        "chance": board.chance > 0,
    }


def _row(release: SiteRelease, board: Board, row: Row) -> dict[str, Any]:
    cell = score_cell(board, row) | {"marks": marks(board)}
    return person(release, row) | cell | {"floor": row.role != "system"}


def _track(release: SiteRelease, track: Track) -> dict[str, Any]:
    boards = [board for board, name in headline_boards(release) if name.track == track.track]
    return {
        "title": track.title,
        "about": track.about,
        "method_after": track.method_after,
        "questions": sum(question.track == track.track for question in release.public),
        "counted": next(filter(None, (counted_words(release, board) for board in boards)), ""),
        "boards": [_board(release, board) for board in boards],
    }
