"""Commands that write several files, killed in between: each file is old or new, a run more heals.

``test_crash`` has those that write one file or folder, at more of their system calls.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from test_crash import COMMANDS as SINGLE
from test_crash import Case, spread
from test_crash import strace as strace  # noqa: PLC0414 - a fixture
from typer.main import get_group

from commanded import Server
from digesta.cli.options import app
from digesta.workspace.store import read_tree
from world import RELEASE, Identity, answers, made, submission

KILLS = 5
"""Kills of each command, evenly spread over the calls that change something, and the last six."""

DAY = ("--date", "2026-02-10", "--root", "{}")
COMMANDS: dict[str, tuple[str, ...]] = {
    "release score-holdout": (
        f"{{}}/predictions/{RELEASE}/acme", "--identity", "{}/../identity.txt", *DAY,
    ),
    "release retire": (RELEASE, "--identity", "{}/../identity.txt", *DAY),
    "release rotate": (
        RELEASE, "--identity", "{}/../identity.txt", "--to", "PUBLIC", *DAY,
    ),
    "release unseal": (
        RELEASE, "--identity", "{}/../identity.txt", "--private", "{}/../again", *DAY,
    ),
    "release new": ("2026-03-05", "--root", "{}", "-o", "{}/../again"),
    "board": ("--root", "{}"),
    "dispute raise": ("--reason", "a doubt", *DAY),
    "access": ("--who", "a", "--what", "b", "--why", "c", *DAY),
    "init": ("newcomer", "--model", "M", "--organization", "O", "--root", "{}"),
}  # fmt: skip
RANDOM = {"release rotate"}
"""What they seal is other bytes each time: files are compared by their names."""

ELSEWHERE = {
    "release cut": "test_crash",
    "decide": "test_crash",
    "release publish": "test_crash",
    "site": "tests/site: an old site stands until the new one is whole",
    "release seal": "two files of a draft, written one by one",
    "release refresh": "files of a draft, likewise",
    "dispute settle": "as dispute raise",
    "log merge": "one file",
    "log sign": "one file",
    "log signers": "a line of one file",
    "release bundle": "one file",
    "release withhold": "the marks, then the one line that names them",
    "intake pull-request": "one file",
    "keygen": "a new file",
    "schema": "the package's own folder",
    "demo": "a new folder",
    "init-benchmark": "tests/cli/test_init_benchmark.py",
    "scorer new": "a new folder",
    "import": "a new folder, after files of a private one, each whole",
    "export": "a new folder",
    "pack": "new files",
    "unpack": "a new submission",
    "review pack": "a new file",
    "review unpack": "a new file",
}
"""Commands that write and are not killed here, and where they are, or what they write."""

READING = {
    "release retire-candidates",
    "check", "score", "report", "explain", "compare", "verify", "status", "release diff",
    "intake comment", "scorer test", "draft check",
}  # fmt: skip


class Several(Case):
    """A command whose files are replaced one after the other."""

    def __init__(self, server: Server, command: list[str], before: Path, root: Path) -> None:
        SINGLE["several"] = tuple(command)
        super().__init__(server, "several", before, root)

    def state(self) -> dict[str, bytes]:
        """Read all that readers see, of the workspace and of what lies beside it."""
        files = read_tree(self.root.parent)
        return {
            path: data for path, data in files.items() if "/." not in f"/{path}" and path != "trace"
        }

    def left(self) -> list[str]:
        inside = (path for path in self.root.rglob(".*") if "build" not in path.parts)
        return [path.name for path in (*inside, *self.root.parent.glob(".again.*"))]

    def restore(self) -> None:
        shutil.rmtree(self.root.parent / "again", ignore_errors=True)
        super().restore()


@pytest.fixture(scope="module")
def sealed_before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Identity]:
    root, me = tmp_path_factory.mktemp("before"), Identity()
    work = made(root, me.public)
    submission(work, "acme", answers(20))
    return work, me


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_is_killed_leaves_whole_files_and_the_next_run_heals(
    server: Server, strace: None, sealed_before: tuple[Path, Identity], name: str, tmp_path: Path
) -> None:
    before, me = sealed_before
    me.file(tmp_path)
    words = [*name.split(), *COMMANDS[name]]
    case = Several(
        server,
        [me.public if word == "PUBLIC" else word for word in words],
        before,
        tmp_path / "work",
    )
    changing = [call for call in case.calls if call[2]]
    assert case.old != case.new

    for call, number, _ in spread(changing, KILLS):
        case.restore()
        done = case.run("-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}")

        place, now = f"{call} {number}", case.state()
        assert done.codes in ([-9], [0]), place
        for path, data in now.items():
            known = [state[path] for state in (case.old, case.new) if path in state]
            assert known, (place, path)
            assert data in known or name in RANDOM, (place, path)
        again = case.run()
        done_before = any(told in again.said[0] for told in ("exists already", "holdout-retired"))
        assert again.codes == [0] or done_before, (place, again.said)
        assert case.new.keys() <= case.state().keys(), place
        assert case.left() == [], place


def _commands() -> set[str]:
    names = set[str]()
    for name, command in get_group(app).commands.items():
        inner = getattr(command, "commands", None)
        names |= {name} if inner is None else {f"{name} {word}" for word in inner}
    return names


def test_every_command_is_killed_here_or_reads_only_or_says_why_not() -> None:
    assert _commands() == COMMANDS.keys() | ELSEWHERE.keys() | READING
