"""A workspace with a cut release and two submissions, and a copy of it to change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from commands import key_of, run
from signers import Person, sign_list

from sealed import Identity, made
from small import draft, submission, write


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with a cut release and two submissions, ``right`` and ``wrong``."""
    root = tmp_path_factory.mktemp("workspace")
    done = run("release", "cut", write(root / "draft", draft()), "--root", root)
    assert done.returncode == 0, done.stderr
    key = key_of(root)
    submission(root, "right", key)
    submission(root, "wrong", dict.fromkeys(key, "?"))
    return root


@pytest.fixture
def own(workspace: Path, tmp_path: Path) -> Path:
    """Return a copy of the workspace that a test may change."""
    for path in sorted(workspace.rglob("*")):
        if path.is_file():
            write(tmp_path, {path.relative_to(workspace).as_posix(): path.read_bytes()})
    return tmp_path


# A workspace with sealed questions ------------------------------------------------------------


@pytest.fixture(scope="module")
def me() -> Identity:
    return Identity()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, me: Identity) -> Path:
    """Return a folder with a sealed and cut release in ``work``, and an identity."""
    root = tmp_path_factory.mktemp("sealed")
    made(root, me.public)
    me.file(root)
    return root


@pytest.fixture
def work(base: Path, tmp_path: Path) -> Path:
    shutil.copytree(base / "work", tmp_path / "work")
    shutil.copy(base / "identity.txt", tmp_path)
    return tmp_path / "work"


@pytest.fixture
def identity(work: Path) -> Path:
    return work.parent / "identity.txt"


# A workspace in which maintainers sign ---------------------------------------------------------


@pytest.fixture
def ann(tmp_path_factory: pytest.TempPathFactory) -> Person:
    return Person(tmp_path_factory.mktemp("ann"), "ann")


@pytest.fixture
def bob(tmp_path_factory: pytest.TempPathFactory) -> Person:
    return Person(tmp_path_factory.mktemp("bob"), "bob")


@pytest.fixture
def signed(own: Path, ann: Person) -> Path:
    """Return a workspace in which ann signs."""
    assert sign_list(own, ann, ann.line).code == 0
    return own
