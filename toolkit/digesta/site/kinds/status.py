"""What waits for the maintainers, as far as it is public: days, never how many are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.log import StatusNote
from digesta.releases.status import ANSWER_DAYS
from digesta.site.kinds.common import common
from digesta.site.language import gettext, noop
from digesta.site.page import DataTable, Page
from digesta.site.values import SiteInput

HEADING = noop("What waits")
TITLES = (
    ("undecided", noop("Submissions to decide"), "systems.html", noop("All systems")),
    ("disputed", noop("Open disputes"), "disputes.html", noop("All disputes")),
    ("erratum", noop("Corrections to publish"), "disputes.html", noop("All disputes")),
    ("due", noop("Releases that are due"), "releases.html", noop("All releases")),
    (
        "review",
        noop("Questions that no person has read"),
        "author.html",
        noop("How a question is reviewed"),
    ),
)
"""Each public kind: its title, where more is told, and what that page is called."""


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of what waits."""
    status = site.status
    findings = status.findings if status else []
    groups = [
        {
            "kind": kind,
            "title": gettext(title),
            "href": href,
            "more": gettext(more),
            "rows": [_row(each) for each in findings if each.kind == kind],
        }
        for kind, title, href, more in TITLES
    ]
    rows = [[each.kind, each.release, each.due, each.what] for each in findings]
    view = common(site, "status", heading=gettext(HEADING), release=None, csv=True)
    yield Page(
        stem="status",
        title=gettext(HEADING),
        template="status.html",
        view=view
        | {
            "groups": groups,
            "date": status.date if status else "",
            "next_due": (status and status.next_due) or "",
            "days": ANSWER_DAYS,
        },
        data=status.as_json() if status else {},
        table=DataTable(("kind", "release", "due", "what"), rows),
    )


def _row(finding: StatusNote) -> dict[str, Any]:
    return {"what": finding.what, "due": finding.due or ""}
