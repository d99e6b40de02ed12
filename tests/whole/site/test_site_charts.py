"""Charts: a picture of each, whole without a script and on paper, and what its text says."""

from __future__ import annotations

import json
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from site_building import accepted, bodies, drawn
from site_questions import NEWEST
from site_workspace import board

from digesta.site.charts.marks import bar_groups
from digesta.site.charts.scales import fit
from digesta.site.charts.svg import picture as picture_of
from digesta.site.page import Page, files_of

BOARD = f"r/{NEWEST}/halacha@closed_book"
SVG = "{http://www.w3.org/2000/svg}"


def pictures(tree: dict[str, bytes]) -> dict[str, tuple[Any, Any]]:
    """Return each figure of a site with its picture."""
    ending = ".figure.json"
    return {
        path.removesuffix(ending): (
            json.loads(data),
            ET.fromstring(tree[path.removesuffix(ending) + ".svg"]),  # noqa: S314 - our own
        )
        for path, data in tree.items()
        if path.endswith(ending)
    }


def texts(picture: Any) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


def test_every_figure_has_a_picture_of_a_few_kilobytes_without_a_script(
    tree: dict[str, bytes],
) -> None:
    made = pictures(tree)
    known = {"svg", "style", "g", "path", "text"}

    assert {path.rpartition("/")[2] for path in made} >= {"compare", "across", "abstention"}
    for path, (_, picture) in made.items():
        assert {one.tag.removeprefix(SVG) for one in picture.iter()} == known, path
        assert not [name for one in picture.iter() for name in one.attrib if name[:2] == "on"]
        assert len(tree[f"{path}.svg"]) < 10_000


def test_a_picture_holds_every_row_s_name_as_text(tree: dict[str, bytes]) -> None:
    for path, (figure, picture) in pictures(tree).items():
        names = figure["layout"]["yaxis"].get("ticktext", [])
        names = names or [trace["name"] for trace in figure["data"]]
        shown = texts(picture)

        assert names, path
        for name in names:
            assert all(unescape(line) in shown for line in name.split("<br>")), path


def test_a_picture_has_a_mark_for_each_row(tree: dict[str, bytes]) -> None:
    _, picture = pictures(tree)[BOARD]
    discs = [one.get("d", "").count("a4 4 0 1 0 8 0") for one in picture.iter(f"{SVG}path")]
    diamonds = [one.get("d", "").count("l5 5l-5 5") for one in picture.iter(f"{SVG}path")]

    # A floor's sign is a diamond; the legend has one sign of each section.
    rows = board(NEWEST, "halacha@closed_book", 38).rows
    assert sum(discs) + sum(diamonds) >= len(rows) + 2


def test_the_text_of_a_chart_says_names_scores_and_levels(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{BOARD}.md"]
    alt = unescape(body.split('alt="')[1].split('"')[0])
    first = board(NEWEST, "halacha@closed_book", 38).rows[0]

    assert f"{first.model_name}: {first.score * 100:.1f}" in alt.replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert "chance" in alt
    assert "<b>co</b>" not in body


def test_without_javascript_the_picture_stands_with_its_caption(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()

    opened.goto(f"{address}{BOARD}.html")

    picture = opened.locator("figure img")
    assert picture.is_visible()
    assert opened.locator("figcaption").is_visible()
    assert not opened.locator(".dg-chart").is_visible()
    assert "Acme 7B" in picture.get_attribute("alt")
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("one => one.complete && one.naturalWidth") > 300
    context.close()


def test_a_chart_stands_on_paper_as_its_whole_picture(browser: Any, address: str) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(f"{address}{BOARD}.html")
    drawn(opened.locator("figure"))
    picture, chart = opened.locator("figure img"), opened.locator(".dg-chart")
    assert (picture.is_visible(), chart.is_visible()) == (False, True)

    opened.emulate_media(media="print")

    assert (picture.is_visible(), chart.is_visible()) == (True, False)
    box = picture.bounding_box()
    natural = picture.evaluate("one => one.naturalHeight / one.naturalWidth")
    assert box["height"] / box["width"] == pytest.approx(natural, rel=0.02)
    assert box["height"] <= 24 * 96 / 2.54 + 2
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
    names = json.loads(tree[f"{BOARD}.figure.json"])["layout"]["yaxis"]["ticktext"]
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


def test_bars_stand_beside_each_other_or_one_upon_the_other_in_a_picture() -> None:
    names = ["A", "B"]
    traces = [
        {"type": "bar", "x": names, "y": [1, 2], "name": "one", "meta": "good"},
        {"type": "bar", "x": names, "y": [3, -1], "name": "<two>", "text": ["3", "-1"]},
    ]
    for mode, tops in (("group", {0.0, 1.0, 2.0, 3.0, -1.0}), ("stack", {0, 1, 2, 4, -1})):
        figure = accepted({"data": traces, "layout": {"barmode": mode}})
        document = ET.fromstring(picture_of(figure).data)  # noqa: S314 - our own

        assert {end for bars in bar_groups(figure) for bar in bars for end in bar.ends} == tops
        assert {*names, "<two>", "3"} <= set(texts(document))


def test_bars_from_a_base_are_cells_as_strong_as_their_opacity() -> None:
    cells = {"type": "bar", "orientation": "h", "x": [1, 1, 1], "base": [0, 1, 0], "y": [0, 0, 1]}
    look = {"marker": {"opacity": [0.1, 0.5, 1.0]}, "text": ["10", "50", "100"]}
    rows = {"tickvals": [0, 1], "ticktext": ["r1", "r2"], "range": [1.5, -0.5]}
    figure = accepted({"data": [cells | look], "layout": {"yaxis": rows}})

    document = ET.fromstring(picture_of(figure).data)  # noqa: S314 - our own

    assert {"r1", "r2", "10", "50", "100"} <= set(texts(document))
    strengths = [one.get("opacity") for one in document.iter(f"{SVG}path") if one.get("opacity")]
    assert strengths == ["0.10", "0.50"]


def test_an_empty_list_of_a_layout_is_left_out_as_plotly_leaves_it_out() -> None:
    trace = {"type": "scatter", "x": [1], "y": [1], "name": "one", "mode": "markers"}
    figure = {"data": [trace], "layout": {"shapes": [], "annotations": (), "showlegend": False}}
    page = Page(stem="a", title="A", template="board.html", view={}, figures={"": figure})

    shown = json.loads(files_of(page)["a.figure.json"])

    assert shown == accepted(figure)
    assert shown["layout"] == {"showlegend": False}


def test_what_plotly_does_not_know_is_refused_by_its_package() -> None:
    trace = {"type": "scatter", "x": [1], "y": [1], "colour": "red"}

    with pytest.raises(ValueError, match="colour"):
        accepted({"data": [trace], "layout": {}})
