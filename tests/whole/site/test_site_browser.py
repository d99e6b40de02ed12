from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from site_building import drawn
from site_questions import NEWEST

from digesta_site.values import SiteInput

R = f"r/{NEWEST}"
BOARD = f"{R}/halacha@closed_book.html"
PENALTY = "metrics/penalty/index.html"
TYPES = (
    "index.html",
    "releases.html",
    "systems.html",
    f"{R}/index.html",
    f"{R}/changes.html",
    BOARD,
    f"{R}/finlaw@closed_book.html",
    f"{R}/halacha/compare.html",
    f"{R}/halacha/across.html",
    f"{R}/frenchlaw/judges.html",
    f"{R}/halacha/abstention.html",
    f"{R}/cost.html",
    f"{R}/queue.html",
    "questions.html?words=bed",
    "questions/hardest.html",
    "questions/split.html",
    f"{R}/contamination.html",
    f"{R}/q/halacha/shabbat/muktzeh.html",
    f"{R}/q/frenchlaw/droit_prive/redaction.html",
    f"{R}/s/open-0.html",
    "methodology.html",
    "glossary.html",
    "statistics.html",
    "metrics.html",
    "metrics/closed/index.html",
    PENALTY,
    "limits.html",
    "decisions.html",
    "status.html",
    "compare.html",
    "data.html",
    "how-to-read.html",
    "backup.html",
    "submit.html",
    "404.html",
)
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
LISTEN = (
    "document.addEventListener('securitypolicyviolation',"
    " e => console.error('CSP ' + e.violatedDirective))"
)


@pytest.fixture
def watched(page: Any, address: str) -> Any:
    """Return a page that keeps what it loads from elsewhere, too, in ``page.wrong``."""
    page.add_init_script(LISTEN)
    page.on(
        "request",
        lambda r: None if r.url.startswith((address, "data:")) else page.wrong.append(r.url),
    )
    return page


def first_cells(page: Any, table: str) -> list[str]:
    found: list[str] = page.locator(
        f"table[data-table={table}] tbody tr:visible th"
    ).all_inner_texts()
    return [text.split("\n")[0] for text in found]


@pytest.mark.parametrize("path", TYPES)
def test_a_page_is_clean_accessible_and_fits_a_phone(watched: Any, address: str, path: str) -> None:
    watched.goto(address + path)
    for figure in watched.locator("figure[data-figure]").all():
        drawn(figure)
    wrong = list(watched.wrong)
    if path != "404.html":
        skip = watched.locator("a.md-skip").get_attribute("href")
        assert watched.locator(f'[id="{skip[1:]}"]').count() == 1
    watched.evaluate(AXE.read_text(encoding="utf-8"))
    found = watched.evaluate(
        "axe.run(document, {resultTypes: ['violations']})"
        ".then(r => r.violations.map(v => [v.impact, v.id, v.nodes[0].html]))"
    )

    assert wrong == []
    assert found == []
    watched.set_viewport_size({"width": 390, "height": 844})
    # Charts are drawn anew a moment after the window has another width.
    watched.wait_for_function("document.documentElement.scrollWidth <= 390")
    # 1280 px at 400 %, as WCAG's reflow asks.
    watched.set_viewport_size({"width": 320, "height": 640})
    watched.wait_for_function("document.documentElement.scrollWidth <= 320")


def test_dark_pages_have_enough_contrast(browser: Any, address: str) -> None:
    context = browser.new_context(color_scheme="dark")
    opened = context.new_page()
    for path in (BOARD, "index.html", f"{R}/q/halacha/shabbat/muktzeh.html", PENALTY):
        opened.goto(address + path)
        opened.evaluate(AXE.read_text(encoding="utf-8"))
        found = opened.evaluate(
            "axe.run(document, {runOnly: ['color-contrast']})"
            ".then(r => r.violations.map(v => v.nodes[0].html))"
        )
        assert opened.evaluate("document.body.dataset.mdColorScheme") == "slate"
        assert found == []
    context.close()


def test_sorting_says_its_order_and_survives_a_reload(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    as_published = first_cells(watched, "floors")
    score = watched.locator("table[data-table=floors] thead th", has_text="Score")

    score.locator("button").click()

    assert score.get_attribute("aria-sort") == "descending"
    assert first_cells(watched, "floors")[0] == "echo"
    assert "floors.sort=-2" in watched.url
    watched.reload()
    assert first_cells(watched, "floors")[0] == "echo"
    score.locator("button").click()
    assert first_cells(watched, "floors")[0] == "silent"
    score.locator("button").click()
    assert first_cells(watched, "floors") == as_published
    assert "floors.sort" not in watched.url
    assert watched.wrong == []


def test_counts_sort_as_numbers_whatever_parts_their_thousands(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    cells = watched.locator("table[data-table=floors] tbody td.n:nth-of-type(1)")
    for cell, shown in zip(cells.all(), ["−2.2", "10,881", "2 563", "–"], strict=False):
        cell.evaluate(
            "(one, shown) => { one.removeAttribute('data-v'); one.textContent = shown; }", shown
        )
    score = watched.locator("table[data-table=floors] thead th", has_text="Score")

    score.locator("button").click()

    assert [text.strip() for text in cells.all_inner_texts()][:2] == ["10,881", "2 563"]
    assert cells.all_inner_texts()[-2:] == ["−2.2", "–"]


def test_a_pinned_row_stays_on_top_and_in_the_address(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    row = watched.locator("table[data-table=floors] tr", has_text="silent")

    row.hover()
    row.get_by_role("button", name="Pin").click()
    watched.locator("table[data-table=floors] thead th", has_text="Score").locator("button").click()
    watched.reload()

    assert first_cells(watched, "floors")[:2] == ["silent", "echo"]
    assert "floors.pin=adversary-silent" in watched.url


def test_what_was_not_reported_sorts_last_both_ways(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    cost = watched.locator("table[data-table=usage] thead th", has_text="cost")

    for _ in range(2):
        cost.locator("button").click()
        last = watched.locator("table[data-table=usage] tbody tr").last.inner_text()
        assert "not reported" in last


def test_a_filter_hides_other_rows_and_survives_a_reload(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    watched.locator("#floors ~ .dg-tools input").first.fill("adversary ech")

    assert first_cells(watched, "floors") == ["echo"]
    watched.reload()
    assert first_cells(watched, "floors") == ["echo"]
    assert "1 of 6 rows" in watched.content()


def test_a_chart_is_drawn_and_follows_the_palette(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)
    drawn(watched.locator("figure"))
    ink = "getComputedStyle(document.querySelector('.dg-chart .xtick text')).fill"
    light = watched.evaluate(ink)

    watched.locator("label[for=__palette_1]").click()
    watched.wait_for_function(f"{ink} !== {light!r}")

    assert watched.locator(".dg-chart .scatterlayer .trace").count() == 5
    assert watched.locator(".dg-chart a").count() == 0
    assert "<b>co</b>" in watched.locator("table[data-table=open]").inner_text()
    assert watched.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chance_and_floor_are_two_lines_whose_labels_do_not_meet(
    browser: Any, address: str, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    opened = context.new_page()
    opened.goto(address + BOARD)
    drawn(opened.locator("figure"))

    lines = opened.locator(".dg-chart .shapelayer path").evaluate_all(
        "all => all.map(one => [getComputedStyle(one).stroke, one.style.strokeDasharray])"
    )
    labels = [one.bounding_box() for one in opened.locator(".dg-chart .annotation-text").all()[:2]]
    chart = opened.locator(".dg-chart").bounding_box()

    assert len({ink for ink, _ in lines}) == len({dash for _, dash in lines}) == 2
    low, high = sorted(labels, key=lambda box: -box["y"])
    assert high["y"] + high["height"] <= low["y"] + 2
    for box in labels:
        assert chart["x"] <= box["x"]
        assert box["x"] + box["width"] <= chart["x"] + chart["width"]
    context.close()


def test_search_opens_and_finds_a_hand_written_page(watched: Any, address: str) -> None:
    watched.goto(address + BOARD)

    watched.keyboard.press("/")
    watched.locator(".md-search__input").press_sequentially("methodology")
    watched.wait_for_selector(".md-search-result__link")

    assert "Methodology" in watched.locator(".md-search-result__list").inner_text()
    assert watched.wrong == []


def test_a_predictions_file_is_checked_in_the_browser(
    watched: Any, address: str, site: SiteInput
) -> None:
    assert site.newest is not None
    first, second = (q.question_id for q in site.newest.questions[:2])
    lines = [
        {"question_id": first, "answer": "no"},
        {"question_id": first, "answer": ["no"]},
        {"question_id": "<b>x</b>", "answer": 1, "note": ""},
    ]
    wrong = "".join(json.dumps(line) + "\n" for line in lines) + "\n{"
    right = json.dumps({"question_id": second, "answer": None})
    watched.goto(address + "submit.html")
    chosen = watched.locator("[data-check] input")

    chosen.set_input_files({"name": "p.jsonl", "mimeType": "", "buffer": wrong.encode()})
    watched.wait_for_selector("[data-check] li")
    said = watched.locator("[data-check] li").all_inner_texts()
    chosen.set_input_files({"name": "p.jsonl", "mimeType": "", "buffer": right.encode()})
    watched.wait_for_selector("[data-check] p:has-text('No problem')")

    assert [": ".join(text.split(": ")[:2]) for text in said] == [
        "p.jsonl:2: list-answer",
        "p.jsonl:2: dup-id",
        "p.jsonl:3: unknown-key",
        "p.jsonl:3: unknown-id",
        "p.jsonl:4: line-blank",
        "p.jsonl:5: not-json",
    ]
    assert watched.wrong == []


def test_everything_reads_without_javascript(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()

    opened.goto(address + BOARD)
    board = opened.locator("article").inner_text()
    opened.goto(f"{address}{R}/q/halacha/shabbat/muktzeh.html")
    asked = opened.locator(".dg-prompt").first
    said = opened.locator("li[id$=-acme-7b]:has(.dg-read)").first

    assert "2 of 4 ranked systems may be first" in board
    assert "Self-reported on open answers" in board
    assert opened.locator(".dg-tools").count() == 0
    assert [line for line in said.inner_text().split("\n") if line.strip()] == [
        "✗ wrong",
        "Acme 7B, constrained",
        "wrote yes[U+200F] Acme 7B, constrained",
        "we read, by text/1 yes[U+200F] acme 7b, constrained",
        "why “Acme 7B, constrained” was compared with “no”.",
    ]
    assert asked.get_attribute("lang") == "he"
    assert "השולחן ערוך" in asked.inner_text()
    context.close()


def test_a_hebrew_question_reads_from_right_to_left(watched: Any, address: str) -> None:
    watched.goto(f"{address}{R}/q/halacha/shabbat/muktzeh.html")

    ways = watched.locator(".dg-prompt > .dg-text").evaluate_all(
        "all => all.map(one => [one.closest('[lang]').lang, getComputedStyle(one).direction])"
    )

    assert {tuple(way) for way in ways} == {("he", "rtl"), ("en", "ltr")}
