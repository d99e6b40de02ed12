"""A badge by system and track, for a README: score, interval, release, and what the floor says.

Nothing on it was submitted: the system is who shows it. A badge of a system that does not clear
its board's floor says so, and so does one whose answers nobody ran again.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from digesta.board.rows import CLEARS, clears
from digesta.records.board import Board, Row
from digesta.workspace.site_config import SiteConfig
from digesta_site.language import gettext
from digesta_site.pages.common import (
    condition_words,
    headline_boards,
)
from digesta_site.paths import BoardName, system_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import percent, span

_CHARACTER, _EDGE = 6.3, 6.0
"""Width of a character of 11 px, and of the space around a text; ``textLength`` makes it fit."""
_CLEARS, _OTHER = "#1b6e3c", "#59616b"


class Badge(NamedTuple):
    """One badge: where it lies, what it says left and right, and in which colour."""

    path: str
    label: str
    message: str
    colour: str

    def svg(self) -> bytes:
        """Return the picture."""
        left, right = (len(text) * _CHARACTER + 2 * _EDGE for text in (self.label, self.message))
        words = escape(f"{self.label}: {self.message}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:.0f}" height="20" '
            f'role="img" aria-label="{words}"><title>{words}</title>'
            f'<rect width="{left:.0f}" height="20" fill="#2b3138"/>'
            f'<rect x="{left:.0f}" width="{right:.0f}" height="20" fill="{self.colour}"/>'
            '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
            f"{_text(self.label, _EDGE)}{_text(self.message, left + _EDGE)}</g></svg>\n"
        ).encode()


def badges_of(config: SiteConfig, release: SiteRelease, submission_id: str) -> list[Badge]:
    """Return a system's badges, one a track; none for floors, references and calibration."""
    rows: dict[str, tuple[Board, BoardName, Row]] = {}
    for board, name in headline_boards(release):
        for row in board.rows:
            if row.submission_id == submission_id and row.role == "system":
                # One board a track: that which ranks the system, else the first.
                known = rows.get(name.track)
                if known is None or (known[2].rank_low is None and row.rank_low is not None):
                    rows[name.track] = board, name, row
    return [_badge(config, *rows[track]) for track in sorted(rows)]


def badge_files(site: SiteInput) -> Iterator[tuple[str, bytes]]:
    """Yield the path and bytes of each badge of every release's systems that have a page."""
    for release in site.newest_first:
        for submission in release.ordered_submissions:
            for badge in badges_of(site.config, release, submission.card.submission_id):
                yield badge.path, badge.svg()


def badge_views(site: SiteInput, release: SiteRelease, submission_id: str) -> dict[str, Any]:
    """Return what a system's page says of its badges."""
    badges = badges_of(site.config, release, submission_id)
    return {
        "badges": [
            {"path": badge.path, "words": f"{badge.label}: {badge.message}"} for badge in badges
        ],
        "badge_page": f"{system_stem(release.id, submission_id)}.html",
    }


def _badge(config: SiteConfig, board: Board, name: BoardName, row: Row) -> Badge:
    verdict = clears(board, row)
    message = f"{percent(row.score)} ({span(row.low, row.high)})"
    more = [gettext(CLEARS[verdict])] if verdict != "yes" and CLEARS[verdict] else []
    more += [gettext("self-reported")] if row.level == "open" else []
    proven = verdict == "yes" and not more
    return Badge(
        path=f"r/{board.release}/badge/{row.submission_id}.{name.track}.svg",
        label=f"{config.title} {name.track}, {condition_words(name)}, {board.release}",
        message=", ".join([message, *more]),
        colour=_CLEARS if proven else _OTHER,
    )


def _text(text: str, at: float) -> str:
    length = len(text) * _CHARACTER
    return f'<text x="{at:.0f}" y="14" textLength="{length:.0f}">{escape(text)}</text>'
