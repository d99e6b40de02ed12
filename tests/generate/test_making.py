"""Where a submission is written, and when its folder is replaced: nothing unique is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from runs import generate

from commands import environment
from digesta.errors import UsageError
from digesta_generate.inference.folder import put_submission
from world import RELEASE

FILES = {"submission.json": b"{}\n", "predictions.jsonl": b"1\n", "run.json": b"first\n"}


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_other_answers_take_the_place_of_those_that_stand_there(tmp_path: Path) -> None:
    folder = tmp_path / "of"
    put_submission(folder, FILES | {"trace.jsonl": b"old\n"})

    put_submission(folder, FILES)

    assert held(folder) == FILES


def test_a_folder_with_the_same_answers_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "of"
    put_submission(folder, FILES)
    (folder / "holdout.json").write_bytes(b"told\n")

    put_submission(folder, FILES | {"run.json": b"second\n"})

    assert held(folder) == FILES | {"holdout.json": b"told\n"}


@pytest.mark.parametrize("name", ["predictions.jsonl", "submission.json", "trace.jsonl"])
def test_a_holdout_s_record_is_not_replaced_by_other_files(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "of"
    put_submission(folder, FILES)
    (folder / "holdout.json").write_bytes(b"told\n")
    before = held(folder)

    with pytest.raises(UsageError, match=r"holdout\.json has the sealed scores of other answers"):
        put_submission(folder, FILES | {name: b"2\n"})

    assert held(folder) == before


def test_a_command_in_a_subfolder_writes_into_the_workspace_above(twelve: Path) -> None:
    below = twelve / "releases" / RELEASE
    command = [sys.executable, "-m", "digesta_generate", "adversary", "silent"]

    done = subprocess.run(
        command, cwd=below, env=environment(), capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    folder = twelve / "predictions" / RELEASE / "adversary-silent"
    assert done.stdout == f"{folder.as_posix()}: 12 answers\n"
    assert (folder / "predictions.jsonl").is_file()


def test_a_workspace_that_is_named_is_taken_as_it_is(twelve: Path) -> None:
    done = generate("adversary", "silent", "--root", twelve / "releases")

    assert done.returncode == 2
    assert "no release here" in done.stderr
