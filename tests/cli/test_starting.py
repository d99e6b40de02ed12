"""``digesta init``: the folder that it starts is one that ``digesta check`` accepts."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from commands import run
from digesta.cli.text import summary_text
from places import ROOT
from world import RELEASE, folder, key_of, ok


def init(root: Path, name: str) -> str:
    done = run("init", name, "--model", "M", "--organization", "Us", "--root", root)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_check_accepts_the_folder_as_init_left_it_and_says_what_is_missing(own: Path) -> None:
    said = init(own, "mine")

    done = run("check", folder(own, "mine"), "--root", own)

    assert done.returncode == 0, done.stderr
    assert (
        "mine: valid, but without any answer, 0 answers to 36 questions\n  36 missing, 0 unreadable"
        in done.stdout
    )
    assert f"then: digesta check {folder(own, 'mine')}\n" in said
    assert done.stderr == (
        f"{folder(own, 'mine')}: no question has an answer; replace each null by an answer\n"
    )


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


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("command", ["check", "score", "report", "explain", "init", "pack"])
def test_a_forgotten_release_names_the_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, command: str, below: bool
) -> None:
    (tmp_path / "rel 1.zip").write_bytes(b"")
    place = tmp_path / "predictions" / "2026-02-05" / "mine"
    place.mkdir(parents=True)
    monkeypatch.chdir(place if below and command in {"check", "score", "report"} else tmp_path)
    more = {
        "explain": ["0"], "init": ["--model", "M", "--organization", "Us"],
        "pack": ["--track", "t", "-o", "t.csv"],
    }.get(command, [])  # fmt: skip

    done = run(command, *([] if command == "pack" else [place]), *more)

    assert done.returncode == 2
    assert re.search(r"a bundle with --release '\S*rel 1\.zip'", done.stderr), done.stderr


def test_a_folder_around_a_release_is_named_as_its_root(own: Path, tmp_path: Path) -> None:
    done = run("check", folder(own, "right"), "--release", own, "--root", tmp_path)

    assert done.returncode == 2
    assert f"it holds releases, so name it with --root {own}" in done.stderr


def test_sealed_questions_are_told_from_those_that_are_scored(work: Path) -> None:
    said = init(work, "mine")

    done = run("check", folder(work, "mine"), "--root", work)

    [counts] = re.findall(r"one line for each of (\d+) questions \((\d+) of them sealed", said)
    public = int(counts[0]) - int(counts[1])
    assert int(counts[1]) > 0
    assert f"0 answers to {counts[0]} questions ({counts[1]} of them sealed, which" in done.stdout
    assert f"  {public} missing, 0 unreadable" in done.stdout


def test_a_track_s_score_says_of_how_many_questions_it_counts_n() -> None:
    row = {"metric": "accuracy", "score": 0.5, "chance": 0.0, "missing": 0, "unreadable": 0}
    about = {"submission_id": "x", "release": "r", "signature": "s", "no_score": {}}
    boards = {"a": 90, "a/b": 90, "a/b/c": 45, "a/d": 20, "e": 10, "e/f": 10}
    scores = [row | {"board": name, "n": n} for name, n in boards.items()]

    text = summary_text(about | {"scores": scores})

    said = re.findall(r"\(chance 0.0%, (n [\d of]+),", text)
    assert said == ["n 90 of 110", "n 90", "n 45", "n 20", "n 10", "n 10"]


@pytest.mark.parametrize("place", ["predictions/2026-02-05/right", "."])
@pytest.mark.parametrize("is_right", [True, False])
def test_the_hook_works_in_a_repository_of_one_submission(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, place: str, is_right: bool
) -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    repository = tmp_path / "our-repository"
    shutil.copytree(folder(own, "right"), repository / place)
    bundle = repository / "release.zip"
    ok("release", "bundle", RELEASE, "-o", bundle, "--root", own)
    (repository / ".git").mkdir()
    (repository / "README.md").write_text("Our system.")
    if not is_right:
        (repository / place / "predictions.jsonl").write_text("no JSON\n")
    monkeypatch.chdir(repository)
    paths = sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())
    files = [path for path in paths if re.search(hook["files"], path)]
    program, *entry = shlex.split(hook["entry"])

    done = run(*entry, "--release", bundle, *files)

    assert (program, len(files)) == ("digesta", 2)
    assert done.returncode == (0 if is_right else 1)
    assert done.stdout.count("36 answers to 36 questions") == is_right


def test_a_repository_within_a_workspace_holds_no_more_than_other_folders(own: Path) -> None:
    there = folder(own, "right")
    (there / ".git").mkdir()
    (there / "setup.py").write_text("")

    done = run("check", there, "--root", own)

    assert done.returncode == 1
    assert "setup.py: file-extra" in done.stdout + done.stderr
