"""``digesta init``: the folder that it starts is one that ``digesta check`` accepts."""

from __future__ import annotations

import json
from pathlib import Path

from commands import folder, key_of, run


def init(root: Path, name: str) -> str:
    done = run("init", name, "--model", "M", "--organization", "Us", "--root", root)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_check_accepts_the_folder_as_init_left_it_and_says_what_is_missing(own: Path) -> None:
    said = init(own, "mine")

    done = run("check", folder(own, "mine"), "--root", own)

    assert done.returncode == 0, done.stderr
    assert "mine: fine, 0 answers to 36 questions\n  36 missing, 0 unreadable" in done.stdout
    assert f"then: digesta check {folder(own, 'mine')}\n" in said


def test_the_file_to_fill_in_has_a_line_for_every_question(own: Path) -> None:
    said = init(own, "mine")

    lines = (folder(own, "mine") / "predictions.jsonl").read_text().splitlines()

    assert [json.loads(line) for line in lines] == [
        {"answer": None, "question_id": question_id} for question_id in sorted(key_of(own))
    ]
    [questions] = [line for line in said.splitlines() if line.startswith("the questions: ")]
    assert Path(questions.split()[2]).is_file()


def test_answers_that_were_there_before_the_card_stay(own: Path) -> None:
    right = folder(own, "right")
    before = (right / "predictions.jsonl").read_bytes()
    (right / "submission.json").unlink()

    said = init(own, "right")

    assert "predictions.jsonl: kept as it was" in said
    assert (right / "predictions.jsonl").read_bytes() == before
    assert run("score", right, "--root", own).returncode == 0


def test_where_there_is_no_workspace_the_way_to_one_is_named(tmp_path: Path) -> None:
    done = run("init", "mine", "--model", "M", "--organization", "Us", "--root", tmp_path)

    assert done.returncode == 2
    assert "no release here; name a workspace with --root" in done.stderr
    assert "digesta demo" in done.stderr
