"""What changed since the release before: questions, systems and scores, summing exactly."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from collections import Counter

import pytest
from site_building import bodies
from site_questions import NEWEST, OLDER, question, truth
from site_workspace import SYSTEMS, board

from digesta.records.board import Board
from digesta.records.release import Changes
from digesta_site.page import Page
from digesta_site.pages.changes import newest_changes
from digesta_site.pages.questions.retirement import pages_of as retirement_pages
from digesta_site.pages.questions.retirement import retired_questions
from digesta_site.values import SiteInput
from site_tree import pages

PAGE = f"r/{NEWEST}/changes"
BOARD = "halacha@closed_book"
WHY = "a rolling refresh"


def shown(body: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.fixture(scope="module")
def changed(site: SiteInput) -> SiteInput:
    """Return two releases that differ in every way that questions can."""
    older = next(release for release in site.releases if release.id == OLDER)
    newest = next(release for release in site.releases if release.id == NEWEST)
    public = [q for q in older.questions if q.split == "public"]
    sealed = [q for q in older.questions if q.split == "holdout"]
    retired, revised, rekeyed = public[0], public[1], public[2]
    opened = sealed[0].model_copy(update={"split": "public"})
    added = [question("halacha", "muktzeh", 100 + n) for n in range(3)]
    fresh = question("halacha", "muktzeh", 200)
    more = question("halacha", "muktzeh", 300, "holdout")
    gone = {retired.question_id, revised.question_id, sealed[0].question_id}
    asked = [q for q in older.questions if q.question_id not in gone]
    asked += [opened, *added, fresh, more]
    rows = {
        "added": [{"question_id": q.question_id, "reason": WHY} for q in added],
        "retired": [{"question_id": retired.question_id, "reason": "too old"}],
        "revised": [
            {"question_id": fresh.question_id, "reason": "clearer"}
            | {"replaces": revised.question_id}
        ],
        "rekeyed": [
            {"question_id": rekeyed.question_id, "reason": "the key was wrong"},
            {"question_id": sealed[1].question_id, "reason": "a sealed key was wrong"},
        ],
    }
    told = Changes.model_validate({"format": "changes/1", "previous": OLDER, **rows})
    truths = {q.question_id: truth(q) for q in asked}
    after = dataclasses.replace(newest, questions=asked, truths=truths, changes=told)
    return dataclasses.replace(site, releases=[older, after])


@pytest.fixture(scope="module")
def changed_tree(changed: SiteInput) -> dict[str, bytes]:
    return pages(changed)


def test_the_list_of_retired_questions_leaves_out_those_in_new_words(
    changed: SiteInput, changed_tree: dict[str, bytes]
) -> None:
    after = next(release for release in changed.releases if release.id == NEWEST)
    assert after.changes is not None

    rows = json.loads(changed_tree[f"r/{OLDER}/retired.json"])

    assert [row["question_id"] for row in rows] == [
        each.question_id for each in after.changes.retired
    ]


def test_a_long_text_of_a_retired_question_is_begun_and_the_page_says_where_the_rest_is(
    changed: SiteInput,
) -> None:
    older = next(release for release in changed.releases if release.id == OLDER)
    [gone] = retired_questions(changed, older)
    turn = gone.turns[0].model_copy(update={"content": "§" * 20_000})
    long = gone.model_copy(update={"turns": [turn], "shown_sources": None})
    rest = [each for each in older.questions if each.question_id != gone.question_id]
    before = dataclasses.replace(older, questions=[long, *rest])

    told = dataclasses.replace(changed, releases=[before, *changed.releases[1:]])
    body = bodies(pages(told))[f"r/{OLDER}/retired.md"]

    assert body.count("§") == 600
    assert "19,400 more characters in the file of questions" in shown(body)


def test_the_data_of_a_retired_question_has_its_key_and_leaves_its_words_to_the_page(
    changed: SiteInput,
) -> None:
    older = next(release for release in changed.releases if release.id == OLDER)
    [gone] = retired_questions(changed, older)

    listed, *_ = retirement_pages(changed, older)

    assert isinstance(listed, Page)
    assert listed.data == [
        {"track": gone.track, "category": gone.category, "task": gone.task,
         "question_id": gone.question_id,
         "truth": older.truths[gone.question_id].as_json()["truth"]}
    ]  # fmt: skip


def test_the_counts_of_every_track_and_split_add_up(changed_tree: dict[str, bytes]) -> None:
    data = json.loads(changed_tree[f"{PAGE}.json"])

    rows = {(row["track"], row["split"]): row for row in data["counts"]}
    for row in data["counts"]:
        assert row["before"] + row["added"] - row["retired"] + row["moved"] == row["now"]
    public, sealed = rows["halacha", "public"], rows["halacha", "sealed"]
    assert [public[name] for name in ("added", "retired", "revised", "rekeyed", "moved")] == [
        *(3, 1, 1, 1, 1),
    ]
    assert [sealed[name] for name in ("added", "retired", "rekeyed", "moved")] == [1, 0, 1, -1]
    assert data["totals"]["now"] == sum(row["now"] for row in data["counts"])


def test_every_public_change_leads_to_its_question_with_its_reason(
    changed_tree: dict[str, bytes],
) -> None:
    all_bodies = bodies(changed_tree)
    body = all_bodies[f"{PAGE}.md"]

    links = re.findall(r'href="\.\./\.\./(r/[^"]+)\.html#(q-[^"]+)"', body)

    assert len(links) == 3 + 1 + 1 + 1 + 1
    for stem, anchor in links:
        assert f'id="{anchor}"' in all_bodies[f"{stem}.md"]
    assert {stem.split("/")[1] for stem, _ in links} == {OLDER, NEWEST}
    for reason in ("A rolling refresh.", "Too old.", "Clearer.", "The key was wrong."):
        assert reason in shown(body)


def test_of_sealed_questions_there_are_counts_and_reasons_alone(
    changed: SiteInput, changed_tree: dict[str, bytes]
) -> None:
    assert changed.newest is not None
    sealed = [q.question_id for q in changed.newest.questions if q.split == "holdout"]
    of_page = [data for path, data in changed_tree.items() if PAGE in path]

    assert sealed
    assert len(of_page) == 4
    for name in sealed:
        assert not [data for data in of_page if name.encode() in data]
    assert "sealed. A sealed key was wrong." in shown(bodies(changed_tree)[f"{PAGE}.md"])


def test_the_table_to_take_away_counts_every_change(changed_tree: dict[str, bytes]) -> None:
    rows = list(csv.DictReader(io.StringIO(changed_tree[f"{PAGE}.csv"].decode())))

    counts: Counter[str] = Counter()
    for row in rows:
        counts[row["kind"]] += int(row["n"])
    assert counts == {"added": 4, "retired": 1, "revised": 1, "rekeyed": 2, "moved": 1}


def test_the_page_says_who_came_and_who_left(site: SiteInput) -> None:
    older, newest = (next(r for r in site.releases if r.id == name) for name in (OLDER, NEWEST))
    words = "Five answers came out the same."
    first, second = (board(which, BOARD, 38) for which in (OLDER, NEWEST))
    before = dataclasses.replace(older, boards=[without(first, "cedar-mini")])
    left = [one for one in newest.decisions if one.submission_id == "cedar-mini"]
    after = dataclasses.replace(
        newest,
        boards=[without(second, "borealis-2")],
        decisions=[left[0].model_copy(update={"reason": words})],
    )

    data = json.loads(pages(dataclasses.replace(site, releases=[before, after]))[f"{PAGE}.json"])

    assert [row["system"]["id"] for row in data["came"]] == ["cedar-mini"]
    assert [row["reason"] for row in data["came"]] == [words]
    assert [row["system"]["id"] for row in data["gone"]] == ["borealis-2"]


def without(found: Board, name: str) -> Board:
    rows = [row for row in found.rows if row.submission_id != name]
    return found.model_copy(update={"rows": rows})


def test_a_score_that_moved_stands_with_steps_that_add_up(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"{PAGE}.md"]

    numbers = re.search(
        rf"{re.escape(SYSTEMS[0][1])} closed book (70.00( [+-]?[\d.]+){{5}} 72.00)", shown(body)
    )
    assert numbers
    before, *steps, after = (round(100 * float(each)) for each in numbers[1].split())
    assert before + sum(steps) == after
    assert f"halacha/across.html#from-{OLDER}" in body


def test_a_score_without_steps_is_shown_and_not_explained(site: SiteInput) -> None:
    older, newest = (next(r for r in site.releases if r.id == name) for name in (OLDER, NEWEST))
    rows = [
        row.model_copy(update={"score": 0.125}) if row.submission_id == "cedar-mini" else row
        for row in board(OLDER, BOARD, 38).rows
    ]
    lower = board(OLDER, BOARD, 38).model_copy(update={"rows": rows})
    before = dataclasses.replace(older, boards=[lower])

    tree = pages(dataclasses.replace(site, releases=[before, newest]))

    tracks = json.loads(tree[f"{PAGE}.json"])["tracks"]
    other = next(track["other"] for track in tracks if track["track"] == "halacha")
    assert [(row["system"]["id"], row["before"]) for row in other] == [("cedar-mini", "12.5%")]
    assert "cannot be divided into steps" in bodies(tree)[f"{PAGE}.md"]


def test_the_feed_says_whose_rank_moved(site: SiteInput) -> None:
    older, newest = (next(r for r in site.releases if r.id == name) for name in (OLDER, NEWEST))
    now = newest.board_at[BOARD, "public"]
    rows = [row.model_copy(update={"rank_low": 1, "rank_high": 9}) for row in now.rows]
    before = dataclasses.replace(older, boards=[now.model_copy(update={"rows": rows})])
    place = next(row for row in now.rows if row.role == "system" and row.rank_low)

    feed = pages(dataclasses.replace(site, releases=[before, newest]))["feed.xml"].decode()

    assert "Ranks moved: Halacha, " in feed
    assert f"{place.submission_id}: 1-9 to {place.rank_low}" in feed


def test_release_pages_and_the_list_of_releases_lead_to_what_changed(
    changed_tree: dict[str, bytes],
) -> None:
    all_bodies = bodies(changed_tree)
    words = "4 added, 1 retired, 1 moved, 1 revised, 2 re-keyed"

    assert f'r/{NEWEST}/changes.html">{words}</a>' in all_bodies[f"r/{NEWEST}/index.md"]
    assert f'r/{NEWEST}/changes.html">{words}</a>' in all_bodies["releases.md"]
    assert f"r/{OLDER}/changes.md" not in changed_tree


def test_the_home_page_is_given_the_newest_changes(changed: SiteInput) -> None:
    lines = newest_changes(changed)

    assert lines[0] == {
        "text": "Questions: 4 added, 1 retired, 1 moved, 1 revised, 2 re-keyed",
        "href": f"{PAGE}.html#questions",
    }
    assert not newest_changes(dataclasses.replace(changed, releases=[]))


def test_a_release_without_one_before_it_has_no_such_page(tree: dict[str, bytes]) -> None:
    assert [path for path in tree if path.endswith("/changes.md")] == [f"{PAGE}.md"]
