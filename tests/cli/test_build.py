"""Boards in build/ are read back while nothing that they rest on changed, and made anew else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import wraps
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from commands import run
from digesta.board import exposure
from digesta.board.rows import other_metrics
from digesta.errors import InputError, UsageError
from digesta.site import build as site_build
from digesta.site import input as site_input
from digesta.site import units
from digesta.workspace import build, releases, store
from digesta.workspace.boards import board_files, facts_files
from digesta.workspace.build import built_boards, built_exposure, site_stands
from digesta.workspace.engines import boards, facts, marks
from digesta.workspace.output import stamps
from digesta.workspace.output.pages import read_pages
from digesta.workspace.releases import open_release, read_release, source_digest
from world import RELEASE, key_of, submission


def stands(root: Path) -> bool:
    """Return whether the boards are read back."""
    return not built_boards(root, open_release(root, None)).new


def test_boards_are_read_back_where_nothing_changed(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = built_boards(own, open_release(own, None))
    monkeypatch.setattr(build, "board_files", lambda *_: pytest.fail("scored again"))

    second = built_boards(own, open_release(own, None))

    assert first.new
    assert (second.new, second.boards) == (False, first.boards)
    assert "nothing changed" in run("board", "--root", own).stdout


def _another_submission(root: Path) -> None:
    submission(root, "third", dict.fromkeys(key_of(root)))


def _another_answer(root: Path) -> None:
    path = root / "predictions" / RELEASE / "wrong" / "predictions.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"?"', b'"!"', 1))


def _a_decision(root: Path) -> None:
    done = run("decide", "wrong", "reject", "--reason", "a test", "--date", RELEASE, "--root", root)
    assert done.returncode == 0, done.stderr


def _a_damaged_board(root: Path) -> None:
    board = next((root / "build" / "boards" / RELEASE).glob("*.json"))
    board.write_bytes(board.read_bytes() + b" ")


@pytest.mark.parametrize(
    "change", [_another_submission, _another_answer, _a_decision, _a_damaged_board]
)
def test_boards_are_made_anew_after(change: Callable[[Path], None], own: Path) -> None:
    assert not stands(own)
    assert stands(own)

    change(own)

    assert not stands(own)


def test_after_one_more_submission_that_one_alone_is_marked(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_boards(own, open_release(own, None))
    _another_submission(own)
    marked, mark = [], marks._mark

    @wraps(mark)
    def noted(shard: Any) -> Any:
        marked.append(Path(shard.place).name)
        return mark(shard)

    monkeypatch.setattr(marks, "_mark", noted)
    after = built_boards(own, open_release(own, None))

    assert marked == ["third"]
    for kept in Path(os.environ["XDG_CACHE_HOME"]).rglob("results-*"):
        kept.write_bytes(kept.read_bytes()[:-1] + b"!")
    assert board_files(own, open_release(own, None)) == after.boards
    assert {"right", "third", "wrong"} <= set(marked), "what is damaged is made again"


def test_after_one_more_submission_the_facts_of_that_one_alone_are_made(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = facts_files(own, open_release(own, None))
    _another_submission(own)
    made, own_facts = set[str](), facts._facts

    @wraps(own_facts)
    def noted(shard: Any) -> Any:
        lines = own_facts(shard)
        made.update(str(orjson.loads(line)["submission_id"]) for line in lines.values())
        return lines

    monkeypatch.setattr(facts, "_facts", noted)
    after = facts_files(own, open_release(own, None))

    assert made == {"third"}
    assert after.items() > before.items()
    _another_answer(own)
    facts_files(own, open_release(own, None))
    assert made == {"third", "wrong"}


def test_after_one_more_submission_the_metrics_of_its_rows_alone_are_computed(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = board_files(own, open_release(own, None))
    key = key_of(own)
    submission(own, "third", key | dict.fromkeys(list(key)[::3]))
    computed = set[str]()

    def noted(entrant: Any, spec: Any) -> Any:
        computed.add(entrant[0].card.submission_id)
        return other_metrics(entrant, spec)

    monkeypatch.setattr(boards, "other_metrics", noted)
    after = board_files(own, open_release(own, None))

    assert computed == {"third"}
    assert before.keys() == after.keys()
    shutil.rmtree(Path(os.environ["XDG_CACHE_HOME"]))
    assert board_files(own, open_release(own, None)) == after, "from nothing it is the same"
    assert {"right", "third", "wrong"} <= computed


def test_boards_on_which_nothing_changed_are_not_made_again(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = board_files(own, open_release(own, None))
    monkeypatch.setattr(boards, "board_of", lambda *_, **__: pytest.fail("made again"))

    assert board_files(own, open_release(own, None)) == before
    _a_decision(own)
    with pytest.raises(pytest.fail.Exception):
        board_files(own, open_release(own, None))


def test_after_one_more_submission_its_answers_alone_are_held_against_references(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_exposure(own, open_release(own, None))
    _another_submission(own)
    looked, repetition = list[str](), exposure._repetition

    def noted(compiled: Any, submission: Any, *more: Any, **named: Any) -> Any:
        looked.append(submission.card.submission_id)
        return repetition(compiled, submission, *more, **named)

    monkeypatch.setattr(exposure, "_repetition", noted)
    built_exposure(own, open_release(own, None))

    assert looked == ["third"]


def test_what_a_file_held_is_remembered_once_its_time_would_show_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers"
    path.write_bytes(b"one")
    young = stamps.inputs_digest([path])
    path.write_bytes(b"two")

    assert stamps.inputs_digest([path]) != young, "of a file just written nothing is remembered"
    monkeypatch.setattr(stamps, "_SETTLED", -1)
    settled = stamps.inputs_digest([path])
    monkeypatch.setattr(store, "digest_of", lambda *_, **__: pytest.fail("read again"))
    assert stamps.inputs_digest([path]) == settled
    stamps._keep(stamps._known_digests(), 0)
    stamps._known_digests.cache_clear()
    assert stamps.inputs_digest([path]) == settled, "by the next command too"


def test_what_a_file_held_is_not_remembered_where_a_disk_counts_whole_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers"
    path.write_bytes(b"one")
    numbers = dict.fromkeys(("st_dev", "st_ino", "st_size"), 1)
    times = {"st_mtime_ns": 1_000_000_000, "st_ctime_ns": 1_000_000_000}
    with monkeypatch.context() as disk:
        disk.setattr(os, "lstat", lambda _: SimpleNamespace(**numbers, **times))
        before = stamps.inputs_digest([path])
        path.write_bytes(b"two")

        assert stamps.inputs_digest([path]) != before


def test_an_older_release_is_read_for_the_site_again_where_it_changed_alone(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = own / "releases" / "2026-02-04"
    shutil.copytree(own / "releases" / RELEASE, older)
    manifest = older / "release.json"
    manifest.write_bytes(manifest.read_bytes().replace(RELEASE.encode(), b"2026-02-04"))
    read = list[str]()

    def noted(folder: Path) -> Any:
        read.append(folder.name)
        return read_release(folder)

    monkeypatch.setattr(site_input, "read_release", noted)
    first = site_input.site_input(own, version="1")
    second = site_input.site_input(own, version="1")

    assert read == ["2026-02-04"]
    assert second.newest_first[1].public == first.newest_first[1].public
    limits = older / "limits.json"
    limits.write_bytes(limits.read_bytes().replace(b'{"', b'{ "', 1))
    with pytest.raises(InputError, match=r"2026-02-04"):
        site_input.site_input(own, version="1")


def test_a_process_looks_at_its_sources_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = source_digest()
    monkeypatch.setattr(releases, "states_in", lambda *_: pytest.fail("looked at again"))

    assert source_digest() == first


def test_another_program_makes_other_boards(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not stands(own)

    monkeypatch.setattr(build, "source_digest", lambda: "another")

    assert not stands(own)


def test_an_odd_file_stops_no_board(own: Path) -> None:
    folder = own / "predictions" / RELEASE
    notes = own / "notes"
    notes.write_bytes(b"a test")
    os.link(notes, folder / "notes")
    os.mkfifo(folder / "queue")

    first, second = run("board", "--root", own), run("board", "--root", own)

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert "boards\n" in first.stdout
    assert "nothing changed" not in second.stdout, "what cannot be read cannot be unchanged"


CONFIG = "site_name: Mine\ndocs_dir: build/docs\nsite_dir: build/site\n"
HOOK = "hooks: [build/docs/.hook.py]\n"


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("", "add this line to it: hooks: [build/docs/.hook.py]"),
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
    assert run("site", "--root", own).returncode == 2, "what failed is not as it was"

    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    done = run("site", "--root", own)
    assert (done.returncode, "pages of release" in done.stdout) == (0, True), done.stderr


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


def test_a_site_without_its_part_installed_says_what_to_install(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(build, "version", absent)

    with pytest.raises(UsageError, match=r"pip install 'digesta\[site\]'"):
        site_stands(own)


def _forget(root: Path) -> None:
    """Remove all that earlier builds left, in the workspace and in the user's cache."""
    shutil.rmtree(root / "build")
    shutil.rmtree(Path(os.environ["XDG_CACHE_HOME"]))


def test_after_one_more_submission_the_pages_that_it_touches_are_rendered(own: Path) -> None:
    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    first = site_build.build_site(own, version="1")
    _another_submission(own)

    second = site_build.build_site(own, version="1")

    tree = store.read_tree(own / "build" / "site")
    _forget(own)
    cold = site_build.build_site(own, version="1")
    assert store.read_tree(own / "build" / "site") == tree
    assert first is not None
    assert second is not None
    assert cold is not None
    assert first.rendered < cold.rendered, "the newcomer has a page of its own"
    assert 0 < second.rendered < cold.rendered


def test_a_page_that_is_damaged_is_rendered_again_and_it_alone(own: Path) -> None:
    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    site_build.build_site(own, version="1")
    folder = own / "build" / "site"
    tree = store.read_tree(folder)
    pages = sorted((folder / "r" / RELEASE / "q").rglob("*.html"))
    pages[0].write_bytes(pages[0].read_bytes() + b"<p>")
    twin = pages[1].with_suffix(".json")
    twin.write_bytes(b"[]")

    again = site_build.build_site(own, version="1")

    assert again is not None
    assert again.rendered == 1
    assert store.read_tree(folder) == tree
    assert all(path.lstat().st_nlink == 1 for path in folder.rglob("*") if path.is_file())


def test_pages_of_tracks_that_stayed_are_not_made_again(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "mkdocs.yml").write_text(f"{CONFIG}hooks: [build/docs/.hook.py]\n")
    site_build.build_site(own, version="1")
    _by_hand(own, "# More\n\nBy hand.\n")
    with monkeypatch.context() as patched:
        patched.setattr(units, "_pages_of", lambda *_: pytest.fail("made again"))
        # Its name stands in the menu of each page: all are rendered again, from what they show.
        with pytest.raises(pytest.fail.Exception):
            site_build.build_site(own, version="1")
    site_build.build_site(own, version="1")
    tree = store.read_tree(own / "build" / "site")

    _by_hand(own, "# More\n\nBy hand, again.\n")
    monkeypatch.setattr(units, "_pages_of", lambda *_: pytest.fail("made again"))
    again = site_build.build_site(own, version="1")

    assert again is not None
    assert again.rendered == 0
    after = store.read_tree(own / "build" / "site")
    assert {name for name in after if after[name] != tree.get(name)} <= {
        *("more.html", "search/search_index.json"),
    }


def _another_theme(root: Path) -> None:
    (root / "mkdocs.yml").write_text(f"{CONFIG}{HOOK}site_author: me\n")


def _a_link_to_a_page_of_data(root: Path) -> None:
    _by_hand(root, f"# More\n\n[A release](r/{RELEASE}/index.md)\n")


def _by_hand(root: Path, text: str) -> None:
    folder = root / "site" / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "more.md").write_text(text)


def _the_owners_own_theme(root: Path) -> None:
    theme = "theme: {name: mkdocs, custom_dir: own_theme}\n"
    folder = root / "own_theme"
    folder.mkdir()
    (root / "mkdocs.yml").write_text(f"{CONFIG}{HOOK}{theme}")
    template = '{% extends "base.html" %}{% block footer %}before{% endblock %}'
    (folder / "main.html").write_text(template)
    site_build.build_site(root, version="1")
    (folder / "main.html").write_text(template.replace("before", "after"))
    assert not site_stands(root)


@pytest.mark.parametrize(
    "change", [_another_theme, _a_link_to_a_page_of_data, _the_owners_own_theme]
)
def test_a_site_that_was_built_before_is_the_one_that_is_built_from_nothing(
    change: Callable[[Path], object], own: Path
) -> None:
    (own / "mkdocs.yml").write_text(f"{CONFIG}{HOOK}")
    site_build.build_site(own, version="1")
    change(own)
    site_build.build_site(own, version="1")
    tree = store.read_tree(own / "build" / "site")

    _forget(own)
    site_build.build_site(own, version="1")

    assert store.read_tree(own / "build" / "site") == tree


def test_mkdocs_is_asked_again_for_hand_written_pages_alone(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "mkdocs.yml").write_text(f"{CONFIG}{HOOK}")
    site_build.build_site(own, version="1")
    _another_submission(own)
    monkeypatch.setattr(site_build, "_mkdocs", lambda *_, **__: pytest.fail("asked again"))

    built = site_build.build_site(own, version="1")

    assert built is not None
    assert "third" in (own / "build" / "site" / "systems.html").read_text()


LEADS_OUT = b'{"pages":{},"units":{"x":["key",{"../x":"digest"},{},[]]}}'


@pytest.mark.parametrize("record", [b"", b"[]", b'{"r/x.html":1}', b"{", LEADS_OUT])
def test_a_damaged_record_of_pages_is_as_good_as_none(record: bytes, own: Path) -> None:
    (own / "build" / "stamps").mkdir(parents=True, exist_ok=True)
    (own / "build" / "stamps" / "pages.json").write_bytes(record)

    assert read_pages(own) == ({}, {})
