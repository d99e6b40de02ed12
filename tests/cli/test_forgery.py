"""What a submitter may try: scores that are another's, files that stop everybody, names."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, sha256_hex
from world import RELEASE, answers, do, log, scored, submission

BOARDS = Path("build") / "boards" / RELEASE


@pytest.fixture
def honest(work: Path, identity: Path) -> Path:
    """Return the folder of a submission that was scored, in a workspace with two of them."""
    for name, right in (("honest", 20), ("other", 10)):
        done = scored(work, identity, name, right, organization=f"Org {name}")
        assert done.code == 0, done.stderr
    return work / "predictions" / RELEASE / "honest"


def boards(work: Path) -> dict[str, bytes]:
    """Make the boards of a workspace anew; return them."""
    done = do("board", "--root", work)
    assert done.code == 0, done.stderr
    folder = work / BOARDS
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.json"))}


def change(folder: Path, **card: Any) -> None:
    """Change what a submission says of itself."""
    path = folder / "submission.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | card), "utf-8")


def test_a_copy_of_anothers_scores_wins_no_row_and_stops_nobody(honest: Path) -> None:
    work = honest.parents[2]
    before = boards(work)
    evil = honest.with_name("evil")
    shutil.copytree(honest, evil)
    change(evil, submission_id="evil", model_name="Evil", organization="Evil Org")

    checked = do("check", evil, "--root", work)
    board = do("board", "--root", work)

    assert checked.code == 1
    assert "holdout-unlogged" in checked.stderr
    assert board.code == 0
    assert "left out" in board.stderr
    assert "evil/holdout.json: holdout-unlogged" in board.stderr
    assert boards(work) == before
    assert do("verify", "--root", work).code == 0
    assert do("verify", "--root", work, "--identity", work.parent / "identity.txt").code == 0
    assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0


def test_a_scored_submission_cannot_take_another_files_scores(honest: Path) -> None:
    shutil.copy(honest / "holdout.json", honest.with_name("other"))

    done = do("board", "--root", honest.parents[2])

    assert done.code == 1
    assert "other/holdout.json: holdout-copied" in done.stderr


@pytest.mark.parametrize(
    "card",
    [{"organization": "OpenAI"}, {"model_name": "GPT-9"}, {"notes": "trained on nothing"}],
    ids=lambda card: next(iter(card)),
)
def test_what_a_scored_submission_says_of_itself_does_not_change(
    honest: Path, card: dict[str, str]
) -> None:
    change(honest, **card)

    done = do("verify", "--root", honest.parents[2])

    assert done.code == 1
    assert "honest/holdout.json: holdout-card" in done.stderr


def forge(folder: Path) -> None:
    (folder / "holdout.json").write_text('{"forged":1}')


def link(folder: Path) -> None:
    (folder / "run.json").symlink_to("/etc/passwd")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "journal.jsonl")


def nest(folder: Path) -> None:
    (folder / "run.json" / ".github").mkdir(parents=True)


def swell(folder: Path) -> None:
    with (folder / "journal.jsonl").open("wb") as file:
        file.truncate(10 << 30)


def move(folder: Path) -> None:
    aside = folder.parents[2] / folder.name
    folder.rename(aside)
    folder.symlink_to(aside)


def stray(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    (folder / "notes.txt").write_text("no submission")


FAULTS: dict[Callable[[Path], None], str] = {
    forge: "holdout-unlogged",
    link: "file-kind",
    pipe: "file-kind",
    nest: "file-kind",
    swell: "file-size",
    move: "file-kind",
    stray: "no-submission",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_one_bad_folder_stops_nobody_and_is_listed(
    work: Path, fault: Callable[[Path], None]
) -> None:
    submission(work, "good", answers(5), organization="Org good")
    before = boards(work)
    bad = submission(work, "bad", answers(5), organization="Org bad")
    fault(bad)

    assert do("check", bad, "--root", work).code != 0
    again = do("board", "--root", work)

    assert again.code == 0
    assert f": {FAULTS[fault]}" in again.stderr
    assert boards(work) == before
    assert do("verify", "--root", work).code == 0
    assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0


def test_a_rejected_folder_may_hold_anything(work: Path) -> None:
    bad = submission(work, "bad", answers(5), organization="Org bad")
    reason = ("--reason", "it is not a submission", "--date", "2026-02-11", "--root", work)
    assert do("decide", "bad", "reject", *reason).code == 0
    forge(bad)
    pipe(bad)

    assert do("board", "--root", work).code == 0
    assert do("verify", "--root", work).code == 0


def test_a_folder_that_maintainers_accepted_is_not_left_out_in_silence(work: Path) -> None:
    good = submission(work, "good", answers(5), organization="Org good")
    reason = ("--reason", "seen", "--date", "2026-02-11", "--root", work)
    assert do("decide", "good", "accept", *reason).code == 0
    forge(good)

    done = do("board", "--root", work)

    assert done.code == 1
    assert "good/holdout.json: holdout-unlogged" in done.stderr


@pytest.mark.parametrize(
    "card",
    [
        {"model_name": "H0nest"},
        {"model_name": "Honest", "condition": "retrieval", "retriever": "BM25"},
    ],
    ids=["alike", "another condition"],
)
def test_a_newcomer_cannot_take_the_name_of_an_accepted_system(
    work: Path, card: dict[str, Any]
) -> None:
    submission(work, "zz-first", answers(5), model_name="Honest", organization="Org")
    reason = ("--reason", "seen", "--date", "2026-02-11", "--root", work)
    assert do("decide", "zz-first", "accept", *reason).code == 0
    before = boards(work)
    submission(work, "aa-new", answers(5), organization="Org", **card)

    done = do("board", "--root", work)

    assert done.code == 0
    assert "aa-new/submission.json: name-taken" in done.stderr
    assert boards(work) == before


def test_check_says_what_a_merge_would_break_and_blames_the_newcomer(
    work: Path, tmp_path: Path
) -> None:
    submission(work, "zz-first", answers(5), model_name="Honest", organization="Org")
    sent = {
        name: submission(tmp_path, name, answers(6), model_name=model, organization="Org")
        for name, model in (("zz-first", "Other"), ("aa-new", "H0nest"))
    }

    alone = do("check", *sent.values(), "--root", work)
    merged = do("check", *sent.values(), "--against-board", "--root", work)

    assert alone.code == 0
    assert merged.code == 1
    assert f"{sent['zz-first'].as_posix()}: id-taken" in merged.stderr
    assert "aa-new/submission.json: name-taken" in merged.stderr


def test_what_a_kill_left_beside_the_scores_is_swept_and_the_next_run_heals(
    honest: Path, identity: Path
) -> None:
    work, scores = honest.parents[2], (honest / "holdout.json").read_bytes()
    left = honest / ".holdout.json.abcd_123.tmp"
    (honest / "holdout.json").rename(left)

    assert do("check", honest, "--root", work).code == 0
    again = ("--identity", identity, "--date", "2026-02-10", "--root", work)
    done = do("release", "score-holdout", honest, *again)

    assert done.code == 0, done.stderr
    assert (honest / "holdout.json").read_bytes() == scores
    assert not left.exists()
    assert do("board", "--root", work).code == 0


def test_an_odd_file_beside_the_answers_costs_no_attempt(work: Path, identity: Path) -> None:
    folder = submission(work, "fine", answers(5), organization="Org")
    (folder / "notes.txt").write_text("mine")
    again = ("--identity", identity, "--date", "2026-02-10", "--root", work)

    done = do("release", "score-holdout", folder, *again)

    assert done.code == 1
    assert "file-extra" in done.stderr
    assert log(work, "attempts") == []
    (folder / "notes.txt").rename(folder / ".predictions.jsonl.swp")
    assert do("release", "score-holdout", folder, *again).code == 0


# What was published ---------------------------------------------------------------------------


def forge_board(work: Path, number: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a published board and make its index fit it, as a forger would."""
    folder = work / "releases" / RELEASE / "boards" / str(number)
    path = folder / "toy@closed_book.json"
    board = json.loads(path.read_bytes())
    change(board)
    path.write_bytes(canonical_bytes(board) + b"\n")
    index = json.loads((folder / "index.json").read_bytes())
    for entry in index["boards"]:
        if entry["path"] == path.name:
            data = path.read_bytes()
            entry |= {"sha256": sha256_hex(data), "bytes": len(data)}
    (folder / "index.json").write_bytes(canonical_bytes(index) + b"\n")


def raise_score(board: dict[str, Any]) -> None:
    board["rows"][0]["score"] = 0.123


def raise_rank(board: dict[str, Any]) -> None:
    board["rows"][-1] |= {"rank_low": 1, "rank_high": 1}


def rename(board: dict[str, Any]) -> None:
    board["title"] = "Another"


def lower_chance(board: dict[str, Any]) -> None:
    board["chance"] = 0.0


@pytest.mark.parametrize(
    ("number", "change"),
    [(1, raise_score), (2, raise_score), (2, raise_rank), (2, rename), (2, lower_chance)],
    ids=["an older score", "a score", "a rank", "a title", "a chance"],
)
def test_a_published_board_that_was_rewritten_with_its_index_is_found(
    work: Path, number: int, change: Callable[[dict[str, Any]], None]
) -> None:
    submission(work, "good", answers(5), organization="Org good")
    for _ in range(2):
        assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0
    assert do("verify", "--root", work).code == 0

    forge_board(work, number, change)

    done = do("verify", "--root", work)
    assert done.code == 1
    assert "published-changed" in done.stderr or "published-moved" in done.stderr


def test_a_publication_that_is_gone_is_missed_by_the_next(work: Path) -> None:
    submission(work, "good", answers(5), organization="Org good")
    for _ in range(3):
        assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0

    shutil.rmtree(work / "releases" / RELEASE / "boards" / "2")

    done = do("verify", "--root", work)
    assert done.code == 1
    assert "boards/3/index.json: published-changed" in done.stderr
