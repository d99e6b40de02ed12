"""Two maintainers decide on two branches: git leaves both sides, and one command makes a chain."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from world import RELEASE, answers, do, git, log, submission

LOG = Path("releases") / RELEASE / "log" / "decisions.jsonl"


def decide(work: Path, name: str, decision: str = "accept") -> None:
    more = ("--reason", f"seen: {name}", "--date", "2026-02-11", "--root", work)
    done = do("decide", name, decision, *more)
    assert done.code == 0, done.stderr


def commit(work: Path, subject: str) -> None:
    git(work, "add", "-A")
    git(work, "commit", "-qm", subject)


@pytest.fixture(params=["merge", "diff3"])
def conflict(work: Path, request: pytest.FixtureRequest) -> Path:
    """Return a workspace in which git could not merge two branches' decisions."""
    for name in ("a1", "b1", "c1"):
        submission(work, name, answers(5), organization=f"Org {name}")
    decide(work, "a1")
    git(work, "init", "-q")
    git(work, "config", "merge.conflictStyle", request.param)
    commit(work, "base")
    git(work, "branch", "theirs")
    decide(work, "b1")
    decide(work, "a1", "withdraw")
    commit(work, "ours")
    git(work, "checkout", "-q", "theirs")
    decide(work, "c1")
    commit(work, "theirs")
    git(work, "checkout", "-q", "m")
    with pytest.raises(subprocess.CalledProcessError):
        git(work, "merge", "theirs")
    return work


def test_the_decisions_of_two_branches_become_one_chain(conflict: Path) -> None:
    ours = subprocess.check_output(["git", "-C", conflict, "show", f"m:{LOG.as_posix()}"])

    done = do("log", "merge", conflict / LOG)

    assert done.code == 0, done.stderr
    assert "4 lines" in done.stdout
    decisions = [(line["submission_id"], line["decision"]) for line in log(conflict, "decisions")]
    assert decisions == [("a1", "accept"), ("b1", "accept"), ("a1", "withdraw"), ("c1", "accept")]
    assert (conflict / LOG).read_bytes().startswith(ours), "our lines keep their bytes"
    assert do("verify", "--root", conflict).code == 0


def test_keeping_both_sides_by_hand_breaks_the_chain(conflict: Path) -> None:
    lines = (conflict / LOG).read_text("utf-8").splitlines(keepends=True)
    (conflict / LOG).write_text("".join(line for line in lines if line.startswith("{")))

    done = do("verify", "--root", conflict)

    assert done.code == 1
    assert "chain" in done.stderr


@pytest.mark.parametrize("name", ["decisions", "attempts"])
def test_a_log_without_a_conflict_or_of_attempts_is_left_alone(work: Path, name: str) -> None:
    submission(work, "a1", answers(5), organization="Org a1")
    decide(work, "a1")
    path = (work / LOG).with_name(f"{name}.jsonl")
    before = (work / LOG).read_bytes()

    done = do("log", "merge", path)

    assert done.code == 2
    assert (work / LOG).read_bytes() == before
