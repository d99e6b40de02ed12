"""Further addresses of a board: a category of one task is the board of its task, too."""

from __future__ import annotations

from collections.abc import Iterator

from digesta_site.page import Page
from digesta_site.pages.common import common, release_crumb
from digesta_site.paths import board_stem
from digesta_site.values import SiteFrame, SiteRelease


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return a page for each further address, which names the board that is there."""
    for board in release.ordered_boards:
        for address in board.addresses:
            stem = f"r/{release.id}/{address}"
            view = common(
                site,
                stem,
                heading=address,
                release=release,
                crumbs=[release_crumb(release)],
            )
            own = {"board": board.board, "href": f"{board_stem(board)}.html"}
            yield Page(
                stem=stem,
                title=f"{address}, {release.id}",
                template="address.html",
                view=view | own,
                data={"board": board.board, "address": address},
            )
