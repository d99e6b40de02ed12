"""Candidates for retirement in the newest release."""

from __future__ import annotations

import shlex

from commands import run


def test_the_example_in_its_help_runs() -> None:
    told = " ".join(run("release", "retire-candidates", "--help").stdout.split())

    done = run(*shlex.split(told.split("Example: digesta ", 1)[1]))

    assert done.returncode == 0, done.stderr
    assert "halacha@closed_book: 270 questions, " in done.stdout
