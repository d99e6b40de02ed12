"""A submission's folder is replaced only where nothing is lost that cannot be made again."""

from __future__ import annotations

from pathlib import Path

import pytest

from digesta.errors import UsageError
from digesta_generate.inference.folder import put_submission

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

    with pytest.raises(UsageError, match=r"holdout\.json is of other files"):
        put_submission(folder, FILES | {name: b"2\n"})

    assert held(folder) == before
