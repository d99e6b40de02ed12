"""The workflows: what they may do, how they are pinned, and their other jobs' shell steps, run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flows import WORKFLOWS, Done, Runner, steps, workflow

from commands import run
from digesta.canonical import canonical_bytes
from digesta.errors import SubmissionError
from digesta.package_files import record_examples
from digesta.workspace.repository.pull_request import read_result
from digesta.workspace.sums import write_sums
from places import ROOT
from world import folder

NAMES = ("submission", "comment", "site", "fuzz", "bench", "tests")
HEAD = "0" * 39 + "2"
BASE, TREE = "b" * 40, "7" * 40
"""The commit of the example of a result."""
BIN = Path(sys.executable).parent


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name in NAMES:
        for job, value in workflow(name)["jobs"].items():
            yield name, job, value


# What they may do -----------------------------------------------------------------------------


def test_every_workflow_of_the_repository_is_looked_at_here() -> None:
    assert {path.stem for path in WORKFLOWS.iterdir()} == set(NAMES)


def test_actionlint_finds_nothing() -> None:
    done = subprocess.run(
        [BIN / "actionlint", "-no-color", *sorted(WORKFLOWS.glob("*.yml"))],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (0, "")


def test_zizmor_finds_nothing_that_is_not_excused_where_it_stands() -> None:
    done = subprocess.run(
        [BIN / "zizmor", "--offline", "--no-progress", "--persona=pedantic", "."],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout
    excuses = [line for path in WORKFLOWS.iterdir() for line in path.read_text().splitlines()]
    assert sum("zizmor: ignore" in line for line in excuses) == 1


def test_a_job_has_the_rights_that_it_needs_and_no_other() -> None:
    assert all(workflow(name)["permissions"] == {} for name in NAMES)
    assert {(name, job): value["permissions"] for name, job, value in jobs()} == {
        ("submission", "submission"): {"contents": "read"},
        ("comment", "comment"): {"actions": "read", "contents": "read", "pull-requests": "write"},
        ("fuzz", "fuzz"): {"contents": "read"},
        ("bench", "bench"): {"contents": "read"},
        ("tests", "fast"): {"contents": "read"},
        ("tests", "whole"): {"contents": "read"},
        ("site", "build"): {"contents": "read"},
        ("site", "publish"): {"attestations": "write", "id-token": "write", "pages": "write"},
    }


def test_a_request_whose_base_changes_is_checked_again() -> None:
    on = workflow("submission")[True]

    assert isinstance(on, dict)
    assert {"opened", "synchronize", "reopened", "edited"} <= {*on["pull_request"]["types"]}


def test_no_workflow_knows_a_secret_and_only_two_steps_a_token() -> None:
    text = "".join(path.read_text() for path in WORKFLOWS.iterdir())

    assert "secrets." not in text
    assert text.count("github.token") == text.count("GH_TOKEN: ${{ github.token }}") == 2
    assert "pull_request_target" not in text


def test_what_strangers_name_reaches_a_script_by_its_environment_alone() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]
    every = [step for _, _, job in jobs() for step in job["steps"]] + action
    scripts = [step["run"] for step in every if "run" in step]

    assert len(scripts) > 10
    assert not [script for script in scripts if "${{" in script]


def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it() -> None:
    lines = [
        line.strip() for path in WORKFLOWS.iterdir() for line in path.read_text().splitlines()
        if "uses:" in line
    ]  # fmt: skip

    assert len(lines) == 13
    pinned = re.compile(r"uses: actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert not [line for line in lines if not pinned.fullmatch(line)]


def test_a_checkout_is_never_of_the_head_and_leaves_no_token() -> None:
    for name, _, job in jobs():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False
                assert step["with"].get("ref") == (
                    "${{ env.BASE }}" if name == "submission" else None
                )


def test_a_pull_request_runs_the_fast_tests_and_the_default_branch_everything() -> None:
    scripts = {job: [text for _, text in steps("tests", job)] for job in ("fast", "whole")}
    gitlab = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text())

    assert "make test" in scripts["fast"]
    assert {"make site", "make test-whole"} <= set(scripts["whole"])
    assert workflow("tests")["jobs"]["whole"]["if"] == "github.event_name != 'pull_request'"
    assert gitlab["test"]["script"] == ["make test"]
    assert gitlab["test-whole"]["script"] == ["make site", "make test-whole"]
    commands = ["make site", "make test", "make test-whole"]
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-3:] == commands


def test_every_job_ends_and_the_reading_ones_have_limits_of_memory_and_time() -> None:
    assert all(0 < job["timeout-minutes"] <= 60 for _, _, job in jobs())
    for name, title in (
        ("submission", "Check the head as data"),
        ("comment", "Make the comment of it"),
    ):
        script = dict(steps(name, name))[title]
        assert script.startswith("ulimit -v ")
        assert "timeout " in script
    fetch = dict(steps("submission", "submission"))["Fetch the head's objects"]
    assert fetch.startswith("timeout ")


# The comment ----------------------------------------------------------------------------------


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """Return a checkout whose ``gh`` answers for pull request 7, and whose ``unzip`` prints."""
    (tmp_path / "root").mkdir()
    made = Runner(tmp_path / "root", tmp_path)
    answers = {"artifacts": "41", "zip": "", "head": HEAD, "pulls": "7"}
    answers |= dict.fromkeys(("ours", "theirs"), TREE)
    for name, answer in answers.items():
        (tmp_path / name).write_text(answer)
    example = record_examples("digesta.records")["PullRequest"]
    (tmp_path / "result.json").write_bytes(canonical_bytes(example))
    made.tool(
        "gh",
        f"""
        cd {tmp_path}; echo "$*" >> asked
        case "$*" in
          *artifacts/41/zip*) cat zip;; *actions/runs*) cat artifacts;;
          *git/trees/{HEAD}*) cat theirs;; *git/trees/{BASE}*) cat ours;;
          *pulls/7*base.sha) echo {BASE};; *pulls/7*) cat head;; "api --method GET"*) cat pulls;;
          "pr comment"*) cp root/build/comment.md posted;;
        esac""",
    )
    made.tool("unzip", f"cat {tmp_path / 'result.json'}")
    return made


def posted(runner: Runner) -> str:
    """Run the job that comments; return what it posted."""
    for name, script in steps("comment", "comment"):
        environment = {"RUN": "5", "HEAD": HEAD, "OWNER": "stranger", "BRANCH": "$(touch x)`y`"}
        done = runner.run(script, environment)
        assert done.code == 0, (name, done.said)
    place = runner.place / "posted"
    return place.read_text() if place.exists() else ""


def test_a_result_becomes_one_comment_that_is_edited_afterwards(runner: Runner) -> None:
    text = posted(runner)

    assert text.startswith("## Digesta: this submission can be merged\n")
    assert "95 % interval 55.0% to 67.0%; floor 42.0%: clears the floor" in text
    asked = (runner.place / "asked").read_text()
    assert "head=stranger:$(touch x)`y`" in asked
    assert "pr comment 7 --repo owner/repository --edit-last --create-if-none" in asked
    assert not (runner.root / "x").exists()


@pytest.mark.parametrize("side", ["ours", "theirs"])
@pytest.mark.parametrize("tree", ["5" * 40, ""])
def test_a_branch_that_changes_the_check_is_not_believed(
    runner: Runner, side: str, tree: str
) -> None:
    (runner.place / side).write_text(tree)

    assert posted(runner) == (
        "`.github/` differs here from the base, and so may the check: a maintainer has to look.\n"
    )


@pytest.mark.parametrize(("name", "answer"), [("artifacts", ""), ("pulls", ""), ("head", "0" * 40)])
def test_what_is_gone_or_went_on_is_not_commented(runner: Runner, name: str, answer: str) -> None:
    (runner.place / name).write_text(answer)

    assert posted(runner) == ""


FORGED: list[dict[str, Any]] = [
    {"verdict": "@everyone"},
    {"more": 1},
    {"boards": [{}]},
    {"total": -1},
    {"problems": [{"code": "x y", "file": "f"}]},
    {"problems": [{"code": "x", "file": "f" * 3000}]},
    {"problems": [{"code": "x", "file": "f"}] * 21},
    {"format": "pull-request/2"},
]


@pytest.mark.parametrize("change", FORGED, ids=lambda change: next(iter(change)))
def test_a_result_that_no_check_writes_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    example = record_examples("digesta.records")["PullRequest"]
    (tmp_path / "result.json").write_bytes(canonical_bytes(example | change))

    with pytest.raises(SubmissionError):
        read_result(tmp_path / "result.json")


def test_a_forged_result_is_refused_and_nothing_is_posted(runner: Runner) -> None:
    example = json.loads((runner.place / "result.json").read_bytes())
    (runner.place / "result.json").write_bytes(canonical_bytes(example | {"head": "0" * 40}))

    with pytest.raises(AssertionError, match="Make the comment"):
        posted(runner)
    assert not (runner.place / "posted").exists()


def test_a_result_that_is_too_large_is_not_read(runner: Runner) -> None:
    (runner.place / "result.json").write_bytes(b" " * (2 << 20))

    with pytest.raises(AssertionError, match=r"Fetch the result|Make the comment"):
        posted(runner)
    assert (runner.root / "build" / "pull-request.json").stat().st_size <= (1 << 20) + 1


def test_a_forged_text_is_no_more_than_text(runner: Runner) -> None:
    example = json.loads((runner.place / "result.json").read_bytes())
    example["boards"][0]["board"] = "x\n```\n# @everyone [a](https://e.example)"
    (runner.place / "result.json").write_bytes(canonical_bytes(example))

    assert "\n x\\n```\\n# @everyone" in posted(runner)
    assert "\n````text\n" in posted(runner)


# The site -------------------------------------------------------------------------------------


def test_every_byte_of_the_site_stands_in_the_list_that_is_attested(tmp_path: Path) -> None:
    site = tmp_path / "root" / "build" / "site"
    for name in ("index.html", "a/b c.html", "a/é.json"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(name)
    write_sums(site)
    runner = Runner(tmp_path / "root", tmp_path)

    for _, script in steps("site", "build"):
        assert runner.run(script, {}).code == 0
    check = "cd build/site && sha256sum --quiet --strict -c SHA256SUMS"

    assert runner.run(check, {}) == Done(0, "")
    listed = runner.run("sha256sum < build/site/SHA256SUMS", {}).said.split()[0]
    assert runner.output.read_text() == f"digest=sha256:{listed}\n"
    (site / "a" / "b c.html").write_text("b c.htmk")
    assert runner.run(check, {}).code != 0


def test_what_publishes_builds_nothing_and_what_builds_cannot_publish() -> None:
    assert list(steps("site", "publish")) == []
    assert workflow("site")["jobs"]["publish"]["needs"] == "build"
    assert workflow("site")[True].keys() == {"push", "schedule", "workflow_dispatch"}


# GitLab, the action ---------------------------------------------------------------------------


def test_on_gitlab_no_job_that_reads_a_stranger_s_commit_has_the_token() -> None:
    jobs = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text())
    scripts = {name: " ".join(job["script"]) for name, job in jobs.items() if "script" in job}

    assert {name for name, text in scripts.items() if "FETCH_HEAD" in text} == {
        "submission",
        "read",
    }
    assert {name for name, text in scripts.items() if "COMMENT_TOKEN" in text} == {"comment"}
    assert {name for name, job in jobs.items() if "environment" in job} == {"comment"}
    assert jobs["submission"]["variables"] == {"GIT_STRATEGY": "none"}
    assert not [name for name, text in scripts.items() if "checkout" in text]
    for name in ("submission", "read"):
        assert "ulimit -v " in scripts[name]
        assert "timeout 900 .venv/bin/digesta intake pull-request" in scripts[name]
        assert "timeout 120 git -c fetch.fsckObjects=true fetch" in scripts[name]
    assert all(text.count("curl") == text.count("curl --max-time") for text in scripts.values())


def test_on_gitlab_every_open_request_is_read_the_oldest_first(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    runner = Runner(tmp_path / "root", tmp_path)
    runner.tool("timeout", '[ "$2" = git ] || echo "$DIGESTA_ACCOUNT"')
    for page, numbers in (("1", range(1, 101)), ("2", range(101, 121)), ("3", ())):
        requests = [{"iid": n, "author": {"username": f"person-{n}"}} for n in numbers]
        (tmp_path / page).write_text(json.dumps(requests))
    runner.tool("curl", f'a="$*"; a="${{a#*&page=}}"; cp "{tmp_path}/${{a%% *}}" open.json')
    read = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text())["read"]["script"]

    done = runner.run("\n".join(read), {"CI_API_V4_URL": "", "CI_PROJECT_ID": "1"})

    assert done.code == 0
    assert re.findall(r"gitlab:person-(\d+)", done.said) == [str(n) for n in range(1, 121)]
    assert "order_by=created_at&sort=asc" in "".join(read)


def test_on_gitlab_another_person_s_note_of_a_commit_keeps_no_comment_back(tmp_path: Path) -> None:
    (tmp_path / "root" / "build" / "requests").mkdir(parents=True)
    runner = Runner(tmp_path / "root", tmp_path)
    example = record_examples("digesta.records")["PullRequest"]
    for number in ("7", "8"):
        (runner.root / f"build/requests/{number}.json").write_bytes(canonical_bytes(example))
        author = {"id": 5 if number == "8" else 6}
        note = {"author": author, "body": f"x\n commit {example['head']}, on"}
        (tmp_path / number).write_text(json.dumps([note]))
    runner.tool(
        "curl",
        f"""a="$*"; case "$a" in
          *body@*) echo "${{a##*merge_requests/}}" >> "{tmp_path}/posted";;
          */user*) echo '{{"id": 5}}' > "${{a##* }}";;
          *) n="${{a##*merge_requests/}}"; cp "{tmp_path}/${{n%%/*}}" "${{a##* }}";;
        esac""",
    )
    comment = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text())["comment"]["script"]
    words = {"CI_API_V4_URL": "http://x", "CI_PROJECT_ID": "1", "COMMENT_TOKEN": "t"}

    done = runner.run("\n".join(comment), words)

    assert done.code == 0, done.said
    assert (tmp_path / "posted").read_text().split("/")[0] == "7"
    assert (tmp_path / "posted").read_text().count("\n") == 1


def test_the_action_checks_with_annotations_and_scores(workspace: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    for path in folder(workspace, "right").iterdir():
        (own / path.name).write_bytes(path.read_bytes().replace(b'"right"', b'"mine"'))
    runner, action = Runner(workspace, tmp_path), yaml.safe_load((ROOT / "action.yml").read_text())
    install, check, score = (step["run"] for step in action["runs"]["steps"])
    given = {"GITHUB_ACTION_PATH": str(workspace), "FOLDER": str(own), "RELEASE": ""}

    assert runner.run(install, given).said == f"make --no-print-directory -C {workspace} core\n"
    assert runner.run(check, given).code == 0
    assert "100.0%" in runner.run(score, given | {"RELEASE": "2026-02-05"}).said
    with (own / "predictions.jsonl").open("a") as file:
        file.write("not, json\n")
    refused = runner.run(check, given)
    assert refused.code == 1
    assert (
        f"::error file={own}/predictions.jsonl,line=37,title=not-json::not-json; " in refused.said
    )


def test_an_annotation_cannot_be_ended_by_what_it_is_about() -> None:
    from digesta.cli.text import annotation
    from digesta.errors import Problem

    hostile = "a%0A::b,line=1\n::error::c"
    text = annotation(Problem(code="x", file=hostile, line=3, got=hostile))

    assert text == (
        "::error file=a%250A%3A%3Ab%2Cline=1\\n%3A%3Aerror%3A%3Ac,line=3,title=x"
        "::x; got a%250A::b,line=1\\n::error::c\n"
    )


# The command ----------------------------------------------------------------------------------


def test_a_commit_that_git_does_not_know_is_a_wrong_command(
    workspace: Path, tmp_path: Path
) -> None:
    done = run(
        "intake", "pull-request", "--base", "--output=/x", "--head", "HEAD", "-o", tmp_path / "r",
        "--root", workspace,
    )  # fmt: skip

    assert done.returncode == 2
    assert "git rev-parse failed" in done.stderr
    assert not (tmp_path / "r").exists()
