"""A release: systems × tracks, then everything that it holds, by digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from digesta.records.board import Board, Row
from digesta.records.release import Track
from digesta_site.citation import citation
from digesta_site.page import DataTable, Page
from digesta_site.pages.boards.ledger import has_judges_page
from digesta_site.pages.changes import changes_link
from digesta_site.pages.common import (
    condition_words,
    disputes_view,
    headline_boards,
    lead,
    person,
    place_titles,
    score_cell,
    score_title,
    site_page,
)
from digesta_site.pages.questions.retirement import retired_questions
from digesta_site.paths import (
    BoardName,
    board_name,
    board_stem,
    questions_stem,
    release_stem,
    track_stem,
)
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views.reviews import written_words
from digesta_site.views.sections import sections_of
from digesta_site.words import ascii_title

COLUMNS = (
    "submission_id",
    "model_name",
    "organization",
    "role",
    "level",
    "track",
    "condition",
    "metric",
    "score",
    "low",
    "high",
    "rank_low",
    "rank_high",
)
GROUPS = (
    ("ranked", "Ranked systems"),
    ("unranked", "Side by side"),
    ("open", "Self-reported on open answers"),
    ("archived", "Published elsewhere"),
    ("reference", "For reference"),
    ("floors", "Floors"),
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return one page per release."""
    for release in site.newest_first:
        yield _page(site, release)


def _page(site: SiteInput, release: SiteRelease) -> Page:
    stem, manifest = release_stem(release.id), release.manifest
    rows = [
        [
            *(getattr(row, c) for c in COLUMNS[:5]),
            name.track,
            board.board.partition("@")[2],
            board.metric,
        ]
        + [getattr(row, c) for c in COLUMNS[8:]]
        for board, name in headline_boards(release)
        for row in board.rows
    ]
    return site_page(
        *(site, stem, "release.html"),
        _facts(release)
        | {
            "changes": changes_link(site, release),
            "retired": len(retired_questions(site, release)) if site.is_superseded(release) else 0,
            "written": [
                {"track": track.title, "words": words}
                for track in manifest.tracks
                if (words := written_words(release, track))
            ],
            "tracks": [{"title": track.title} for track in manifest.tracks],
            "groups": _matrix(release),
            "boards": [_boards(site, release, track) for track in manifest.tracks],
            "cite": citation(site.config, release),
            "cost_page": f"{release_stem(release.id, 'cost')}.html"
            if release is site.newest
            else "",
            "downloads": [d.view() for d in site.downloads if d.release == release.id],
        },
        heading=manifest.title,
        title=f"Release {release.id}: {ascii_title(manifest.title, 'benchmark release')}",
        release=release,
        crumbs=[("Releases", "releases")],
        data=[dict(zip(COLUMNS, row, strict=True)) for row in rows],
        table=DataTable(COLUMNS, rows),
    )


def _facts(release: SiteRelease) -> dict[str, Any]:
    manifest = release.manifest
    return {
        "previous": manifest.previous or "",
        "next_due": manifest.next_due or "",
        "canary": manifest.canary,
        "publications": [
            {"number": each.number, "date": each.date or "", "reason": each.reason or ""}
            for each in release.publications
        ],
        "holdout": None if manifest.holdout is None else manifest.holdout.as_json(),
        "sealed": [
            (track.title, manifest.holdout.counts[track.track])
            for track in manifest.tracks
            if manifest.holdout and track.track in manifest.holdout.counts
        ],
        "licenses": list(manifest.licenses),
        "withheld": dict(release.withheld),
        "archive": manifest.archive.as_json() if manifest.archive else None,
        "normalisers": [
            f"{name}/{version}" for name, version in sorted(manifest.normalisers.items())
        ],
        "files": [file.as_json() for file in manifest.files],
        "limits": f"{release_stem(release.id, 'limits')}.html",
        "disputes": disputes_view(release, release.id),
        "contamination": f"{release_stem(release.id, 'contamination')}.html"
        if release.exposure or release.gaps
        else "",
        "queue": f"{release_stem(release.id, 'queue')}.html" if release.analyses else "",
        "giveaways": f"{release_stem(release.id, 'giveaways')}.html" if release.giveaways else "",
    }


def _matrix(release: SiteRelease) -> list[dict[str, Any]]:
    """Return systems × tracks by group, in the order of the first board that has them."""
    cells: dict[str, dict[str, list[dict[str, Any]]]] = {}
    systems: dict[str, tuple[int, Row]] = {}
    keys = [key for key, _ in GROUPS]
    for board, name in headline_boards(release):
        for section, rows in sections_of(board):
            for row in rows:
                at = keys.index(section.key)
                systems[row.submission_id] = min(
                    systems.get(row.submission_id, (at, row)), (at, row), key=lambda pair: pair[0]
                )
                cell = _cell(release, board, name, row)
                cells.setdefault(row.submission_id, {}).setdefault(name.track, []).append(cell)
    tracks = [track.track for track in release.manifest.tracks]
    return [
        {
            "key": key,
            "title": title,
            "conditions": sorted(
                {
                    cell["condition"]
                    for submission_id, (group, _) in systems.items()
                    if group == at
                    for of_track in cells[submission_id].values()
                    for cell in of_track
                }
            ),
            "rows": [
                person(release, row)
                | {"cells": [cells[submission_id].get(track, []) for track in tracks]}
                for submission_id, (group, row) in systems.items()
                if group == at
            ],
        }
        for at, (key, title) in enumerate(GROUPS)
        if any(group == at for group, _ in systems.values())
    ]


def _cell(release: SiteRelease, board: Board, name: BoardName, row: Row) -> dict[str, Any]:
    track, words = release.manifest.track_named(name.track), condition_words(name)
    return score_cell(board, row) | {
        "condition": f"{score_title(track, board)}, {words}" if track.headlines else words,
        "href": f"{board_stem(board)}.html",
    }


def _boards(site: SiteInput, release: SiteRelease, track: Track) -> dict[str, Any]:
    """Return every board of a track, indented by depth, and its pages of questions."""
    shown = () if site.is_superseded(release) else release.public
    questions = Counter((q.track, q.category, q.task) for q in shown if q.track == track.track)
    listed = []
    for board in release.ordered_boards:
        name = board_name(board.board)
        if name.track == track.track:
            listed.append(
                {
                    "title": place_titles(track, name)[-1],
                    "depth": len(name.place),
                    "split": board.split,
                    "condition": condition_words(name),
                    "href": f"{board_stem(board)}.html",
                    "n": board.n,
                    "lead": lead(release, board),
                }
            )
    return {
        "title": track.title,
        "boards": listed,
        "judges": has_judges_page(release, track.track)
        and f"{track_stem(release.id, track.track, 'judges')}.html",
        "questions": [
            {
                "title": track.tasks[task[2]].title if task[2] in track.tasks else task[2],
                "n": n,
                "href": f"{questions_stem(release.id, task)}.html",
            }
            for task, n in sorted(questions.items())
        ],
    }
