"""The page of what waits: public queues alone, with days; the same for machines."""

from __future__ import annotations

import dataclasses
import json
import re

from digesta.records.log import Status, StatusNote
from digesta.releases.status import ANSWER_DAYS, public_status
from digesta_site.render import render
from digesta_site.values import SiteInput
from places import PAGES, ROOT
from site_tree import pages

RAW = "<b>x</b>"
WAITS = Status(
    format="status/1",
    date="2026-06-01",
    next_due="2026-07-01",
    findings=[
        StatusNote(kind="stale", what="secret.jsonl:3: digest", fix="restore it"),
        StatusNote(kind="undecided", what=f"2026-05-01: {RAW} has no decision", fix="decide"),
        StatusNote(kind="disputed", what="d-0001 is not settled", due="2026-06-30", fix="settle"),
        StatusNote(kind="draft", what="drafts/secret: not cut", fix="cut"),
    ],
)


def tree_of(site: SiteInput, status: Status | None) -> dict[str, bytes]:
    return pages(dataclasses.replace(site, status=status))


def test_the_page_shows_public_queues_with_their_days_and_nothing_else(site: SiteInput) -> None:
    tree = tree_of(site, public_status(WAITS))

    html = render("status.html", json.loads(tree[".view/status.json"]), root="")
    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())

    assert "as of 2026-06-01" in text
    assert "The next release is due on 2026-07-01" in text
    assert "d-0001 is not settled ; due on 2026-06-30" in text
    assert RAW not in html
    assert "secret" not in html + tree["status.json"].decode() + tree["status.csv"].decode()


def test_machines_read_the_same_as_a_record_without_commands(site: SiteInput) -> None:
    tree = tree_of(site, public_status(WAITS))

    record = Status.model_validate_json(tree["status.json"])

    assert [note.kind for note in record.findings] == ["undecided", "disputed"]
    assert [note.fix for note in record.findings] == [None, None]


def test_before_the_first_release_nothing_waits(site: SiteInput) -> None:
    tree = tree_of(site, None)

    html = render("status.html", json.loads(tree[".view/status.json"]), root="")

    assert "No release has been cut yet" in html


def test_the_pages_promise_the_days_that_the_status_counts() -> None:
    for name in ("dispute", "governance"):
        folder = PAGES if (PAGES / f"{name}.md").is_file() else ROOT / "site" / "docs"
        page = (folder / f"{name}.md").read_text("utf-8")
        assert f"within {ANSWER_DAYS} days" in page
