"""The only module that opens files."""

from __future__ import annotations

import errno
import fcntl
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


def leave(folder: Path, name: str) -> Path:
    """Leave a folder as a killed command does."""
    left = folder / f".{name}.abcdefgh.tmp"
    left.mkdir(parents=True)
    (left / "truths.jsonl").write_text("{}")
    return left


def test_what_a_kill_left_of_a_folder_goes_once_it_is_written_again(tmp_path: Path) -> None:
    left, other = leave(tmp_path, "boards"), tmp_path / ".boards.hgfedcba.tmp"
    other.mkdir()
    held = os.open(other, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)

    store.write_tree(tmp_path / "boards", {"a": b"1"}, replace=True)

    assert not left.exists()
    assert other.exists(), "another command is writing it"
    os.close(held)


def test_what_a_kill_left_of_something_else_is_named_and_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = leave(tmp_path, "private")
    (tmp_path / ".notes.tmp").write_text("the user's own")

    store.write_file(tmp_path / "b.zip", b"x")

    assert left.exists()
    said = f"{left}: looks like what a killed command left; remove it where nobody writes it\n"
    assert capsys.readouterr().err == said


def test_a_lock_removes_what_a_kill_left_wherever_it_lies(tmp_path: Path) -> None:
    left = [leave(tmp_path / "release" / place, "x") for place in ("", "boards/1/holdout", "log")]
    mine = tmp_path / "release" / ".gitignore"
    mine.write_text("x")

    with store.lock(tmp_path / "release"):
        assert not any(path.exists() for path in left)

    assert mine.exists()


def test_a_folder_that_a_kill_left_moved_aside_comes_back(tmp_path: Path) -> None:
    aside = tmp_path / "release" / ".revealed.abcdefgh.old" / "revealed"
    aside.mkdir(parents=True)
    (aside / "truths.jsonl").write_text("{}")

    with store.lock(tmp_path / "release"):
        assert store.read_tree(tmp_path / "release") == {"revealed/truths.jsonl": b"{}"}


def test_a_folder_that_cannot_take_its_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write_tree(tmp_path / "a", {"old": b"1"})
    rename = Path.rename

    def fail(path: Path, target: Path) -> Path:
        if path.name.endswith(".tmp"):
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(OSError, match="Input/output"):
        store.write_tree(tmp_path / "a", {"new": b"2"}, replace=True)

    assert store.read_tree(tmp_path / "a") == {"old": b"1"}
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_nothing_is_replaced_in_a_folder_that_a_link_leads_to(tmp_path: Path) -> None:
    store.write_tree(tmp_path / "home" / "docs", {"diary": b"1"})
    (tmp_path / "clone").mkdir()
    (tmp_path / "clone" / "build").symlink_to(tmp_path / "home")

    for path in ("docs", "docs/2026-02-05"):
        with pytest.raises(SubmissionError, match="build: file-kind; got a link"):
            store.write_tree(tmp_path / "clone" / "build" / path, {"a": b"2"}, replace=True)

    assert store.read_tree(tmp_path / "home" / "docs") == {"diary": b"1"}


@pytest.mark.parametrize("call", ["fsync", "fchmod"])
def test_a_full_disk_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_arguments: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)

    with pytest.raises(OSError, match=f"No space left on device: '{tmp_path}/file'"):
        store.write_file(tmp_path / "file", b"new")
