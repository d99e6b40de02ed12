"""The page of a track across releases: linked scores, and each change in its steps."""

from __future__ import annotations

import re

import pytest
from site_building import bodies
from site_questions import NEWEST, OLDER
from site_workspace import SYSTEMS

from digesta.records.analysis import STEPS
from site_tree import figures_of

PAGE = f"r/{NEWEST}/halacha/across"


@pytest.fixture(scope="module")
def text(tree: dict[str, bytes]) -> str:
    words = re.sub(r"<[^>]+>", " ", bodies(tree)[f"{PAGE}.md"])
    return " ".join(words.split())


def test_the_steps_add_up_as_they_are_shown(tree: dict[str, bytes], text: str) -> None:
    numbers = re.search(
        rf"{re.escape(SYSTEMS[0][1])} closed book (70.00( [+-]?[\d.]+){{5}} 72.00)", text
    )

    assert numbers
    before, *steps, after = (round(100 * float(each)) for each in numbers[1].split())
    assert before + sum(steps) == after
    assert steps == [0, 100, 40, 200, -140]


def test_a_linked_difference_has_its_interval_or_says_why_not(text: str) -> None:
    assert "+2.00 +0.20 to +3.80 71.4% 73.4%" in text
    assert "+2.00 too few sources 71.4% 73.4%" in text


def test_releases_that_share_no_task_are_not_joined_and_the_page_says_why(
    tree: dict[str, bytes], text: str
) -> None:
    figure = figures_of(tree, PAGE)[""]

    assert "Not linked: no question of muktzeh is asked in both." in text
    assert figure["layout"]["xaxis"]["ticktext"] == ["2026-01-01", OLDER, NEWEST]
    for line in figure["data"]:
        assert line["x"] == [1, 2]
        assert line["y"] == [71.4, 73.4]


def test_the_table_to_take_away_holds_every_row(tree: dict[str, bytes]) -> None:
    head, *lines = tree[f"{PAGE}.csv"].decode().splitlines()

    assert set(STEPS) < set(head.split(","))
    assert len(lines) == 3


def test_a_track_without_an_earlier_release_has_no_such_page(tree: dict[str, bytes]) -> None:
    assert [path for path in tree if path.endswith("across.md")] == [f"{PAGE}.md"]
