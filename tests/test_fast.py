"""A fast test starts our own commands, git and ssh-keygen, and opens the newest release only."""

from __future__ import annotations

import subprocess
import sys

import pytest

from places import NEWEST, ROOT


def test_a_fast_test_that_starts_another_program_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"a fast test starts .*true"):
        subprocess.run(["/bin/true"], check=True)


def test_a_fast_test_starts_our_own_commands_git_and_ssh_keygen() -> None:
    for command in ([sys.executable, "-c", ""], ["git", "--version"], ["ssh-keygen", "-?"]):
        assert subprocess.run(command, capture_output=True, check=False).returncode in (0, 1)


def test_a_fast_test_opens_the_newest_release_and_no_other() -> None:
    older = sorted(path for path in (ROOT / "releases").glob("*/release.json"))
    for path in older:
        if path.parent.name == NEWEST:
            assert path.read_bytes()
        else:
            with pytest.raises(pytest.fail.Exception, match=f"opens release {path.parent.name}"):
                path.read_bytes()
