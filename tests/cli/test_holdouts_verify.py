"""What verify says of sealed questions, with and without the identity."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from digesta.workspace import store
from world import RELEASE, Identity, both, do, holdout, ok, retire, scored, sealed_in

# Verifying ------------------------------------------------------------------------------------


def test_without_the_identity_verify_says_so_and_is_content(work: Path) -> None:
    done = do("verify", "--root", work)

    assert done.code == 0
    assert "holdout: sealed, not recomputed" in done.stdout


R = f"releases/{RELEASE}"
P = f"predictions/{RELEASE}"
B = f"build/boards/{RELEASE}"
FLIPS: list[tuple[str, str, str, str]] = [
    # what is flipped, and how; what verify says, and of which file where that is another
    (f"{R}/questions.jsonl", "Case 20", "Case 2O", "digest"),
    (f"{R}/truths.jsonl", '"red"', '"rad"', "digest"),
    (f"{R}/review.jsonl", "agreed", "agseed", "bad-value"),
    (f"{R}/review.jsonl", "the tests", "tha tests", "digest"),
    (f"{R}/limits.json", "a toy", "a tov", "digest"),
    (f"{R}/changes.json", "changes/1", "changes/2", "unknown-format"),
    (f"{R}/resources/note.md", "a note", "a nota", "digest"),
    (f"{R}/release.json", "Test release", "Tesu release", "published-changed"),
    (f"{R}/holdout.age", "", "", "digest"),
    (f"{R}/log/decisions.jsonl", "first", "furst", "chain"),
    (f"{R}/log/access.jsonl", '"why":"a1"', '"why":"b1"', "chain"),
    (f"{R}/log/attempts.jsonl", '"submission_id":"a1"', '"submission_id":"a9"', "chain"),
    (f"{R}/log/attempts.jsonl", '"Org b1"', '"Org b9"', "log-rewritten"),
    (f"{R}/boards/1/toy@closed_book.json", "Toy", "Tov", "published-changed"),
    (f"{R}/boards/1/holdout/toy@closed_book.json", "Toy", "Tov", "published-changed"),
    (f"{R}/boards/1/index.json", '"number":1', '"number":2', "published-changed"),
    (f"{R}/boards/1/index.json", '/predictions.jsonl":"', "", "published-changed"),
    (f"{P}/a1/holdout.json", '"attempts":1', '"attempts":2', "holdout-attempt"),
    (f"{P}/a1/holdout.json", '"root":"', '"root":"0', "bad-value"),
    (f"{P}/a1/holdout.json", '"root":"', "", "holdout-root"),
    (f"{P}/a1/holdout.json", '"logged":"', "", "holdout-unlogged"),
    (f"{P}/a1/holdout.json", '"percent":67', '"percent":68', "published-changed"),
    (f"{P}/a1/predictions.jsonl", '"?"', '"!"', f"{P}/a1/holdout.json: holdout-stale"),
    (f"{B}/toy@closed_book.json", "Toy", "Tov", "board-differs"),
    (f"{B}/holdout/toy@closed_book.json", "Toy", "Tov", "board-differs"),
    (f"{R}/revealed/truths.jsonl", '"red"', '"rad"', f"{R}/revealed: revealed-root"),
    (f"{R}/revealed/salts.jsonl", '"salt":"', "", f"{R}/revealed: revealed-root"),
]  # fmt: skip


@pytest.fixture(scope="module")
def published(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace in which all kinds of files stand."""
    root = tmp_path_factory.mktemp("published")
    me = Identity()
    files, private = both(me.public)
    identity = me.file(root)
    work = sealed_in(root, files | {"resources/note.md": b"a note\n"}, private)
    for name, right in (("a1", 20), ("b1", 10)):
        scored(work, identity, name, right, organization=f"Org {name}")
    for reason in ("first", "second"):
        more = ("--reason", reason, "--date", "2026-02-11", "--root", work)
        assert do("decide", "a1", "accept", *more).code == 0
    for command in (("board",), ("release", "publish", "--undecided", RELEASE)):
        assert do(*command, "--root", work).code == 0
    assert retire(work, RELEASE, identity).code == 0
    assert do("verify", "--root", work, "--identity", identity).code == 0
    return root


@pytest.mark.parametrize(
    ("path", "then", "now", "said"), FLIPS, ids=[f"{one[0]}-{one[3]}" for one in FLIPS]
)
def test_a_flipped_byte_in_each_kind_of_file_is_named(
    published: Path, tmp_path: Path, path: str, then: str, now: str, said: str
) -> None:
    work = tmp_path / "work"
    shutil.copytree(published / "work", work)
    (work / path).write_bytes(flipped((work / path).read_bytes(), then.encode(), now.encode()))

    done = do("verify", "--root", work)

    file, _, code = said.rpartition(": ")
    named = [line.split("; ")[0] for line in done.stderr.splitlines()]
    found = re.compile(rf"{re.escape(f'{work}/{file or path}')}(:[0-9]+)?: {code}")
    assert done.code == 1
    assert any(found.fullmatch(one) for one in named), done.stderr


def flipped(data: bytes, then: bytes, now: bytes) -> bytes:
    """Replace the first ``then``; one hexadecimal digit after it where ``now`` is nothing."""
    assert then in data
    if now:
        return data.replace(then, now, 1)
    at = data.index(then) + len(then) if then else len(data) // 2
    return data[:at] + (b"0" if data[at : at + 1] != b"0" else b"1") + data[at + 1 :]


@pytest.mark.parametrize(
    ("then", "now"),
    [('"percent":67', '"percent":66'), ('"low":55', '"low":54'), ('"missing":0', '"missing":1')],
)
def test_with_the_identity_every_figure_is_recomputed(
    work: Path, identity: Path, then: str, now: str
) -> None:
    scored(work, identity, "a1", 20)
    file = work / P / "a1" / "holdout.json"
    file.write_bytes(flipped(file.read_bytes(), then.encode(), now.encode()))

    assert do("verify", "--root", work).code == 0
    done = do("verify", "--root", work, "--identity", identity)

    assert done.code == 1
    assert "a1/holdout.json: holdout-differs; got tracks" in done.stderr


def test_an_attempt_cannot_be_hidden(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    shutil.rmtree(work / "predictions" / RELEASE / "a1")

    done = do("verify", "--root", work)

    assert "holdout-missing" in done.stderr


def test_the_last_line_of_the_log_of_access_is_held_by_the_attempt(
    work: Path, identity: Path
) -> None:
    scored(work, identity, "a1", 20)
    path = work / "releases" / RELEASE / "log" / "access.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"why":"a1"', b'"why":"b1"'))

    done = do("verify", "--root", work)

    assert done.code == 1
    assert "attempts.jsonl:1: attempt-unopened" in done.stderr


def test_the_last_line_of_the_log_of_attempts_is_held_by_the_scores(
    work: Path, identity: Path
) -> None:
    scored(work, identity, "a1", 20)
    path = work / "releases" / RELEASE / "log" / "attempts.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"date":"2026-02-10"', b'"date":"2026-02-11"'))

    done = do("verify", "--root", work)

    assert done.code == 1
    assert "a1/holdout.json: holdout-unlogged" in done.stderr


def test_a_held_attempt_repeats_the_figures_that_stand(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    scored(work, identity, "a2", 12)
    file = work / P / "a2" / "holdout.json"
    file.write_bytes(file.read_bytes().replace(b'"percent":67', b'"percent":70'))

    done = do("verify", "--root", work)

    assert done.code == 1
    assert "a2/holdout.json: ladder-broken" in done.stderr


def test_verifying_with_the_identity_writes_nothing(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    before = store.read_tree(work)

    assert do("verify", "--root", work, "--identity", identity).code == 0
    assert store.read_tree(work) == before


def test_the_folder_of_a_withdrawn_system_may_go(work: Path, identity: Path) -> None:
    common = ("--release", RELEASE, "--root", work)
    for name, right in (("acme-7b", 20), ("acme-8b", 10)):
        assert scored(work, identity, name, right, organization="Acme").code == 0
    shutil.rmtree(work / "predictions" / RELEASE / "acme-7b")
    verify = ("verify", "--root", work, "--identity", identity)
    assert "holdout-missing" in do(*verify).stderr

    ok("decide", "acme-7b", "withdraw", "--reason", "asked", "--date", "2026-02-13", *common)

    ok(*verify)
    ok("release", "publish", "--undecided", "--root", work)
    assert scored(work, identity, "acme-9b", 12, organization="ACME").code == 0
    assert holdout(work, "acme-9b")["attempts"] == 3
    ok(*verify)
