"""A release's page on public and sealed scores side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.board.contamination import contamination
from digesta.records.analysis import BoardGaps, Contamination
from digesta.site.kinds.common import common, condition_words, release_crumb
from digesta.site.page import DataTable, Page
from digesta.site.paths import board_name, contamination_stem
from digesta.site.values import SiteInput, SiteRelease
from digesta.site.words import percent

HEADING = "Contamination"
COLUMNS = ("submission_id", "role", "public", "sealed", "gap", "low", "high", "smallest")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of each release on which systems have scores on both splits."""
    for release in site.newest_first:
        gaps = contamination(release.id, release.boards, release.questions)
        if gaps is not None:
            yield _page(site, release, gaps)


def _page(site: SiteInput, release: SiteRelease, gaps: Contamination) -> Page:
    stem = contamination_stem(release.id)
    view = common(
        site, stem, heading=HEADING, release=release, crumbs=[release_crumb(release)], csv=True
    )
    rows = [
        [board.board, *(getattr(row, name) for name in COLUMNS)]
        for board in gaps.boards
        for row in board.rows
    ]
    return Page(
        stem=stem,
        title=f"{HEADING}, {release.id}",
        template="contamination.html",
        view=view | {"boards": [_board(release, board) for board in gaps.boards]},
        data=gaps.as_json(),
        table=DataTable(("board", *COLUMNS), rows),
    )


def _board(release: SiteRelease, board: BoardGaps) -> dict[str, Any]:
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    below = f": {track.categories[name.category].title}" if name.category else ""
    return {
        "board": board.board,
        "title": track.title + below,
        "condition": condition_words(name),
        "public_n": board.public_n,
        "sealed_n": board.sealed_n,
        "same_weights": board.same_weights,
        "floor_gap": _points(board.floor_gap),
        "rows": [
            {
                "submission_id": row.submission_id,
                "href": f"r/{release.id}/s/{row.submission_id}.html"
                if row.submission_id in release.with_pages
                else "",
                "role": row.role,
                "public": percent(row.public),
                "sealed": percent(row.sealed),
                "gap": _points(row.gap),
                "ends": "too few clusters"
                if row.low is None
                else f"{_points(row.low)} to {_points(row.high)}",
                "smallest": "–" if row.smallest is None else f"{row.smallest * 100:.1f}",
            }
            for row in board.rows
        ],
    }


def _points(share: float | None) -> str:
    """Return points of a percent with their sign, "" for None."""
    return "" if share is None else f"{share * 100:+.1f}".replace("-", "\N{MINUS SIGN}")
