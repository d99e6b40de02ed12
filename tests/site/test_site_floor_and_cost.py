"""What boards and systems say of the floor, and of what answers cost."""

from __future__ import annotations

import dataclasses
import json

import pytest
from site_building import bodies
from site_questions import NEWEST
from site_workspace import board, site_input
from test_site_answers import plain

from digesta_site.pages.boards.usage import usage_view
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views.costs import dollars
from digesta_site.views.figures import Series, interval_figure
from digesta_site.views.pareto import PricedScore, front_of, pareto_figure
from site_tree import figures_of, pages

BOARD = f"r/{NEWEST}/halacha@closed_book"


def test_the_floor_is_the_best_of_adversaries_and_baselines_in_words_too(
    tree: dict[str, bytes], shown: dict[str, str]
) -> None:
    rows = json.loads(tree[f"{BOARD}.json"])["rows"]
    floors = [row for row in rows if row["role"] in {"adversary", "baseline"}]
    best = max(floors, key=lambda row: row["score"])

    text = plain(shown[f"{BOARD}.md"])

    assert f"The highest floor is {best['model_name']} : {best['score'] * 100:.1f}%" in text
    assert "the dotted line is chance, 33.3%" in text


def test_a_column_with_one_value_for_all_rows_is_a_clause_of_the_caption(
    shown: dict[str, str],
) -> None:
    body = shown[f"{BOARD}.md"]
    _, head, table = body.partition('data-table="ranked"')
    caption, _, rest = table.partition("</caption>")
    columns = rest.partition("</thead>")[0]

    assert head
    assert "In every row: missing: 3; unreadable: 1." in plain(caption)
    assert "Missing" not in columns
    assert "Refused" in columns
    assert "Evidence" in columns


def test_a_board_says_why_a_higher_score_has_a_lower_rank(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    of = next(one for one in newest.boards if one.board == "halacha@closed_book")
    first = next(row for row in of.rows if row.rank_low == 1)
    lower = of.model_copy(
        update={"rows": [
            row.model_copy(update={"score": 0.1}) if row is first else row for row in of.rows
        ]}
    )  # fmt: skip
    why = "a system can rank below one with a lower score"

    bodies_ = [
        bodies(pages(dataclasses.replace(
            site, releases=[dataclasses.replace(newest, boards=[one])]
        )))[f"{BOARD}.md"]
        for one in (of, lower)
    ]  # fmt: skip

    assert [why in body for body in bodies_] == [False, True]


def test_a_chart_draws_chance_and_the_floor_each_up_to_a_label_of_its_own(
    tree: dict[str, bytes],
) -> None:
    layout = figures_of(tree, BOARD)[""]["layout"]
    lines = {one["name"]: one for one in layout["shapes"]}
    labels = {one["name"]: one for one in layout["annotations"]}

    assert list(lines) == list(labels) == ["chance", "floor"]
    assert [label["text"] for label in labels.values()] == ["chance 33.3%", "floor 35.3%"]
    assert all(lines[key]["x0"] == lines[key]["x1"] == labels[key]["x"] for key in lines)
    assert all(lines[key]["y1"] == labels[key]["y"] for key in lines)
    top = layout["yaxis"]["range"][1]
    assert top < labels["floor"]["y"] < labels["chance"]["y"] < -0.5


def test_a_board_without_chance_or_floor_draws_neither() -> None:
    row = board(NEWEST, "halacha@closed_book", 38).rows[0]

    layout = interval_figure([Series("open", "Open", [row])], chance=0.0, metric="m")["layout"]

    assert (layout["shapes"], layout["annotations"]) == ([], [])
    assert row.low is not None
    assert 0 < layout["xaxis"]["range"][0] < row.low * 100


def test_an_axis_fits_scores_chance_and_floor_and_knows_the_whole_scale() -> None:
    rows = [
        row.model_copy(update={"score": at, "low": at - 0.02, "high": at + 0.02})
        for row, at in zip(board(NEWEST, "halacha@closed_book", 38).rows, (0.3, 0.35), strict=False)
    ]

    made = interval_figure(
        [Series("ranked", "Ranked", rows[:1])], chance=0.25, metric="m", floor=rows[1]
    )["layout"]

    low, high = made["xaxis"]["range"]
    assert 20 < low < 25
    assert 35 < high < 40
    assert made["meta"]["whole"] == {"xaxis": [-1.0, 101.0]}


def test_a_row_s_label_is_its_rank_and_whole_name_and_its_hover_the_tie_group() -> None:
    name = "A system of a name that is longer than one line of a phone, constrained, re-ranked"
    rows = board(NEWEST, "halacha@closed_book", 38).rows
    row = next(row for row in rows if row.tie_group).model_copy(update={"model_name": name})

    made = interval_figure([Series("ranked", "Ranked", [row])], chance=0.0, metric="m")

    [label] = made["layout"]["yaxis"]["ticktext"]
    assert label.replace("<br>", " ") == f"{row.rank_low}-{row.rank_high} · {name}"
    assert label.count("<br>") == 1
    assert made["data"][0]["customdata"][0][2] == (
        f"<br>rank {row.rank_low}-{row.rank_high}, tie group {row.tie_group}"
    )


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
        "Output tokens",
        "Cost, US$",
    ):
        assert f">{heading}</th>" in table
    assert "Input tokens" not in table
    assert rows["Acme 7B, constrained"].endswith(
        "310 1,250 760 0.0012 seen in a maintainer's run "
        "Linux x86_64, <b>fast</b> ; 3 answers are of an earlier run on the front"
    )
    assert rows["אלף גדול Large"].endswith(
        "310 1,250 760 not reported reported by the submitter not recorded"
    )
    assert "silent" not in table


def test_a_system_says_what_its_answers_cost_on_each_board(
    tree: dict[str, bytes], shown: dict[str, str]
) -> None:
    text = plain(shown[f"r/{NEWEST}/s/acme-7b.md"])
    header = tree[f"r/{NEWEST}/s/acme-7b.csv"].decode().splitlines()[0]

    assert "Kashrut closed book 310 1,250 280 0.0012 seen in a maintainer" in text
    assert header.endswith(",output_tokens,cost_micro_usd")


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


def test_a_system_without_any_figure_has_no_row_and_stands_in_one_line(
    newest: SiteRelease,
) -> None:
    plain = newest.board_at["halacha@closed_book", "public"]
    rows = [
        row.model_copy(update={"usage": dict.fromkeys(row.usage, "not reported")})
        if row.submission_id in {"cedar-mini", "borealis-2"}
        else row
        for row in plain.rows
    ]

    usage = usage_view(newest, plain.model_copy(update={"rows": rows}))

    assert [each["id"] for each in usage["silent"]] == ["borealis-2", "cedar-mini"]
    assert not {"cedar-mini", "borealis-2"} & {each["id"] for each in usage["rows"]}


def test_the_front_holds_whom_nobody_beats_in_score_and_cost() -> None:
    """b costs as much as a and scores less; d costs more than c and scores the same."""
    points = {"a": (1, 0.5), "b": (1, 0.4), "c": (3, 0.7), "d": (4, 0.7), "e": (9, 0.9)}
    systems = [PricedScore(name, *at, at[1], at[1]) for name, at in points.items()]

    figure = pareto_figure(systems, metric="accuracy", cost="Cost, US$", floor=0.2)

    assert [system.name for system in front_of(systems)] == ["a", "c", "e"]
    assert figure["data"][0]["x"] == [1, 3, 9, 9]
    assert figure["data"][0]["y"] == [50.0, 70.0, 90.0, 90.0]
    assert [trace["name"] for trace in figure["data"][1:]] == list(points)
    assert figure["layout"]["shapes"][0]["y0"] == 20.0


def test_costs_far_apart_stand_on_an_axis_of_tens() -> None:
    """10, 1,000 and 100,000 ms lie at the powers 1, 3 and 5."""
    systems = [PricedScore(str(at), 10.0**at, 0.5, 0.4, 0.6) for at in (1, 3, 5)]

    axis = pareto_figure(systems, metric="m", cost="ms", floor=None)["layout"]["xaxis"]

    assert axis["tickvals"] == [1, 2, 3, 4, 5]
    assert axis["ticktext"] == ["10", "100", "1,000", "10,000", "100,000"]


def test_with_two_systems_a_sentence_stands_in_place_of_the_front(newest: SiteRelease) -> None:
    plain = newest.board_at["halacha@closed_book", "public"]
    few = [
        row
        for row in plain.rows
        if row.submission_id in {"acme-7b", "alef-large"} or row.role == "adversary"
    ]

    usage = usage_view(newest, plain.model_copy(update={"rows": few}))

    assert (usage["front"], usage["most"]) == (False, 2)


def test_all_tracks_stand_on_one_page_two_clicks_from_home(
    tree: dict[str, bytes], shown: dict[str, str]
) -> None:
    page = shown[f"r/{NEWEST}/cost.md"]

    assert f'href="../../r/{NEWEST}/cost.html"' in shown[f"{BOARD}.md"]
    assert page.count("<h2") == 5
    assert "&lt;b&gt;fast&lt;/b&gt;" in page
    assert tree[f"r/{NEWEST}/cost.csv"].decode().startswith("board,submission_id,")


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
