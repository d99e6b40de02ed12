"""The index of releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from digesta_site.page import DataTable, Page
from digesta_site.pages.changes import changes_link
from digesta_site.pages.common import site_page
from digesta_site.paths import release_stem
from digesta_site.values import SiteInput, SiteRelease


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page that lists all releases, the newest first."""
    rows = [_row(site, release) for release in site.newest_first]
    header = ("release", "title", "public", "holdout", "submissions", "next_due")
    yield site_page(
        *(site, "releases", "releases.html"),
        {"rows": rows},
        heading="Releases",
        data=rows,
        table=DataTable(header, [[row[name] for name in header] for row in rows]),
        found_by=" ".join(f"{row['release']} {row['title']}" for row in rows),
    )


def _on_boards(release: SiteRelease) -> set[str]:
    return {row.submission_id for board in release.boards for row in board.rows}


def _row(site: SiteInput, release: SiteRelease) -> dict[str, Any]:
    holdout = release.manifest.holdout
    public = Counter(question.track for question in release.public)
    return {
        "release": release.id,
        "title": release.manifest.title,
        "href": f"{release_stem(release.id)}.html",
        "newest": release is site.newest,
        "public": len(release.public),
        "holdout": sum(holdout.counts.values()) if holdout else 0,
        "submissions": len(_on_boards(release) | release.with_pages),
        "next_due": release.manifest.next_due or "",
        "changes": changes_link(site, release),
        "tracks": [
            {"title": track.title, "public": public[track.track]}
            for track in release.manifest.tracks
        ],
    }
