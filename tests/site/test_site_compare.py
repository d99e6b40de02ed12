"""Pages that compare: systems pair by pair, and temporal answers by their distance in years."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import json

from site_building import bodies
from site_questions import HOSTILE, NEWEST
from site_workspace import site_input

from digesta.records.question import Question
from digesta_site.pages.boards.days import bands
from digesta_site.pages.boards.days import pages_of as days_pages
from digesta_site.values import SiteInput
from site_tree import figures_of, pages

COMPARE = f"r/{NEWEST}/halacha/compare"
DAYS = f"r/{NEWEST}/tlr/retrieval/point_in_time/days"


def test_each_pair_stands_with_the_higher_first(tree: dict[str, bytes]) -> None:
    rows = list(csv.DictReader(io.StringIO(tree[f"{COMPARE}.csv"].decode())))

    apart = rows[0]
    assert (apart["a"], apart["b"]) == ("acme-7b", "borealis-2")
    assert [float(apart[name]) for name in ("difference", "low", "high")] == [0.16, 0.08, 0.24]
    assert (apart["a_better_on"], apart["b_better_on"]) == ("2", "1")
    assert [one["separable"] for one in rows] == ["yes", "no"]


def test_an_interval_that_reaches_nothing_shows_no_minus_zero(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{COMPARE}.md"]

    assert "+0.0 to +10.0" in body
    for told in (body, tree[f"{COMPARE}.csv"].decode(), json.dumps(figures_of(tree, COMPARE))):
        assert '-0.0"' not in told
        assert "-0.0 " not in told


def test_names_and_retrievers_are_shown_as_text(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{COMPARE}.md"]

    assert "&lt;script&gt;alert(1)" in body
    assert not [one for one in HOSTILE[:2] if one in body]


def test_what_passages_change_is_told_first(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{COMPARE}.md"]

    assert body.index("under two conditions") < body.index("Every two systems")
    assert "50.0% <small>closed book" in body
    assert "62.5% <small>with retrieval" in body
    assert "+12.5" in body
    board = bodies(tree)[f"r/{NEWEST}/halacha@closed_book.md"]
    assert 'halacha/compare.html#conditions">What passages change' in board


def test_a_chart_names_both_systems_of_a_pair(tree: dict[str, bytes]) -> None:
    figure = figures_of(tree, COMPARE)[""]

    assert figure["layout"]["yaxis"]["ticktext"][0] == "Acme 7B, constrained – Borealis 2"
    assert figure["data"][0]["customdata"][0][0] == "Acme 7B, constrained – Borealis 2"


def test_systems_of_one_name_are_told_apart_by_their_ids(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    one = newest.submissions[0]
    ids = [f"acme-7b-behind-a-long-pipeline-{end}" for end in ("flat", "graph")]
    twins = [
        dataclasses.replace(one, card=one.card.model_copy(update={"submission_id": name}))
        for name in ids
    ]
    pair = dict(newest.pairs[0]) | {"a": ids[0], "b": ids[1]}
    changed = dataclasses.replace(newest, pairs=[pair], conditions=[], submissions=twins)

    tree = pages(dataclasses.replace(site, releases=[changed]))

    [label] = figures_of(tree, COMPARE)[""]["layout"]["yaxis"]["ticktext"]
    assert "flat" in label
    assert "graph" in label


def many(site: SiteInput, systems: int) -> SiteInput:
    """Return the workspace with more systems of one track, each better than the one before."""
    newest = site.newest
    assert newest is not None
    one, pair = newest.submissions[0], newest.pairs[0]
    names = [f"one-of-many-{number:02d}" for number in range(systems)]
    cards = [one.card.model_copy(update={"submission_id": name}) for name in names]
    scores = {name: 0.1 + number / 100 for number, name in enumerate(names)}
    every = [
        dict(pair)
        | {"a": a, "b": b, "score_a": scores[a], "score_b": scores[b]}
        | {"difference": scores[a] - scores[b], "low": scores[a] - scores[b] - 0.05}
        | {"high": scores[a] - scores[b] + 0.05, "pairs": systems * (systems - 1) // 2}
        for a, b in itertools.combinations(names, 2)
    ]
    twins = [dataclasses.replace(one, card=card) for card in cards]
    changed = dataclasses.replace(newest, pairs=every, conditions=[], submissions=twins)
    return dataclasses.replace(site, releases=[changed])


def test_of_many_pairs_a_page_shows_neighbours_and_the_files_all(site: SiteInput) -> None:
    few, lots = (pages(many(site, systems)) for systems in (20, 21))

    assert bodies(few)[f"{COMPARE}.md"].count("<tr>") == 1 + 190
    told = bodies(lots)[f"{COMPARE}.md"]
    assert told.count("<tr>") == 1 + 20
    assert "All 210 pairs are in the files" in told
    assert len(list(csv.DictReader(io.StringIO(lots[f"{COMPARE}.csv"].decode())))) == 210


def test_every_pair_is_found_by_its_place_in_the_triangle(site: SiteInput) -> None:
    tree = pages(many(site, 21))

    table = json.loads(tree[f"{COMPARE}.json"])
    rows = list(csv.DictReader(io.StringIO(tree[f"{COMPARE}.csv"].decode())))
    assert len(rows) == len(table["difference"]) == 210
    for row in rows:
        i, j = sorted(table["systems"].index(row[side]) for side in "ab")
        at = i * (2 * 21 - i - 1) // 2 + j - i - 1
        sign = 1 if table["systems"][i] == row["a"] else -1
        assert sign * table["difference"][at] == round(float(row["difference"]) * 1e9)
        ends = [table["low"][at], table["high"][at]]
        low, high = ends if sign > 0 else [-end for end in reversed(ends)]
        assert [low, high] == [round(float(row[end]) * 1e9) for end in ("low", "high")]
        assert table["families"][table["family"][at]] == [row["family"], int(row["pairs"])]


def test_a_system_is_set_against_its_nearest(site: SiteInput) -> None:
    body = bodies(pages(many(site, 40)))[f"r/{NEWEST}/s/one-of-many-20.md"]

    table = body[body.index('id="against"') : body.index('id="card"')]
    assert "39 other systems, it is told apart from 20 below it and 19 above it" in table
    assert table.count("<tr>") == 1 + 20
    assert table.index("s/one-of-many-30") < table.index("s/one-of-many-19")
    assert "s/one-of-many-31" not in table
    assert "+1.0</strong>" in table
    assert "-10.0</strong>" in table


def test_a_track_without_pairs_has_no_page_and_no_link(site: SiteInput) -> None:
    bare = [dataclasses.replace(one, pairs=(), conditions=()) for one in site.releases]

    tree = pages(dataclasses.replace(site, releases=bare))

    assert f"{COMPARE}.md" not in tree
    assert not [path for path, body in bodies(tree).items() if "/compare.html" in body]


def asked(number: int, day: str) -> Question:
    newest = site_input().newest
    assert newest is not None
    one = next(q for q in newest.questions if q.track == "tlr")
    ask = {"kind": "point_in_time", "horizon": "2020-08-26", "date": day}
    return one.model_copy(
        update={"ask": ask, "scorer": "temporal", "question_id": f"{number:064x}"}
    )  # fmt: skip


def test_questions_are_sorted_by_years_before_the_horizon() -> None:
    days = ["2020-08-27", "2015-08-27", "2015-08-26", "2010-08-01", "2000-08-01", "1888-10-05"]

    found = bands([asked(n, day) for n, day in enumerate(days)])

    assert [(one.title, len(one.questions)) for one in found] == [
        ("0 to 5 years", 2), ("5 to 10 years", 1), ("10 to 20 years", 1), ("20 years or more", 2),
    ]  # fmt: skip


def test_a_temporal_task_has_a_page_by_distance(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    told = [one for one in newest.questions if one.track == "tlr"]
    days = {one.question_id: f"{1990 + n}-01-01" for n, one in enumerate(told)}
    questions = [
        one.model_copy(
            update={
                "scorer": "temporal",
                "ask": {"horizon": "2020-08-26", "date": days[one.question_id]},
            }
        )
        if one.question_id in days
        else one
        for one in newest.questions
    ]
    changed = dataclasses.replace(newest, questions=questions)

    [page] = days_pages(site.frame, changed)

    assert page.stem == DAYS
    rows = page.view["rows"]
    facts = {one.card.submission_id: one.facts["tlr"] for one in newest.submissions}
    for row in rows:
        right = sum(line[2] for line in facts[row["id"]].rows)
        counted = zip(row["cells"], page.view["bands"], strict=True)
        assert round(sum(c["value"] * band["n"] for c, band in counted)) == right // 10**9
    assert len(rows) > 5
    bare = dataclasses.replace(changed, submissions=())
    assert not list(days_pages(site.frame, bare))
