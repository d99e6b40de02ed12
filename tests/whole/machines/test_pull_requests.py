"""Branches of strangers, through the shell steps of the workflow that reads them as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import chdir
from typing import Any, NamedTuple

import pytest
from branches import (
    ALONE,
    HOSTILE_NAME,
    MANY,
    TAKEN,
    Branch,
    branches,
    git,
    repository,
    workspace,
)
from flows import Done, Runner, steps
from markdown_it import MarkdownIt

from commands import run
from digesta.cli.comment import comment_text
from digesta.workspace.repository.pull_request import MOST_BYTES, read_result

CHECK, SHOW = "Check the head as data", "Show what was found"


class Outcome(NamedTuple):
    """What became of a branch. code, log: of the job; shown: Markdown."""

    code: int
    log: str
    result: dict[str, Any]
    shown: str


class Repository(NamedTuple):
    """The checkout of the base, the branches by name, and the commit of each."""

    runner: Runner
    branches: Mapping[str, Branch]
    commits: Mapping[str, str]
    base: str


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    place = tmp_path_factory.mktemp("flows")
    base = workspace(place / "base")
    known = branches(base)
    commits = repository(place / "origin.git", base, known)
    git(place, "clone", "--quiet", "--single-branch", str(place / "origin.git"), "checkout")
    return Repository(
        Runner(place / "checkout", place),
        known,
        commits,
        git(place / "origin.git", "rev-parse", "main"),
    )


@pytest.fixture(scope="module")
def outcomes(repo: Repository) -> dict[str, Outcome]:
    return {name: outcome(repo, commit) for name, commit in repo.commits.items()}


def outcome(
    repo: Repository, head: str, account: str = "github:stranger", *, script_too: bool = False
) -> Outcome:
    """Run the job's steps on a commit until one fails; what is shown of it is made here.

    script_too: whether the check runs as the job's script, or in this process.
    """
    runner, path = repo.runner, repo.runner.root / "build" / "pull-request.json"
    path.unlink(missing_ok=True)
    done, log = Done(0, ""), ""
    for name, script in steps("submission", "submission"):
        if name == SHOW or done.code:
            continue
        if name == CHECK and not script_too:
            with chdir(runner.root):
                did = run(
                    *("intake", "pull-request", "--base", repo.base, "--head", head),
                    *("--out", path), DIGESTA_ACCOUNT=account,
                )  # fmt: skip
            done = Done(did.code, did.stdout + did.stderr)
        else:
            done = runner.run(script, {"BASE": repo.base, "HEAD": head, "DIGESTA_ACCOUNT": account})
        log += done.said
    if not path.exists():
        return Outcome(done.code, log, {}, "")
    return Outcome(done.code, log, json.loads(path.read_bytes()), comment_text(read_result(path)))


def test_every_branch_gets_its_verdict_and_every_problem_its_code(
    repo: Repository, outcomes: Mapping[str, Outcome]
) -> None:
    assert len(outcomes) >= 30
    wanted = {name: (each.verdict, each.codes) for name, each in repo.branches.items()}
    assert {
        name: (
            each.result.get("verdict", ""),
            frozenset(problem["code"] for problem in each.result.get("problems", [])),
        )
        for name, each in outcomes.items()
    } == wanted


@pytest.mark.parametrize(
    "name", ["good", "a scorer with a submission", "many hostile ids", "64 MiB and a byte", ALONE]
)
def test_the_job_s_own_script_finds_the_same(
    repo: Repository, outcomes: Mapping[str, Outcome], name: str
) -> None:
    assert outcome(repo, repo.commits[name], script_too=True) == outcomes[name]


def test_the_job_is_red_where_a_branch_is_refused_and_green_elsewhere(
    repo: Repository, outcomes: Mapping[str, Outcome]
) -> None:
    red = {name for name, each in outcomes.items() if each.code}

    assert red == {name for name, each in repo.branches.items() if each.verdict in {"refused", ""}}


def test_an_account_of_the_list_may_submit_under_a_taken_name(repo: Repository) -> None:
    owner = outcome(repo, repo.commits[TAKEN], "github:Owner")
    nobody = outcome(repo, repo.commits[TAKEN], "")

    assert owner.result["verdict"] == nobody.result["verdict"] == "accepted"
    assert "--account" not in owner.log
    assert "say who submits by --account" in nobody.log


def test_nothing_of_a_branch_is_checked_out(
    repo: Repository, outcomes: Mapping[str, Outcome]
) -> None:
    ours = {"?? .venv/", "?? build/"}

    assert set(git(repo.runner.root, "status", "--porcelain").splitlines()) <= ours
    assert git(repo.runner.root, "rev-parse", "HEAD") == repo.base


def test_no_scorer_of_a_branch_runs(repo: Repository, outcomes: Mapping[str, Outcome]) -> None:
    assert "a scorer with a submission" in outcomes
    assert not (repo.runner.root.parent / "written").exists()


def test_a_good_branch_is_told_its_score_floor_and_boards(outcomes: Mapping[str, Outcome]) -> None:
    result = outcomes["good"].result

    [board] = result["boards"]
    assert (board["board"], board["score"], board["n"]) == ("toy@closed_book", 1, 36)
    assert board["clears"] == "yes"
    assert board["floor"] < board["low"] < 1
    assert board["moved"] == 0
    # silent, constant, random, enumerate, echo; right, wrong, and this one.
    assert board["rows"] == 8
    assert (
        result["others"] == 2
    )  # boards of the same system; tasks of fewer than 30 questions have none
    assert "score" not in str(result["card"])


def test_a_submission_of_nothing_readable_does_not_clear_the_floor(
    outcomes: Mapping[str, Outcome],
) -> None:
    [board] = outcomes["good, all unreadable"].result["boards"]

    assert (board["score"], board["unreadable"], board["clears"]) == (0, 36, "no")


def test_a_problem_is_located_by_its_path_in_the_repository(
    outcomes: Mapping[str, Outcome],
) -> None:
    [problem] = outcomes["an answer twice"].result["problems"]

    assert problem["file"] == "predictions/2026-03-05/newcomer/predictions.jsonl"
    assert problem["line"] == 37
    assert "digesta-" not in json.dumps({name: each.result for name, each in outcomes.items()})


def test_every_result_is_far_smaller_than_what_the_next_workflow_takes(
    outcomes: Mapping[str, Outcome],
) -> None:
    assert max(len(json.dumps(each.result)) for each in outcomes.values()) < MOST_BYTES / 20


def test_the_job_shows_what_is_commented(repo: Repository, outcomes: Mapping[str, Outcome]) -> None:
    runner = repo.runner
    [script] = [script for name, script in steps("submission", "submission") if name == SHOW]
    outcome(repo, repo.commits["many hostile ids"])

    assert runner.run(script, {}) == Done(0, "")
    assert runner.summary.read_text() == outcomes["many hostile ids"].shown


def test_no_text_of_a_branch_stands_in_the_log_of_the_job(
    outcomes: Mapping[str, Outcome],
) -> None:
    for name, each in outcomes.items():
        if each.result:
            assert "::" not in each.log, name
            assert "##[" not in each.log, name
            assert "@everyone" not in each.log, name


ALLOWED = {
    "heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "fence",
    "text", "softbreak", "code_inline",
}  # fmt: skip


def test_nothing_that_was_sent_in_is_more_than_text_in_a_comment(
    outcomes: Mapping[str, Outcome],
) -> None:
    """Markup, mentions, links and commands of a forge are inert within a fence, and only there."""
    for name, each in outcomes.items():
        tokens = (
            MarkdownIt("commonmark", {"html": True})
            .enable(["table", "strikethrough"])
            .parse(each.shown)
        )
        inside = [one for token in tokens for one in token.children or ()]
        assert {token.type for token in [*tokens, *inside]} <= ALLOWED, name
        assert [token.type for token in tokens].count("fence") == bool(each.shown), name
        ours = " ".join(token.content for token in tokens if token.type == "inline")
        assert not set(ours) & set("@#<>[]*_~/\\|!"), name
        fences = [
            line for token in tokens if token.type == "fence" for line in token.content.splitlines()
        ]
        assert all(line.startswith(" ") and line.isprintable() for line in fences), name
        assert len(each.shown) < 20_000


def test_a_hostile_name_is_shown_whole_all_the_same(outcomes: Mapping[str, Outcome]) -> None:
    assert (
        f"\n {HOSTILE_NAME} (Strangers): 36 answers\n" in outcomes["good, of a hostile name"].shown
    )
    assert f"and {MANY - 20} more problems" in outcomes["many hostile ids"].shown


def test_a_pull_request_without_a_submission_gets_no_comment(
    outcomes: Mapping[str, Outcome],
) -> None:
    assert outcomes["code alone"].shown == ""


def test_the_examples_in_the_help_run(repo: Repository) -> None:
    said = [run("intake", command, "--help").stdout for command in ("pull-request", "comment")]
    examples = [" ".join(text.split()).split("Example: ")[1] for text in said]
    fetched = repo.runner.run(f"git fetch --quiet origin {repo.commits['good']}", {})

    done = repo.runner.run("".join(f".venv/bin/{example}\n" for example in examples), {})

    assert (fetched.code, done.code) == (0, 0), done.said
    assert done.said.startswith("accepted, 0 problems\n## Digesta: ")
