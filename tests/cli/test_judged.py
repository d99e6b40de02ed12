"""From verdict files to boards, facts, publications and pages, by the commands themselves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from commands import run
from digesta.board.adversaries import IDS
from digesta.canonical import canonical_lines, sha256_hex
from digesta.workspace.releases import open_release
from digesta.workspace.store import read_tree
from digesta_site.input import site_input
from digesta_site.render import render
from judged_workspace import (
    CREDULOUS,
    ORACLE,
    SECOND,
    accept,
    answering,
    fill,
    folder_of,
    judged_draft,
    whole,
    write_judge,
    write_verdicts,
)
from site_tree import pages
from world import RELEASE, cut_in, folder, submission, write

BOTH = f"{CREDULOUS}+{ORACLE}"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("judged")
    cut_in(root, judged_draft())
    fill(root)
    for name in ("good", "weak"):
        done = run(
            "decide", name, "accept", "--level", "rerun", "--reason", "seen", "--date", RELEASE,
            "--root", root,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    done = run("board", "--root", root)
    assert done.returncode == 0, done.stderr
    assert "french: not judged, or not wholly by any judge: waiting\n" in done.stdout
    done = run("release", "publish", "--undecided", "--root", root)
    assert done.returncode == 0, done.stderr
    return root


@pytest.fixture
def mine(judged: Path, tmp_path: Path) -> Path:
    for path in sorted(judged.rglob("*")):
        if path.is_file() and path.relative_to(judged).parts[0] != "draft":
            write(tmp_path, {path.relative_to(judged).as_posix(): path.read_bytes()})
    return tmp_path


def board(root: Path, judges: str, place: str = "french") -> dict[str, Any]:
    path = root / "build" / "boards" / RELEASE / f"{place}@closed_book@{judges}.json"
    value: dict[str, Any] = json.loads(path.read_bytes())
    return value


def rows(value: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["submission_id"]: row for row in value["rows"]}


# Boards ---------------------------------------------------------------------------------------


def test_each_judge_has_its_boards_and_several_have_joint_ones(judged: Path) -> None:
    folder = judged / "build" / "boards" / RELEASE
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("french*.json")}

    assert made == {f"french@closed_book@{one}.json" for one in (ORACLE, CREDULOUS, BOTH)}
    # In a category neither ranks anybody, and the one judge says of the same systems what both do.
    below = {path.relative_to(folder / "french").as_posix() for path in folder.rglob("french/*")}
    assert below == {
        f"{name}@closed_book@{one}.json"
        for name in ("europe", "prive")
        for one in (CREDULOUS, BOTH)
    }
    for name in ("europe", "prive"):
        assert (
            f"french/{name}@closed_book@{ORACLE}"
            in board(judged, BOTH, f"french/{name}")["addresses"]
        )


def test_a_judge_that_passed_its_gate_ranks_and_one_that_did_not_says_why(judged: Path) -> None:
    trusted, believed, both = (board(judged, one) for one in (ORACLE, CREDULOUS, BOTH))

    assert [trusted["ranked"], believed["ranked"], both["ranked"]] == [True, False, False]
    assert [rows(trusted)[name]["rank_low"] for name in ("good", "weak")] == [1, 2]
    assert all("rank_low" not in row for row in [*believed["rows"], *both["rows"]])
    assert "did not pass its gate (attack: master_key: 90 of 90" in believed["why_unranked"]
    assert both["why_unranked"] == believed["why_unranked"]
    [told] = trusted["judges"]
    assert (told["judge"], told["passed"], told["reasons"]) == (ORACLE, True, [])
    assert told["controls"]["reference"] == {"satisfied": 90, "criteria": 90}
    assert told["calibration"] == {
        "tasks": 6, "ordered": 6, "concordant": 36, "discordant": 0, "tau": 1
    }  # fmt: skip
    [told] = believed["judges"]
    assert {"attack", "calibration-order"} <= {one["code"] for one in told["reasons"]}
    assert told["choices"]["ordered"] == 0


def test_whom_a_judge_did_not_judge_wholly_is_named_and_has_no_row(judged: Path) -> None:
    waiting = ("waiting", "not-judged")
    partly = ("partly", "judge-incomplete")

    for judges, left_out in ((ORACLE, [partly, waiting]), (CREDULOUS, [waiting])):
        out = [(one["submission_id"], one["code"]) for one in board(judged, judges)["ineligible"]]
        assert sorted(out) == sorted(left_out)
        assert rows(board(judged, judges)).keys() == IDS | {
            "good", "weak", "partly"
        } - {name for name, _ in left_out}  # fmt: skip
    assert {one["code"] for one in board(judged, BOTH)["ineligible"]} == {
        "judge-incomplete", "not-judged",
    }  # fmt: skip


def test_an_adversary_that_no_judge_graded_is_a_floor_of_the_board(judged: Path) -> None:
    for judges in (ORACLE, CREDULOUS, BOTH):
        floors = [row for row in board(judged, judges)["rows"] if row["role"] == "adversary"]
        assert {row["submission_id"] for row in floors} == IDS
        assert {(row["score"], row["organization"]) for row in floors} == {(0, "")}


def test_an_adversary_that_a_judge_graded_has_that_judge_s_score(mine: Path) -> None:
    done = run("adversary", "constant", "--root", mine, module="digesta_generate")
    assert done.code == 0, done.stderr
    write_verdicts(mine, write_judge(mine, ORACLE), "adversary-constant")
    shutil.rmtree(folder(mine, "adversary-constant"))
    accept(mine, ORACLE)

    assert run("board", "--root", mine).code == 0

    scores = {
        one: rows(board(mine, one))["adversary-constant"]["score"] for one in (ORACLE, CREDULOUS)
    }
    # Its one criterion is a thirtieth of what is asked.
    assert 0 == scores[CREDULOUS] < scores[ORACLE] < 1 / 30


def test_a_joint_score_is_the_mean_of_the_judges_figures(judged: Path) -> None:
    both = rows(board(judged, BOTH))
    each = {one: rows(board(judged, one)) for one in (ORACLE, CREDULOUS)}

    for name in ("good", "weak", "adversary-silent"):
        figures = {one: each[one][name]["score"] for one in each}
        told = {one: value["value"] for one, value in both[name]["judges"].items()}
        assert told == figures
        assert both[name]["score"] == pytest.approx(sum(figures.values()) / 2, abs=1e-9)
        assert both[name]["low"] <= both[name]["score"] <= both[name]["high"]
    assert 0 < each[ORACLE]["weak"]["score"] < each[CREDULOUS]["weak"]["score"] == 1
    assert each[ORACLE]["adversary-silent"]["score"] == 0


def test_agreement_is_on_the_joint_board_and_each_of_its_rows(judged: Path) -> None:
    both = board(judged, BOTH)

    # good: they agree on all criteria, 3 of 4 satisfied.
    assert rows(both)["good"]["metrics"]["judge_alpha"]["value"] == 1
    assert rows(both)["weak"]["metrics"]["judge_alpha"]["value"] < 0.5
    assert "value" not in rows(both)["adversary-silent"]["metrics"]["judge_alpha"]
    low, high = rows(both)["weak"]["metrics"]["judge_alpha"]["value"], 1
    assert low < both["agreement"]["value"] < high
    assert "agreement" not in board(judged, ORACLE)


def test_what_needs_no_judge_is_as_without_any(judged: Path) -> None:
    path = judged / "build" / "boards" / RELEASE / "toy@closed_book.json"
    toy = json.loads(path.read_bytes())

    # Nobody answered a question of it.
    assert {row["submission_id"] for row in toy["rows"]} == IDS
    assert not {"judges", "agreement"} & toy.keys()
    assert all("judges" not in row and row["inputs"]["verdicts"] == {} for row in toy["rows"])


def test_facts_stand_once_for_each_judge(judged: Path) -> None:
    facts = judged / "build" / "facts" / RELEASE / "good"

    assert {path.name for path in facts.iterdir()} == {
        "toy.json", "french.json", f"french@{ORACLE}.json", f"french@{CREDULOUS}.json",
    }  # fmt: skip
    assert json.loads((facts / f"french@{ORACLE}.json").read_bytes())["judge"] == ORACLE
    bare = json.loads((facts / "french.json").read_bytes())
    assert "judge" not in bare
    assert set(bare["why"].values()) == {"not judged: there is no verdict on the answer"}


# Digests --------------------------------------------------------------------------------------


def test_every_file_of_a_judge_stands_in_the_index_and_verdicts_in_their_rows(
    judged: Path,
) -> None:
    index = json.loads((judged / "releases" / RELEASE / "boards" / "1" / "index.json").read_bytes())

    for judge in (ORACLE, CREDULOUS):
        for path in folder_of(judged, judge).iterdir():
            place = path.relative_to(judged).as_posix()
            assert index["inputs"][place] == sha256_hex(path.read_bytes())
    file = folder_of(judged, ORACLE) / "good.jsonl"
    named = rows(board(judged, BOTH))["good"]["inputs"]["verdicts"]
    assert named[ORACLE] == sha256_hex(file.read_bytes())
    assert named.keys() == {ORACLE, CREDULOUS}
    assert rows(board(judged, ORACLE))["adversary-silent"]["inputs"]["verdicts"] == {}


def test_verify_recomputes_what_was_published(judged: Path) -> None:
    done = run("verify", "--root", judged)

    assert done.returncode == 0, done.stderr
    assert "boards recomputed: 8" in done.stdout


def test_a_byte_of_a_verdict_file_is_named_and_moves_boards_once_accepted(
    mine: Path,
) -> None:
    path = folder_of(mine, ORACLE) / "weak.jsonl"
    path.write_bytes(path.read_bytes().replace(b"by a script", b"by a scripT", 1))

    done = run("verify", "--root", mine)

    assert done.returncode == 1
    assert f"_judges/{ORACLE}/weak.jsonl: judge-changed" in done.stderr
    assert CREDULOUS not in done.stderr
    accept(mine, ORACLE)
    assert run("board", "--root", mine).returncode == 0


def test_one_byte_of_a_judge_s_controls_is_named(mine: Path) -> None:
    path = folder_of(mine, ORACLE) / "controls.jsonl"
    path.write_bytes(path.read_bytes().replace(b"by a script", b"by a scripT", 1))

    done = run("verify", "--root", mine)

    assert done.returncode == 1
    assert f"_judges/{ORACLE}/controls.jsonl: judge-changed" in done.stderr


def test_a_verdict_on_another_answer_is_refused_with_its_line(mine: Path) -> None:
    path = folder(mine, "weak") / "predictions.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines[0]["answer"] += " Or, ..."
    path.write_bytes(canonical_lines(lines))
    said = (folder_of(mine, CREDULOUS) / "weak.jsonl").read_bytes().splitlines()
    ids = [json.loads(line)["question_id"] for line in said]
    at = ids.index(lines[0]["question_id"]) + 1

    done = run("board", "--root", mine)

    assert done.returncode == 1
    assert f"_judges/{CREDULOUS}/weak.jsonl:{at}: verdict-answer" in done.stderr
    assert done.stderr.endswith("\n1 problem\n")


def test_a_file_of_no_submission_in_a_judge_s_folder_is_not_accepted(mine: Path) -> None:
    write(folder_of(mine, ORACLE), {"nobody.jsonl": b""})

    done = run(
        "decide", f"_judges/{ORACLE}", "accept", "--reason", "read", "--date", RELEASE,
        "--root", mine,
    )  # fmt: skip

    assert done.returncode == 1
    assert f"_judges/{ORACLE}/nobody.jsonl: file-extra" in done.stderr


def test_a_judge_that_nobody_accepted_counts_for_nothing_and_stops_nobody(mine: Path) -> None:
    assert run("board", "--root", mine).returncode == 0
    before = read_tree(mine / "build" / "boards" / RELEASE)
    shutil.copytree(folder_of(mine, ORACLE), folder_of(mine, "forged"))
    record = folder_of(mine, "forged") / "judge.json"
    record.write_bytes(record.read_bytes().replace(ORACLE.encode(), b"forged"))
    write(folder_of(mine, "forged"), {"waiting.jsonl": b"whatever"})
    write(folder_of(mine, ORACLE), {"waiting.jsonl": b"not looked at", "late.jsonl": b""})

    done = run("board", "--root", mine)

    assert done.returncode == 0, done.stderr
    assert read_tree(mine / "build" / "boards" / RELEASE) == before
    assert done.stderr.count("judge-undecided") == 2
    assert "_judges/forged: judge-undecided" in done.stderr
    assert "got waiting.jsonl;" in done.stderr


def test_a_verdict_that_changed_after_it_was_accepted_is_named(mine: Path) -> None:
    file = folder_of(mine, ORACLE) / "weak.jsonl"
    file.write_bytes(file.read_bytes() + b" ")

    done = run("board", "--root", mine)

    assert done.returncode == 1
    assert f"_judges/{ORACLE}/weak.jsonl: judge-changed" in done.stderr


def test_a_judge_that_was_rejected_leaves_the_boards(mine: Path) -> None:
    done = run(
        "decide", f"_judges/{CREDULOUS}", "reject", "--reason", "it believes all",
        "--date", RELEASE, "--root", mine,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert run("board", "--root", mine).returncode == 0
    assert not list((mine / "build" / "boards" / RELEASE).glob(f"*{CREDULOUS}*"))


def test_a_submission_that_was_judged_since_joins_the_boards(mine: Path) -> None:
    write_verdicts(mine, write_judge(mine, ORACLE), "waiting")
    accept(mine, ORACLE)

    done = run("board", "--root", mine)

    assert done.returncode == 0, done.stderr
    assert rows(board(mine, ORACLE))["waiting"]["score"] == 1


def test_another_judge_makes_joint_boards_anew_and_two_that_passed_rank(mine: Path) -> None:
    judge = write_judge(mine, SECOND)
    for name in ("good", "weak"):
        write_verdicts(mine, judge, name)
    accept(mine, SECOND)

    done = run("board", "--root", mine)

    assert done.returncode == 0, done.stderr
    made = (mine / "build" / "boards" / RELEASE).glob("french@*+*.json")
    fit = f"{ORACLE}+{SECOND}"
    assert {path.name for path in made} == {
        f"french@closed_book@{one}.json" for one in (fit, f"{CREDULOUS}+{fit}")
    }
    assert board(mine, fit)["ranked"]
    assert [rows(board(mine, fit))[name]["rank_low"] for name in ("good", "weak")] == [1, 2]
    assert not board(mine, f"{CREDULOUS}+{fit}")["ranked"]


# At home --------------------------------------------------------------------------------------


def test_what_no_judge_judged_is_not_0_but_not_judged(judged: Path) -> None:
    path = folder(judged, "good")

    told = json.loads(run("score", path, "--json", "--root", judged).stdout)[0]
    text = run("score", path, "--root", judged).stdout
    report = run("report", path, "--root", judged).stdout

    by_board = {one["board"]: one for one in told["scores"]}
    assert "score" not in by_board["french"]
    assert by_board["french"]["not_judged"] == 30
    assert told["no_score"] == {"toy": "not entered"}
    assert "rubric_score not judged: 30 answers without a verdict" in text
    assert "not judged: 30 answers of the track without a verdict" in report


@pytest.mark.parametrize("given", ["folder", "file"])
def test_own_verdicts_mark_at_home_and_say_whose_they_are(judged: Path, given: str) -> None:
    own = folder_of(judged, ORACLE)
    verdicts = own if given == "folder" else own / "weak.jsonl"
    path = folder(judged, "weak")

    told = json.loads(
        run("score", path, "--verdicts", verdicts, "--json", "--root", judged).stdout
    )[0]
    text = run("score", path, "--verdicts", verdicts, "--root", judged).stdout
    report = json.loads(
        run("report", path, "--verdicts", verdicts, "--format", "json", "--root", judged).stdout
    )

    score = rows(board(judged, ORACLE))["weak"]["score"]
    assert {one["board"]: one for one in told["scores"]}["french"]["score"] == score
    assert told["judge"] == report["judge"] == ORACLE
    assert told["verdicts"] == sha256_hex((own / "weak.jsonl").read_bytes())
    assert f"judge {ORACLE}: the submitter's own verdicts, which no board shows" in text
    assert {one["board"]: one["score"] for one in report["boards"]}[
        f"french@closed_book@{ORACLE}"
    ] == score
    assert report["not_judged"] == []


def test_verdicts_that_leave_an_answer_out_give_no_score(judged: Path) -> None:
    own, path = folder_of(judged, ORACLE), folder(judged, "partly")

    done = run("score", path, "--verdicts", own, "--root", judged)
    report = run("report", path, "--verdicts", own, "--format", "html", "--root", judged)

    assert "not judged: 2 answers without a verdict" in done.stdout
    assert "not judged: 2 answers of the track without a verdict" in report.stdout
    assert "the submitter&#39;s own verdicts" in report.stdout


def test_a_folder_without_verdicts_on_the_submission_is_a_wrong_command(judged: Path) -> None:
    done = run(
        "score", folder(judged, "waiting"), "--verdicts", folder_of(judged, ORACLE), "--root",
        judged,
    )  # fmt: skip

    assert done.returncode == 2
    assert "holds no waiting.jsonl" in done.stderr


def test_a_decision_records_the_figure_of_each_judge_and_none_without(mine: Path) -> None:
    for name in ("weak", "waiting"):
        run("decide", name, "accept", "--reason", "seen", "--date", RELEASE, "--root", mine)

    log = (mine / "releases" / RELEASE / "log" / "decisions.jsonl").read_bytes().splitlines()
    weak, waiting = (json.loads(line)["scores"] for line in log[-2:])
    # Neither answered a question of the track toy.
    assert weak.keys() == {f"french@{ORACLE}", f"french@{CREDULOUS}"}
    assert weak[f"french@{ORACLE}"] == rows(board(mine, ORACLE))["weak"]["score"]
    assert waiting == {}


def test_what_no_judge_judged_is_neither_compared_nor_measured(judged: Path) -> None:
    first, second = folder(judged, "good"), folder(judged, "waiting")

    compared = run("compare", first, second, "--json", "--root", judged).stdout
    release = open_release(judged, RELEASE)
    key = release.compiled.tasks_of("french")[0].ids[0]
    told = json.loads(run("explain", first, key, "--json", "--root", judged).stdout)

    assert json.loads(compared)["pairs"] == []
    assert told["metrics"] == {}
    assert told["why"] == "not judged: there is no verdict on the answer"


def test_no_submission_is_named_like_a_judge_s_own_file(mine: Path) -> None:
    path = submission(mine, "controls", answering(open_release(mine, RELEASE), whole))

    done = run("check", path, "--root", mine)

    assert done.returncode == 1
    assert "controls/submission.json: misplaced; got submission_id controls" in done.stderr


def test_a_withdrawn_judged_system_may_go_with_the_verdicts_on_it(mine: Path) -> None:
    common = "--date", RELEASE, "--root", mine
    reason = "--reason", "asked back"
    assert run("decide", "weak", "withdraw", *reason, *common).code == 0
    shutil.rmtree(folder(mine, "weak"))
    (folder_of(mine, ORACLE) / "weak.jsonl").unlink()
    assert "judge-changed" in run("verify", "--root", mine).stderr
    for command in (
        ("decide", f"_judges/{ORACLE}", "accept", *reason, *common),
        ("board", "--root", mine),
        ("verify", "--root", mine),
        ("release", "publish", "--undecided", "--root", mine),
        ("verify", "--root", mine),
    ):
        done = run(*command)
        assert done.code == 0, (command, done.stderr)
    assert rows(board(mine, ORACLE)).keys() >= {"good"}


# Pages ----------------------------------------------------------------------------------------


def test_a_board_s_page_shows_judge_gate_and_agreement(judged: Path) -> None:
    tree = pages(site_input(judged, version="0.1.0"))

    def page(judges: str) -> str:
        view = json.loads(tree[f".view/r/{RELEASE}/french@closed_book@{judges}.json"])
        return render("board.html", view, root="../../")

    trusted, believed, both = page(ORACLE), page(CREDULOUS), page(BOTH)

    assert f"{ORACLE}: passed its gate" in trusted
    assert "6 of 6 questions ordered rightly; Kendall&#39;s tau 1.000" in trusted
    assert "Figure by figure" not in trusted
    assert f"{CREDULOUS}: did not pass its gate, and ranks nobody" in believed
    # Constant, enumerate and echo answered; the others have nothing to grade.
    assert trusted.count("No judge graded its answers.") == 3
    assert "An order to the judge" in believed
    assert "master_key: 90 of 90, at most 2%" in believed
    alpha = board(judged, BOTH)["agreement"]["value"]
    assert f"<strong>{alpha:.3f}</strong>" in both
    assert "Figure by figure" in both
    assert "judged by" in both
