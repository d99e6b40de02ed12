"""Further addresses of a board: a category of one task is the board of its task, too."""

from __future__ import annotations

from collections.abc import Iterator

from digesta_site.page import DataFile
from digesta_site.pages.common import redirect
from digesta_site.paths import board_stem
from digesta_site.values import SiteFrame, SiteRelease


def pages_of(_: SiteFrame, release: SiteRelease) -> Iterator[DataFile]:
    """Return for each further address what leads to the board, and as data names it."""
    for board in release.ordered_boards:
        for address in board.addresses:
            stem = f"r/{release.id}/{address}"
            yield redirect(stem, board_stem(board))
            yield DataFile(f"{stem}.json", {"board": board.board, "address": address})
