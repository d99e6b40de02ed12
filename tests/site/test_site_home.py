"""Home and the list of systems: what was measured, by whom, and whether it means anything."""

from __future__ import annotations

import dataclasses
import json
import re
from html import unescape

import pytest
from site_building import bodies
from site_questions import NEWEST
from site_workspace import SYSTEMS, site_input

from digesta.errors import UsageError
from digesta.workspace.site_config import config_of
from digesta_site.navigation import BESIDE
from digesta_site.outputs import settings_of
from digesta_site.pages.home import makers
from digesta_site.prose import prose_pages
from digesta_site.values import SiteInput
from site_tree import pages


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_home_says_whose_the_systems_are(site: SiteInput) -> None:
    own = config_of('[site]\nmaintainers = ["Acme 7B, constrained & Co"]')
    body = bodies(pages(site_input(own)))["index.md"]
    systems = sum(role == "system" for *_, role, _ in SYSTEMS)

    assert f"In release {NEWEST}, 1 of {systems} systems are the maintainers' own." in text(body)
    assert "at most 7 billion parameters" in text(body)
    nobody = makers(dataclasses.replace(site, config=config_of("[site]")))
    assert nobody is not None
    assert not nobody["known"]


def test_a_wrong_list_of_maintainers_is_refused() -> None:
    with pytest.raises(UsageError, match="maintainers must be a list of texts"):
        config_of('[site]\nmaintainers = "Digesta"')


def test_home_shows_each_headline_board_once_those_that_rank_first(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    body = bodies(tree)["index.md"]
    table = re.findall(r'<table[^>]*data-table="boards".*?</table>', body, re.DOTALL)[0]
    assert site.newest is not None
    headlines = [b for b in site.newest.boards if "/" not in b.board and b.split == "public"]

    rows = [text(row) for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:]]

    assert len(rows) == len(headlines)
    systems = sum(role == "system" for *_, role, _ in SYSTEMS)
    assert all(re.search(rf"\d of {systems}\b", row) for row in rows)
    unranked = ["a ranking needs 30" in row for row in rows]
    assert any(unranked)
    assert unranked == sorted(unranked)
    for board in headlines:
        assert body.count(f'href="r/{NEWEST}/{board.board}.html"') == 1
    assert table.count('class="dg-bar-floor"') == table.count('<svg class="dg-bar"') == len(rows)


def test_home_names_who_shares_a_lead_with_its_maker(tree: dict[str, bytes]) -> None:
    body = text(bodies(tree)["index.md"])

    assert "Acme 7B, constrained Acme 7B, constrained & Co" in unescape(body)
    assert "No: 2 may be first" in body


def test_home_calls_no_lead_real_that_a_test_does_not_tell_from_the_next(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    board = next(one for one in newest.boards if one.board == "halacha@closed_book")
    ranked = sorted((row for row in board.rows if row.rank_low), key=lambda row: -row.score)
    places = {row.submission_id: (at, at) for at, row in enumerate(ranked, 1)}

    said = []
    for high in (1, 2):
        own = places | {ranked[0].submission_id: (1, high)}
        rows = [
            row.model_copy(update=dict(zip(
                ("rank_low", "rank_high"), own.get(row.submission_id, (None, None)), strict=True
            )))
            for row in board.rows
        ]  # fmt: skip
        boards = [board.model_copy(update={"rows": rows})]
        tree = pages(dataclasses.replace(
            site, releases=[dataclasses.replace(newest, boards=boards)]
        ))  # fmt: skip
        said.append(text(bodies(tree)["index.md"]))

    assert f"Yes , ahead of the other {len(ranked) - 1}" in said[0]
    assert "No: 2 may be first" in said[1]
    assert "ahead of the other" not in said[1]


def test_home_invites_to_boards_that_no_system_entered(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    empty = [
        board.model_copy(update={"rows": [row for row in board.rows if row.role != "system"]})
        for board in newest.boards
    ]

    tree = pages(dataclasses.replace(site, releases=[dataclasses.replace(newest, boards=empty)]))

    body = text(bodies(tree)["index.md"])
    assert re.search(
        r"Fewer than two systems have entered these boards: .*Halacha \(closed book\)", body
    )
    assert "Best system" not in body


def test_the_list_of_systems_has_every_system_with_each_of_its_scores(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    body = bodies(tree)["systems.md"]
    table = re.findall(rf'<table[^>]*data-table="{NEWEST}".*?</table>', body, re.DOTALL)[0]
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", table, re.DOTALL)
    assert site.newest is not None
    headlines = [b for b in site.newest.boards if "/" not in b.board and b.split == "public"]

    names = {who[1] for who in SYSTEMS if who[3] != "baseline"}

    assert len(rows) == len(names)
    for row in rows:
        assert row.count('class="dg-cell"') == len(headlines)
        assert row.count("dg-clears-") == len(headlines)
    assert "Latency, median, ms" in table
    assert "not reported" not in table


def test_a_figure_that_nobody_reports_has_no_column(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    silent = [
        board.model_copy(
            update={"rows": [row.model_copy(update={"usage": {}}) for row in board.rows]}
        )
        for board in newest.boards
    ]

    tree = pages(dataclasses.replace(site, releases=[dataclasses.replace(newest, boards=silent)]))

    assert "Latency" not in bodies(tree)["systems.md"]
    assert "none reports its cost or speed" in bodies(tree)["systems.md"]


def test_the_navigation_has_at_most_six_entries_and_every_hand_written_page(
    site: SiteInput, tree: dict[str, bytes]
) -> None:
    nav = settings_of(site, tree)["nav"]

    assert len(nav) <= 6
    listed = json.dumps(nav)
    written = prose_pages(site.pages, tree)
    assert len(written) > 15
    for path in written:
        assert path in listed or not path.endswith(".md") or path in BESIDE
    assert {"Others' benchmarks": "archives.md"} in nav[0]["Leaderboards"]


def test_an_owner_s_three_pages_need_no_other_file(site: SiteInput) -> None:
    """What the package's pages say of others' is left out, and lists them nowhere."""
    three = {"about.md": b"# About\n", "governance.md": b"# Kept\n", "more.md": b"# Of more\n"}

    owner = dataclasses.replace(site, pages=three)
    tree = pages(owner)

    nav = settings_of(owner, tree)["nav"]
    assert nav[-1]["About"][-1] == {"Of more": "more.md"}
    assert "generate.md" not in json.dumps(nav)
    assert b"generate.md" not in tree["submit.md"]
    assert b"simulations.md" not in tree["statistics.md"]
    assert b"covers only what was compared" in tree["how-to-read.md"]


def test_a_page_of_the_workspace_stands_in_place_of_the_package_s(site: SiteInput) -> None:
    tree = pages(dataclasses.replace(site, pages={"submit.md": b"# Ours\n"}))

    assert tree["submit.md"] == b"# Ours\n"


def test_a_page_names_a_section_that_there_is(site: SiteInput) -> None:
    page = b"---\nsection: Elsewhere\n---\n\n# Here\n"

    with pytest.raises(UsageError, match=r"site/docs/x.md: no section 'Elsewhere': Leaderboards"):
        settings_of(dataclasses.replace(site, pages={"x.md": page}), ["x.md"])
