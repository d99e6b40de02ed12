"""What opening a release checks, at home and elsewhere, and what is read of it to be shown."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from commands import run
from digesta.errors import ReleaseError
from digesta.scoring.facts import CompiledTask
from digesta.workspace.releases import open_release
from world import (
    RELEASE,
    as_cut,
    edited,
    folder,
    key_of,
    lines_of,
    released_in,
    submission,
    write,
)

LAST = 11


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a workspace with a release."""
    monkeypatch.chdir(released_in(tmp_path))
    return tmp_path


def release_of(root: Path) -> Path:
    return root / "releases" / RELEASE


def spoil(root: Path) -> str:
    """Give the last question a key that no cut lets pass, and list its digest; return its id."""
    place = release_of(root)
    known = sorted(key_of(root))[LAST]

    def odd(one: dict[str, Any]) -> dict[str, Any]:
        return one | ({"odd": 1} if one["question_id"] == known else {})

    files = {p.relative_to(place).as_posix(): p.read_bytes() for p in place.rglob("*.json*")}
    write(place, as_cut(edited(files, "questions.jsonl", odd)))
    return known


def vars_of(task: CompiledTask) -> dict[str, Any]:
    return {each.name: getattr(task, each.name) for each in dataclasses.fields(task)}


def test_a_release_is_compiled_alike_at_home_and_elsewhere(
    workbench: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = open_release(Path(), None).compiled
    monkeypatch.chdir(tmp_path_factory.mktemp("else"))
    there = open_release(workbench, None).compiled

    both = ([vars_of(task) for task in compiled.tasks] for compiled in (here, there))
    assert next(both) == next(both)
    assert list(here.known.items()) == list(there.known.items())
    assert (here.digest, here.release) == (there.digest, there.release)


def test_only_at_home_is_what_the_manifest_vouches_for_not_validated_again(
    workbench: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(workbench)

    assert open_release(Path(), None).compiled.n
    monkeypatch.chdir(tmp_path_factory.mktemp("else"))
    with pytest.raises(ReleaseError, match="unknown-key"):
        open_release(workbench, None)


def test_a_file_that_no_digest_vouches_for_is_refused_or_all_is_validated(workbench: Path) -> None:
    spoil(workbench)
    write(release_of(workbench), {"resources/more.txt": b"nobody listed it"})
    with pytest.raises(ReleaseError, match="unknown-key"):
        open_release(Path(), None)

    (release_of(workbench) / "questions.jsonl").write_bytes(b"{}\n")
    with pytest.raises(ReleaseError, match="digest"):
        open_release(Path(), None)


def test_of_a_release_only_the_questions_that_are_shown_are_read(workbench: Path) -> None:
    key = key_of(workbench)
    submission(workbench, "right", key)
    odd = spoil(workbench)
    fine = next(name for name in key if name != odd)

    assert run("explain", folder(Path(), "right"), fine).code == 0
    refused = run("explain", folder(Path(), "right"), odd)

    line = [
        one["question_id"] for one in lines_of(release_of(workbench) / "questions.jsonl")
    ].index(odd)
    assert refused.code == 1
    assert f"questions.jsonl:{line + 1}: unknown-key" in refused.stderr
