"""A release's page on public and sealed scores side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.analysis import AgeGap, BoardGaps, Repetition, SplitGap
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import condition_words, site_page
from digesta_site.paths import board_name, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import percent

HEADING = "Contamination"
EXAMPLES = 3
"""Questions that a row names; the JSON has all."""
COLUMNS = ("submission_id", "role", "public", "sealed", "gap", "low", "high", "smallest")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of each release of which anything can be said."""
    for release in site.newest_first:
        known = release.gaps is not None or release.exposure is not None
        if known and not site.is_superseded(release):
            yield _page(site, release)


def _page(site: SiteInput, release: SiteRelease) -> Page:
    stem, seen, gaps = release_stem(release.id, "contamination"), release.exposure, release.gaps
    boards = gaps.boards if gaps else []
    rows = [
        [board.board, *(getattr(row, name) for name in COLUMNS)]
        for board in boards
        for row in board.rows
    ]
    return site_page(
        *(site, stem, "contamination.html"),
        {
            "boards": [_board(release, board) for board in boards],
            "canary": release.manifest.canary,
            "references": seen.references if seen else 0,
            "ages": [_age(release, row) for row in seen.ages] if seen else [],
            "repetitions": [_repetition(release, row) for row in seen.repetitions] if seen else [],
        },
        heading=HEADING,
        title=f"{HEADING}, {release.id}",
        release=release,
        data=(gaps.as_json() if gaps else {}) | ({"exposure": seen.as_json()} if seen else {}),
        table=DataTable(("board", *COLUMNS), rows),
    )


def _system(release: SiteRelease, submission: str) -> dict[str, str]:
    """Return a system's name and where its page is, if any."""
    shown = submission in release.with_pages
    return {
        "name": release.names.get(submission) or submission,
        "href": f"r/{release.id}/s/{submission}.html" if shown else "",
    }


def _age(release: SiteRelease, row: AgeGap) -> dict[str, Any]:
    counts = {"before_n": row.before_n, "after_n": row.after_n, "why_not": row.why_not}
    return (
        counts
        | _system(release, row.submission_id)
        | {
            "track": release.manifest.track_named(row.track).title,
            "cutoff": row.cutoff,
            "before": "" if row.before is None else percent(row.before),
            "after": "" if row.after is None else percent(row.after),
            "gap": _points(row.gap),
            "floor_gap": _points(row.floor_gap),
            "ends": _ends(row),
            "smallest": _smallest(row),
        }
    )


def _repetition(release: SiteRelease, row: Repetition) -> dict[str, Any]:
    names = "role", "answers", "verbatim", "canaries"
    examples = [name[:12] for name in row.questions[:EXAMPLES]]
    facts = {name: getattr(row, name) for name in names}
    return (
        facts
        | _system(release, row.submission_id)
        | {
            "share": percent(row.verbatim / row.answers) if row.answers else "",
            "examples": ", ".join(examples) + ", …" * (len(row.questions) > EXAMPLES),
        }
    )


def _ends(row: SplitGap | AgeGap) -> str:
    if row.low is None:
        return "too few clusters"
    return f"{_points(row.low)} to {_points(row.high)}"


def _smallest(row: SplitGap | AgeGap) -> str:
    return "–" if row.smallest is None else f"{row.smallest * 100:.1f}"


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
            _system(release, row.submission_id)
            | {
                "role": row.role,
                "public": percent(row.public),
                "sealed": percent(row.sealed),
                "gap": _points(row.gap),
                "ends": _ends(row),
                "smallest": _smallest(row),
            }
            for row in board.rows
        ],
    }


def _points(share: float | None) -> str:
    """Return points of a percent with their sign, "" for None."""
    return "" if share is None else f"{share * 100:+.1f}".replace("-", "\N{MINUS SIGN}")
