"""What we cannot claim: ``limits.json`` of each release; the newest also at ``limits.html``."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.site.kinds.common import common, release_crumb
from digesta.site.page import DataTable, Page
from digesta.site.values import SiteInput, SiteRelease
from digesta.site.words import with_spaces

HEADING = "What we cannot claim"


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return one page per release, and the newest release's under a name that lasts."""
    yield _page(site, site.newest, "limits")
    for release in site.newest_first:
        yield _page(site, release, f"r/{release.id}/limits")


def _page(site: SiteInput, release: SiteRelease | None, stem: str) -> Page:
    titles = {t.track: t.title for t in release.manifest.tracks} if release else {}
    limits = release.limits.limits if release else []
    rows = [
        {
            "track": titles.get(limit.track, with_spaces(limit.track)),
            "limit": limit.limit,
            "why": limit.why,
        }
        for limit in limits
    ]
    view = common(
        site,
        stem,
        heading=HEADING,
        release=release,
        crumbs=[release_crumb(release)] if release else [],
        csv=True,
    )
    return Page(
        stem=stem,
        title=HEADING if stem == "limits" or release is None else f"{HEADING}: {release.id}",
        template="limits.html",
        view=view | {"rows": rows, "tracks": len({row["track"] for row in rows}) > 1},
        data=rows,
        table=DataTable(("track", "limit", "why"), [list(row.values()) for row in rows]),
        searchable=stem == "limits",
    )
