"""Boards of sealed questions: who is ranked, and that no identity is needed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes
from digesta_site.input import site_input
from site_tree import pages
from world import (
    KEYS,
    RELEASE,
    Identity,
    answers,
    both,
    do,
    edited,
    holdout,
    lines_of,
    made,
    scored,
    sealed_in,
    submission,
    write,
)


def board(work: Path, name: str = "toy", release: str = RELEASE) -> dict[str, Any]:
    done = do("board", "--release", release, "--root", work)
    assert done.code == 0, done.stderr
    path = work / "build" / "boards" / release / "holdout" / f"{name}@closed_book.json"
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


# Boards ---------------------------------------------------------------------------------------


def test_a_clone_without_the_identity_builds_the_same_boards(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20, organization="Acme")
    scored(work, identity, "b1", 10, organization="Beta")
    first = board(work)
    identity.unlink()
    shutil.rmtree(work / "build")

    assert board(work) == first
    assert (first["split"], first["n"], first["ranked"]) == ("holdout", 90, True)
    assert [row["submission_id"] for row in first["rows"]] == ["a1", "b1"]
    assert [row["level"] for row in first["rows"]] == ["sealed", "sealed"]
    assert [(row["rank_low"], row["rank_high"]) for row in first["rows"]] == [(1, 1), (2, 2)]


def test_the_public_board_is_the_same_with_and_without_sealed_scores(
    work: Path, identity: Path
) -> None:
    submission(work, "a1", answers(20), organization="Acme")
    do("board", "--root", work)
    path = work / "build" / "boards" / RELEASE / "toy@closed_book.json"
    before = path.read_bytes()

    scored(work, identity, "a1", 20, organization="Acme")
    do("board", "--root", work)

    assert path.read_bytes() == before


def of_sight(row: dict[str, Any]) -> dict[str, Any] | None:
    """Return a row of a question that is no count."""
    return None if row["question_id"].startswith("count") else row


def test_a_track_may_seal_one_kind_of_question_under_a_score_of_its_own(
    tmp_path: Path, me: Identity
) -> None:
    files, private = both(me.public)
    files = edited(
        files, "questions.jsonl", lambda row: of_sight(row) if row["split"] == "holdout" else row
    )
    for path in ("truths.jsonl", "review.jsonl"):
        private = edited(private, path, of_sight)
    manifest = json.loads(files["release.json"])
    track = manifest["tracks"][0]
    track["scores"].append({"name": "of_sight", "pool": ["sight"], "metric": "accuracy"})
    command = ("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")
    write(tmp_path / "private", private)
    write(tmp_path / "draft", files | {"release.json": canonical_bytes(manifest)})

    unsaid = do(*command)
    track["sealed_headline"] = "of_sight"
    work = sealed_in(tmp_path, files | {"release.json": canonical_bytes(manifest)}, private)
    ids = {one["question_id"] for one in lines_of(work / "releases" / RELEASE / "questions.jsonl")}
    right = {name: answer for name, answer in answers(15).items() if name in ids}
    folder = submission(work, "a1", right, organization="Acme")
    identity = me.file(tmp_path)
    day = ("--date", "2026-02-10", "--root", work)
    done = do("release", "score-holdout", folder, "--identity", identity, *day)

    assert (unsaid.code, "holdout-headline" in unsaid.stderr) == (1, True)
    assert done.code == 0, done.stderr
    figures = holdout(work, "a1")["tracks"]["toy"]
    assert (figures["metric"], figures["n"], figures["percent"]) == ("of_sight", 60, 50)
    assert (board(work)["metric"], board(work)["n"]) == ("of_sight", 60)
    assert board(work)["weighting"] == "every question counts the same"
    assert do("verify", "--root", work, "--identity", identity).code == 0


def test_a_category_beside_the_headline_has_its_sealed_figure_and_board(
    tmp_path: Path, me: Identity
) -> None:
    files, private = both(me.public)
    manifest = json.loads(files["release.json"])
    track = manifest["tracks"][0]
    track["scores"].append({"name": "of_sight", "pool": ["sight"], "metric": "accuracy"})
    track["headline"] = "of_sight"
    work = sealed_in(tmp_path, files | {"release.json": canonical_bytes(manifest)}, private)

    done = scored(work, me.file(tmp_path), "a1", 15, organization="Acme")

    assert done.code == 0, done.stderr
    figures = holdout(work, "a1")["tracks"]["toy"]
    assert (figures["n"], figures["percent"]) == (60, 50)
    assert figures["categories"]["number"]["n"] == 30
    assert board(work, "toy/number")["n"] == 30
    tree = pages(site_input(work, version="1"))
    view = tree[f".view/r/{RELEASE}/holdout/toy@closed_book.json"].decode()
    assert "The score counts 60 of 90 questions: not those of Count (30)" in view


def test_rows_whose_intervals_meet_share_a_rank(work: Path, identity: Path) -> None:
    for name, right in (("a", 20), ("b", 21), ("c", 2)):
        scored(work, identity, name, right, organization=f"Org {name}")

    rows = {row["submission_id"]: row for row in board(work)["rows"]}

    assert [(rows[n]["rank_low"], rows[n]["rank_high"]) for n in "abc"] == [(1, 2), (1, 2), (3, 3)]
    assert rows["a"]["tie_group"] == rows["b"]["tie_group"] != rows["c"]["tie_group"]


def test_the_level_sealed_is_for_who_has_a_logged_sealed_score_of_its_own(
    work: Path, identity: Path
) -> None:
    scored(work, identity, "a1", 20)
    copy = submission(work, "b1", answers(20), organization="Beta")
    shutil.copy(copy.parent / "a1" / "holdout.json", copy)
    more = ("accept", "--level", "sealed", "--reason", "it is", "--date", "2026-02-11")

    own, forged = (do("decide", name, *more, "--root", work) for name in ("a1", "b1"))

    assert (own.code, forged.code) == (0, 2), own.stderr
    assert "b1 has no score on sealed questions" in forged.stderr


def test_the_maintainers_rows_are_never_ranked(work: Path, identity: Path) -> None:
    scored(work, identity, "m1", 30, "--maintainers", organization="Us")
    scored(work, identity, "a1", 20, organization="Acme")
    scored(work, identity, "b1", 10, organization="Beta")
    decide = ("decide", "m1", "accept", "--level", "rerun", "--role", "system", "--reason", "run")
    do(*decide, "--date", "2026-02-11", "--root", work)

    rows = {row["submission_id"]: row for row in board(work)["rows"]}

    assert "rank_low" not in rows["m1"]
    assert rows["a1"]["rank_low"] == 1


def test_an_attempt_that_the_ladder_held_is_listed_and_has_no_row(
    work: Path, identity: Path
) -> None:
    scored(work, identity, "a1", 20)
    scored(work, identity, "a2", 12)

    found = board(work)

    assert [(row["submission_id"], row["attempts"]) for row in found["rows"]] == [("a1", 2)]
    [held] = found["ineligible"]
    assert (held["submission_id"], held["code"]) == ("a2", "ladder-held")


@pytest.mark.parametrize(
    ("computable", "ranked"),
    [("", {"toy": True, "number": True}), ("number", {"toy": True, "number": False}),
     ("all", {"toy": False, "number": False})],
)  # fmt: skip
def test_where_truths_are_computable_no_row_is_called_sealed_and_a_rerun_row_is_ranked(
    tmp_path: Path, me: Identity, computable: str, ranked: dict[str, bool]
) -> None:
    work, identity = made(tmp_path, me.public, computable=computable), me.file(tmp_path)
    for name, right in (("a", 20), ("b", 10)):
        scored(work, identity, name, right, organization=f"Org {name}")

    names = {"toy": "toy", "number": "toy/number"}
    assert {name: board(work, path)["ranked"] for name, path in names.items()} == ranked
    for name, path in names.items():
        levels = {row["level"] for row in board(work, path)["rows"]}
        assert levels == {"sealed" if ranked[name] else "open"}

    for name in ("a", "b"):
        more = ("--level", "rerun", "--reason", "run", "--date", "2026-02-11", "--root", work)
        assert do("decide", name, "accept", *more).code == 0
    assert all(board(work, path)["ranked"] for path in names.values())


def test_a_published_row_on_sealed_questions_stays_as_it_was(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20, organization="Acme")
    scored(work, identity, "b1", 10, organization="Beta")
    assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0
    scored(work, identity, "a2", 29, organization="Acme")

    assert do("verify", "--root", work).code == 0
    path = work / "predictions" / RELEASE / "b1" / "holdout.json"
    path.write_bytes(path.read_bytes().replace(b'"percent":33', b'"percent":34'))

    done = do("verify", "--root", work)
    assert f"predictions/{RELEASE}/b1/holdout.json: published-changed" in done.stderr


def test_the_site_shows_the_boards_and_nothing_sealed(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20, organization="Acme")
    scored(work, identity, "b1", 10, organization="Beta")

    tree = pages(site_input(work, version="0.1.0"))

    assert any(f"r/{RELEASE}/holdout/toy@closed_book" in name for name in tree)
    for data in tree.values():
        assert not [one for one in (*KEYS.values(), Identity().secret) if one.encode() in data]
        # A numeric truth of the holdout: its answer is in no page but in the answers given.
        assert b'"truth":{"answer":141}' not in data


def test_public_and_sealed_scores_stand_side_by_side(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20, organization="Acme")
    sealed = board(work)["rows"][0]["score"]

    folder = work / "build" / "contamination" / RELEASE
    value = json.loads((folder / "gaps.json").read_bytes())
    [row] = next(each for each in value["boards"] if each["board"] == "toy@closed_book")["rows"]
    tree = pages(site_input(work, version="1"))

    assert (row["submission_id"], row["sealed"]) == ("a1", sealed)
    assert row["gap"] == pytest.approx(row["public"] - sealed)
    assert row["low"] < row["gap"] < row["high"]
    assert json.loads(tree[f"r/{RELEASE}/contamination.json"]) == value
