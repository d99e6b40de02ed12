"""The commands as people use them: results on stdout, talk on stderr, verdicts by exit code."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from places import ROOT
from small import RELEASE, draft, edited, submission, write

COMMANDS = (
    "init",
    "init", "check", "score", "explain", "compare", "report", "board", "decide", "verify", "schema",
    "site", "release cut", "release publish",
)  # fmt: skip


def run(*arguments: str | Path, module: str = "digesta") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a workspace with a cut release and two submissions, ``right`` and ``wrong``."""
    root = tmp_path_factory.mktemp("workspace")
    done = run("release", "cut", write(root / "draft", draft()), "--root", root)
    assert done.returncode == 0, done.stderr
    lines = (root / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    key = {one["question_id"]: one["truth"]["answer"] for one in map(json.loads, lines)}
    submission(root, "right", key)
    submission(root, "wrong", dict.fromkeys(key, "?"))
    return root


def folder(root: Path, name: str) -> Path:
    return root / "predictions" / RELEASE / name


def key_of(root: Path) -> dict[str, Any]:
    lines = (root / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    return {one["question_id"]: one["truth"]["answer"] for one in map(json.loads, lines)}


# check ----------------------------------------------------------------------------------------


def test_check_says_fine_and_counts(workspace: Path) -> None:
    done = run("check", folder(workspace, "right"), "--root", workspace)

    assert done.returncode == 0
    assert done.stdout.endswith("right: fine, 36 answers to 36 questions\n")
    assert done.stderr == ""


def test_check_lists_every_problem_with_file_line_and_fix(workspace: Path, tmp_path: Path) -> None:
    first = sorted(key_of(workspace))[0]
    bad = tmp_path / "predictions.jsonl"
    bad.write_text(
        f'{{"question_id":"{first}","answer":1}}\n{{"question_id":"{first}","answer":1}}\n'
        '{"question_id":"nobody","answer":1}\n'
    )

    done = run("check", bad, "--root", workspace)

    assert done.returncode == 1
    assert done.stderr.count("fix:") == 2
    assert f"{bad}:2:" in done.stderr
    assert f"{bad}:3:" in done.stderr
    assert done.stderr.endswith("2 problems\n")


def test_check_for_machines(workspace: Path) -> None:
    done = run("check", folder(workspace, "right"), "--root", workspace, "--json")

    [said] = json.loads(done.stdout)
    assert said["accepted"] is True
    assert said["answers"] == 36


def test_a_folder_with_another_file_in_it_is_refused(workspace: Path, tmp_path: Path) -> None:
    own = write(
        tmp_path / "right", {p.name: p.read_bytes() for p in folder(workspace, "right").iterdir()}
    )
    (own / "sitecustomize.py").write_text("raise SystemExit")

    done = run("check", own, "--root", workspace)

    assert done.returncode == 1
    assert "file-extra" in done.stderr


def test_a_folder_must_be_named_by_its_submission(workspace: Path, tmp_path: Path) -> None:
    other = write(
        tmp_path / "other", {p.name: p.read_bytes() for p in folder(workspace, "right").iterdir()}
    )

    done = run("check", other, "--root", workspace)

    assert done.returncode == 1
    assert "misplaced" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "no-such-file.jsonl"],
        ["check", "x.jsonl", "--release", "1999-01-01"],
        ["check"],
        ["score", "--no-such-option"],
        ["nonsense"],
        ["explain", "x.jsonl"],
        ["compare", "one-only"],
        ["decide", "x", "praise", "--reason", "r", "--date", "2026-01-01"],
        ["decide", "x", "accept", "--reason", "r", "--date", "today"],
    ],
)
def test_a_wrong_command_exits_2_without_a_traceback(workspace: Path, arguments: list[str]) -> None:
    done = run(*arguments, *(["--root", workspace] if len(arguments) > 1 else []))

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_init_starts_a_folder_that_check_accepts_once_answers_are_in(own: Path) -> None:
    done = run("init", "my-system", "--model", "My System", "--organization", "Us", "--root", own)

    assert done.returncode == 0, done.stderr
    lines = [f'{{"question_id":"{key}","answer":1}}\n' for key in key_of(own)]
    (folder(own, "my-system") / "predictions.jsonl").write_text("".join(lines))
    assert run("check", folder(own, "my-system"), "--root", own).returncode == 0


@pytest.mark.parametrize(("name", "code"), [("My System", 1), ("../up", 1), ("right", 2)])
def test_init_refuses_what_check_would_refuse_and_writes_nothing(
    own: Path, name: str, code: int
) -> None:
    before = sorted(own.rglob("*"))

    done = run("init", name, "--model", "M", "--organization", "Us", "--root", own)

    assert done.returncode == code
    assert sorted(own.rglob("*")) == before


# score, report, explain, compare --------------------------------------------------------------


def test_score_gives_the_same_numbers_for_machines_and_people(workspace: Path) -> None:
    machine = run("score", folder(workspace, "right"), "--root", workspace, "--json")
    person = run("score", folder(workspace, "right"), "--root", workspace)

    [said] = json.loads(machine.stdout)
    assert said["scores"][0] | {"signature": 0} == {
        "board": "toy", "metric": "accuracy", "score": 1, "chance": 0.1875, "n": 36,
        "missing": 0, "unreadable": 0, "signature": 0,
    }  # fmt: skip
    assert "100.0%" in person.stdout


def test_line_order_and_line_ends_do_not_change_a_score(workspace: Path, tmp_path: Path) -> None:
    lines = (folder(workspace, "right") / "predictions.jsonl").read_bytes().splitlines()
    turned = tmp_path / "turned.jsonl"
    turned.write_bytes(b"\r\n".join(reversed(lines)))

    one = json.loads(run("score", turned, "--root", workspace, "--json").stdout)
    two = json.loads(run("score", folder(workspace, "right"), "--root", workspace, "--json").stdout)

    assert one[0]["scores"] == two[0]["scores"]


def test_nothing_is_written_when_one_of_several_is_refused(workspace: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("not json\n")

    done = run(
        "score", folder(workspace, "right"), bad, "--root", workspace, "-o", tmp_path / "out"
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert not (tmp_path / "out").exists()


def test_report_in_html_stands_alone_and_escapes_names(workspace: Path, tmp_path: Path) -> None:
    root = write(tmp_path / "w", {"releases/x": b""})
    write(root / "draft", draft())
    run("release", "cut", root / "draft", "--root", root)
    hostile = submission(root, "hostile", key_of(root), model_name="<img src=x onerror=alert(1)>")

    done = run("report", hostile, "--root", root, "--format", "html")

    assert done.returncode == 0, done.stderr
    assert "<img" not in done.stdout
    assert "&lt;img src=x" in done.stdout
    assert not re.search(r"(src|href)=", done.stdout.replace("src=x", ""))


def test_report_says_the_notice_and_the_signature(workspace: Path) -> None:
    done = run("report", folder(workspace, "right"), "--root", workspace)

    assert "For tests only." in done.stdout
    assert "signature: closed/1|release:" in done.stdout


def test_explain_gives_truth_answer_facts_metrics_and_why(workspace: Path) -> None:
    wanted = sorted(key_of(workspace))[0]

    done = run("explain", folder(workspace, "right"), wanted[:12], "--root", workspace, "--json")

    said = json.loads(done.stdout)
    assert said["question"]["question_id"] == wanted
    assert said["truth"]["truth"]["answer"] == said["answer"]
    assert said["facts"]["credit"] == 10**9
    assert said["metrics"]["accuracy"] == 1
    assert said["why"].startswith("right")


def test_compare_claims_a_difference_only_where_the_interval_leaves_out_zero(
    workspace: Path,
) -> None:
    apart = run(
        "compare",
        folder(workspace, "right"),
        folder(workspace, "wrong"),
        "--root",
        workspace,
        "--json",
    )
    same = run(
        "compare",
        folder(workspace, "right"),
        folder(workspace, "right"),
        "--root",
        workspace,
        "--json",
    )

    first = json.loads(apart.stdout)["pairs"][0]
    assert first["separable"] is True
    assert first["difference"] == 1
    assert len(first["only_a_better"]) == 36
    assert json.loads(same.stdout)["pairs"][0]["separable"] is False


# board, decide, verify, publish ---------------------------------------------------------------


@pytest.fixture
def own(workspace: Path, tmp_path: Path) -> Path:
    """Give a copy of the workspace that a test may change."""
    for path in sorted(workspace.rglob("*")):
        if path.is_file():
            write(tmp_path, {path.relative_to(workspace).as_posix(): path.read_bytes()})
    return tmp_path


def rows(root: Path) -> dict[str, dict[str, Any]]:
    path = root / "build" / "boards" / RELEASE / "toy@closed_book.json"
    return {row["submission_id"]: row for row in json.loads(path.read_bytes())["rows"]}


def decide(root: Path, name: str, decision: str, *more: str) -> subprocess.CompletedProcess[str]:
    return run(
        "decide", name, decision, "--reason", "seen", "--date", "2026-02-06", "--root", root, *more
    )


def test_without_a_decision_a_submission_is_an_open_system(own: Path) -> None:
    done = run("board", "--root", own)

    assert done.returncode == 0, done.stderr
    assert (rows(own)["right"]["level"], rows(own)["right"]["role"]) == ("open", "system")


def test_decisions_give_level_and_role_and_take_submissions_off(own: Path) -> None:
    decide(own, "right", "accept", "--level", "rerun", "--role", "baseline")
    decide(own, "wrong", "withdraw")

    run("board", "--root", own)

    assert (rows(own)["right"]["level"], rows(own)["right"]["role"]) == ("rerun", "baseline")
    assert "wrong" not in rows(own)
    path = own / "build" / "boards" / RELEASE / "toy@closed_book.json"
    [out] = json.loads(path.read_bytes())["ineligible"]
    assert out == {"submission_id": "wrong", "code": "withdraw", "detail": "seen"}


def test_a_decision_about_nobody_is_a_wrong_command(own: Path) -> None:
    assert decide(own, "nobody", "accept").returncode == 2


def test_verify_finds_a_board_that_was_changed(own: Path) -> None:
    run("board", "--root", own)
    assert run("verify", "--root", own).returncode == 0
    path = own / "build" / "boards" / RELEASE / "toy@closed_book.json"
    path.write_bytes(path.read_bytes().replace(b'"score":1', b'"score":0.9'))

    done = run("verify", "--root", own)

    assert done.returncode == 1
    assert "board-differs" in done.stderr


def test_verify_finds_a_flipped_byte_and_says_where(own: Path) -> None:
    path = own / "releases" / RELEASE / "truths.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"red"', b'"rad"', 1))

    done = run("verify", "--root", own)

    assert done.returncode == 1
    assert "truths.jsonl: digest" in done.stderr


def test_scoring_refuses_a_release_whose_files_are_not_those_of_its_manifest(own: Path) -> None:
    path = own / "releases" / RELEASE / "questions.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Case 1 ", b"Case 2 ", 1))

    done = run("score", folder(own, "right"), "--root", own)

    assert done.returncode == 1
    assert "digest" in done.stderr


def test_a_published_row_that_comes_out_otherwise_stops_the_build(own: Path) -> None:
    assert run("release", "publish", RELEASE, "--root", own).returncode == 0
    path = own / "releases" / RELEASE / "boards" / "1" / "toy@closed_book.json"
    path.write_bytes(path.read_bytes().replace(b'"score":1', b'"score":0.9'))

    done = run("board", "--root", own)

    assert done.returncode == 1
    assert "published-moved" in done.stderr
    assert "right" in done.stderr


def test_a_published_row_may_move_once_the_log_says_why(own: Path) -> None:
    run("release", "publish", RELEASE, "--root", own)
    path = own / "releases" / RELEASE / "boards" / "1" / "toy@closed_book.json"
    path.write_bytes(path.read_bytes().replace(b'"score":1', b'"score":0.9'))
    assert run("board", "--root", own).returncode == 1

    decide(own, "right", "rescore")

    assert run("board", "--root", own).returncode == 0
    assert run("release", "publish", RELEASE, "--root", own).returncode == 0
    assert (own / "releases" / RELEASE / "boards" / "2" / "index.json").is_file()
    assert run("verify", "--root", own).returncode == 0


def test_a_withdrawn_submission_may_leave_a_published_board(own: Path) -> None:
    run("release", "publish", RELEASE, "--root", own)

    decide(own, "wrong", "withdraw")

    assert run("board", "--root", own).returncode == 0


def test_a_log_that_was_rewritten_after_a_publication_is_found(own: Path) -> None:
    decide(own, "right", "accept", "--level", "rerun")
    run("release", "publish", RELEASE, "--root", own)
    log = own / "releases" / RELEASE / "log" / "decisions.jsonl"
    log.write_bytes(b"")

    done = run("board", "--root", own)

    assert done.returncode == 1
    assert "log-rewritten" in done.stderr


def test_a_submission_that_joins_leaves_what_was_published(own: Path) -> None:
    run("release", "publish", RELEASE, "--root", own)
    submission(own, "late", key_of(own), model_name="Late")

    assert run("board", "--root", own).returncode == 0
    assert run("verify", "--root", own).returncode == 0


def test_two_submissions_may_not_have_names_that_look_alike(own: Path) -> None:
    submission(own, "twin", key_of(own), model_name="Model riqht".replace("q", "g"))

    done = run("board", "--root", own)

    assert done.returncode == 1
    assert "name-taken" in done.stderr


def test_cutting_over_a_release_is_refused(own: Path) -> None:
    done = run("release", "cut", own / "draft", "--root", own)

    assert done.returncode == 2
    assert "immutable" in done.stderr


def test_a_draft_with_problems_leaves_nothing_behind(tmp_path: Path) -> None:
    bad = edited(draft(), "truths.jsonl", lambda one: one | {"truth": {"answer": "violet"}})

    done = run("release", "cut", write(tmp_path / "draft", bad), "--root", tmp_path)

    assert done.returncode == 1
    assert list((tmp_path / "releases").glob("*")) == []


# help and examples ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_reads_well_and_gives_an_example(command: str) -> None:
    done = run(*command.split(), "--help")

    assert done.returncode == 0
    assert f"Example: digesta {command}" in " ".join(done.stdout.split())


READING = ("check", "score", "explain", "compare", "report", "verify", "schema --check")


@pytest.mark.parametrize("command", READING)
def test_the_example_in_the_help_runs(command: str) -> None:
    said = " ".join(run(*command.split()[:1], "--help").stdout.split())
    example = said.split("Example: digesta ", 1)[1]

    done = run(*shlex.split(example))

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["adversary", "baseline"])
def test_the_generator_s_help_gives_an_example(command: str) -> None:
    said = " ".join(run(command, "--help", module="digesta_generate").stdout.split())

    assert f"Example: digesta-generate {command} " in said


COMMITTED = sorted((ROOT / "predictions").glob("2*/[a-z]*"))


@pytest.mark.parametrize("folder", COMMITTED, ids=lambda path: path.name)
def test_the_committed_command_makes_the_committed_bytes(folder: Path, tmp_path: Path) -> None:
    command = json.loads((folder / "submission.json").read_bytes())["command"].split()
    assert command[0] == "digesta-generate"
    (tmp_path / "releases").symlink_to(ROOT / "releases")

    done = run(*command[1:], "--root", tmp_path, module="digesta_generate")

    assert done.returncode == 0, done.stderr
    made = tmp_path / folder.relative_to(ROOT)
    for name in ("submission.json", "predictions.jsonl"):
        assert (made / name).read_bytes() == (folder / name).read_bytes()


def test_the_five_adversaries_and_two_baselines_are_committed() -> None:
    names = {folder.name for folder in COMMITTED}

    assert {
        f"adversary-{n}" for n in ("silent", "constant", "random", "enumerate", "echo")
    } <= names
    assert {"baseline-longest", "baseline-overlap"} <= names
