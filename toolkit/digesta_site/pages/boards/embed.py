"""A board's table as a small page that other sites may frame."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.records.board import Board
from digesta_site.page import DataFile
from digesta_site.pages.common import (
    condition_words,
    lead,
    notice,
    person,
    place_title,
    score_cell,
)
from digesta_site.paths import EMBEDDED, board_name, board_stem
from digesta_site.render import render
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.views.sections import sections_of


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[DataFile]:
    """Return a table for each board of an archive, or of the newest release.

    Those of the newest release have addresses without its id: a frame follows the releases.
    """
    for board in release.ordered_boards:
        stem = embed_stem(site, board)
        yield DataFile(f"{stem}.html", _table(release, board, stem).encode())


def embed_stem(site: SiteFrame, board: Board) -> str:
    """Return where the table of an archive's or the newest release's board is."""
    archive = "" if board.release == site.newest_id else f"{board.release}/"
    return f"{EMBEDDED}/{archive}{board.path}"


def _table(release: SiteRelease, board: Board, stem: str) -> str:
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    view = {
        "heading": place_title(track, name),
        "condition": condition_words(name),
        "release": release.id,
        "n": board.n,
        "href": f"{board_stem(board)}.html",
        "notices": [notice(track, release)],
        "lead": lead(release, board),
        "rows": [
            person(release, row) | score_cell(board, row)
            for section, rows in sections_of(board)
            if section.key == "ranked"
            for row in rows
        ],
    }
    return render("embed.html", view, root="../" * stem.count("/"))
