"""The search over questions, boards, tasks and systems, in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from site_questions import HOSTILE, NEWEST

from waiting import HANG

MUKTZEH = f"r/{NEWEST}/q/halacha/shabbat/muktzeh.html"


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(HANG * 1000)
    opened = context.new_page()
    opened.wrong = []
    opened.on("console", lambda m: opened.wrong.append(m.text) if m.type == "error" else None)
    opened.on("pageerror", lambda error: opened.wrong.append(str(error)))
    opened.on("dialog", lambda dialog: opened.wrong.append(dialog.message))
    opened.goto(f"{address}questions.html")
    yield opened
    context.close()


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
    page: Any, words: str, track: str
) -> None:
    search(page, words=words, kind="question")

    links = page.locator(".dg-results a").evaluate_all("all => all.map(a => a.href)")
    assert links
    assert all(f"/q/{track}/" in link for link in links)
    assert page.wrong == []


def test_an_id_leads_to_its_question(page: Any, address: str, site: Any) -> None:
    question_id = next(q.question_id for q in site.newest.public if q.task == "muktzeh")

    texts = search(page, words=question_id)

    assert len(texts) == 1
    page.locator(".dg-results a").click()
    assert page.url == f"{address}{MUKTZEH}#q-{question_id[:16]}"


def test_filters_narrow_and_the_address_keeps_them(page: Any) -> None:
    texts = search(page, words="bed", track="halacha", difficulty="hard", language="en")

    assert texts
    assert all(" · en · hard" in text for text in texts)
    assert parse_qs(urlsplit(page.url).query) == {
        "words": ["bed"],
        "track": ["halacha"],
        "difficulty": ["hard"],
        "language": ["en"],
    }
    page.reload()
    page.wait_for_selector(".dg-results li")
    assert page.locator(".dg-results li").all_inner_texts() == texts
    assert page.wrong == []


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_were_submitted_are_found_and_stay_text(page: Any, name: str) -> None:
    texts = search(page, words=name)

    assert any(text.startswith(name) for text in texts)
    assert page.locator(".dg-results :is(script, img, b)").count() == 0
    assert page.locator(".dg-results a[href*=evil]").count() == 0
    assert page.wrong == []


def test_boards_and_tasks_are_found_by_their_titles(page: Any) -> None:
    kinds = {text.rpartition("\n")[2].split(" · ")[0] for text in search(page, words="muktzeh")}

    assert kinds == {"question", "board", "task"}


def test_nothing_found_says_so(page: Any) -> None:
    assert search(page, words="xyzzy") == []
    assert page.locator(".dg-search output").inner_text() == "nothing found"


def test_the_head_s_search_leads_on_to_this_one(page: Any, address: str) -> None:
    page.goto(address + MUKTZEH)
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially("Borealis <b>")

    link = page.locator(".dg-search-on")
    assert link.inner_text() == "Find questions, boards, tasks, systems: Borealis <b>"
    link.click()
    page.wait_for_selector(".dg-search output")
    assert page.url.startswith(f"{address}questions.html?words=Borealis")


def test_the_head_of_a_table_stays_in_sight_and_no_box_hides_a_row(page: Any, address: str) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 600})
        page.goto(f"{address}r/{NEWEST}/q/tlr/retrieval/point_in_time.html")
        boxes = page.locator(".dg-scroll").evaluate_all(
            "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
        )
        page.locator("[data-table=matrix] tbody tr").nth(14).scroll_into_view_if_needed()
        page.mouse.wheel(0, 40)
        page.wait_for_timeout(300)
        top = page.locator("[data-table=matrix] thead th").first.bounding_box()["y"]
        under = page.locator(".md-header").bounding_box()

        assert boxes == 0
        assert abs(top - under["y"] - under["height"]) <= 2


def test_filtering_the_matrix_filters_the_cards(page: Any, address: str) -> None:
    page.goto(address + MUKTZEH)
    page.locator(".dg-tools input").first.fill("case 3")

    assert page.locator("section.dg-q:visible").count() == 1
