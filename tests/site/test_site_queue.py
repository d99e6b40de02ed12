"""The page of questions to look at, and the figures on the pages of questions."""

from __future__ import annotations

import json
import re

from site_questions import NEWEST, OLDER

PAGE = f"r/{NEWEST}/queue"


def test_what_is_suspicious_dead_or_free_is_listed_and_leads_to_the_question(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    value = json.loads(tree[f"{PAGE}.json"])
    [board] = value["boards"]

    assert [row["finding"] for row in board["rows"]] == ["suspicious", "dead", "free"]
    assert (board["suspicious"], board["dead"], board["free"], board["negative"]) == (1, 1, 1, 1)
    for row in board["rows"]:
        stem, anchor = row["href"].split(".html#")
        assert f'id="{anchor}"' in by_page[stem]


def test_the_page_says_how_many_would_be_there_by_chance_and_how_reliable_the_board_is(
    by_page: dict[str, str],
) -> None:
    text = re.sub(r"<[^>]+>", " ", by_page[PAGE])

    assert "KR-20 0.942 0.923 to 0.961" in " ".join(text.split())
    assert "and 1 that repeats another" in text
    assert "No question is retired by its figures alone" in text


def test_a_question_shows_its_facility_and_correlation(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    value = json.loads(tree[f"{PAGE}.json"])
    first = value["boards"][0]["rows"][0]
    stem, _ = first["href"].split(".html#")

    assert "facility 25.0%, r \N{MINUS SIGN}0.72" in by_page[stem]


def test_a_release_without_figures_has_no_such_page(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    assert f"r/{OLDER}/queue.json" not in tree
    assert "queue.html" not in by_page[f"r/{OLDER}/index"]
    assert f"r/{NEWEST}/queue.html" in by_page[f"r/{NEWEST}/index"]


def test_the_counts_are_told_task_by_task(tree: dict[str, bytes]) -> None:
    [board] = json.loads(tree[f"{PAGE}.json"])["boards"]

    assert len(board["tasks"]) > 1
    for kind in ("dead", "free", "suspicious", "negative"):
        assert sum(task[kind] for task in board["tasks"]) == board[kind] == 1
    assert sum(task["n"] for task in board["tasks"]) == board["n"]


def test_a_track_s_board_leads_to_the_page_and_says_how_reliable_it_is(
    by_page: dict[str, str],
) -> None:
    link = f'{PAGE}.html">Questions to look at; reliability of all, KR-20 0.942 (0.923 to 0.961)'

    assert link in by_page[f"r/{NEWEST}/halacha@closed_book"]
    assert "Questions to look at" not in by_page[f"r/{NEWEST}/halacha/shabbat@closed_book"]
