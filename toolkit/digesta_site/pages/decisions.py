"""The log of decisions about submissions: the maintainers' words, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.submission import Decision
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.paths import system_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import LEVELS, percent

COLUMNS = (
    "release",
    "seq",
    "date",
    "submission_id",
    "decision",
    "level",
    "role",
    "reason",
    "rescored",
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of all decisions, the newest release's last decision first."""
    rows = [row for release in site.newest_first for row in _rows(release)]
    yield site_page(
        *(site, "decisions", "decisions.html"),
        {"rows": rows, "levels": LEVELS},
        heading="Decisions",
        data=rows,
        table=DataTable(COLUMNS, [[row[name] for name in COLUMNS] for row in rows]),
    )


def _rows(release: SiteRelease) -> list[dict[str, Any]]:
    return [
        decision.model_dump(mode="json", exclude={"scores", "scores_before"})
        | {
            "release": release.id,
            "rescored": _rescore_text(decision),
            "href": f"{system_stem(release.id, decision.submission_id)}.html"
            if decision.submission_id in release.with_pages
            else "",
        }
        for decision in sorted(release.decisions, key=lambda d: d.seq, reverse=True)
    ]


def _rescore_text(decision: Decision) -> str:
    """Return what a rescore changed: each track's headline before and after."""
    before = decision.scores_before or {}
    changed = (
        f"{track} {percent(before[track])} → {percent(now)}"
        for track, now in sorted(decision.scores.items())
        if track in before
    )
    return ", ".join(changed)
