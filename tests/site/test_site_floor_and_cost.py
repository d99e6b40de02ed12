"""What boards and systems say of the floor, and of what answers cost."""

from __future__ import annotations

import dataclasses
import json
import re
from html import unescape

import pytest
from site_building import bodies
from site_questions import NEWEST
from site_workspace import board, site_input

from digesta.site import SiteInput, SiteRelease, pages
from digesta.site.parts.costs import dollars
from digesta.site.parts.figures import Series, interval_figure

BOARD = f"r/{NEWEST}/halacha@closed_book"


@pytest.fixture(scope="module")
def shown(tree: dict[str, bytes]) -> dict[str, str]:
    return bodies(tree)


@pytest.fixture
def newest(site: SiteInput) -> SiteRelease:
    assert site.newest is not None
    return site.newest


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_the_floor_is_the_best_of_adversaries_and_baselines_in_words_too(
    tree: dict[str, bytes], shown: dict[str, str]
) -> None:
    rows = json.loads(tree[f"{BOARD}.json"])["rows"]
    floors = [row for row in rows if row["role"] in {"adversary", "baseline"}]
    best = max(floors, key=lambda row: row["score"])

    text = plain(shown[f"{BOARD}.md"])

    said = f"The floor is {best['score'] * 100:.1f}%"
    assert said in text
    assert f"by {best['model_name']} : the best of the 6 adversaries and baselines" in text
    assert "Chance, what a uniform guess earns, is 33.3%" in text


def test_a_chart_draws_chance_and_the_floor_each_up_to_a_label_of_its_own(
    tree: dict[str, bytes],
) -> None:
    layout = json.loads(tree[f"{BOARD}.figure.json"])["layout"]
    lines = {one["name"]: one for one in layout["shapes"]}
    labels = {one["name"]: one for one in layout["annotations"]}

    assert list(lines) == list(labels) == ["chance", "floor"]
    assert labels["floor"]["text"].startswith("floor: \u2068")
    assert all(lines[key]["x0"] == lines[key]["x1"] == labels[key]["x"] for key in lines)
    assert all(lines[key]["y1"] == labels[key]["y"] for key in lines)
    top = layout["yaxis"]["range"][1]
    assert top < labels["floor"]["y"] < labels["chance"]["y"] < -0.5


def test_a_board_without_chance_or_floor_draws_neither() -> None:
    row = board(NEWEST, "halacha@closed_book", 38).rows[0]

    layout = interval_figure([Series("open", "Open", [row])], chance=0.0, metric="m")["layout"]

    assert (layout["shapes"], layout["annotations"]) == ([], [])


def test_the_label_of_the_floor_holds_no_tag() -> None:
    row = board(NEWEST, "halacha@closed_book", 38).rows[0]
    hostile = row.model_copy(update={"model_name": "<b>x</b>&"})

    made = interval_figure([Series("floors", "Floors", [row])], chance=0, metric="m", floor=hostile)

    assert made["layout"]["annotations"][0]["text"] == (
        "floor: \u2068&lt;b&gt;x&lt;/b&gt;&amp;\u2069"
    )


@pytest.mark.parametrize(("score", "side"), [(0.02, "left"), (0.4, "center"), (0.95, "right")])
def test_a_label_near_an_edge_turns_inwards(score: float, side: str) -> None:
    row = board(NEWEST, "halacha@closed_book", 38).rows[0].model_copy(update={"score": score})

    made = interval_figure([Series("floors", "Floors", [row])], chance=0, metric="m", floor=row)

    assert made["layout"]["annotations"][0]["xanchor"] == side


def test_the_bars_of_a_board_have_the_floor_and_those_of_a_system_have_not(
    shown: dict[str, str],
) -> None:
    body = shown[f"{BOARD}.md"]

    assert body.count("dg-bar-floor") == body.count('class="dg-bar"') > 0
    assert "dg-bar-floor" not in shown[f"r/{NEWEST}/s/acme-7b.md"]


def test_costs_are_in_dollars_with_units_in_the_heading_and_whose_word_they_are(
    shown: dict[str, str],
) -> None:
    body = shown[f"{BOARD}.md"]
    table = body[body.index('data-table="usage"') :].partition("</table>")[0]
    rows = {
        plain(line).partition(" 310 ")[0]: plain(line)
        for line in table.splitlines()
        if line.startswith("<tr><th")
    }

    for heading in (
        "Latency, median, ms",
        "Latency, 95th percentile, ms",
        "Input tokens",
        "Output tokens",
        "Cost, US$",
    ):
        assert f">{heading}</th>" in table
    assert rows["Acme 7B, constrained"].endswith(
        "310 1,250 not reported 760 0.0012 seen in a maintainer's run"
    )
    assert rows["אלף גדול Large"].endswith(
        "310 1,250 not reported 760 not reported reported by the submitter"
    )
    assert "silent" not in table


def test_a_system_says_what_its_answers_cost_on_each_board(
    tree: dict[str, bytes], shown: dict[str, str]
) -> None:
    text = plain(shown[f"r/{NEWEST}/s/acme-7b.md"])
    header = tree[f"r/{NEWEST}/s/acme-7b.csv"].decode().splitlines()[0]

    assert "Kashrut closed book 310 1,250 not reported 280 0.0012 seen in a maintainer" in text
    assert header.endswith('"output_tokens","cost_micro_usd"')


def test_where_nobody_reported_a_cost_one_sentence_says_so(newest: SiteRelease) -> None:
    silent = [
        one.model_copy(
            update={
                "rows": [
                    row.model_copy(update={"usage": dict.fromkeys(row.usage, "not reported")})
                    for row in one.rows
                ]
            }
        )
        for one in newest.boards
    ]
    release = dataclasses.replace(newest, boards=silent)

    shown = bodies(pages(dataclasses.replace(site_input(), releases=[release])))

    assert "No system reported its cost or speed." in shown[f"{BOARD}.md"]
    assert "Its cost and speed were not reported." in shown[f"r/{NEWEST}/s/acme-7b.md"]


@pytest.mark.parametrize(
    ("micro_usd", "said"),
    [
        (0, "0"),
        (3, "0.000003"),
        (1_200, "0.0012"),
        (999_999, "0.999999"),
        (1_234_567_890, "1,234.57"),
    ],
)
def test_dollars_keep_every_digit_below_one_and_cents_above(micro_usd: float, said: str) -> None:
    assert dollars(micro_usd) == said
