"""What is said of a score: whose it is, whether it clears the floor, who leads."""

from __future__ import annotations

import dataclasses
import json
import re

from site_building import bodies
from site_questions import NEWEST
from site_workspace import board

from digesta.board.rows import clears
from digesta.records.board import Board
from digesta_site import render as rendering
from digesta_site.names import distinct_names
from digesta_site.page import DataFile, Page
from digesta_site.pages.common import lead
from digesta_site.pages.system import pages_of as system_pages
from digesta_site.render import render
from digesta_site.values import SiteInput
from site_tree import figures_of, pages

BOARD = "halacha@closed_book"


def lower(found: Board, by: float) -> Board:
    """Return a board whose systems have lost some of their scores, ends and all."""
    rows = [
        row
        if row.role != "system" or row.low is None or row.high is None
        else row.model_copy(
            update={
                "score": max(0.0, row.score - by),
                "low": max(0.0, row.low - by),
                "high": max(0.0, row.high - by),
            }
        )
        for row in found.rows
    ]
    return found.model_copy(update={"rows": rows})


def sentence(site: SiteInput, found: Board) -> str:
    """Return what a board's page says first."""
    assert site.newest is not None
    view = {"lead": lead(site.newest, found), "root": ""}
    template = "{% import 'macros.html' as m %}{{ m.lead(lead, root) }}"

    html = rendering._environment().from_string(template).render(**view)
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def test_a_system_clears_the_floor_where_its_interval_lies_above_the_floors() -> None:
    found = board(NEWEST, BOARD, 2000)
    rows = {row.submission_id: row for row in found.rows}

    assert clears(found, rows["acme-7b"]) == "yes"
    assert clears(found, rows["keyword-search"]) == ""
    assert clears(found, rows["adversary-silent"]) == ""
    under = lower(found, 0.6)
    assert {clears(under, row) for row in under.rows if row.submission_id == "acme-7b"} == {"no"}


def test_what_meets_the_interval_of_the_floor_cannot_be_told() -> None:
    found = board(NEWEST, BOARD, 38)
    cedar = next(row for row in found.rows if row.submission_id == "cedar-mini")
    floor = max(row.score for row in found.rows if row.role in {"adversary", "baseline"})

    assert cedar.score > floor
    assert clears(found, cedar) == "open"
    assert clears(found, cedar.model_copy(update={"score": floor})) == "no"


def test_nobody_leads_a_board_on_which_no_system_clears_the_floor(site: SiteInput) -> None:
    found = board(NEWEST, BOARD, 2000)

    above, below = sentence(site, found), sentence(site, lower(found, 0.6))

    assert "may be first" in above
    assert "clear the floor" in above
    assert below.startswith("No ranked system clears the floor")
    assert not re.search(r"\bleads?\b", below)


def test_every_row_of_a_board_says_whether_it_clears_the_floor(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"r/{NEWEST}/{BOARD}.md"]
    rows = re.findall(r'<table[^>]*data-table="ranked".*?</table>', body, re.DOTALL)

    marks = re.findall(r"dg-clears-(\w+)", rows[0])

    assert len(marks) == rows[0].count('<th scope="row">')
    assert set(marks) <= {"yes", "no", "open"}


def test_no_two_submissions_of_a_release_are_called_alike(site: SiteInput) -> None:
    assert site.newest is not None
    card = site.newest.submissions[0].card
    same = [
        card.model_copy(update={"submission_id": name, "condition": condition})
        for name, condition in (
            ("x", "closed_book"),
            ("x-by-flat", "retrieval"),
            ("x-by-fused", "retrieval"),
        )
    ]
    other = card.model_copy(update={"submission_id": "y", "model_name": "Other"})

    names = distinct_names([*same, other])

    assert names == {
        "x": "Acme 7B, constrained (closed book)",
        "x-by-flat": "Acme 7B, constrained (by flat)",
        "x-by-fused": "Acme 7B, constrained (by fused)",
        "y": "Other",
    }


def test_the_page_of_a_system_is_in_the_newest_release_that_has_it(site: SiteInput) -> None:
    newest, older = site.newest_first[:2]
    gone, *others = newest.submissions[:2]
    both = dataclasses.replace(
        site,
        releases=[
            dataclasses.replace(newest, submissions=others, pairs=[]),
            dataclasses.replace(older, submissions=[gone, *others]),
        ],
    )

    made = {
        each.path if isinstance(each, DataFile) else each.stem: each for each in system_pages(both)
    }

    name = others[0].card.submission_id
    assert isinstance(made[f"r/{newest.id}/s/{name}"], Page)
    way = made[f"r/{older.id}/s/{name}.html"]
    assert isinstance(way, DataFile)
    assert isinstance(way.value, bytes)
    assert f"url=../../../r/{newest.id}/s/{name}.html".encode() in way.value
    assert isinstance(made[f"r/{older.id}/s/{gone.card.submission_id}"], Page)


def test_a_board_shows_two_systems_of_one_name_under_two(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    cards = {s.card.submission_id: s.card for s in newest.submissions}
    twin = cards["borealis-2"].model_copy(update={"model_name": cards["acme-7b"].model_name})
    submissions = [
        dataclasses.replace(s, card=twin) if s.card.submission_id == "borealis-2" else s
        for s in newest.submissions
    ]

    tree = pages(
        dataclasses.replace(site, releases=[dataclasses.replace(newest, submissions=submissions)])
    )

    figure = json.dumps(figures_of(tree, f"r/{NEWEST}/{BOARD}"))
    body = bodies(tree)[f"r/{NEWEST}/{BOARD}.md"]
    for shown in ("constrained (acme 7b)", "constrained (borealis 2)"):
        assert shown in body
        assert shown.removeprefix("constrained") in figure


def test_every_generated_page_has_a_heading_that_the_skip_link_leads_to() -> None:
    view: dict[str, object] = {"heading": "x", "crumbs": [], "notices": [], "file": "x"}
    view |= {
        "superseded_by": "",
        "csv": False,
        "embed": "",
        "release": "",
        "dispute": "",
        "repository": "",
        "contact": "",
    }
    view["cite_page"] = ""

    assert '<h1 id="content"' in render("base.html", view, root="")


def test_a_board_says_below_its_verdict_what_it_cannot_claim_and_where_why(
    tree: dict[str, bytes],
) -> None:
    told = bodies(tree)
    board_page, limits = told[f"r/{NEWEST}/{BOARD}.md"], told[f"r/{NEWEST}/limits.md"]

    verdict = board_page[board_page.index('class="dg-verdict"') :].partition("</div>")[0]

    assert "No question was reviewed by a practising lawyer." in verdict
    assert f'r/{NEWEST}/limits.html#limits-halacha">Why</a>' in verdict
    assert 'id="limits-halacha"' in limits


def test_no_function_of_templates_asks_for_their_context_which_none_is_handed() -> None:
    functions = rendering._environment().globals.items()

    assert {name for name, each in functions if hasattr(each, "jinja_pass_arg")} == set()
