"""What we cannot claim: ``limits.json`` of each release; the newest also at ``limits.html``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.release import Limit
from digesta_site.language import gettext, ngettext
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import disputes_view, site_page
from digesta_site.paths import release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import with_spaces

HEADING = "What we cannot claim"


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return one page per release, and the newest release's under a name that lasts."""
    yield _page(site, site.newest, "limits")
    for release in site.newest_first:
        if not site.is_superseded(release):
            yield _page(site, release, release_stem(release.id, "limits"))


def limits_of_track(release: SiteRelease, track: str) -> dict[str, Any] | None:
    """Return a track's first limit, how many more there are, and where; None without any."""
    limits = [limit for limit in release.limits.limits if limit.track == track]
    if not limits:
        return None
    more = (
        ngettext("%(n)s more limit", "%(n)s more limits", len(limits) - 1)
        if len(limits) > 1
        else gettext("why")
    )
    href = f"{release_stem(release.id, 'limits')}.html#limits-{track}"
    first = limits[0]
    return {"first": first.limit, "false": false_words(release, first), "more": more, "href": href}


def false_words(release: SiteRelease, limit: Limit) -> str:
    """Say on which day a dispute of a limit was upheld, and its sentence is false; or nothing."""
    upheld = [
        dispute
        for dispute in release.disputes_on.get(limit.sentence, [])
        if dispute.status == "upheld"
    ]
    if not upheld:
        return ""
    last = upheld[-1]
    return gettext("False: %(dispute)s, upheld on %(day)s", dispute=last.dispute_id, day=last.date)


def _page(site: SiteInput, release: SiteRelease | None, stem: str) -> Page:
    titles = {t.track: t.title for t in release.manifest.tracks} if release else {}
    order = list(titles)
    limits = sorted(
        release.limits.limits if release else [],
        key=lambda limit: order.index(limit.track) if limit.track in titles else len(order),
    )
    false = [false_words(release, limit) for limit in limits] if release else []
    rows = [
        {
            "track": titles.get(limit.track, with_spaces(limit.track)),
            "limit": limit.limit,
            "why": limit.why,
            "false": words,
        }
        for limit, words in zip(limits, false, strict=True)
    ]
    firsts = {limit.track: at for at, limit in reversed(list(enumerate(limits)))}
    anchors = {at: f"limits-{track}" for track, at in firsts.items()}
    return site_page(
        *(site, stem, "limits.html"),
        {"rows": rows, "anchors": [anchors.get(at, "") for at in range(len(rows))]}
        | {"tracks": len({row["track"] for row in rows}) > 1}
        | {"disputes": disputes_view(release, release.id) if release else []},
        heading=HEADING,
        title=HEADING if stem == "limits" or release is None else f"{HEADING}: {release.id}",
        release=release,
        data=rows,
        table=DataTable(("track", "limit", "why"), [list(row.values())[:3] for row in rows]),
        searchable=stem == "limits",
    )
