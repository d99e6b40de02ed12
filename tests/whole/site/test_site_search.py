"""The search over questions, boards, tasks and systems, in a browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from site_questions import HOSTILE, NEWEST

MUKTZEH = f"r/{NEWEST}/q/halacha/shabbat/muktzeh.html"


@pytest.fixture
def finder(page: Any, address: str) -> Any:
    page.goto(f"{address}questions.html")
    return page


def search(page: Any, **asked: str) -> list[str]:
    """Return what stands in the results."""
    for name, value in asked.items():
        control = page.locator(f".dg-search [name={name}]")
        control.select_option(value) if name != "words" else control.fill(value)
    page.wait_for_selector(".dg-search output:not(:empty)")
    page.wait_for_timeout(150)
    texts: list[str] = page.locator(".dg-results li").all_inner_texts()
    return texts


@pytest.mark.parametrize(
    ("words", "track"),
    [
        ("האם מותר לטלטל", "halacha"),
        ("审慎经营", "finlaw"),
        ("versao artigo", "tlr"),
        ("redigez CLAUSE", "frenchlaw"),
    ],
)
def test_words_of_every_script_are_found_without_accents_case_or_spaces(
    finder: Any, words: str, track: str
) -> None:
    search(finder, words=words, kind="question")

    links = finder.locator(".dg-results a").evaluate_all("all => all.map(a => a.href)")
    assert links
    assert all(f"/q/{track}/" in link for link in links)
    assert finder.wrong == []


def test_an_id_leads_to_its_question(finder: Any, address: str, site: Any) -> None:
    question_id = next(q.question_id for q in site.newest.public if q.task == "muktzeh")

    texts = search(finder, words=question_id)

    assert len(texts) == 1
    finder.locator(".dg-results a").click()
    assert finder.url == f"{address}{MUKTZEH}#q-{question_id[:16]}"


def test_filters_narrow_and_the_address_keeps_them(finder: Any) -> None:
    texts = search(finder, words="bed", track="halacha", difficulty="hard", language="en")

    assert texts
    assert all(" · en · hard" in text for text in texts)
    assert parse_qs(urlsplit(finder.url).query) == {
        "words": ["bed"],
        "track": ["halacha"],
        "difficulty": ["hard"],
        "language": ["en"],
    }
    finder.reload()
    finder.wait_for_selector(".dg-results li")
    assert finder.locator(".dg-results li").all_inner_texts() == texts
    assert finder.wrong == []


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_were_submitted_are_found_and_stay_text(finder: Any, name: str) -> None:
    texts = search(finder, words=name)

    assert any(text.startswith(name) for text in texts)
    assert finder.locator(".dg-results :is(script, img, b)").count() == 0
    assert finder.locator(".dg-results a[href*=evil]").count() == 0
    assert finder.wrong == []


def test_boards_and_tasks_are_found_by_their_titles(finder: Any) -> None:
    kinds = {text.rpartition("\n")[2].split(" · ")[0] for text in search(finder, words="muktzeh")}

    assert kinds == {"question", "board", "task"}


def test_nothing_found_says_so(finder: Any) -> None:
    assert search(finder, words="xyzzy") == []
    assert finder.locator(".dg-search output").inner_text() == "nothing found"


@pytest.mark.parametrize(
    ("words", "first"),
    [("Borealis 2", "Borealis 2"), ("审慎经营", "question"), ("האם מותר לטלטל", "question")],
)
def test_the_box_at_the_head_of_a_page_finds_systems_and_words_of_every_script(
    finder: Any, address: str, words: str, first: str
) -> None:
    finder.goto(address + MUKTZEH)
    finder.keyboard.press("/")
    finder.locator(".md-search__input").press_sequentially(words)

    finder.wait_for_selector(".dg-search-head li")
    assert first in finder.locator(".dg-search-head li").first.inner_text()
    finder.locator(".dg-search-head li a").first.click()
    assert "/r/" in finder.url
    assert finder.wrong == []


def test_the_box_at_the_head_leads_on_where_there_is_more(finder: Any, address: str) -> None:
    finder.keyboard.press("/")
    finder.locator(".md-search__input").press_sequentially("closed")

    finder.get_by_role("link", name=re.compile(r"All \d+ found")).click()
    finder.wait_for_selector(".dg-search output:not(:empty)")
    assert finder.url.startswith(f"{address}questions.html?words=closed")


def test_the_head_of_a_table_stays_in_sight_and_no_box_hides_a_row(
    finder: Any, address: str
) -> None:
    for width in (1280, 390):
        finder.set_viewport_size({"width": width, "height": 600})
        finder.goto(f"{address}r/{NEWEST}/q/tlr/retrieval/point_in_time.html")
        boxes = finder.locator(".dg-scroll").evaluate_all(
            "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
        )
        finder.locator("[data-table=matrix] tbody tr").nth(14).scroll_into_view_if_needed()
        finder.mouse.wheel(0, 40)
        finder.wait_for_timeout(300)
        top = finder.locator("[data-table=matrix] thead th").first.bounding_box()["y"]
        under = finder.locator(".md-header").bounding_box()

        assert boxes == 0
        assert abs(top - under["y"] - under["height"]) <= 2


def test_filtering_the_matrix_filters_the_cards(finder: Any, address: str) -> None:
    finder.goto(address + MUKTZEH)
    finder.locator(".dg-tools input").first.fill("case 3")

    assert finder.locator("section.dg-q:visible").count() == 1
