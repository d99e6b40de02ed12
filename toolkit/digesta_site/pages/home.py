"""Home: which system is best at what, and whether its lead is real."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from digesta.board.rows import clears
from digesta.records.base import release_parts
from digesta.records.board import Board
from digesta_site.language import gettext
from digesta_site.page import Page
from digesta_site.pages.changes import newest_changes
from digesta_site.pages.common import (
    best_systems,
    condition_words,
    headline_boards,
    lead,
    leaders,
    marks,
    person,
    place_title,
    score_cell,
    site_page,
)
from digesta_site.paths import BoardName, board_stem, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import ascii_title

FEWEST = 2
"""Systems that a board compares; one is shown where no board of the site has two."""
NAMED = 3
"""Systems that share a lead and are named; the board has all."""


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the home page."""
    newest, shown = site.newest, site.current
    most = max((len(best_systems(b)) for r in shown for b, _ in headline_boards(r)), default=0)
    fewest = min(FEWEST, max(most, 1))
    yield site_page(
        *(site, "index", "home.html"),
        {
            "purpose": site.config.purpose,
            "newest": None if newest is None else _release(newest),
            "makers": makers(site),
            "boards": _boards(shown, fewest),
            "waiting": [line for each in shown for line in _waiting(each, fewest)],
            "changes": newest_changes(site),
        },
        heading=site.config.title,
        title=ascii_title(site.config.title, "Home"),
        hide=("navigation", "toc", "path"),
    )


def _release(release: SiteRelease) -> dict[str, Any]:
    return {
        "id": release.id,
        "day": release_parts(release.id).day,
        "href": f"{release_stem(release.id)}.html",
        "next_due": release.manifest.next_due or "",
        "public": len(release.public),
        "holdout": len(release.questions) - len(release.public),
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


def _boards(releases: Sequence[SiteRelease], fewest: int) -> list[dict[str, Any]]:
    """Return a line for each headline board of enough systems: those that rank most first."""
    lines = [
        _line(release, board, name)
        for release in releases
        for board, name in headline_boards(release)
        if len(best_systems(board)) >= fewest
    ]
    return sorted(lines, key=lambda line: (not line["ranked"], -line["systems"]))


def _line(release: SiteRelease, board: Board, name: BoardName) -> dict[str, Any]:
    """Return what home says of a board: its best systems, and whether their lead is real.

    tied: how many share the first place, or are not told apart from the only one that has it.
    """
    about, best = lead(release, board), best_systems(board)
    first = leaders(board)
    tied = (first[0].rank_high or 1) if len(first) == 1 else len(first)
    shown = first[:NAMED] or best[:1]
    archive = release.manifest.archive is not None
    return about | {
        "title": _title(release, name),
        "about": re.split("[.,:;](?!\\S)", release.manifest.track_named(name.track).about)[0],
        "release": "" if archive else release.id,
        "condition": condition_words(name),
        "systems": len(best),
        "tied": tied,
        "cleared": sum(clears(board, row) == "yes" for row in best),
        "unnamed": max(len(first) - NAMED, 0),
        "shown": [person(release, row) for row in shown],
        "cell": score_cell(board, shown[0]) | {"marks": marks(board)},
    }


def _title(release: SiteRelease, name: BoardName) -> str:
    if release.manifest.archive is not None:
        return release.manifest.title
    return place_title(release.manifest.track_named(name.track), name)


def _waiting(release: SiteRelease, fewest: int) -> list[dict[str, str]]:
    """Return the headline boards that need a system, or a second, before they compare any."""
    return [
        {
            "href": f"{board_stem(board)}.html",
            "title": _title(release, name),
            "condition": condition_words(name),
        }
        for board, name in headline_boards(release)
        if len(best_systems(board)) < fewest
    ]
