"""All systems: where each stands, under which condition, whether it clears the floor, its cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from digesta.board.rows import FLOORS, clears
from digesta.records.board import Board, Row
from digesta_site.language import gettext
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import (
    condition_words,
    headline_boards,
    person,
    place_title,
    score_cell,
    site_page,
)
from digesta_site.paths import BoardName, board_stem, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views import costs
from digesta_site.words import CONDITIONS, LEVELS

STEM = "systems"
SHOWN = ("latency_ms_p50", "cost_micro_usd")
"""Figures of a system's cost that stand in the list, where any system reports them."""
COLUMNS = (
    *("release", "submission_id", "model_name", "organization", "role", "level"),
    *("board", "metric", "score", "low", "high", "rank_low", "rank_high", "clears_floor"),
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the list of all systems of the newest release and of the archives."""
    releases = site.current
    rows = [
        _line(release, board, row)
        for release in releases
        for board, _ in headline_boards(release)
        for row in board.rows
    ]
    yield site_page(
        *(site, STEM, "systems.html"),
        {"groups": [group for release in releases for group in _groups(release)]},
        heading=gettext("Systems"),
        data=[dict(zip(COLUMNS, row, strict=True)) for row in rows],
        table=DataTable(COLUMNS, rows),
    )


def _line(release: SiteRelease, board: Board, row: Row) -> list[Any]:
    return [
        release.id,
        *(getattr(row, name) for name in COLUMNS[1:6]),
        board.board,
        board.metric,
        *(getattr(row, name) for name in COLUMNS[8:13]),
        clears(board, row) or None,
    ]


def _groups(release: SiteRelease) -> Iterator[dict[str, Any]]:
    """Yield a release's systems, then its floors."""
    rows: dict[str, list[tuple[Board, BoardName, Row]]] = {}
    for board, name in headline_boards(release):
        for row in board.rows:
            rows.setdefault(row.submission_id, []).append((board, name, row))
    for floors in (False, True):
        chosen = [own for own in rows.values() if (own[0][2].role in FLOORS) == floors]
        if chosen:
            yield _group(release, chosen, floors=floors)


def _group(
    release: SiteRelease, systems: Sequence[Sequence[tuple[Board, BoardName, Row]]], *, floors: bool
) -> dict[str, Any]:
    usages = [row.usage for own in systems for _, _, row in own]
    names = [name for name in SHOWN if any(_is_known(usage.get(name)) for usage in usages)]
    listed = [_system(release, own, names) for own in systems]
    return {
        "key": f"{release.id}-floors" if floors else release.id,
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "floors": floors,
        "names": costs.headings(names),
        "rows": sorted(listed, key=lambda row: str(row["id"])),
    }


def _system(
    release: SiteRelease, own: Sequence[tuple[Board, BoardName, Row]], names: Sequence[str]
) -> dict[str, Any]:
    row = own[0][2]
    card = release.cards.get(row.submission_id)
    conditions = sorted({gettext(CONDITIONS[card.condition])}) if card else []
    conditions = conditions or sorted({condition_words(name) for _, name, _ in own})
    scores = [headline_cell(release, *each) for each in own]
    if len(conditions) > 1:
        for cell, (_, name, _) in zip(scores, own, strict=True):
            cell["track"] += f" ({condition_words(name)})"
    return person(release, row) | {
        "conditions": conditions,
        "evidence": gettext(LEVELS[row.level]),
        "scores": scores,
        "usage": [_dearest(name, [line for _, _, line in own]) for name in names],
    }


def headline_cell(release: SiteRelease, board: Board, name: BoardName, row: Row) -> dict[str, Any]:
    """Return a system's score on a track, for a table of systems."""
    cell = score_cell(board, row)
    kept = {key: cell[key] for key in ("score", "span", "clears", "floor_words", "rank")}
    return kept | {
        "track": place_title(release.manifest.track_named(name.track), name),
        "judges": name.judges,
        "href": f"{board_stem(board)}.html",
        "published": "",
    }


def _is_known(value: float | str | None) -> TypeGuard[float]:
    return value is not None and not isinstance(value, str)


def _dearest(name: str, rows: Sequence[Row]) -> list[Any]:
    """Return the highest figure over a system's boards, for sorting and for the eye."""
    values = [value for row in rows if _is_known(value := row.usage.get(name))]
    if not values:
        return ["", "–"]
    return [max(values), costs.FIGURES[name].shown(max(values))]
