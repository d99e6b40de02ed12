"""What a board shows behind its score; every number that is asserted here is worked by hand."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from site_building import bodies
from site_questions import NEWEST, OLDER
from site_workspace import board

from digesta.metrics.exact import NANO
from digesta.records.base import example_of
from digesta.records.board import Board, EarlierRow, Facts
from digesta.scorers import SCORERS
from digesta.scorers.forms import (
    BoardPicture,
    ConditionPicture,
    GroupPicture,
    MatrixPicture,
    MetricPicture,
    SpreadPicture,
)
from digesta_site.charts.figures import plotly_json
from digesta_site.page import Page
from digesta_site.pages.boards import board as boards
from digesta_site.pages.boards.pictures import pictures_of
from digesta_site.pages.boards.pictures.charts import charts_of
from digesta_site.pages.boards.pictures.metrics import condition_tables, metric_tables
from digesta_site.pages.boards.pictures.passages import passage_answers
from digesta_site.pages.boards.pictures.questions import facts_under
from digesta_site.pages.boards.pictures.tables import PictureTable, shade_of
from digesta_site.values import SiteInput, SiteRelease

HALACHA = f"r/{NEWEST}/halacha@closed_book.md"


def picture(scorer: str, key: str) -> Any:
    """Return a scorer's picture by its key."""
    return next(each for each in SCORERS[scorer].pictures if each.key == key)


def with_metrics(plain: Board, metrics: dict[str, Any], *, of: str = "acme-7b") -> Board:
    """Return a board of one row, with these metrics: a value, or all of its fields."""
    row = next(row for row in plain.rows if row.submission_id == of)
    values = {
        name: value if isinstance(value, dict) else {"value": value}
        for name, value in metrics.items()
    }
    line = row.as_json() | {"metrics": values}
    return Board.model_validate(plain.as_json() | {"rows": [line]})


def texts(table: PictureTable) -> list[list[str]]:
    """Return the figures of a table, line by line."""
    return [[cell.text for cell in cells] for _, cells in table.lines]


@pytest.fixture
def plain() -> Board:
    return board(NEWEST, "halacha@closed_book", 38)


def test_stale_stands_beside_premature_with_how_many_versions_were_named(
    site: SiteInput, newest: SiteRelease, plain: Board
) -> None:
    named = {"denominator": 30, "of_answered": True}
    shown = with_metrics(
        plain,
        {
            "version_accuracy": {"value": 0.3, "low": 0.1, "high": 0.5},
            "stale_rate": {"value": 0.5, "numerator": 15} | named,
            "premature_rate": {"value": 0.2, "numerator": 6} | named,
        },
    )

    (table,) = metric_tables(site.frame, newest, shown, picture=picture("temporal", "staleness"))

    assert texts(table) == [["30.0%", "50.0% of 30", "20.0% of 30"]]
    assert [cell.small for cell in table.lines[0][1]] == ["10.0 to 50.0", "", ""]
    assert table.groups == [("Of the questions", 1), ("Of the versions named", 2)]
    assert table.note == "Not recorded for any system here: Of another article."


def test_what_was_taken_off_a_rubric_stands_below_zero(
    site: SiteInput, newest: SiteRelease, plain: Board
) -> None:
    """Earned 50 %, before the clamp -25 %: claims made up and negatives took 75 points."""
    dimensions = {f"dimension_{name}": 0.5 for name in ("structure", "style", "substance")}
    shown = with_metrics(plain, dimensions | {"earned_share": 0.5, "rubric_score_raw": -0.25})

    (table,) = metric_tables(site.frame, newest, shown, picture=picture("rubric", "dimensions"))

    assert texts(table) == [["50.0%", "50.0%", "50.0%", "50.0%", "-25.0%", "−75.0%"]]
    assert table.groups[-1] == ("Below zero", 1)
    assert table.note == "Not recorded for any system here: Methodology."


def test_a_block_has_four_criteria_and_three_measures_at_each_of_three_cuts(
    site: SiteInput, newest: SiteRelease, plain: Board
) -> None:
    """Of 10 positives 1 is among the first three results, 2 among five, 4 among ten."""
    parts = ("gold", "accusation", "article", "imprisonment")
    metrics = {
        f"{part}.{name}_at_{cut}": hits
        for part in parts
        for cut, shares in {3: (1 / 3, 0.1, 1), 5: (0.4, 0.2, 1), 10: (0.4, 0.4, 1)}.items()
        for name, hits in zip(("precision", "recall10", "hit"), shares, strict=True)
    }

    tables = metric_tables(
        site.frame, newest, with_metrics(plain, metrics), picture=picture("retrieval", "criteria")
    )

    assert [(table.title, table.fold) for table in tables] == [
        ("At K = 10", False),
        ("At K = 5", True),
        ("At K = 3", True),
    ]
    assert [texts(table) for table in tables] == [
        [["40.0%", "40.0%", "100.0%"] * 4],
        [["40.0%", "20.0%", "100.0%"] * 4],
        [["33.3%", "10.0%", "100.0%"] * 4],
    ]
    assert [columns for _, columns in tables[0].groups] == [3] * 4


def drawn_ends(figure: Any) -> dict[str, list[float]]:
    """Return where each side's lines from zero end, row by row."""
    lines, signs = figure["data"][::2], figure["data"][1::2]
    assert [line["x"][1::3] for line in lines] == [each["x"] for each in signs]
    assert all(x == 0 for line in lines for x in line["x"][::3])
    return {each["name"]: each["x"] for each in signs}


def test_metrics_at_k_are_drawn_over_k_with_a_line_for_each_system(
    newest: SiteRelease, plain: Board
) -> None:
    metrics = {f"gold.{name}_at_{cut}": cut / 10 for name in ("precision", "hit") for cut in (3, 5)}
    shown = with_metrics(plain, metrics | {"gold.recall10_at_5": 0.5})

    charts = charts_of(newest, shown, picture("retrieval", "criteria"))

    assert [chart.name for chart in charts] == ["criteria-1", "criteria-3"]
    assert charts[0].caption.startswith("Gold: Precision in the first K results")
    [line] = charts[0].figure["data"]
    assert (line["x"], line["y"]) == ([0, 1], [30.0, 50.0])
    assert charts[0].figure["layout"]["xaxis"]["ticktext"] == ["K = 3", "K = 5", "K = 10"]


def test_stale_is_drawn_to_the_left_as_what_came_before_and_premature_to_the_right(
    newest: SiteRelease, plain: Board
) -> None:
    shown = with_metrics(plain, {"stale_rate": 0.5, "premature_rate": 0.2})

    [chart] = charts_of(newest, shown, picture("temporal", "staleness"))

    none = with_metrics(plain, {"stale_rate": 0.0, "premature_rate": 0.0})

    assert charts_of(newest, none, picture("temporal", "staleness")) == []
    assert drawn_ends(chart.figure) == {"Stale": [-50.0], "Premature": [20.0]}
    assert "Stale 50.0%, Premature 20.0%" in chart.figure["layout"]["meta"]["alt"]
    assert "-50" not in chart.figure["layout"]["xaxis"]["ticktext"]


def test_points_taken_off_are_drawn_below_zero(newest: SiteRelease, plain: Board) -> None:
    shown = with_metrics(plain, {"earned_share": 0.5, "rubric_score_raw": -0.25})

    [chart] = charts_of(newest, shown, picture("rubric", "dimensions"))

    assert drawn_ends(chart.figure) == {"Taken off": [-75.0], "Earned": [50.0]}
    assert "Taken off −75.0%, Earned 50.0%" in chart.figure["layout"]["meta"]["alt"]
    low, high = chart.figure["layout"]["xaxis"]["range"]
    assert low < -75 < 50 < high


def test_more_than_all_points_taken_off_stays_within_the_chart(
    newest: SiteRelease, plain: Board
) -> None:
    shown = with_metrics(plain, {"earned_share": 0.0, "rubric_score_raw": -1.5})

    [chart] = charts_of(newest, shown, picture("rubric", "dimensions"))

    assert drawn_ends(chart.figure)["Taken off"] == [-150.0]
    assert chart.figure["layout"]["xaxis"]["range"][0] < -150


def test_a_systems_parts_are_drawn_by_condition_beside_each_other(newest: SiteRelease) -> None:
    parts = {"type.jaccard": {"value": 0.5, "low": 0.25, "high": 0.75}, "level.accuracy": 0.25}
    base = with_metrics(board(NEWEST, "tlr@closed_book", 30), parts)
    other = with_metrics(board(NEWEST, "tlr@retrieval", 30), parts | {"type.jaccard": 0.875})
    release = dataclasses.replace(newest, boards=[base, other])

    [chart] = charts_of(release, base, picture("penalty", "conditions"))
    closed, retrieval = plotly_json(chart.figure)["data"]

    assert (closed["name"], closed["x"], closed["y"]) == (
        "closed book",
        [50.0, 25.0],
        [-0.25, 5.75],
    )
    assert retrieval["y"] == [0.25, 6.25]
    assert closed["error_x"]["array"] == [25.0, 0.0]
    assert (retrieval["name"], retrieval["x"]) == ("with retrieval", [87.5, 25.0])


def test_a_system_of_one_condition_and_a_board_below_a_track_have_no_such_chart(
    newest: SiteRelease,
) -> None:
    base = with_metrics(board(NEWEST, "tlr@closed_book", 30), {"type.jaccard": 0.5})
    task = with_metrics(
        board(NEWEST, "halacha/kashrut/milk_meat@closed_book", 3), {"stale_rate": 0.5}
    )
    release = dataclasses.replace(newest, boards=[base])

    assert charts_of(release, base, picture("penalty", "conditions")) == []
    assert charts_of(newest, task, picture("temporal", "staleness")) == []


def test_parts_stand_by_condition_beside_retrieval_and_no_passages_are_no_miss(
    site: SiteInput, newest: SiteRelease
) -> None:
    """A closed book has 0 on the board, since nothing was found; here it has no figure."""
    parts = {"type.jaccard": 0.5, "level.accuracy": 0.25, "recall_at_5": 0.0}
    base = with_metrics(board(NEWEST, "tlr@closed_book", 30), parts)
    other = with_metrics(
        board(NEWEST, "tlr@retrieval", 30), parts | {"type.jaccard": 0.75, "recall_at_5": 0.4}
    )
    release = dataclasses.replace(newest, boards=[base, other])

    (table,) = condition_tables(site.frame, release, base, picture=picture("penalty", "conditions"))

    assert [head.small for head, _ in table.lines] == ["closed book", "with retrieval"]
    assert texts(table) == [["50.0%", "25.0%", "–"], ["75.0%", "25.0%", "40.0%"]]
    assert table.groups == [("The answers", 2), ("The passages", 1)]


def sentences(release: SiteRelease, base: Board) -> list[list[str]]:
    """Return the answers to the three questions about passages, line by line."""
    return [[line["words"] for line in one["lines"]] for one in passage_answers(release, base)]


def test_a_track_says_what_passages_change_and_whether_search_or_reading_fails(
    newest: SiteRelease,
) -> None:
    found = {"numerator": 16, "denominator": 20, "value": 0.8, "low": 0.6, "high": 0.9}
    wrong = {"numerator": 4, "denominator": 16, "value": 0.25, "of_answered": True}
    base = board(NEWEST, "halacha@closed_book", 38)
    other = with_metrics(
        board(NEWEST, "halacha@retrieval", 38), {"hit_at_5": found, "basis.error_given_hit": wrong}
    )
    track = newest.manifest.track_named("halacha")
    both = track.model_copy(update={"conditions": ["closed_book", "retrieval"]})
    manifest = newest.manifest.model_copy(update={"tracks": [both]})
    release = dataclasses.replace(newest, boards=[base, other], manifest=manifest)

    [known], [change], [search] = sentences(release, base)

    assert re.fullmatch(r"Mean of categories [\d.]+% \(.*\)\. It .* floor, [\d.]+% \(.*\)\.", known)
    assert change == (
        "closed book 50.0%, with retrieval 62.5%: +12.5 points (+5.0 to +20.0), p = 0.004, "
        "told apart."
    )
    assert search == (
        "with retrieval, a right clause is among the first five passages for 16 of 20 questions, "
        "80.0% (60.0 to 90.0). The legal basis is wrong all the same for 4 of these 16, 25.0% "
        "(too few sources)."
    )


def test_what_no_system_shows_about_passages_is_said_as_well(newest: SiteRelease) -> None:
    base = board(NEWEST, "halacha@closed_book", 38)
    floors = [row for row in base.rows if row.role == "adversary"]
    earlier = EarlierRow.model_validate(example_of(EarlierRow) | {"score": 0.25})
    empty = base.model_copy(update={"rows": floors, "earlier": [earlier]})
    other = empty.model_copy(
        update={
            "board": "halacha@retrieval",
            "earlier": [earlier.model_copy(update={"score": 0.5})],
        }
    )
    track = newest.manifest.track_named("halacha")
    both = track.model_copy(update={"conditions": ["closed_book", "retrieval"]})
    manifest = newest.manifest.model_copy(update={"tracks": [both]})
    release = dataclasses.replace(newest, boards=[empty], manifest=manifest, conditions=[])
    known = dataclasses.replace(release, boards=[empty, other])

    assert [len(lines) for lines in sentences(release, empty)] == [1, 1, 1]
    assert sentences(release, empty)[1] == ["No system has answered under two conditions."]
    [change] = sentences(known, empty)[1]
    assert change.startswith("closed book 25.0%, with retrieval 50.0%, on the questions of release")
    assert earlier.release in change
    assert sentences(release, board(NEWEST, "halacha/kashrut@closed_book", 8)) == []


def of_questions(
    release: SiteRelease, columns: list[str], marks: list[list[int]], *, judges: str = ""
) -> tuple[SiteRelease, Board]:
    """Return a release whose first questions of one task have these marks by one system."""
    asked = [q for q in release.public if q.task == "milk_meat"][: len(marks)]
    facts = Facts.model_validate(
        {
            "format": "facts/1",
            "release": release.id,
            "submission_id": "acme-7b",
            "track": "halacha",
            "scorers": {"closed": columns},
            "rows": [
                [q.question_id, "answered", *line] for q, line in zip(asked, marks, strict=True)
            ],
        }
    )
    first = release.submissions[0]
    assert first.card.submission_id == "acme-7b"
    known = dataclasses.replace(first, facts={"halacha": facts}, by_judge={"a": {"halacha": facts}})
    name = "halacha/kashrut/milk_meat@closed_book" + judges
    shown = with_metrics(board(NEWEST, name, len(marks)), {})
    return dataclasses.replace(release, questions=asked, submissions=[known]), shown


def tables_of(
    release: SiteRelease, shown: Board, asked: BoardPicture, scorer: str = "closed"
) -> list[PictureTable]:
    known = facts_under(release, shown, dataclasses.replace(SCORERS[scorer], name="closed"))
    return known.tables(asked) or []


def test_answers_are_counted_by_the_type_that_their_question_asks_for(newest: SiteRelease) -> None:
    """Five questions: two of three choices are right, none of two texts."""
    right = [NANO, NANO, 0, 0, 0]
    release, shown = of_questions(
        newest,
        list(SCORERS["closed"].column_names),
        [[mark] + [0] * (len(SCORERS["closed"].column_names) - 1) for mark in right],
    )
    types = ["mcq"] * 3 + ["enum"] * 2
    questions = [
        q.model_copy(update={"ask": {"answer_type": kind}})
        for q, kind in zip(release.questions, types, strict=True)
    ]

    (table,) = tables_of(
        dataclasses.replace(release, questions=questions), shown, picture("closed", "types")
    )

    assert [(head.text, head.small) for head in table.heads] == [
        ("enum", "2 questions"),
        ("mcq", "3 questions"),
    ]
    assert texts(table) == [["0.0%", "66.7%"]]


def test_percentiles_are_scores_that_some_answer_has(newest: SiteRelease) -> None:
    """Ten scores 10 … 100 %: by nearest rank half do not exceed 50, 75 % of them not 80."""
    asked = picture("rubric", "percentiles")
    release, shown = of_questions(
        newest, ["credit"], [[NANO // 10 * place] for place in (3, 1, 2, 10, 9, 8, 4, 5, 7, 6)]
    )

    (table,) = tables_of(release, shown, asked)

    assert [head.text for head in table.heads] == ["P50", "P75", "P90", "P95", "P99"]
    assert texts(table) == [["50.0%", "80.0%", "90.0%", "100.0%", "100.0%"]]
    assert table.note == "Of 10 questions."


def test_the_table_of_levels_has_right_ones_on_its_diagonal(newest: SiteRelease) -> None:
    """Two questions of level A answered A and C, one of B without a valid level."""
    cells = ["level_a_a", "level_a_c", "level_b_none"]
    asked: MatrixPicture = picture("penalty", "levels")
    names = [
        asked.cell.format(row=row, column=name) for row in asked.rows for name in asked.columns
    ]
    marks = [[int(name == cell) for name in names] for cell in cells]
    release, shown = of_questions(newest, names, marks)

    (table,) = tables_of(release, shown, asked)

    assert [head.text for head in table.heads] == ["A", "B", "C", "D", "E", "none"]
    assert texts(table)[:2] == [["1", "0", "1", "0", "0", "0"], ["0", "0", "0", "0", "0", "1"]]
    assert [cell.shade for cell in table.lines[0][1]] == [3, 0, 3, 0, 0, 0]


def test_a_judged_board_shows_the_facts_of_its_own_judge_alone(newest: SiteRelease) -> None:
    spread = picture("rubric", "percentiles")

    of_judge, of_another, of_both = (
        tables_of(*of_questions(newest, ["credit"], [[NANO]], judges=judges), spread)
        for judges in ("@a", "@b", "@a+b")
    )

    assert texts(of_judge[0]) == [["100.0%"] * 5]
    assert of_another == of_both == []


def test_a_category_stands_on_its_track_with_the_score_of_its_own_board(
    site: SiteInput, newest: SiteRelease
) -> None:
    track = newest.board_at["halacha@closed_book", "public"]
    kashrut = newest.board_at["halacha/kashrut@closed_book", "public"]

    shown = pictures_of(site.frame, newest, track)["shown"]

    steps = next(each for each in shown if each["key"] == "categories")["tables"][0]
    at = [head["text"] for head in steps["heads"]].index("Kashrut")
    scores = {
        line["head"]["system"]["id"]: line["cells"][at][0]
        for line in steps["lines"]
        if line["head"]["small"] == ""
    }
    assert scores == {
        row.submission_id: f"{row.score * 100:.1f}%" for row in kashrut.rows if row.role == "system"
    }


def test_a_superseded_release_keeps_what_was_published_of_it(site: SiteInput) -> None:
    older = next(release for release in site.releases if release.id == OLDER)

    assert pictures_of(site.frame, older, older.boards[0]) == {"shown": [], "unrecorded": []}


def test_a_superseded_board_has_its_tables_and_leaves_metrics_to_its_data(
    tree: dict[str, bytes],
) -> None:
    path = f"r/{OLDER}/halacha@closed_book"
    body = bodies(tree)[f"{path}.md"]

    assert 'data-table="floors"' in body
    assert "<figure" not in body
    assert 'href="halacha@closed_book.json"' in body
    assert b'"metrics":' in tree[f"{path}.json"]


def test_a_superseded_board_has_every_board_below_it(tree: dict[str, bytes]) -> None:
    path = f"r/{OLDER}/halacha"
    lower = sorted(name for name in tree if name.startswith(f"{path}/") and "@closed_book" in name)
    places = [name for name in lower if name.endswith(".html")]
    body = bodies(tree)[f"{path}@closed_book.md"]

    assert places
    assert {name[:-5] for name in places} == {name[:-5] for name in lower if name.endswith(".json")}
    for place in places:
        anchor = re.search(rb"halacha@closed_book[.]html#([a-z0-9_-]+)", tree[place])
        assert anchor, place
        assert f'<tr id="{anchor[1].decode()}">' in body


def test_a_board_says_once_what_is_not_recorded(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"r/{NEWEST}/frenchlaw@closed_book.md"]

    said = re.findall(r'id="unrecorded">([^<]*)<', body)

    assert len(said) == 1
    assert said[0].startswith("Not recorded for this board: points by dimension")


def test_a_board_shows_five_metrics_and_its_csv_has_all(
    site: SiteInput, newest: SiteRelease, plain: Board
) -> None:
    names = [f"metric_{letter}" for letter in "abcdefg"]
    wide = dataclasses.replace(newest, boards=[with_metrics(plain, dict.fromkeys(names, 0.5))])

    page = next(boards.pages_of(site.frame, wide))

    assert isinstance(page, Page)
    shown = [column["name"] for column in page.view["metrics"]["columns"]]
    assert shown == ["metric a", "metric b", "metric c", "metric d", "metric e"]
    assert page.table is not None
    assert list(page.table.header[-7:]) == names
    assert list(page.table.rows[0][-7:]) == [0.5] * 7


def test_an_embedded_table_ranks_systems_and_says_what_no_rank_may_be_read_from(
    tree: dict[str, bytes],
) -> None:
    page = tree["embed/halacha@closed_book.html"].decode()
    small = tree["embed/halacha/kashrut@closed_book.html"].decode()

    ranks = re.findall(r"<tr><td>([0-9-]+)</td><th scope=\"row\"><bdi[^>]*><a[^>]*>([^<]*)", page)
    assert ranks[0] == ("1-2", "Acme 7B, constrained")
    assert "Reference answers" not in page
    assert "<table>" not in small
    assert "a ranking needs 30" in small


def test_a_board_of_an_earlier_release_leads_to_the_same_board_of_today(
    tree: dict[str, bytes],
) -> None:
    [href] = re.findall(
        r'newest is\s*<a href="([^"]*)"', bodies(tree)[f"r/{OLDER}/halacha@closed_book.md"]
    )

    assert href == f"../../r/{NEWEST}/halacha@closed_book.html"


def test_every_metric_and_column_that_a_picture_names_is_its_scorers() -> None:
    for scorer in SCORERS.values():
        metrics = {metric.name for metric in scorer.metrics}
        for each in scorer.pictures:
            named: set[str] = set()
            match each:
                case MetricPicture():
                    named = {
                        f"{name}{cut}"
                        for group in each.groups.values()
                        for name in group.values()
                        for cut in each.cuts or ("",)
                    } | set(each.taken[1:])
                case ConditionPicture():
                    named = {*each.parts.values(), *each.passages.values()}
                case GroupPicture():
                    named = {each.metric}
                case SpreadPicture():
                    assert each.column in scorer.column_names
                case MatrixPicture():
                    cells = {
                        each.cell.format(row=row, column=column)
                        for row in each.rows
                        for column in each.columns
                    }
                    assert cells <= set(scorer.column_names)
            assert named <= metrics, each.key


def test_a_share_is_shaded_in_five_steps_and_nothing_not_at_all() -> None:
    assert [shade_of(share) for share in (0, 0.09, 0.1, 0.5, 0.9, 1)] == [0, 0, 1, 3, 5, 5]
