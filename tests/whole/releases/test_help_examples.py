"""The examples in the help run on this repository."""

from __future__ import annotations

import shlex

import pytest
from test_help import READING

from commands import run


@pytest.mark.parametrize("command", READING)
def test_the_example_in_the_help_runs(command: str) -> None:
    said = " ".join(run(*command.split()[:1], "--help").stdout.split())
    example = said.split("Example: digesta ", 1)[1]

    done = run(*shlex.split(example))

    assert done.returncode == 0, done.stderr
