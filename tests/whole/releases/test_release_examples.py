"""The examples of release commands run on this repository."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_releasing import example

from commands import run
from places import ROOT
from world import ok


def test_the_example_that_compares_two_releases_runs_here() -> None:
    done = run(*example("release diff"))

    assert done.returncode == 0, done.stderr


def test_the_examples_that_write_run_in_a_copy_of_the_releases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGESTA_TODAY", "2026-12-02")  # the help has dates of its own
    # Nothing is signed in the copy: what holds lines that are is not in it.
    signed = "allowed_signers", "signers.jsonl", "past.json", "judges.jsonl", "boards"
    logs = (ROOT / "releases").glob("2*/log/decisions.jsonl")
    with_signed_logs = {
        path.parents[1].name for path in logs if b'"signature"' in path.read_bytes()
    }
    ignore = shutil.ignore_patterns(*signed, *with_signed_logs, "access.jsonl")
    shutil.copytree(ROOT / "releases", tmp_path / "releases", ignore=ignore)

    for command in ("release new", "release refresh", "dispute raise", "dispute settle", "access"):
        words = example(command)
        places = [str(tmp_path / one) if one.startswith("drafts/") else one for one in words]
        ok(*places, "--root", tmp_path)
