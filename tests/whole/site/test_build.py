"""Boards and sites are built from nothing, and a build that fails leaves the old site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from commands import run
from digesta.canonical import sha256_hex
from digesta.workspace import store
from digesta_site import build as site_build
from world import RELEASE


def test_an_odd_file_stops_no_board(own: Path) -> None:
    folder = own / "predictions" / RELEASE
    notes = own / "notes"
    notes.write_bytes(b"a test")
    os.link(notes, folder / "notes")
    os.mkfifo(folder / "queue")

    done = run("board", "--root", own)

    assert done.code == 0, done.stderr
    assert "boards\n" in done.stdout


CONFIG = "site_name: Mine\ndocs_dir: build/docs\nsite_dir: build/site\n"
HOOK = "hooks: [build/docs/.hook.py]\n"


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("", "makes the pages: hooks: [build/docs/.hook.py]"),
        ("hooks: [build/docs/.hook.py]\nnav: [lost.md]\n", "lost.md"),
    ],
    ids=["without-the-hook", "with-a-warning"],
)
def test_a_site_that_is_not_whole_is_no_success(own: Path, more: str, complaint: str) -> None:
    """299 pages without a body were called a site, and what MkDocs warned of was hidden."""
    (own / "mkdocs.yml").write_text(CONFIG + more)

    done = run("site", "--root", own)

    assert (done.returncode, complaint in done.stderr) == (2, True), done.stderr
    assert "pages of release" not in done.stdout

    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    done = run("site", "--root", own)
    assert (done.returncode, "pages of release" in done.stdout) == (0, True), done.stderr
    tree = store.read_tree(own / "build" / "site")
    sums = tree.pop("SHA256SUMS")
    del tree[".nojekyll"]
    listed = [f"{sha256_hex(data)}  {name}\n" for name, data in tree.items()]
    assert sums.decode() == "".join(sorted(listed, key=lambda line: line[66:]))


def test_a_site_whose_building_is_ended_stays_as_it_was(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended after MkDocs, all pages stood there without their content policy."""
    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    assert run("site", "--root", own).returncode == 0
    before = store.read_tree(own / "build" / "site")
    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\nsite_author: me\n")

    def end(html: object, **_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(site_build, "site_files", end)
    with pytest.raises(KeyboardInterrupt):
        site_build.build_site(own, version="1")

    assert store.read_tree(own / "build" / "site") == before
    assert all(
        b"Content-Security-Policy" in data
        for name, data in before.items()
        if name.endswith(".html")
    )
