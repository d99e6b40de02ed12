"""Charts: drawn by plotly.js, and a text of each without a script and on paper."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from site_building import bodies, drawn
from site_questions import NEWEST
from site_workspace import board

from digesta_site.charts.figures import fit, plotly_json
from site_tree import figures_of

BOARD = f"r/{NEWEST}/halacha@closed_book"


def test_the_text_of_a_chart_says_names_scores_and_levels(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{BOARD}.md"]
    alt = unescape(body.split('class="dg-chart-text" dir="auto">')[1].split("<")[0])
    first = board(NEWEST, "halacha@closed_book", 38).rows[0]

    assert f"{first.model_name}: {first.score * 100:.1f}" in alt.replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert "chance" in alt
    assert "<b>co</b>" not in body


def test_without_javascript_a_text_stands_with_its_caption(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()

    opened.goto(f"{address}{BOARD}.html")

    said = opened.locator("figure .dg-chart-text")
    assert said.is_visible()
    assert opened.locator("figcaption").is_visible()
    assert not opened.locator(".dg-chart").is_visible()
    assert "Acme 7B" in said.text_content()
    context.close()


def test_a_chart_stands_on_paper_as_its_text(browser: Any, address: str) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(f"{address}{BOARD}.html")
    drawn(opened.locator("figure"))
    said, chart = opened.locator("figure .dg-chart-text"), opened.locator(".dg-chart")
    assert (said.is_visible(), chart.is_visible()) == (False, True)
    assert chart.get_attribute("aria-label") == said.text_content()

    opened.emulate_media(media="print")

    assert (said.is_visible(), chart.is_visible()) == (True, False)
    opened.close()


def test_plotly_is_loaded_when_a_chart_comes_near_and_not_before(
    browser: Any, address: str
) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 300})
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))

    opened.goto(f"{address}{BOARD}.html", wait_until="networkidle")
    before = [url for url in asked if "plotly" in url]
    drawn(opened.locator("figure"))

    assert before == []
    assert any("plotly-basic" in url for url in asked)
    opened.close()


def test_the_whole_scale_is_one_key_away_and_survives_a_reload(browser: Any, address: str) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(f"{address}r/{NEWEST}/halacha/compare.html")
    figure = opened.locator("figure")
    drawn(figure)
    ticks = figure.locator(".xtick text")
    button = figure.get_by_role("button", name="Whole scale, -100 to 100")
    assert "100" not in ticks.all_text_contents()

    button.focus()
    opened.keyboard.press("Enter")
    figure.locator(".xtick text", has_text="100").last.wait_for()

    assert button.get_attribute("aria-pressed") == "true"
    assert "chart.scale=whole" in opened.url
    opened.reload()
    drawn(figure)
    assert "100" in ticks.all_text_contents()
    button.focus()
    opened.keyboard.press("Space")
    figure.locator(".xtick text", has_text="100").last.wait_for(state="detached")
    assert "scale" not in opened.url
    opened.close()


def test_on_a_phone_every_name_stands_whole_above_its_row(
    browser: Any, address: str, tree: dict[str, bytes]
) -> None:
    names = figures_of(tree, BOARD)[""]["layout"]["yaxis"]["ticktext"]
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    opened.goto(f"{address}{BOARD}.html")
    drawn(opened.locator("figure"))

    shown = opened.locator(".dg-chart .annotation-text")
    chart = opened.locator(".dg-chart").bounding_box()

    lines = {unescape(name).replace("<br>", "") for name in names}
    assert lines <= set(shown.all_text_contents())
    for box in (one.bounding_box() for one in shown.all()):
        assert chart["x"] <= box["x"]
        assert box["x"] + box["width"] <= chart["x"] + chart["width"]
    opened.close()


def test_a_mark_says_its_rank_and_tie_group_and_a_hostile_name_as_text(
    browser: Any, address: str
) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 1200})
    opened.goto(f"{address}{BOARD}.html")
    drawn(opened.locator("figure"))
    points = opened.locator(".dg-chart .point")
    said = []

    for at in (0, 4):
        points.nth(at).evaluate("one => one.scrollIntoView({block: 'center'})")
        box = points.nth(at).bounding_box()
        opened.mouse.move(0, 0)
        opened.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        hover = opened.locator(".dg-chart .hovertext", has_text="83.8" if at else "rank")
        hover.wait_for()
        said.append(hover.text_content())

    assert "Acme 7B, constrained" in said[0]
    assert "rank 1-2, tie group 1" in said[0]
    assert "</script><script>alert(1)</script>" in said[1]
    opened.close()


def test_an_axis_shows_no_less_than_some_points_and_gives_way_to_the_whole() -> None:
    assert fit([50, 51], (-1, 101)) == [46.5, 54.5]
    assert fit([20, 40], (-1, 101)) == [18.8, 41.2]
    assert fit([1, 95], (-1, 101)) == [-1, 101]
    assert fit([], (-1, 101)) == [-1, 101]


def test_an_empty_list_of_a_layout_is_left_out() -> None:
    trace = {"type": "scatter", "x": [1], "y": [1], "name": "one", "mode": "markers"}
    figure = {"data": [trace], "layout": {"shapes": [], "annotations": (), "showlegend": False}}

    assert plotly_json(figure) == {"data": [trace], "layout": {"showlegend": False}}


def test_what_plotly_does_not_know_is_refused() -> None:
    trace = {"type": "scatter", "x": [1], "y": [1], "colour": "red"}

    with pytest.raises(ValueError, match="colour"):
        plotly_json({"data": [trace], "layout": {}})
