"""The only module that opens files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from digesta.errors import ReleaseError, SubmissionError, UsageError
from digesta.workspace import store


def test_a_symlink_a_fifo_a_folder_and_a_hard_link_are_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"x")
    (tmp_path / "link").symlink_to(plain)
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    twin = tmp_path / "twin"
    twin.write_bytes(b"y")
    os.link(twin, tmp_path / "hard")

    for name in ("link", "fifo", "folder", "hard"):
        with pytest.raises(SubmissionError, match="file-kind"):
            store.read_bytes(tmp_path / name)


def test_a_file_over_its_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse"
    with sparse.open("wb") as file:
        file.truncate(1 << 40)

    with pytest.raises(SubmissionError, match="file-size"):
        store.read_bytes(sparse, limit=1 << 16)


def test_a_missing_file_is_a_wrong_command(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        store.read_bytes(tmp_path / "none")


def test_a_failed_write_leaves_the_old_bytes_and_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    store.write_file(path, b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.write_file(path, b"new")

    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_tree_is_put_in_place_at_once_and_not_over_another(tmp_path: Path) -> None:
    store.write_tree(tmp_path / "a", {"x/y.json": b"1", "z": b"2"})

    assert store.read_tree(tmp_path / "a") == {"x/y.json": b"1", "z": b"2"}
    with pytest.raises(UsageError, match="immutable"):
        store.write_tree(tmp_path / "a", {"z": b"3"})
    assert store.read_tree(tmp_path / "a") == {"x/y.json": b"1", "z": b"2"}


def test_a_tree_that_may_be_replaced_is_replaced_whole(tmp_path: Path) -> None:
    store.write_tree(tmp_path / "a", {"old": b"1"})

    store.write_tree(tmp_path / "a", {"new": b"2"}, replace=True)

    assert store.read_tree(tmp_path / "a") == {"new": b"2"}
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_modes_are_those_that_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        store.write_tree(tmp_path / "a", {"x/y": b"1"})
        store.write_file(tmp_path / "b", b"1")
    finally:
        os.umask(before)

    modes = {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "a/x/y", tmp_path / "b")}
    folders = {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "a", tmp_path / "a/x")}
    assert modes == {0o600}
    assert folders == {0o700}


def test_a_log_that_somebody_else_wrote_to_is_not_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    store.append_line(log, b"1\n", after=b"")

    with pytest.raises(ReleaseError, match="log-moved"):
        store.append_line(log, b"2\n", after=b"")

    assert log.read_bytes() == b"1\n"


def test_the_second_of_two_writers_is_told(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from digesta.workspace import store\n"
        "try:\n"
        "    with store.lock(Path(sys.argv[1])): pass\n"
        "except Exception as error: sys.exit(str(error))\n"
    )

    with store.lock(tmp_path):
        second = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)],
            capture_output=True, text=True, check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip

    assert second.returncode == 1
    assert "another digesta is writing here" in second.stderr


def test_a_folder_that_is_made_again_loses_what_a_kill_left_long_ago(tmp_path: Path) -> None:
    old, new = (tmp_path / f".boards.abcdefg{n}.tmp" for n in (1, 2))
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))

    store.write_tree(tmp_path / "boards", {"a": b"1"}, replace=True)

    assert not old.exists()
    assert new.exists(), "another command may be writing it"
