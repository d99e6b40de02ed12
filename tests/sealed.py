"""A small benchmark with a holdout: its draft, its private folder, identities, a workspace."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyrage

from commands import Done, run
from digesta.canonical import canonical_bytes, canonical_lines, question_id, sha256_hex
from small import RELEASE, draft, edited, submission, truths, write

FIRST_SEALED = 12
"""Of each task's 42 questions, the first twelve are public, thirty are sealed."""

KEYS = {name: sha256_hex(f"{name} of the tests".encode()) for name in ("salt_key", "draw_key")}


class Identity:
    """An age identity, made for one test."""

    def __init__(self) -> None:
        self._made = pyrage.x25519.Identity.generate()
        self.secret, self.public = str(self._made), str(self._made.to_public())

    def file(self, root: Path, name: str = "identity.txt") -> Path:
        path = root / name
        path.write_text(f"# public key: {self.public}\n{self.secret}\n")
        return path


def _sealed(one: Mapping[str, Any]) -> bool:
    return int(str(one["question_id"]).rsplit("-", 1)[1]) >= FIRST_SEALED


def both(*recipients: str, computable: str = "") -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return a draft with a holdout and its private folder. computable: a category that is."""
    files = draft(42, recipients=list(recipients))
    private = {"keys.json": canonical_bytes(KEYS)}
    for path in ("truths.jsonl", "review.jsonl"):
        lines = [json.loads(line) for line in files[path].splitlines()]
        files[path] = canonical_lines(one for one in lines if not _sealed(one))
        private[path] = canonical_lines(one for one in lines if _sealed(one))
    files = edited(
        files, "questions.jsonl",
        lambda one: one | {"split": "holdout"} if _sealed(one) else one,
    )  # fmt: skip
    if computable:
        files = edited(files, "release.json", lambda one: _marked(one, computable))
    return files, private


def _marked(manifest: dict[str, Any], category: str) -> dict[str, Any]:
    for name, one in manifest["tracks"][0]["categories"].items():
        if category in (name, "all"):
            one["computable"] = True
    return manifest


def key() -> dict[str, Any]:
    """Return the right answer of every question, public and sealed, by final id."""
    asked = [json.loads(line) for line in draft(42)["questions.jsonl"].splitlines()]
    right = {one["question_id"]: one["truth"]["answer"] for one in truths(asked)}
    return {question_id(one): right[one["question_id"]] for one in asked}


def answers(right: int) -> dict[str, Any]:
    """Return answers of which the first ``right`` of each task's sealed questions are right."""
    asked = [json.loads(line) for line in draft(42)["questions.jsonl"].splitlines()]
    good = key()
    limit = FIRST_SEALED + right
    return {
        question_id(one): good[question_id(one)]
        if int(one["question_id"].rsplit("-", 1)[1]) < limit
        else "?"
        for one in asked
    }


def do(*arguments: str | Path) -> Done:
    """Run a command; a toy is sealed as if its workspace were empty."""
    if arguments[:2] == ("release", "seal") and "--root" not in arguments:
        arguments += ("--root", Path(arguments[2]).parent / "nowhere")
        Path(arguments[-1]).mkdir(exist_ok=True)
    return run(*arguments)


def ok(*arguments: str | Path) -> Done:
    """Run a command that must succeed."""
    done = do(*arguments)
    assert done.code == 0, done.stderr
    return done


def made(root: Path, *recipients: str, computable: str = "") -> Path:
    """Seal and cut a release in a new workspace under a folder; give the workspace."""
    files, private = both(*recipients, computable=computable)
    write(root / "draft", files)
    write(root / "private", private)
    work = root / "work"
    work.mkdir()
    for command in (
        ("release", "seal", root / "draft", "--private", root / "private"),
        ("release", "cut", root / "draft", "--root", work),
    ):
        done = do(*command)
        assert done.code == 0, done.stderr
    return work


def scored(work: Path, identity: Path, name: str, right: int, *more: str, **card: Any) -> Done:
    """Send in a submission and score it on the sealed questions."""
    folder = submission(work, name, answers(right), **card)
    return do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-02-10",
        "--root", work, *more,
    )  # fmt: skip


def holdout(work: Path, name: str, release: str = RELEASE) -> dict[str, Any]:
    """Read a submission's holdout.json."""
    path = work / "predictions" / release / name / "holdout.json"
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def git(root: Path, *arguments: str) -> None:
    """Run git in a folder, as a nobody."""
    named = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=m"]
    subprocess.run(["git", "-C", str(root), *named, *arguments], check=True, capture_output=True)


def log(work: Path, name: str, release: str = RELEASE) -> list[dict[str, Any]]:
    """Read a log of a release; [] before its first line."""
    path = work / "releases" / release / "log" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def retire(work: Path, release: str, identity: Path) -> Done:
    """Retire a release."""
    return do(
        "release", "retire", release, "--identity", identity, "--date", "2027-01-01",
        "--confirm-date",
        "--root", work,
    )  # fmt: skip
