"""What waits for the maintainers, as far as it is public: days, never how many are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from digesta.records.log import StatusNote
from digesta.releases.status import ANSWER_DAYS
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.values import SiteInput

HEADING = "What waits"
TITLES = (
    ("undecided", "Submissions to decide", "systems.html", "All systems"),
    ("uncarried", "Systems to bring over", "systems.html", "All systems"),
    ("disputed", "Open disputes", "disputes.html", "All disputes"),
    ("erratum", "Corrections to publish", "disputes.html", "All disputes"),
    ("due", "Releases that are due", "releases.html", "All releases"),
    (
        "review",
        "Questions that no person has read",
        "author.html",
        "How a question is reviewed",
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
            "title": title,
            "href": href,
            "more": more,
            "rows": [_row(each) for each in findings if each.kind == kind],
        }
        for kind, title, href, more in TITLES
    ]
    rows = [[each.kind, each.release, each.due, each.what] for each in findings]
    yield site_page(
        *(site, "status", "status.html"),
        {
            "groups": groups,
            "date": status.date if status else "",
            "next_due": (status and status.next_due) or "",
            "days": ANSWER_DAYS,
        },
        heading=HEADING,
        data=status.as_json() if status else {},
        table=DataTable(("kind", "release", "due", "what"), rows),
    )


def _row(finding: StatusNote) -> dict[str, Any]:
    return {"what": finding.what, "due": finding.due or ""}
