"""Old or new, never torn: commands are killed and starved at their system calls.

One run is traced to learn at which system calls a command touches the workspace. Then the command
is killed at each of them, and fails at each that can fail: afterwards the old state or the new one
stands, a reader meets nothing half-written, and the same command again ends in the new state.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commanded import Answer, Server
from digesta.workspace.store import read_tree
from world import RELEASE, cut_in, do, draft, key_of, submission, toy, write

CHANGING = frozenset(
    ["write", "fsync", "fchmod", "chmod", "rename", "mkdir", "unlink", "rmdir", "flock"]
)
"""System calls that change what is on disk, or guard it; opening counts where it creates."""
TRACED = ("openat", "close", "read", "newfstatat", "getdents64", "unlinkat", *sorted(CHANGING))
FAILING = {
    "openat": "ENOSPC",
    "write": "ENOSPC",
    "mkdir": "ENOSPC",
    "fsync": "EIO",
    "rename": "EIO",
}
MOST = 40
"""Kills that are tried: at all calls that change something, or at as many, evenly spread."""
FAULTS = 16
"""Faults that are tried, likewise; the last calls always."""
_CALL = re.compile(r"^(?:\d+ +)?([a-z0-9_]+)\((.*)")


@pytest.fixture(scope="module")
def strace(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip, with the reason, where no process can be traced."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed (Debian: apt-get install strace)")
    out = tmp_path_factory.mktemp("strace") / "out"
    tried = subprocess.run(["strace", "-o", out, "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("strace may not trace a process here")


@pytest.fixture(scope="module")
def before_crash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with a release, two submissions, and a draft of another release."""
    root = tmp_path_factory.mktemp("before")
    cut_in(root, draft(toy(4)))
    key = key_of(root)
    submission(root, "right", key)
    submission(root, "silent", dict.fromkeys(key))
    rows = "submission_id,decision,reason\nright,accept,seen\nsilent,accept,seen\n"
    (root / "decisions.csv").write_text(rows)
    write(root / "draft", draft(toy(4), release="2026-03-05"))
    return root


COMMANDS: dict[str, tuple[str, ...]] = {
    "cut": ("release", "cut", "{}/draft", "--root", "{}"),
    "decide": (
        "decide", "--from", "{}/decisions.csv", "--date", "2026-02-06", "--root", "{}",
    ),
    "publish": ("release", "publish", "--undecided", "--root", "{}"),
}  # fmt: skip


class Case:
    """A command in a workspace of its own, which each try finds as it was."""

    def __init__(self, server: Server, name: str, before: Path, root: Path) -> None:
        self.server, self._before, self.root = server, before, root
        self.command = [one.format(root) for one in COMMANDS[name]]
        self.restore()
        self.old = self.state()
        assert self.server.run(self.command, warm=True).codes == [0]
        self.new = self.state()
        self.restore()
        self.calls = list(self._traced())
        self.restore()

    def restore(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._before, self.root)

    def run(self, *strace: str) -> Answer:
        return self.server.run(self.command, strace=["-o", os.devnull, *strace] if strace else [])

    def _traced(self) -> Iterator[tuple[str, int, bool]]:
        """Yield (system call, its number among those of its name, whether it changes anything)."""
        log = self.root.parent / "trace"
        options = ["-y", "-s", "0", "-o", str(log), "-e", f"trace={','.join(TRACED)}"]
        assert self.server.run(self.command, strace=options).codes == [0]
        numbers: Counter[str] = Counter()
        for line in log.read_text(errors="replace").splitlines():
            if match := _CALL.match(line):
                name = match[1]
                numbers[name] += 1
                if str(self.root) in match[2]:
                    yield name, numbers[name], name in CHANGING or "O_CREAT" in line

    def state(self) -> dict[str, bytes]:
        """Read what readers see: nothing that begins with a dot."""
        files = read_tree(self.root / "releases")
        return {path: data for path, data in files.items() if "/." not in f"/{path}"}

    def left(self) -> list[str]:
        return [path.name for path in (self.root / "releases").rglob(".*")]

    def heal(self) -> None:
        """Run the command once more: from either state all is well afterwards."""
        again = self.run()
        assert again.codes == [0] or "exists already" in again.said[0]
        assert self.new.keys() <= self.state().keys()
        assert self.left() == []


@pytest.fixture(scope="module", params=COMMANDS)
def case(
    request: pytest.FixtureRequest, server: Server, strace: None, before_crash: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Case:  # fmt: skip
    root = tmp_path_factory.mktemp(request.param) / "work"
    return Case(server, request.param, before_crash, root)


def spread(positions: list[Any], most: int) -> list[Any]:
    step = max(1, -(-len(positions) // most))
    return [one for at, one in enumerate(positions) if at % step == 0 or len(positions) - at <= 6]


def test_the_trace_sees_the_command_write(case: Case) -> None:
    names = {name for name, _, changes in case.calls if changes}

    assert {"openat", "write", "fsync", "rename", "flock"} <= names
    assert case.old != case.new


def test_a_killed_command_leaves_the_old_or_the_new_and_the_next_one_heals(case: Case) -> None:
    changing = [one for one in case.calls if one[2]]
    quiet = [one for one in case.calls if not one[2]]
    seen: Counter[bool] = Counter()

    for name, number, changes in [*spread(changing, MOST), *spread(quiet, 4)]:
        case.restore()
        done = case.run("-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={number}")

        place = f"{name} {number}"
        if done.codes == [0] and not changes:  # a collector closes files in a run, and not in all
            assert case.state() == case.new, place
            continue
        assert done.codes == [-9], place
        assert case.state() in (case.old, case.new), place
        seen[case.state() == case.new] += 1
        case.heal()

    assert set(seen) == {False, True}, "kills before and after the change"


def test_a_full_or_broken_disk_is_told_and_leaves_the_old_or_the_new(case: Case) -> None:
    failing = [one for one in case.calls if one[2] and one[0] in FAILING]

    for name, number, _ in spread(failing, FAULTS):
        case.restore()
        inject = f"inject={name}:error={FAILING[name]}:when={number}"
        done = case.run("-e", f"trace={name}", "-e", inject)

        place = f"{name} {number}"
        if done.codes == [0]:  # a folder that was there already need not be made
            assert case.state() == case.new, place
            continue
        assert done.codes == [2], place
        assert len(done.said[0].splitlines()) == 1, place
        assert case.state() in (case.old, case.new), place
        assert case.left() == [], place
        case.heal()


# Two at once ----------------------------------------------------------------------------------


def test_of_two_maintainers_who_cut_one_release_exactly_one_does(
    server: Server, before_crash: Path, tmp_path: Path
) -> None:
    for _ in range(3):
        root = tmp_path / "work"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(before_crash, root)
        command = [one.format(root) for one in COMMANDS["cut"]]

        done = server.run(command, command)

        assert sorted(done.codes) == [0, 2]
        told = done.said[done.codes.index(2)]
        assert re.match(rf"{re.escape(str(root))}/releases\S*: (another digesta|exists)", told)
        assert do("verify", "2026-03-05", "--root", root).code == 0


def test_decisions_made_at_once_stand_one_after_the_other_or_are_refused(
    server: Server, before_crash: Path, tmp_path: Path
) -> None:
    root = tmp_path / "work"
    shutil.copytree(before_crash, root)
    command = [one.format(root) for one in COMMANDS["decide"]]

    done = server.run(*[command] * 4)

    assert set(done.codes) <= {0, 2}
    log = root / "releases" / RELEASE / "log" / "decisions.jsonl"
    assert len(log.read_bytes().splitlines()) == 2 * done.codes.count(0) >= 2
    refused = [told for code, told in zip(done.codes, done.said, strict=True) if code]
    assert all(f"releases/{RELEASE}: another digesta is writing here" in told for told in refused)
    assert do("verify", RELEASE, "--root", root).code == 0
