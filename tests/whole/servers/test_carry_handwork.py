"""carry of answers that no run made: as they are, offline, from the core installation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runs import generate

from commands import environment
from digesta.canonical import question_id
from world import (
    RELEASE,
    Identity,
    answers,
    do,
    holdout,
    made,
    questions,
    scored,
    submission,
)

NEWER = "2026-05-05"
IDS = [question_id(one) for one in questions(8)]
OFFLINE = """
import socket, sys
sys.modules["httpx"] = None
socket.socket.connect = None
from digesta_generate.cli import main
sys.exit(main())
"""


def carried(root: Path, name: str, release: str, *more: str) -> Any:
    """Carry over where neither httpx is installed nor a network is there."""
    folder = root / "predictions" / RELEASE / name
    return subprocess.run(
        [
            sys.executable, "-c", OFFLINE, "carry", str(folder), "--release", release,
            "--root", str(root), *more,
        ],
        capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip


@pytest.fixture
def by_hand(two: Path) -> Path:
    """Return the workspace of two releases with answers by hand."""
    old = [question_id(one) for one in questions(4)]
    submission(two, "by-hand", dict.fromkeys(old[::-1], "?"), notes="Made by hand.", command="x")
    return two


def test_answers_made_by_hand_are_carried_as_they_are_and_new_questions_are_counted(
    by_hand: Path,
) -> None:
    old = by_hand / "predictions" / RELEASE / "by-hand"
    new = by_hand / "predictions" / NEWER / "by-hand"

    tried = carried(by_hand, "by-hand", NEWER, "--dry-run")
    assert not new.exists()
    done = carried(by_hand, "by-hand", NEWER)

    assert done.returncode == 0, done.stderr
    said = f"{new.as_posix()}: 12 answers carried over, 12 questions unanswered\n"
    assert done.stdout == tried.stdout == said
    assert (new / "predictions.jsonl").read_bytes() == (old / "predictions.jsonl").read_bytes()
    card = json.loads((new / "submission.json").read_bytes())
    assert (card["release"], "command" in card, "tracks" in card) == (NEWER, False, False)
    note = f"12 answers were carried over from {RELEASE}/by-hand as they were."
    assert card["notes"] == f"Made by hand. {note}"
    checked = do("check", new, "--root", by_hand)
    assert "12 answers to 24 questions" in checked.stdout, checked.stderr


def test_answers_that_stand_there_already_are_not_written_over(by_hand: Path) -> None:
    assert carried(by_hand, "by-hand", NEWER).returncode == 0
    again = carried(by_hand, "by-hand", NEWER)
    path = by_hand / "predictions" / NEWER / "by-hand" / "predictions.jsonl"
    path.write_bytes(path.read_bytes() + b'{"answer":"red","question_id":"%s"}\n' % IDS[7].encode())
    filled = path.read_bytes()

    refused = carried(by_hand, "by-hand", NEWER)

    assert (again.returncode, refused.returncode) == (0, 2)
    assert "holds other answers" in refused.stderr
    assert path.read_bytes() == filled


def test_what_cannot_be_carried_is_refused(by_hand: Path) -> None:
    submission(by_hand, "strange", {"0" * 64: "?"})

    strange = carried(by_hand, "strange", NEWER)
    older = carried(by_hand, "by-hand", RELEASE)
    nobody = carried(by_hand, "nobody", NEWER)

    assert [done.returncode for done in (strange, older, nobody)] == [2, 2, 2]
    assert f"{NEWER} asks none of its questions" in strange.stderr
    assert "name a newer --release" in older.stderr
    assert "submission.json: no such file" in nobody.stderr


def test_after_a_rotation_the_newest_board_is_filled_again_without_another_attempt(
    tmp_path: Path,
) -> None:
    """What the page on signing shows, with answers that the generator did not make."""
    me = Identity()
    work, identity = made(tmp_path, me.public), me.file(tmp_path)
    assert scored(work, identity, "acme", 20).code == 0
    later = f"{RELEASE}.2"
    rotated = do(
        "release", "rotate", RELEASE, "-i", identity, "--to", me.public, "--date", "2026-03-01",
        "--root", work,
    )  # fmt: skip
    assert rotated.code == 0, rotated.stderr

    done = carried(work, "acme", later)

    assert done.returncode == 0, done.stderr
    assert f": {len(answers(20))} answers carried over, 0 questions unanswered" in done.stdout
    folder = work / "predictions" / later / "acme"
    for command in (
        ("release", "score-holdout", folder, "-i", identity, "--date", "2026-03-02"),
        ("decide", "acme", "accept", "--level", "sealed", "--reason", "r", "--date", "2026-03-02",
         "--release", later),
        ("board", "--release", later),
        ("verify", later, "-i", identity),
    ):  # fmt: skip
        done = do(*command, "--root", work)
        assert done.code == 0, done.stderr
    assert holdout(work, "acme", later)["attempts"] == 1
    assert "Model acme" in (work / "build" / "boards" / later / "toy@closed_book.json").read_text()


def test_what_a_run_made_is_still_carried_by_its_record(by_hand: Path) -> None:
    (by_hand / "predictions" / RELEASE / "by-hand" / "run.json").write_bytes(b"{}\n")

    done = generate(
        "carry",
        by_hand / "predictions" / RELEASE / "by-hand",
        "--release",
        NEWER,
        "--root",
        by_hand,
    )

    assert (done.returncode, (by_hand / "predictions" / NEWER).exists()) == (1, False)
