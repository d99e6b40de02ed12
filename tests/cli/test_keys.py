"""Keys are made with one command, serve in the others, and a copy of them restores what is lost."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from places import PAGES
from world import RELEASE, do, git, made, write

DAY = "2026-02-11"


def keygen(kind: str, path: Path, *more: str) -> str:
    """Make a key, and return the public line without the place that it goes to."""
    done = do("keygen", kind, path, *more)
    assert done.code == 0, done.stderr
    return done.stdout.partition(": ")[2]


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    """Return a repository sealed to a new identity, and signed by a new maintainer."""
    copies = tmp_path / "copies"
    copies.mkdir()
    recipient = json.loads(f"{{{keygen('identity', copies / 'identity.txt')}}}")["recipients"]
    work = made(tmp_path, *recipient)
    line = keygen("maintainer", copies / "maintainer.key", "--name", "ann@example.org")
    write(work / "releases", {"allowed_signers": line.encode()})
    first = ("--reason", "a list", "--date", DAY, "--key", copies / "maintainer.key")
    assert do("log", "signers", *first, "--root", work).code == 0
    git(work, "init", "-q")
    git(work, "add", ".")
    git(work, "commit", "-qm", "all")
    return work


def test_the_page_on_backups_restores_from_copies_alone(
    trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (PAGES / "backup.md").read_text("utf-8")
    block, *_ = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    for name, value in {"RELEASE": RELEASE, "COPY": "copies", "DAY": DAY}.items():
        block = re.sub(rf"\b{name}\b", value, block)
    clone, *commands = block.splitlines()
    assert clone == "git clone REPOSITORY trial"
    monkeypatch.chdir(trusted.parent)
    git(trusted.parent, "clone", "-q", str(trusted), "trial")

    results = [do(*command.split()[1:]) for command in commands]

    assert [done.code for done in results] == [0, 0, 0], [done.stderr for done in results]
    own, again = (Path(name, "truths.jsonl").read_bytes() for name in ("private", "again"))
    assert len(own.splitlines()) == len(again.splitlines()) > 0


@pytest.mark.parametrize("kind", ["maintainer", "identity"])
def test_a_key_is_its_owner_s_alone_and_never_overwritten(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "key"
    public = keygen(kind, path, "--name", "ann@example.org")
    before = path.read_bytes()

    done = do("keygen", kind, path, "--name", "ann@example.org")

    assert (done.code, "exists already" in done.stderr) == (2, True)
    assert path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert before.decode() not in public
    assert "SECRET" not in public


def test_no_key_is_made_where_git_would_commit_it(trusted: Path) -> None:
    done = do("keygen", "identity", trusted / "identity.txt")

    assert (done.code, "git would commit it" in done.stderr) == (2, True)
    assert not (trusted / "identity.txt").exists()


@pytest.mark.parametrize("name", ["", "two words", "# ann"])
def test_a_maintainer_s_key_has_a_name_that_the_list_can_hold(tmp_path: Path, name: str) -> None:
    done = do("keygen", "maintainer", tmp_path / "key", "--name", name)

    assert done.code in {1, 2}
    assert not (tmp_path / "key").exists()
