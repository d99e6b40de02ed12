"""A penalty answer's four parts under each condition: the three questions of the finlaw track.

What do systems know without passages, what do passages change in which part, and is it the
retrieval that fails or the reading of what it found (FinLaw, RQ1 to RQ3)? All is read from boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.board.rows import best_floor, clears
from digesta.records.board import Board, Conditions, MetricValue, Row
from digesta.records.release import Track
from digesta.records.submission import RANKED_LEVELS
from digesta_site.language import gettext, noop
from digesta_site.pages.common import (
    metric_addresses,
    person,
    score_cell,
)
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import CONDITIONS, percent

PARTS: Mapping[str, str] = {
    "type.jaccard": noop("Penalty type"),
    "domain.jaccard": noop("Violation domain"),
    "basis.pair_jaccard": noop("Legal basis"),
    "level.accuracy": noop("Penalty level"),
}
"""The parts of an answer, by the metric whose mean over them is the headline."""
FOUND = "hit_at_5"
WRONG_ALL_THE_SAME = "basis.error_given_hit"


def parts(
    site: SiteFrame, release: SiteRelease, track: Track, effects: Conditions | None
) -> dict[str, Any]:
    """Return the answers to the three questions; empty where a track's answers have other parts.

    rows: each system that answered under several conditions, under each of them.
    """
    deltas = effects.rows if effects else []
    sides = dict.fromkeys(
        (side.condition, side.submission_id)
        for delta in deltas
        for side in (delta.base, delta.other)
    )
    rows = {side: _row(release, track, *side) for side in sides}
    if not rows or any(
        row is None or not PARTS.keys() <= row.metrics.keys() for row in rows.values()
    ):
        return {}
    known = metric_addresses(site, track)
    return {
        "names": [
            {"title": gettext(title), "href": known[name][1] if name in known else ""}
            for name, title in PARTS.items()
        ],
        "alone": _alone(release, release.board_at.get((f"{track.track}@closed_book", "public"))),
        "told": sum(delta.separable for delta in deltas),
        "pairs": len(deltas),
        "rows": [_row_view(release, condition, row) for (condition, _), row in rows.items() if row],
    }


def _row(release: SiteRelease, track: Track, condition: str, submission_id: str) -> Row | None:
    board = release.board_at.get((f"{track.track}@{condition}", "public"))
    rows = board.rows if board else []
    return next((row for row in rows if row.submission_id == submission_id), None)


def _alone(release: SiteRelease, board: Board | None) -> dict[str, Any] | None:
    """Return the best system without passages, and the best of what knows no law."""
    rows = board.rows if board else []
    systems = [row for row in rows if row.role == "system" and row.level in RANKED_LEVELS]
    floor = best_floor(board) if board else None
    if board is None or not systems or floor is None:
        return None
    best = max(systems, key=lambda row: row.score)
    return {
        "best": person(release, best) | score_cell(board, best),
        "floor": person(release, floor) | score_cell(board, floor),
        "above": clears(board, best) == "yes",
    }


def _row_view(release: SiteRelease, condition: str, row: Row) -> dict[str, Any]:
    # Without passages nothing was searched: that none was found says nothing.
    searched = condition != "closed_book"
    shares, wrong = (
        row.metrics.get(name) if searched else None for name in (FOUND, WRONG_ALL_THE_SAME)
    )
    return person(release, row) | {
        "condition": gettext(CONDITIONS[condition]),
        "score": percent(row.score),
        "cells": [_percent(row.metrics[name]) for name in PARTS],
        "found": _of(shares),
        "wrong": _of(wrong),
    }


def _percent(value: MetricValue) -> str:
    return "–" if value.value is None else percent(value.value)


def _of(value: MetricValue | None) -> str:
    """Return a share of questions as it was counted."""
    if value is None or not value.denominator or value.numerator is None:
        return "–"
    return f"{value.numerator:.0f} of {value.denominator}"
