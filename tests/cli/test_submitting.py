"""What submitters do: results on stdout, talk on stderr, verdicts by exit code."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands import run
from digesta.canonical import canonical_lines, digest
from digesta.releases.cut import cut
from digesta.scorers.base import Response
from digesta.scoring.facts import CompiledTask
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import mark, read_answers
from world import RELEASE, draft, folder, key_of, submission, write

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
    done = run(*arguments, *(["--root", str(workspace)] if len(arguments) > 1 else []))

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
    told = run("report", folder(workspace, "right"), "--root", workspace, "-f", "json")
    row = json.loads(told.stdout)["boards"][0]
    assert said["scores"][0] == {
        "board": "toy", "metric": "accuracy", "score": 1, "chance": 0.1875, "n": 36,
        "low": row["low"], "high": row["high"], "missing": 0, "unreadable": 0,
    }  # fmt: skip
    assert f"accuracy 100.0%, 95 % interval {row['low']:.1%} to 100.0%" in person.stdout


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


def test_explain_says_it_in_words_and_percent(workspace: Path) -> None:
    colour = next(q for q, answer in sorted(key_of(workspace).items()) if answer == "red")

    said = run("explain", folder(workspace, "right"), colour[:12], "--root", workspace).stdout

    assert "ask      answer type: enum; choices: red, green, blue, black\n" in said
    assert "truth    answer: red\n" in said
    assert "answered red\n" in said
    assert "earned   100.0% (chance 25.0%)\n" in said
    assert "accuracy             100.0%\n" in said
    assert "{" not in said


def compared(root: Path, *names: str) -> list[dict[str, Any]]:
    done = run("compare", *(folder(root, name) for name in names), "--root", root, "--json")
    assert done.returncode == 0, done.stderr
    pairs: list[dict[str, Any]] = json.loads(done.stdout)["pairs"]
    return pairs


def test_compare_claims_a_difference_that_the_paired_test_claims(own: Path) -> None:
    key = key_of(own)
    nearly = {q: "?" if n < 4 else answer for n, (q, answer) in enumerate(sorted(key.items()))}
    submission(own, "nearly", nearly, model_name="Nearly")
    submission(own, "twin", key, model_name="Twin of it")

    apart = compared(own, "right", "wrong")[0]
    four_to_none = compared(own, "right", "nearly")[0]
    same = compared(own, "right", "twin")[0]

    assert apart["separable"] is True
    assert apart["difference"] == 1
    assert len(apart["only_a_better"]) == 36
    assert len(four_to_none["only_a_better"]) == 4
    assert four_to_none["separable"] is False
    assert four_to_none["low"] <= 0
    assert same["separable"] is False


def test_of_two_systems_that_earn_the_same_everywhere_no_interval_is_claimed(own: Path) -> None:
    submission(own, "twin", key_of(own), model_name="Twin of it")

    said = run("compare", folder(own, "right"), folder(own, "twin"), "--root", own).stdout

    assert "difference +0.0 (the same on every question), not separable" in said
    assert "0.0 points or more" not in said


def test_one_name_for_two_submissions_is_refused_where_it_would_mix_them(
    own: Path, tmp_path: Path
) -> None:
    both = [folder(own, "right") / "predictions.jsonl", folder(own, "wrong") / "predictions.jsonl"]

    for command in (["compare"], ["score", "--out", tmp_path / "out"]):
        done = run(*command, *both, "--root", own)
        assert done.returncode == 2
        assert "named twice" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_condition_that_no_track_offers_is_refused(own: Path) -> None:
    submission(own, "gold", key_of(own), model_name="Gold", condition="gold_injected")

    done = run("check", folder(own, "gold"), "--root", own)

    assert done.returncode == 1
    assert "condition; got gold_injected; expected closed_book, retrieval" in done.stderr


def test_a_folder_that_lacks_a_file_is_told_which_and_what_to_do(own: Path) -> None:
    (folder(own, "right") / "predictions.jsonl").unlink()

    done = run("check", folder(own, "right"), "--root", own)

    assert done.returncode == 1
    assert "predictions.jsonl: file-missing; fix: write one line for each answer" in done.stderr


def test_a_folder_of_something_else_is_not_told_to_remove_its_files(own: Path) -> None:
    done = run("check", own / "predictions" / RELEASE, "--root", own)

    assert done.returncode == 2
    assert "no submission's folder; name predictions/RELEASE/NAME, such as" in done.stderr


def test_check_counts_what_will_earn_nothing(own: Path) -> None:
    done = run("check", folder(own, "wrong"), "--root", own)

    assert done.returncode == 0
    assert "0 missing, 36 unreadable: these count as wrong" in done.stdout


def test_no_control_character_of_a_path_reaches_the_terminal(own: Path) -> None:
    done = run("check", own / "a\n::error::\x1b[31m", "--root", own)

    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_is_scored_against_the_release_that_it_lies_under(own: Path) -> None:
    newer = cut(draft(release="2026-03-05"), name="draft")
    write(own / "releases" / "2026-03-05", newer)

    by_folder = run("check", folder(own, "right"), "--root", own)
    by_name = run("check", folder(own, "right"), "--root", own, "--release", "2026-03-05")

    assert "36 answers to 36 questions" in by_folder.stdout
    assert by_name.returncode == 1
    assert "misplaced" in by_name.stderr


def test_check_names_the_first_unreadable_answers_and_all_of_them_for_machines(own: Path) -> None:
    key = key_of(own)
    numbers = [one for one in sorted(key) if type(key[one]) is int]
    submission(own, "words", key | dict.fromkeys(numbers, "many"))

    said = run("check", folder(own, "words"), "--root", own).stdout
    listed = json.loads(run("check", folder(own, "words"), "--root", own, "--json").stdout)

    assert f"and {len(numbers) - 10} more" in said
    assert sorted(listed[0]["unreadable_ids"]) == numbers


def test_explain_takes_digits_with_a_leading_zero_for_the_beginning_of_an_id(own: Path) -> None:
    done = run("explain", folder(own, "right"), "0094", "--root", own)

    assert done.returncode == 2
    assert "questions begin with '0094'" in done.stderr


def test_the_passages_that_a_trace_names_reach_the_scorer(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = open_release(own, None)
    key = key_of(own)
    line = {
        "question_id": sorted(key)[0],
        "answer_sha256": digest(key[sorted(key)[0]]),
        "outcome": "answered",
        "retrieved": ["p-2", "p-1"],
    }
    write(folder(own, "right"), {"trace.jsonl": canonical_lines([line])})
    scorer = release.compiled.tasks[0].scorer
    seen: list[tuple[str, ...]] = []

    def spy(prepared: Any, response: Response) -> Any:
        seen.append(response.passages)
        return scorer.mark(prepared, response)

    spied = dataclasses.replace(scorer, mark=spy)
    monkeypatch.setattr(CompiledTask, "scorer", property(lambda _: spied))
    mark(release.compiled, read_answers(folder(own, "right"), release.compiled))

    assert sorted(set(seen)) == [(), ("p-2", "p-1")]
    assert seen.count(("p-2", "p-1")) == 1
