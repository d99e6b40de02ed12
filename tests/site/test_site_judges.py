"""The judge ledger: who stands where under which judge; every place is worked by hand."""

from __future__ import annotations

import dataclasses
import re
from html import unescape
from typing import Any

import pytest
from site_questions import NEWEST
from site_workspace import board
from test_site_pictures import of_questions

from digesta.metrics.exact import NANO
from digesta.records.board import Board
from digesta.records.release import Archive
from digesta.scorers import SCORERS
from digesta.scorers.forms import SpreadPicture
from digesta_site.pages.boards import ledger, panel
from digesta_site.pages.boards.further import further
from digesta_site.pages.boards.pictures.questions import facts_under, kept_full_credit
from digesta_site.render import render
from digesta_site.values import KeptMarks, SiteInput, SiteRelease

PUBLISHED = {
    "title": "Their table",
    "scale": "mean of 4 questions",
    "judges": ["Judge-A", "judge-b"],
    "agreement": "Kendall's W 0.5",
    "examinations": 3,
    "rows": [
        {"model": "judge-a", "means": ["6.10", "7.0"], "passed": 3},
        {"model": "Other", "means": ["5.9", "7.00"], "passed": 1},
        {"model": "Third", "means": ["6.1", "2"], "passed": 0},
    ],
}


def judged(judges: str, scores: dict[str, float]) -> Board:
    """Return a judge's board of halacha, with these systems' scores."""
    plain = board(NEWEST, f"halacha@closed_book@{judges}", 38)
    known = next(each for each in plain.rows if each.role == "system").as_json()
    rows = [known | {"submission_id": key, "score": score} for key, score in scores.items()]
    return Board.model_validate(plain.as_json() | {"rows": rows})


def with_boards(newest: SiteRelease, *boards: Board) -> SiteRelease:
    return dataclasses.replace(newest, boards=boards, judge_comparisons=())


def archived(release: SiteRelease, **fields: Any) -> SiteRelease:
    archive = Archive.model_validate(
        {"source": "x", "commit": "y", "license": "MIT", "attribution": "z", "published": "p",
         "odd": [], **fields}
    )  # fmt: skip
    manifest = release.manifest.model_copy(update={"archive": archive})
    return dataclasses.replace(release, manifest=manifest)


def places(one: dict[str, Any]) -> list[tuple[str, list[int], int]]:
    return [
        (each["system"]["name"], [cell["place"] for cell in each["cells"]], each["moved"])
        for each in one["rows"]
    ]


def test_places_are_by_each_judges_own_board_and_equal_scores_share_one(
    newest: SiteRelease,
) -> None:
    a = judged("a", {"acme-7b": 0.9, "borealis-2": 0.5, "cedar-mini": 0.5, "old-paper": 0.2})
    b = judged("b", {"acme-7b": 0.4, "borealis-2": 0.7, "cedar-mini": 0.6})
    both = judged("a+b", {"acme-7b": 0.65})

    [one] = ledger.ledgers_of(with_boards(newest, a, b, both), "halacha")

    assert [judge["name"] for judge in one["judges"]] == ["a", "b"]
    assert [(cells, moved) for _, cells, moved in places(one)] == [
        ([1, 3], 2), ([2, 1], 1), ([2, 2], 0),
    ]  # fmt: skip
    assert (one["left_out"], one["moved"]) == (1, 2)


def test_means_that_were_published_are_compared_as_numbers_and_show_no_interval(
    newest: SiteRelease,
) -> None:
    release = archived(with_boards(newest), judged=[PUBLISHED])

    [one] = ledger.ledgers_of(release, "halacha")

    assert places(one) == [("judge-a", [1, 1], 0), ("Other", [3, 1], 2), ("Third", [1, 3], 2)]
    assert {cell["span"] for each in one["rows"] for cell in each["cells"]} == {""}
    assert one["own"] == ["judge-a"]


@pytest.mark.parametrize("judges", [["a"], ["a", "b"]])
def test_one_judge_makes_a_page_of_an_archive_and_two_of_any_release(
    judges: list[str], newest: SiteRelease, site: SiteInput
) -> None:
    own = with_boards(newest, *(judged(name, {"acme-7b": 0.5}) for name in judges))
    whole = archived(own)

    for release, expected in ((own, len(judges) > 1), (whole, True)):
        made = [page.stem for page in panel.pages_of(site.frame, release)]
        assert (f"r/{NEWEST}/halacha/judges" in made) == expected
        plain = board(NEWEST, "halacha@closed_book", 38)
        links = [each["href"] for each in further(release, plain)]
        assert (f"r/{NEWEST}/halacha/judges.html" in links) == expected


def test_the_page_says_why_published_means_have_no_interval(
    newest: SiteRelease, site: SiteInput
) -> None:
    release = archived(with_boards(newest), judged=[PUBLISHED])
    [page] = [p for p in panel.pages_of(site.frame, release) if "/halacha/" in p.stem]

    assert page.table is not None
    assert list(page.table.rows[2]) == ["Their table", "Other", "Judge-A", "5.9", 3, 2]
    html = unescape(render("panel.html", page.view, root=""))
    text = " ".join(re.sub("<[^>]+>", "", html).split())
    assert "So no interval can be computed" in text
    assert "Agreement as published: Kendall's W 0.5." in text
    assert "Judges that are also judged: judge-a." in text
    assert "Examinations passed of 3" in text


def test_a_rubric_board_shows_the_share_of_questions_with_full_credit(newest: SiteRelease) -> None:
    """Three answers: two earn all, one half."""
    release, shown = of_questions(newest, ["credit"], [[NANO], [NANO], [NANO // 2]], judges="@a")
    facts = facts_under(release, shown, dataclasses.replace(SCORERS["rubric"], name="closed"))
    spread = next(one for one in SCORERS["rubric"].pictures if isinstance(one, SpreadPicture))

    assert facts.full_credit(spread) == {"acme-7b": "66.7%"}


def test_where_answers_are_withheld_full_credit_is_counted_from_the_marks_that_are_kept() -> None:
    """Four answers: two earn all, one half, one is missing."""
    kept = KeptMarks(
        "abcd",
        {"m": [0, 1, 0, 2]},
        {},
        {("answered", NANO): 0, ("answered", NANO // 2): 1, ("missing", 0): 2},
        {},
    )

    assert kept_full_credit(kept) == {"m": "50.0%"}
