"""The pages of the logs: attempts, access, disputes; and the links to a dispute."""

from __future__ import annotations

import csv
import dataclasses
import io
import json

from site_questions import NEWEST

from digesta.records.log import Access, Attempt, Dispute
from digesta.records.submission import Decision
from digesta_site.render import render
from digesta_site.values import SiteInput, SiteRelease
from site_tree import pages

RAW = "<b>x</b>"
LINE = {"previous": "0" * 64, "date": "2026-06-01"}


def logged(site: SiteInput) -> tuple[SiteRelease, dict[str, bytes]]:
    """Return the newest release with a line or two in each log, and the pages."""
    newest = next(one for one in site.releases if one.id == NEWEST)
    question = newest.public[0].question_id
    about = {"dispute_id": "d-0001", "question_id": question}
    release = dataclasses.replace(
        newest,
        disputes=[
            Dispute(**LINE, seq=1, status="raised", reason=RAW, **about),
            Dispute(**LINE, seq=2, status="upheld", reason="re-keyed", **about),
            Dispute(**LINE, seq=3, status="raised", reason="not so", dispute_id="d-0002",
                    limit="halacha: There is no holdout."),
        ],
        access=[Access(**LINE, seq=1, who=RAW, what="truths", why="sealed them")],
        attempts=[
            Attempt(
                **LINE, seq=1, submission_id="open-0", organization=RAW, root="7a" * 32,
                predictions="2b" * 32, outcome="scored", maintainers=False,
            )
        ],
    )  # fmt: skip
    others = [one for one in site.releases if one.id != NEWEST]
    return release, pages(dataclasses.replace(site, releases=[release, *others]))


def test_each_log_has_a_page_and_its_lines_as_data(site: SiteInput) -> None:
    _, tree = logged(site)

    for name, lines in (("disputes", 3), ("access", 1), ("attempts", 1)):
        assert f"{name}.md" in tree
        assert [row["release"] for row in json.loads(tree[f"{name}.json"])] == [NEWEST] * lines
        assert len(list(csv.reader(io.StringIO(tree[f"{name}.csv"].decode())))) == lines + 1
    [last, *_] = json.loads(tree[".view/disputes.json"])["rows"]
    assert "halacha: There is no holdout." in [cell["text"] for cell in last["cells"]]


def test_an_empty_log_has_a_page_too(tree: dict[str, bytes]) -> None:
    for name in ("disputes", "access", "attempts"):
        assert json.loads(tree[f"{name}.json"]) == []


def test_a_dispute_leads_to_its_question_and_back(site: SiteInput) -> None:
    release, tree = logged(site)
    question = release.public[0]
    page = f"r/{NEWEST}/q/{question.track}/{question.category}/{question.task}"

    told = json.loads(tree[".view/disputes.json"])["rows"]
    asked = json.loads(tree[f".view/{page}.json"])["questions"]

    assert {cell["href"] for row in told for cell in row["cells"]} == {"", f"{page}.html"}
    shown = next(one for one in asked if one["id"] == question.question_id)["disputes"]
    anchors = {row["anchor"] for row in told}
    assert [(one["id"], one["status"]) for one in shown] == [("d-0001", "upheld")]
    assert shown[0]["href"].partition("#")[2] in anchors


def test_a_dispute_about_a_release_as_a_whole_stands_on_its_page_and_at_its_limits(
    site: SiteInput,
) -> None:
    newest = next(one for one in site.releases if one.id == NEWEST)
    raised = Dispute(**LINE, seq=1, status="raised", reason=RAW, dispute_id="d-0001")
    others = [one for one in site.releases if one.id != NEWEST]
    release = dataclasses.replace(newest, disputes=[raised])

    tree = pages(dataclasses.replace(site, releases=[release, *others]))

    for name, template in (("index", "release"), ("limits", "limits")):
        html = render(
            f"{template}.html", json.loads(tree[f".view/r/{NEWEST}/{name}.json"]), root=""
        )
        assert f'href="disputes.html#{NEWEST}-d-0001-1">Dispute d-0001: raised</a>' in html
    assert f".view/r/{others[0].id}/limits.json" not in tree, (
        "a superseded release has no such page"
    )


def test_what_was_written_in_a_log_never_becomes_markup(site: SiteInput) -> None:
    _, tree = logged(site)

    for name in ("disputes", "access", "attempts"):
        html = render("log.html", json.loads(tree[f".view/{name}.json"]), root="")
        assert RAW not in html
        assert "&lt;b&gt;" in html


def test_a_rescore_shows_the_score_before_and_after(site: SiteInput) -> None:
    newest = next(one for one in site.releases if one.id == NEWEST)
    decision = Decision(
        **LINE, seq=1, submission_id="open-0", decision="rescore", level="open", role="system",
        reason="re-keyed", scores={"halacha": 0.75}, scores_before={"halacha": 0.5},
    )  # fmt: skip
    release = dataclasses.replace(newest, decisions=[decision])

    tree = pages(dataclasses.replace(site, releases=[release]))

    (row,) = json.loads(tree["decisions.json"])
    assert row["rescored"] == "halacha 50.0% → 75.0%"
