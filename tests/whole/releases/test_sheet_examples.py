"""The examples of sheet commands run on this repository."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from sheet_commands import done

from places import ROOT


@pytest.mark.parametrize("command", ["pack", "unpack"])
def test_the_example_in_the_help_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "releases").symlink_to(ROOT / "releases")
    monkeypatch.chdir(tmp_path)
    for name in ("pack", "unpack")[: 1 + (command == "unpack")]:
        said = " ".join(done(name, "--help").split())
        done(*shlex.split(said.split("Example: digesta ", 1)[1]))
