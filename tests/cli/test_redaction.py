"""A withdrawn submission taken out: nothing names it, everything verifies, attempts still count."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from signers import Person, sign_list

from digesta.workspace import store
from world import RELEASE, do, holdout, log, scored


def redact(root: Path, name: str, *more: str | Path, reason: str = "its owners asked") -> None:
    done = do(
        "log", "redact", name, "--reason", reason, "--date", "2026-02-14", "--release", RELEASE,
        "--root", root, *more,
    )  # fmt: skip
    assert done.code == 0, done.stderr


def withdraw(root: Path, name: str) -> None:
    done = do(
        "decide", name, "withdraw", "--reason", f"{name} was asked back", "--date", "2026-02-13",
        "--release", RELEASE, "--root", root,
    )  # fmt: skip
    assert done.code == 0, done.stderr


@pytest.fixture
def two_shown(work: Path, identity: Path) -> Path:
    """Return a workspace with two published systems, one of which is withdrawn since."""
    for name, right, organization in (("acme-7b", 20, "Acme"), ("other", 10, "Tests")):
        assert scored(work, identity, name, right, organization=organization).code == 0
        done = do(
            "decide", name, "accept", "--level", "sealed", "--reason", f"{name} was scored",
            "--date", "2026-02-11", "--release", RELEASE, "--root", work,
        )  # fmt: skip
        assert done.code == 0, done.stderr
    for _ in range(2):
        done = do("release", "publish", RELEASE, "--root", work)
        assert done.code == 0, done.stderr
    withdraw(work, "acme-7b")
    return work


def mentions(root: Path, words: tuple[bytes, ...]) -> list[str]:
    """Return the files of a workspace that hold one of the words, or are named by it."""
    return [
        path.as_posix()
        for path in root.rglob("*")
        if path.is_file()
        and any(w in path.read_bytes() or w in path.as_posix().encode() for w in words)
    ]


def test_a_withdrawn_system_is_named_nowhere_and_everything_still_verifies(
    two_shown: Path, identity: Path
) -> None:
    card = json.loads((two_shown / f"predictions/{RELEASE}/acme-7b/submission.json").read_bytes())
    words = (b"acme-7b", *(card[key].encode() for key in ("model_name", "organization")))
    assert len(mentions(two_shown, words)) > 8
    others = {
        path: path.read_bytes()
        for path in (two_shown / f"predictions/{RELEASE}/other").rglob("*") if path.is_file()
    }  # fmt: skip

    redact(two_shown, "acme-7b")

    assert mentions(two_shown, words) == []
    assert all(path.read_bytes() == data for path, data in others.items())
    for more in ((), ("--identity", identity)):
        done = do("verify", RELEASE, "--root", two_shown, *more)
        assert done.code == 0, done.stderr
    tombstone = log(two_shown, "redactions")[0]
    alias = tombstone["submission_id"]
    assert f"predictions/{RELEASE}/{alias}/predictions.jsonl" in tombstone["removed"]
    board = json.loads(
        (two_shown / f"releases/{RELEASE}/boards/1/toy@closed_book.json").read_text()
    )
    row = next(row for row in board["rows"] if row["submission_id"] == alias)
    assert (row["model_name"], row["organization"][:10]) == (alias, "withdrawn-")
    for command in (("board", "--release"), ("release", "publish")):
        done = do(*command, RELEASE, "--root", two_shown)
        assert done.code == 0, (command, done.stderr)
    assert do("verify", RELEASE, "--root", two_shown).code == 0


def test_what_was_taken_out_still_counts_as_an_attempt(two_shown: Path, identity: Path) -> None:
    redact(two_shown, "acme-7b")
    card = log(two_shown, "attempts")[0]
    assert card["organization"].startswith("withdrawn-")

    assert scored(two_shown, identity, "acme-again", 20, organization="ACME").code == 0

    assert holdout(two_shown, "acme-again")["attempts"] == 2
    assert do("verify", RELEASE, "--identity", identity, "--root", two_shown).code == 0


def test_a_changed_byte_is_found_after_a_redaction_too(two_shown: Path) -> None:
    redact(two_shown, "acme-7b")
    for name in ("boards/1/toy@closed_book.json", "log/decisions.jsonl", "log/attempts.jsonl"):
        path = two_shown / "releases" / RELEASE / name
        before = path.read_bytes()
        path.write_bytes(before.replace(b"withdrawn-", b"withdrawn_", 1))
        assert path.read_bytes() != before
        assert do("verify", RELEASE, "--root", two_shown).code == 1, name
        path.write_bytes(before)


def test_only_what_was_withdrawn_is_taken_out_and_a_rehearsal_writes_nothing(
    two_shown: Path,
) -> None:
    before = store.read_tree(two_shown)
    common = "--date", "2026-02-14", "--release", RELEASE, "--root", two_shown

    standing = do("log", "redact", "other", "--reason", "r", *common)
    named = do("log", "redact", "acme-7b", "--reason", "acme-7b asked", *common)
    tried = do("log", "redact", "acme-7b", "--reason", "r", "--dry-run", *common)

    assert (standing.code, "digesta decide other withdraw" in standing.stderr) == (2, True)
    assert (named.code, "stays in the log for good" in named.stderr) == (2, True)
    assert (tried.code, "remove " in tried.stdout, "rewrite " in tried.stdout) == (0, True, True)
    assert store.read_tree(two_shown) == before


def test_a_redaction_that_was_killed_is_sound_and_goes_on(
    two_shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the log's line, and after each file that is rewritten."""
    write = store.write_file
    for stop in range(0, 12, 2):
        copy = two_shown.with_name(f"copy{stop}")
        shutil.copytree(two_shown, copy)
        left = iter(range(stop))

        def killed(
            path: Path, data: bytes, *, mode: int = store.MODE, left: Iterator[int] = left
        ) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt
            write(path, data, mode=mode)

        with monkeypatch.context() as patch, suppress(SystemExit, AssertionError):
            patch.setattr(store, "write_file", killed)
            redact(copy, "acme-7b")

        redact(copy, "acme-7b")

        assert do("verify", RELEASE, "--root", copy).code == 0
        assert mentions(copy / "releases", (b"acme-7b",)) == []


def test_where_lines_are_signed_a_redaction_is_signed_and_nobody_else_can_make_one(
    two_shown: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ann = Person(tmp_path_factory.mktemp("ann"), "ann")
    assert sign_list(two_shown, ann, ann.line, date="2026-02-13").code == 0
    done = do(
        "log", "sign", "--reason", "read", "--date", "2026-02-13", "--key", ann.key,
        "--release", RELEASE, "--root", two_shown,
    )  # fmt: skip
    assert done.code == 0, done.stderr

    redact(two_shown, "acme-7b", "--key", ann.key)

    done = do("verify", RELEASE, "--root", two_shown)
    assert done.code == 0, done.stderr
    path = two_shown / "releases" / RELEASE / "log" / "redactions.jsonl"
    line = json.loads(path.read_bytes())
    line["digests"]["0" * 64] = "1" * 64
    path.write_bytes(json.dumps(line, separators=(",", ":"), sort_keys=True).encode() + b"\n")
    assert "unsigned" in do("verify", RELEASE, "--root", two_shown).stderr


def test_nobody_is_called_as_what_was_taken_out(work: Path, identity: Path) -> None:
    done = scored(work, identity, "withdrawn-0123456789abcdef", 20)

    assert (done.code, "stands for what was redacted" in done.stderr) == (1, True)
