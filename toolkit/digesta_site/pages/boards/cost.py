"""Cost, speed and tokens of the newest release: every track's headline on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from digesta.records.board import Board
from digesta_site.page import DataTable, Page
from digesta_site.pages.boards.usage import cost_figure, machine_of, usage_view
from digesta_site.pages.common import (
    condition_words,
    headline_boards,
    place_title,
    score_title,
    site_page,
)
from digesta_site.paths import board_name, board_stem, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views import costs

COLUMNS = ("board", "submission_id", "model_name", "score", "low", "high", "run_on")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of the newest release."""
    if site.newest is not None:
        boards = [board for board, _ in headline_boards(site.newest) if board.rows]
        yield _page(site, site.newest, boards)


def _page(site: SiteInput, release: SiteRelease, boards: Sequence[Board]) -> Page:
    tables = [_table(release, board) for board in boards]
    charts = ((_key(board), cost_figure(release, board)) for board in boards)
    return site_page(
        *(site, release_stem(release.id, "cost"), "cost.html"),
        {
            "tables": [table for table in tables if table["rows"]],
            "untold": [table for table in tables if not table["rows"]],
        },
        heading="Cost, speed and tokens",
        title=f"Cost, speed and tokens, {release.id}",
        release=release,
        table=_lines(release, boards),
        figures={key: figure for key, figure in charts if figure is not None},
    )


def _table(release: SiteRelease, board: Board) -> dict[str, Any]:
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    return usage_view(release, board) | {
        "key": _key(board),
        "title": place_title(track, name),
        "condition": condition_words(name),
        "href": f"{board_stem(board)}.html",
        "n": board.n,
        "metric": score_title(track, board),
    }


def _key(board: Board) -> str:
    """Return a board's name as a part of a file's name and as an anchor."""
    return re.sub(r"[^a-z0-9_-]", "-", board.board)


def _lines(release: SiteRelease, boards: Sequence[Board]) -> DataTable:
    rows = [(board, row) for board in boards for row in board.rows if costs.has_usage(row)]
    names = costs.names_with_values(row for _, row in rows)
    lines = []
    for board, row in rows:
        machine = machine_of(release, row)
        own = [getattr(row, name) for name in COLUMNS[1:-1]]
        figures = [costs.value_of(row, name) for name in names]
        lines.append([board.board, *own, machine and machine["platform"], *figures])
    return DataTable((*COLUMNS, *names), lines)
