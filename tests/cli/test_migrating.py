"""A workspace of November 2026's first layout is brought to this one's; git alone undoes it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digesta.site import config_of
from digesta.workspace import migration, store
from digesta.workspace.migration import EDITED, UNDO
from digesta.workspace.migration.steps import FORMAT, FORMER, SETTINGS, STEPS, newest_layout
from digesta.workspace.store import read_tree
from places import ROOT
from world import answers, do, git, submission

FORMER_SETTINGS = b'# Ours.\n[site]\ntitle = "Fines, asked"\naccent = "#102030"\n'
STAMP = f'format = "{FORMAT}"\n'.encode()


def files(root: Path) -> dict[str, bytes]:
    return {path: data for path, data in read_tree(root).items() if not path.startswith(".git/")}


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", "as it was")


def migrate(root: Path, *more: str) -> Any:
    return do("migrate", *more, "--root", root)


def undo(root: Path) -> None:
    """Run what is printed to undo it with."""
    for command in UNDO.split(" && "):
        subprocess.run(command.split(), cwd=root, check=True, capture_output=True)


@pytest.fixture
def former(work: Path) -> Path:
    """Return a workspace with a release, a submission and a draft, its settings below site/."""
    submission(work, "acme", answers(20))
    assert do("release", "new", "2026-03-05", "--root", work, "-o", work / "drafts/a").code == 0
    store.write_file(work / FORMER, FORMER_SETTINGS)
    store.write_file(work / "mkdocs.yml", b"site_name: Fines, asked\n")
    git(work, "init", "-q")
    commit(work)
    return work


def test_what_will_change_is_said_as_a_diff_and_nothing_is_written(former: Path) -> None:
    before = files(former)

    done = migrate(former)

    assert done.code == 0
    assert done.stdout.startswith(f"{STEPS[0].about}\n--- /dev/null\n+++ b/{SETTINGS}\n")
    assert f"--- a/{FORMER}\n+++ /dev/null\n" in done.stdout
    assert '+title = "Fines, asked"\n' in done.stdout
    assert files(former) == before


def test_migrated_settings_are_read_and_nothing_immutable_moves(former: Path) -> None:
    before, verified = files(former), do("verify", "--root", former)

    assert migrate(former, "--write").code == 0

    after = files(former)
    assert after.pop(SETTINGS) == STAMP + FORMER_SETTINGS == STAMP + before.pop(FORMER)
    assert after == before
    assert config_of((former / SETTINGS).read_text()).title == "Fines, asked"
    again = do("verify", "--root", former)
    assert (again.code, again.stdout) == (verified.code, verified.stdout)
    assert verified.code == 0


def test_git_alone_undoes_it(former: Path) -> None:
    before = files(former)
    assert migrate(former, "--write").stdout.endswith(f"{UNDO}\n")

    undo(former)

    assert files(former) == before


@pytest.mark.parametrize("between", ["nothing", "a commit"])
def test_a_second_run_changes_nothing(former: Path, between: str) -> None:
    migrate(former, "--write")
    once = files(former)
    if between == "a commit":
        commit(former)

    assert migrate(former, "--write").stdout == migrate(former).stdout
    assert migrate(former).stdout == "nothing to change: the workspace is of this version\n"
    assert files(former) == once


@pytest.mark.parametrize("call", ["store.write_file", "Path.unlink"])
@pytest.mark.parametrize("then", ["completed", "undone"])
def test_a_run_that_was_killed_is_completed_by_the_next_or_undone(
    former: Path, monkeypatch: pytest.MonkeyPatch, call: str, then: str
) -> None:
    before = files(former)
    with monkeypatch.context() as patch:
        owner: Any = store if call.startswith("store") else Path
        name = call.partition(".")[2]
        patch.setattr(owner, name, _killed_after(getattr(owner, name), first=name == "unlink"))
        with pytest.raises(KeyboardInterrupt):
            migration.migrate(former, write=True)
    assert files(former) not in (before, newest_layout(before).files)

    if then == "undone":
        undo(former)
        assert files(former) == before
    else:
        assert migrate(former, "--write").code == 0
        assert files(former)[SETTINGS] == STAMP + FORMER_SETTINGS
        assert FORMER not in files(former)


def _killed_after(call: Callable[..., None], *, first: bool) -> Callable[..., None]:
    """Return a call that ends the run: before it does anything, or when it is done."""

    def killed(*arguments: Any, **options: Any) -> None:
        if not first:
            call(*arguments, **options)
        raise KeyboardInterrupt

    return killed


def test_nothing_is_written_where_git_could_not_undo_it(former: Path) -> None:
    (former / "mkdocs.yml").write_text("site_name: Mine\n")
    (former / "notes.txt").write_text("mine\n")
    before = files(former)

    done = migrate(former, "--write")

    assert done.code == 2
    assert "2 uncommitted changes, mkdocs.yml among them; commit or stash them first" in done.stderr
    assert files(former) == before


@pytest.mark.parametrize("place", ["no repository", "no commit", "ignored"])
def test_outside_git_it_is_refused_with_what_to_do(work: Path, tmp_path: Path, place: str) -> None:
    store.write_file(work / FORMER, FORMER_SETTINGS)
    if place != "no repository":
        git(work, "init", "-q")
    if place == "ignored":
        store.write_file(work / ".gitignore", b"site/\n")
        commit(work)

    done = migrate(work, "--write")

    assert done.code == 2
    assert "first: git init && git add . && git commit" in done.stderr
    assert (work / FORMER).read_bytes() == FORMER_SETTINGS
    assert migrate(work).code == 0


def test_a_workspace_of_a_newer_version_is_refused_with_what_to_do(former: Path) -> None:
    git(former, "mv", FORMER, SETTINGS)
    newer = f'format = "workspace/{len(STEPS) + 1}"\n'.encode()
    store.write_file(former / SETTINGS, newer + FORMER_SETTINGS + b"[hosts]\n")
    commit(former)

    for command in ("migrate", "site", "status", "verify", "board"):
        done = do(command, "--root", former)
        assert done.code == 2, command
        assert f"this digesta knows {FORMAT} at most; install a newer one" in done.stderr
    assert (former / SETTINGS).read_bytes() == newer + FORMER_SETTINGS + b"[hosts]\n"


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"[site\n", "Expected ']'"),
        (b"\xff", "write it in UTF-8"),
        (f'format = "workspace/{len(STEPS) + 1}"\n'.encode(), "install a newer one"),
    ],
    ids=["TOML", "UTF-8", "newer"],
)
def test_former_settings_that_cannot_be_read_are_refused_where_they_lie(
    work: Path, data: bytes, complaint: str
) -> None:
    store.write_file(work / FORMER, data)

    for command in ("migrate", "status"):
        done = do(command, "--root", work)
        assert (done.code, f"{FORMER}: " in done.stderr) == (2, True), done.stderr
        assert complaint in done.stderr


def test_two_files_of_settings_that_differ_are_for_a_person_to_join(former: Path) -> None:
    store.write_file(former / SETTINGS, b"[site]\n")
    commit(former)

    done = migrate(former, "--write")

    assert done.code == 2
    assert "keep one: put what is yours into digesta.toml" in done.stderr


def test_site_and_status_lead_to_it(former: Path) -> None:
    site, status = do("site", "--root", former), do("status", "--root", former)

    assert site.code == 2
    assert "site/digesta.toml: settings are read from digesta.toml" in site.stderr
    assert "digesta migrate" in site.stderr
    assert STEPS[0].about in status.stdout
    migrate(former, "--write")
    assert STEPS[0].about not in do("status", "--root", former).stdout


@pytest.mark.parametrize("version", ["workspace/x", "1"])
def test_what_is_no_version_is_refused(former: Path, version: str) -> None:
    store.write_file(former / SETTINGS, f'format = "{version}"\n'.encode())

    assert f"format must be as {FORMAT}, not {version!r}" in migrate(former).stderr


def test_this_repository_is_of_this_version() -> None:
    edited = {
        path: data
        for name in EDITED if (ROOT / name).is_file()
        for path, data in {name: (ROOT / name).read_bytes()}.items()
    }  # fmt: skip

    assert not (ROOT / FORMER).exists()
    assert newest_layout(edited).files == edited
