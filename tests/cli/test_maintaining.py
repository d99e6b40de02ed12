"""What maintainers do: boards, decisions, publications, verification."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from commands import Done, run
from digesta.board.adversaries import IDS
from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from world import (
    RELEASE,
    Track,
    cut_in,
    draft,
    edited,
    folder,
    git,
    key_of,
    question,
    submission,
    toy,
    track_record,
    truth,
    write,
)

# board, decide, verify, publish ---------------------------------------------------------------


def rows(root: Path) -> dict[str, dict[str, Any]]:
    path = root / "build" / "boards" / RELEASE / "toy@closed_book.json"
    return {row["submission_id"]: row for row in json.loads(path.read_bytes())["rows"]}


def decide(root: Path, name: str, decision: str, *more: str) -> Done:
    return run(
        "decide", name, decision, "--reason", "seen", "--date", "2026-02-06", "--root", root, *more
    )


def test_without_a_decision_a_submission_is_an_open_system(own: Path) -> None:
    done = run("board", "--root", own)

    assert done.returncode == 0, done.stderr
    assert (rows(own)["right"]["level"], rows(own)["right"]["role"]) == ("open", "system")


def traced(own: Path, **changes: Any) -> Path:
    """Write a trace for every answer of ``right``, the last line changed."""
    key = key_of(own)
    lines = [
        {
            "question_id": one,
            "answer_sha256": sha256_hex(canonical_bytes(key[one])),
            "outcome": "answered",
            "latency_ms": 10 * number,
        }
        for number, one in enumerate(sorted(key), start=1)
    ]
    lines[-1] |= changes
    path = folder(own, "right") / "trace.jsonl"
    path.write_bytes(canonical_lines(lines))
    return path


def test_a_trace_gives_a_row_its_latency_and_refusals_and_no_other_row(own: Path) -> None:
    traced(own, outcome="refused")

    assert run("board", "--root", own).returncode == 0

    right, wrong = rows(own)["right"], rows(own)["wrong"]
    assert (right["refused"], wrong["refused"]) == (1, "not reported")
    # 36 questions: the 18th smallest latency covers half of them, the 35th 95 %.
    assert (right["usage"]["latency_ms_p50"], right["usage"]["latency_ms_p95"]) == (180, 350)
    assert right["usage"]["cost_micro_usd"] == "not reported"
    assert set(wrong["usage"].values()) == {"not reported"}


def test_a_trace_of_other_answers_refuses_the_submission(own: Path) -> None:
    path = traced(own, answer_sha256="0" * 64)

    done = run("check", path.parent, "--root", own)

    assert done.returncode == 1
    assert "trace.jsonl:36: " in done.stderr
    assert "trace-answer" in done.stderr


def test_a_run_that_is_not_finished_stands_on_no_board_and_stops_none(own: Path) -> None:
    write(folder(own, "running"), {"journal.jsonl": b"{}\n"})

    assert run("board", "--root", own).returncode == 0

    assert set(rows(own)) == {"right", "wrong", *IDS}


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
    assert run("release", "publish", "--undecided", RELEASE, "--root", own).returncode == 0
    path = own / "releases" / RELEASE / "boards" / "1" / "toy@closed_book.json"
    path.write_bytes(path.read_bytes().replace(b'"score":1', b'"score":0.9'))

    done = run("board", "--root", own)

    assert done.returncode == 1
    assert "published-moved" in done.stderr
    assert "right" in done.stderr


@pytest.mark.parametrize(("without", "code"), [(slice(None), 0), (slice(1), 1)])
def test_a_metric_that_no_published_row_has_moves_none(
    own: Path, without: slice, code: int
) -> None:
    assert run("release", "publish", "--undecided", RELEASE, "--root", own).returncode == 0
    path = own / "releases" / RELEASE / "boards" / "1" / "toy@closed_book.json"
    board = json.loads(path.read_bytes())
    for row in board["rows"][without]:
        del row["metrics"]["answered_rate"]
    path.write_bytes(canonical_bytes(board) + b"\n")

    done = run("board", "--root", own)

    assert done.returncode == code, done.stderr
    assert done.stderr.count("published-moved") == code


def published_with(own: Path, then: bytes, now: bytes) -> None:
    """Publish another board than today's, as an older version would have: its index fits it."""
    run("release", "publish", "--undecided", RELEASE, "--root", own)
    folder = own / "releases" / RELEASE / "boards" / "1"
    path, index = folder / "toy@closed_book.json", json.loads((folder / "index.json").read_bytes())
    path.write_bytes(path.read_bytes().replace(then, now))
    [entry] = [one for one in index["boards"] if one["path"] == path.name]
    entry |= {"sha256": sha256_hex(path.read_bytes()), "bytes": path.stat().st_size}
    (folder / "index.json").write_bytes(canonical_bytes(index) + b"\n")
    (folder / "SHA256SUMS").unlink()


def test_a_published_row_may_move_once_the_log_says_why(own: Path) -> None:
    published_with(own, b'"score":1', b'"score":0.9')
    assert run("board", "--root", own).returncode == 1

    decide(own, "right", "rescore")

    assert run("board", "--root", own).returncode == 0
    assert run("release", "publish", "--undecided", RELEASE, "--root", own).returncode == 0
    assert (own / "releases" / RELEASE / "boards" / "2" / "index.json").is_file()
    assert run("verify", "--root", own).returncode == 0


def test_accepting_an_open_row_after_it_was_published_blocks_nothing(own: Path) -> None:
    run("release", "publish", "--undecided", RELEASE, "--root", own)

    decide(own, "right", "accept", "--level", "rerun", "--role", "baseline")

    for command in (("board",), ("verify",), ("release", "publish", "--undecided"), ("verify",)):
        done = run(*command, "--root", own)
        assert done.returncode == 0, done.stderr
    assert rows(own)["right"]["level"] == "rerun"


def test_accepting_a_row_explains_no_other_score(own: Path) -> None:
    published_with(own, b'"score":1', b'"score":0.9')

    decide(own, "right", "accept", "--level", "rerun")

    done = run("board", "--root", own)
    assert (done.returncode, "published-moved" in done.stderr) == (1, True)


def test_publishing_names_the_rows_that_nobody_decided_on(own: Path) -> None:
    decide(own, "right", "accept")

    refused = run("release", "publish", RELEASE, "--root", own)
    done = run("release", "publish", "--undecided", RELEASE, "--root", own)

    assert (refused.returncode, "no decision on wrong" in refused.stderr) == (2, True)
    assert done.returncode == 0
    assert done.stderr == "wrong: no decision; published as an open system\n"
    assert [path.name for path in (own / "releases" / RELEASE / "boards").iterdir()] == ["1"]


def test_a_level_of_sealed_scores_needs_a_sealed_score(own: Path) -> None:
    done = decide(own, "right", "accept", "--level", "sealed")

    assert done.returncode == 2
    assert "right has no score on sealed questions" in done.stderr
    assert not (own / "releases" / RELEASE / "log" / "decisions.jsonl").read_bytes()


def test_a_withdrawn_submission_may_leave_a_published_board(own: Path) -> None:
    run("release", "publish", "--undecided", RELEASE, "--root", own)

    decide(own, "wrong", "withdraw")

    assert run("board", "--root", own).returncode == 0


def test_a_log_that_was_rewritten_after_a_publication_is_found(own: Path) -> None:
    decide(own, "right", "accept", "--level", "rerun")
    run("release", "publish", "--undecided", RELEASE, "--root", own)
    log = own / "releases" / RELEASE / "log" / "decisions.jsonl"
    log.write_bytes(b"")

    done = run("board", "--root", own)

    assert done.returncode == 1
    assert "log-rewritten" in done.stderr


def test_a_submission_that_joins_leaves_what_was_published(own: Path) -> None:
    run("release", "publish", "--undecided", RELEASE, "--root", own)
    submission(own, "late", key_of(own), model_name="Late")

    assert run("board", "--root", own).returncode == 0
    assert run("verify", "--root", own).returncode == 0


def test_of_two_submissions_whose_names_look_alike_one_stands(own: Path) -> None:
    submission(own, "twin", key_of(own), model_name="Model riqht".replace("q", "g"))

    done = run("board", "--root", own)

    assert done.returncode == 0
    assert "left out: twin/submission.json: name-taken" in done.stderr


def test_cutting_over_a_release_is_refused(own: Path) -> None:
    done = run("release", "cut", own / "draft", "--root", own)

    assert done.returncode == 2
    assert "immutable" in done.stderr


def test_a_draft_with_problems_leaves_nothing_behind(tmp_path: Path) -> None:
    bad = edited(draft(), "truths.jsonl", lambda one: one | {"truth": {"answer": "violet"}})

    done = run("release", "cut", write(tmp_path / "draft", bad), "--root", tmp_path)

    assert done.returncode == 1
    assert list((tmp_path / "releases").glob("*")) == []


def test_a_submission_that_became_unreadable_can_be_taken_off(own: Path) -> None:
    assert decide(own, "wrong", "accept").returncode == 0
    (folder(own, "wrong") / "predictions.jsonl").write_text("{}\n")
    assert run("board", "--root", own).returncode == 1

    assert decide(own, "wrong", "reject").returncode == 0

    assert run("board", "--root", own).returncode == 0


def test_a_decision_keeps_level_and_role_unless_told(own: Path) -> None:
    decide(own, "right", "accept", "--level", "rerun", "--role", "baseline")

    done = decide(own, "right", "rescore")

    assert done.stdout.endswith("right rescore, level rerun, role baseline\n")


def test_a_wrong_field_of_a_decision_is_a_wrong_command(own: Path) -> None:
    for date, reason in (("2026-02-30", "seen"), ("2026-02-06", "")):
        done = run("decide", "right", "accept", "--date", date, "--reason", reason, "--root", own)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_a_log_whose_last_line_has_no_end_is_not_written_to(own: Path) -> None:
    decide(own, "right", "accept")
    log = own / "releases" / RELEASE / "log" / "decisions.jsonl"
    log.write_bytes(log.read_bytes().rstrip(b"\n"))

    done = decide(own, "wrong", "accept")

    assert done.returncode == 1
    assert "log-cut" in done.stderr


def test_what_a_killed_write_left_breaks_nothing(own: Path) -> None:
    for left in (
        f"releases/.{RELEASE}.abcd1234.tmp/release.json",
        f"releases/{RELEASE}/boards/.1.abcd1234.tmp/a.json",
        f"predictions/{RELEASE}/.right.abcd1234.tmp/submission.json",
    ):
        write(own, {left: b"{}"})

    assert run("board", "--root", own).returncode == 0
    assert run("release", "publish", "--undecided", RELEASE, "--root", own).returncode == 0


def test_schemas_are_not_written_over_other_files(tmp_path: Path) -> None:
    write(tmp_path, {"thesis.txt": b"x"})

    done = run("schema", "--out", tmp_path)

    assert done.returncode == 2
    assert (tmp_path / "thesis.txt").read_bytes() == b"x"


def test_verify_says_so_when_the_manifest_was_laid_out_anew(own: Path) -> None:
    path = own / "releases" / RELEASE / "release.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()), indent=1))

    done = run("verify", "--root", own)

    assert done.returncode == 1
    assert "release.json: not-canonical" in done.stderr


def test_a_second_system_of_one_name_is_refused_before_it_is_logged(own: Path) -> None:
    key = key_of(own)
    for name in ("twin", "a-twin"):  # one later by its id, one earlier
        submission(own, name, key, model_name="Model r1ght")
    decide(own, "right", "accept", "--level", "rerun")
    before = (own / "releases" / RELEASE / "log" / "decisions.jsonl").read_bytes()

    for name in ("twin", "a-twin"):
        done = decide(own, name, "accept", "--level", "rerun")

        assert (done.returncode, f"{name}/submission.json: name-taken" in done.stderr) == (1, True)
        assert "a name that right" in done.stderr
    assert (own / "releases" / RELEASE / "log" / "decisions.jsonl").read_bytes() == before
    assert run("board", "--root", own).returncode == 0
    assert decide(own, "right", "withdraw").returncode == 0
    assert decide(own, "twin", "accept", "--level", "rerun").returncode == 0


def test_a_system_enters_a_further_track_under_another_id_once_it_is_accepted(
    tmp_path: Path,
) -> None:
    """A submission with its sealed scores does not change."""
    second = track_record("other", "closed", "accuracy", {"u": "c"})
    asked = [
        question(second, "u", n, f"Other {n}?", ask={"answer_type": "boolean"}) for n in range(8)
    ]
    right = [truth(q["question_id"], {"answer": n % 2 == 0}) for n, q in enumerate(asked)]
    cut_in(tmp_path, draft(toy(), Track(second, asked, right)))
    key, name = key_of(tmp_path), {"model_name": "One"}
    toys = {each: key[each] for each in key if not isinstance(key[each], bool)}
    submission(tmp_path, "first", toys, tracks=["toy"], **name)
    assert decide(tmp_path, "first", "accept", "--level", "rerun").returncode == 0
    folder = submission(tmp_path, "first-other", key, tracks=["other"], **name)
    submission(tmp_path, "first-again", key, tracks=["other", "toy"], **name)

    early = run("check", folder, "--against-board", "--root", tmp_path)
    again = decide(tmp_path, "first-again", "accept", "--level", "rerun")
    added = decide(tmp_path, "first-other", "accept", "--level", "rerun")

    assert (early.returncode, "on other tracks, keeps it once" in early.stderr) == (1, True)
    assert (again.returncode, "name-taken" in again.stderr) == (1, True)
    assert added.returncode == 0, added.stderr
    (tmp_path / "predictions" / RELEASE / "first-again").rename(tmp_path / "gone")
    assert run("board", "--root", tmp_path).returncode == 0
    boards = tmp_path / "build" / "boards" / RELEASE
    for board, system in (("toy@closed_book", "first"), ("other@closed_book", "first-other")):
        rows = json.loads((boards / f"{board}.json").read_bytes())["rows"]
        assert system in {row["submission_id"] for row in rows}


def test_a_file_that_accepts_two_systems_of_one_name_is_refused_whole(own: Path) -> None:
    submission(own, "twin", key_of(own), model_name="Model right")
    rows = "submission_id,decision,reason\nright,accept,seen\ntwin,accept,seen\n"
    (own / "rows.csv").write_text(rows)

    done = run("decide", "--from", own / "rows.csv", "--date", "2026-02-06", "--root", own)

    assert (done.returncode, "name-taken" in done.stderr) == (1, True)
    assert not (own / "releases" / RELEASE / "log" / "decisions.jsonl").read_bytes()


@pytest.mark.parametrize("checked_out", ["base", "head", "edited"])
def test_a_pull_request_is_checked_against_its_base_whatever_is_checked_out(
    own: Path, checked_out: str
) -> None:
    git(own, "init", "-q")
    git(own, "add", ".")
    git(own, "commit", "-qm", "base")
    git(own, "branch", "base")
    git(own, "checkout", "-qb", "head")
    submission(own, "newcomer", key_of(own))
    git(own, "add", ".")
    git(own, "commit", "-qm", "head")
    git(own, "checkout", "-q", "base" if checked_out == "base" else "head")
    if checked_out == "edited":
        git(own, "checkout", "-q", "base")
        submission(own, "another", key_of(own), model_name="Model newcomer")

    done = run("intake", "pull-request", "--base", "base", "--head", "head", "-o",
               own / "build" / "r.json", "--root", own)  # fmt: skip

    assert (done.returncode, done.stdout) == (0, "accepted, 0 problems\n"), done.stderr
    listed = subprocess.run(["git", "-C", own, "worktree", "list"], capture_output=True, check=True)
    assert len(listed.stdout.splitlines()) == 1


def test_two_maintainers_a_day_apart_on_the_globe_can_both_log_today(own: Path) -> None:
    dates = {"right": "2026-02-08", "wrong": "2026-02-07", "late": "2026-02-05"}

    codes = []
    for name, day in dates.items():
        if name == "late":
            submission(own, name, key_of(own))
        made = run("decide", name, "accept", "--reason", "seen", "--date", day, "--root", own)
        codes.append(made.returncode)

    assert codes == [0, 0, 2]
    assert run("verify", "--root", own).returncode == 0
