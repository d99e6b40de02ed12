"""Who is on a board, who is listed apart, and what nobody entered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from digesta.board.adversaries import IDS
from digesta.canonical import canonical_bytes
from digesta_site.input import site_input
from site_tree import pages
from world import (
    RELEASE,
    Identity,
    Track,
    both,
    cut_in,
    do,
    draft,
    holdout,
    key_of,
    ok,
    scored,
    sealed_in,
    submission,
    toy,
    write,
)

LATER = "2026-03-05"
DAY = ("--date", "2026-03-06", "--reason", "seen")


def built(root: Path, release: str = RELEASE) -> dict[str, dict[str, Any]]:
    """Return every board of a release by name."""
    ok("board", "--root", root, "--release", release)
    folder = root / "build" / "boards" / release
    return {
        path.relative_to(folder).as_posix().removesuffix(".json"): json.loads(path.read_bytes())
        for path in folder.rglob("*.json")
    }


def systems(board: dict[str, Any]) -> list[str]:
    return [row["submission_id"] for row in board["rows"] if row["submission_id"] not in IDS]


def decided(root: Path, name: str, *more: str, release: str = RELEASE) -> None:
    ok(
        "decide",
        name,
        "accept",
        "--level",
        "rerun",
        *DAY,
        *more,
        "--release",
        release,
        "--root",
        root,
    )


# Who answered nothing, and what nobody entered ---------------------------------------------------


def test_who_answered_none_of_a_board_s_questions_is_not_on_it(tmp_path: Path) -> None:
    key = key_of(cut_in(tmp_path))
    submission(tmp_path, "counts", {k: v for k, v in key.items() if type(v) is int})
    submission(tmp_path, "null", dict.fromkeys(key))

    boards = built(tmp_path)

    assert {name: systems(board) for name, board in boards.items()} == {
        "toy@closed_book": ["counts"],
        "toy/number@closed_book": ["counts"],
    }
    assert boards["toy@closed_book"]["empty"] == ["retrieval"]
    view = json.loads(
        pages(site_input(tmp_path, version="0"))[f".view/r/{RELEASE}/toy@closed_book.json"]
    )
    assert view["empty"] == ["with retrieval"]


def test_a_track_that_nobody_entered_has_one_board_of_its_floors(tmp_path: Path) -> None:
    cut_in(tmp_path)

    boards = built(tmp_path)

    assert list(boards) == ["toy@closed_book"]
    assert {row["submission_id"] for row in boards["toy@closed_book"]["rows"]} == IDS


def test_a_board_that_was_published_stays_when_its_only_system_is_withdrawn(
    tmp_path: Path,
) -> None:
    key = key_of(cut_in(tmp_path))
    submission(tmp_path, "one", key)
    decided(tmp_path, "one")
    names = built(tmp_path).keys()
    ok("release", "publish", "--root", tmp_path)

    ok("decide", "one", "withdraw", *DAY, "--root", tmp_path)

    assert built(tmp_path).keys() == names
    ok("verify", "--root", tmp_path)


def test_small_tasks_are_rows_of_their_category_under_their_old_address(tmp_path: Path) -> None:
    key = key_of(cut_in(tmp_path))
    submission(tmp_path, "one", key | {k: "none" for k, v in key.items() if isinstance(v, bool)})

    sight = built(tmp_path)["toy/sight@closed_book"]
    tree = pages(site_input(tmp_path, version="0"))

    [row] = [row for row in sight["rows"] if row["submission_id"] == "one"]
    values = {name: row["metrics"][f"sight/{name}"]["value"] for name in ("colour", "yes_no")}
    assert values == {"colour": 1, "yes_no": 0}
    assert sight["addresses"] == [f"toy/sight/{task}@closed_book" for task in ("colour", "yes_no")]
    view = json.loads(tree[f".view/r/{RELEASE}/toy/sight@closed_book.json"])
    assert [(one["title"], one["n"]) for one in view["small"]["rows"]] == [
        ("Colour", 12), ("Yes_No", 12),
    ]  # fmt: skip
    assert b"sight@closed_book.html" in tree[f"r/{RELEASE}/toy/sight/colour@closed_book.html"]


# Earlier releases --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def refreshed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two releases: ``old`` was carried without new answers, ``gone`` was not carried at all."""
    root = cut_in(tmp_path_factory.mktemp("refreshed"))
    first = key_of(root)
    for name in ("old", "gone", "bad"):
        submission(root, name, first if name != "gone" else dict(list(first.items())[:9]))
        decided(root, name)
    ok("board", "--root", root)
    ok("release", "publish", "--root", root)
    ok("decide", "bad", "withdraw", *DAY, "--root", root)
    files = draft(toy(14), release=LATER, previous=RELEASE)
    added = [{"question_id": f"{task}-{at}", "reason": "more"} for at in (12, 13)
             for task in ("colour", "yes-no", "count")]  # fmt: skip
    files["changes.json"] = canonical_bytes(
        {"format": "changes/1", "previous": RELEASE, "added": added}
    )
    ok("release", "cut", write(root / "next", files), "--root", root)
    truths = (root / "releases" / LATER / "truths.jsonl").read_bytes().splitlines()
    key = {one["question_id"]: one["truth"]["answer"] for one in map(json.loads, truths)}
    submission(root, "old", {k: v for k, v in key.items() if k in first}, release=LATER)
    submission(root, "fresh", key, release=LATER)
    for name in ("old", "fresh"):
        decided(root, name, release=LATER)
    return root


def test_who_was_not_asked_the_new_questions_is_listed_with_the_earlier_score_and_its_day(
    refreshed: Path,
) -> None:
    board = built(refreshed, LATER)["toy@closed_book"]

    assert systems(board) == ["fresh"]
    shown = [
        (row["submission_id"], row["score"], row["day"], row["release"]) for row in board["earlier"]
    ]
    gone = next(row["score"] for row in board["earlier"] if row["submission_id"] == "gone")
    assert shown == [("gone", gone, RELEASE, RELEASE), ("old", 1, RELEASE, RELEASE)]
    assert "rank_low" not in board["earlier"][1]


def test_a_refresh_takes_no_page_or_badge_away_and_latest_leads_to_the_newest(
    refreshed: Path,
) -> None:
    ok("release", "publish", LATER, "--root", refreshed)
    tree = pages(site_input(refreshed, version="0"))

    for name in ("old", "gone"):
        assert f"r/{RELEASE}/badge/{name}.toy.svg" in tree
    assert f"r/{RELEASE}/s/gone.md" in tree
    assert f"r/{LATER}/s/old.html".encode() in tree[f"r/{RELEASE}/s/old.html"]
    targets = {
        place: re.search(r"url=(?:\.\./)+([^\"]+)", tree[f"latest/{place}.html"].decode())[1]  # type: ignore[index]
        for place in ("index", "toy@closed_book", "s/old", "s/gone", "s/fresh")
    }
    assert targets == {
        "index": f"r/{LATER}/index.html",
        "toy@closed_book": f"r/{LATER}/toy@closed_book.html",
        "s/old": f"r/{LATER}/s/old.html",
        "s/gone": f"r/{RELEASE}/s/gone.html",
        "s/fresh": f"r/{LATER}/s/fresh.html",
    }
    assert tree["latest/badge/gone.toy.svg"] == tree[f"r/{RELEASE}/badge/gone.toy.svg"]
    view = json.loads(tree[f".view/r/{LATER}/toy@closed_book.json"])
    assert view["earlier"][0]["href"] == f"r/{RELEASE}/s/gone.html"


# Copies ------------------------------------------------------------------------------------------


def test_a_copy_is_named_when_it_is_checked_and_by_status(tmp_path: Path) -> None:
    key = key_of(cut_in(tmp_path))
    wrong = {k: f"a guess at {at}" if at % 2 else v for at, (k, v) in enumerate(key.items())}
    submission(tmp_path, "first", wrong, organization="First")
    decided(tmp_path, "first")
    nearly = wrong | dict.fromkeys(list(key)[1:2], "OTHERWISE")
    again = {k: f"{v}.".upper() if isinstance(v, str) else v for k, v in nearly.items()}
    other = {k: f"my guess {at}" if at % 2 else v for at, (k, v) in enumerate(key.items())}
    copy = submission(tmp_path, "copy", again, organization="Second")
    own = submission(tmp_path, "own", other, organization="Third")

    done = do("check", copy, own, "--against-board", "--root", tmp_path)
    state = json.loads(do("status", "--json", "--root", tmp_path).stdout)

    assert done.code == 0
    said = [line for line in done.stdout.splitlines() if "gives the answers" in line]
    assert said == ["copy gives the answers of first: 35 of the 36 that both gave are the same"]
    copies = [note for note in state["findings"] if note["kind"] == "copy"]
    assert len(copies) == 1
    assert {"copy", "first"} <= set(copies[0]["what"].replace(":", "").split())


def test_a_system_that_gives_a_baselines_answers_is_shown_as_that_baseline(tmp_path: Path) -> None:
    key = key_of(cut_in(tmp_path))
    wrong = {k: f"a guess at {at}" if at % 2 else v for at, (k, v) in enumerate(key.items())}
    submission(tmp_path, "rule", wrong, organization="Ours")
    decided(tmp_path, "rule", "--role", "baseline")
    submission(tmp_path, "service", dict(list(wrong.items())[:20]), organization="Theirs")
    submission(tmp_path, "honest", key, organization="Third")
    for name in ("service", "honest"):
        decided(tmp_path, name)

    rows = {row["submission_id"]: row for row in built(tmp_path)["toy@closed_book"]["rows"]}

    assert (rows["service"]["role"], rows["service"]["copy_of"]) == ("baseline", "rule")
    assert "rank_low" not in rows["service"]
    assert rows["honest"]["role"] == "system"
    assert "copy_of" not in rows["honest"]


# Two headlines -----------------------------------------------------------------------------------


def with_two(track: Track) -> Track:
    scores = [{"name": "of_sight", "pool": ["sight"], "metric": "accuracy"},
              {"name": "of_number", "pool": ["number"], "metric": "accuracy"}]  # fmt: skip
    return track.but(scores=scores, headline="of_sight", headlines=["of_sight", "of_number"])


def test_each_headline_has_its_board(tmp_path: Path) -> None:
    key = key_of(cut_in(tmp_path, draft(with_two(toy()))))
    submission(tmp_path, "counts", {k: v for k, v in key.items() if type(v) is int})

    boards = built(tmp_path)
    tree = pages(site_input(tmp_path, version="0"))

    assert boards["toy/part/of_number@closed_book"]["rows"][0]["score"] == 1
    assert boards["toy/part/of_number@closed_book"]["metric"] == "of_number"
    assert "toy/number@closed_book" in boards["toy/part/of_number@closed_book"]["addresses"]
    assert "toy/number@closed_book" not in boards
    listed = json.loads(tree["systems.json"])
    assert "toy/part/of_number@closed_book" in {row["board"] for row in listed}


def test_headlines_are_scores_of_the_track_and_weigh_evenly(tmp_path: Path) -> None:
    unknown = draft(with_two(toy()).but(headlines=["of_sight", "of_nothing"]))
    other = draft(with_two(toy()).but(headlines=["of_number", "of_sight"]))
    many = with_two(toy(30))
    asked = [
        one for one in many.questions if one["task"] != "colour" or one["question_id"][-1] < "4"
    ]
    uneven = many._replace(questions=asked).but(
        scores=[{"name": "of_sight", "mean_of": "categories"},
                {"name": "of_number", "mean_of": ["sight", "number"]}],
    )  # fmt: skip

    for name, files, code in (("a", unknown, "of_nothing"), ("b", other, "begin with of_sight")):
        done = do("draft", "check", write(tmp_path / name, files), "--root", tmp_path)
        assert (done.code, code in done.stderr + done.stdout) == (1, True)
    kept = {one["question_id"] for one in asked}
    files = draft(uneven._replace(truths=[t for t in uneven.truths if t["question_id"] in kept]))
    done = do("draft", "check", write(tmp_path / "c", files), "--root", tmp_path)
    assert "toy/part/of_number: a question of colour weighs " in done.stdout + done.stderr


def test_the_sealed_score_publishes_each_headline(tmp_path: Path) -> None:
    me = Identity()
    files, private = both(me.public)
    manifest = json.loads(files["release.json"])
    manifest["tracks"][0] = with_two(Track(manifest["tracks"][0], [], [])).record
    work = sealed_in(tmp_path, files | {"release.json": canonical_bytes(manifest)}, private)

    done = scored(work, me.file(tmp_path), "a1", 15, organization="Acme")

    assert done.code == 0, done.stderr
    figures = holdout(work, "a1")["tracks"]["toy"]
    assert (figures["metric"], figures["n"], figures["percent"]) == ("of_sight", 60, 50)
    number = figures["headlines"]["of_number"]
    assert (number["n"], number["percent"]) == (30, 50)
    board = built(work)["holdout/toy/part/of_number@closed_book"]
    assert (board["metric"], board["n"], systems(board)) == ("of_number", 30, ["a1"])
    ok("verify", "--root", work, "--identity", tmp_path / "identity.txt")
