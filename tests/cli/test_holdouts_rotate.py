"""Sealed questions are sealed anew for others, and revealed in the end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from digesta.canonical import sha256_hex
from digesta.workspace.store import read_tree
from world import RELEASE, Identity, answers, do, holdout, log, made, retire, scored, submission

# Rotating and retiring ------------------------------------------------------------------------


def test_when_an_identity_is_lost_another_recipient_rotates_and_the_count_goes_on(
    tmp_path: Path,
) -> None:
    """The drill: one of two identities is lost; the other seals anew for itself and a third."""
    lost, kept, new = Identity(), Identity(), Identity()
    work = made(tmp_path, lost.public, kept.public)
    kept_file, new_file = kept.file(tmp_path, "kept.txt"), new.file(tmp_path, "new.txt")
    for number, right in enumerate((10, 20)):
        assert scored(work, kept_file, f"a{number}", right, organization="Acme").code == 0

    rotated = do(
        "release", "rotate", RELEASE, "--identity", kept_file, "--to", kept.public,
        "--to", new.public, "--date", "2026-03-01", "--root", work,
    )  # fmt: skip

    assert rotated.code == 0, rotated.stderr
    later = f"{RELEASE}.2"
    manifests = [
        json.loads((work / "releases" / one / "release.json").read_bytes())
        for one in (RELEASE, later)
    ]
    digests = [one["holdout"].pop("sealed_sha256") for one in manifests]
    assert len({one["holdout"].pop("recipients") for one in manifests}) == 2
    assert manifests[0]["holdout"] == manifests[1]["holdout"]
    assert digests == [
        sha256_hex((work / "releases" / one / "holdout.age").read_bytes())
        for one in (RELEASE, later)
    ]
    assert manifests[1]["recipients"] == sorted([kept.public, new.public])
    verified = do("verify", later, "--identity", new_file, "--root", work)
    assert "root and counts recomputed" in verified.stdout, verified.stderr
    stranger = do("verify", later, "--identity", lost.file(tmp_path, "lost.txt"), "--root", work)
    assert "identity-stranger" in stranger.stderr
    # Acme has made two attempts on these questions: one is left, whichever release it is for.
    for number, (right, code) in enumerate(((25, 0), (28, 1))):
        folder = submission(work, f"n{number}", answers(right), release=later, organization="Acme")
        done = do(
            "release", "score-holdout", folder, "--identity", new_file, "--date", "2026-03-02",
            "--root", work,
        )  # fmt: skip
        assert done.code == code, done.stderr
    assert holdout(work, "n0", later)["attempts"] == 3
    assert do("verify", later, "--identity", new_file, "--root", work).code == 0


def test_a_submission_carried_to_a_rotated_release_is_not_another_attempt(
    work: Path, identity: Path, me: Identity
) -> None:
    scored(work, identity, "a1", 20)
    do(
        "release", "rotate", RELEASE, "--identity", identity, "--to", me.public, "--date",
        "2026-03-01", "--root", work,
    )  # fmt: skip
    later = f"{RELEASE}.2"
    folder = submission(work, "a1", answers(20), release=later)

    done = do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-03-02",
        "--root", work,
    )  # fmt: skip

    assert done.code == 0, done.stderr
    assert (holdout(work, "a1", later)["attempts"], len(log(work, "attempts", later))) == (1, 1)
    assert do("verify", later, "--identity", identity, "--root", work).code == 0


def test_a_retired_release_is_recomputed_by_anyone(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    assert retire(work, RELEASE, identity).code == 0
    identity.unlink()

    done = do("verify", "--root", work)

    assert "retired, root and counts recomputed" in done.stdout, done.stderr
    assert "holdout scores recomputed: 1" in done.stdout
    revealed = work / "releases" / RELEASE / "revealed"
    names = ["review.jsonl", "salts.jsonl", "truths.jsonl"]
    assert sorted(path.name for path in revealed.iterdir()) == names


def test_a_release_whose_questions_a_later_one_keeps_sealed_is_not_retired(
    work: Path, identity: Path, me: Identity
) -> None:
    do(
        "release", "rotate", RELEASE, "--identity", identity, "--to", me.public, "--date",
        "2026-03-01", "--root", work,
    )  # fmt: skip

    early = retire(work, RELEASE, identity)
    assert "holdout-live" in early.stderr
    assert retire(work, f"{RELEASE}.2", identity).code == 0
    assert retire(work, RELEASE, identity).code == 0
    assert "holdout-retired" in retire(work, RELEASE, identity).stderr


def test_nothing_is_scored_on_truths_that_were_revealed(
    work: Path, identity: Path, me: Identity
) -> None:
    do(
        "release", "rotate", RELEASE, "--identity", identity, "--to", me.public, "--date",
        "2026-03-01", "--root", work,
    )  # fmt: skip
    retire(work, f"{RELEASE}.2", identity)

    done = scored(work, identity, "a1", 20)

    assert "holdout-retired" in done.stderr


def test_attempts_on_two_releases_of_one_set_keep_their_order(
    work: Path, identity: Path, me: Identity
) -> None:
    do(
        "release", "rotate", RELEASE, "--identity", identity, "--to", me.public, "--date",
        "2026-02-05", "--root", work,
    )  # fmt: skip
    folder = submission(work, "n1", answers(10), release=f"{RELEASE}.2")
    done = do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-02-10",
        "--root", work,
    )  # fmt: skip
    assert done.code == 0, done.stderr

    # In the older release, on the same day: it would stand before the attempt that came first.
    earlier = scored(work, identity, "a1", 20)

    assert earlier.code == 2
    assert "n1 was scored on these questions on 2026-02-10" in earlier.stderr
    assert log(work, "attempts") == []


def test_a_dry_run_names_all_that_is_written_then_and_writes_nothing(
    work: Path, identity: Path, me: Identity
) -> None:
    scored(work, identity, "a1", 20)
    opening = ("--identity", identity, "--date", "2026-03-01")
    commands: list[tuple[str | Path, ...]] = [
        ("release", "publish", "--undecided", RELEASE),
        ("release", "rotate", RELEASE, "--to", me.public, *opening),
        ("release", "retire", f"{RELEASE}.2", *opening),
    ]
    for command in commands:
        before = read_tree(work)

        dry = do(*command, "--dry-run", "--root", work)

        assert dry.code == 0, dry.stderr
        assert read_tree(work) == before, command
        assert do(*command, "--root", work).code == 0
        after = read_tree(work)
        changed = {path for path in after if after[path] != before.get(path)}
        announced = set(re.findall(r"^would (?:write|add to) (.+?): ", dry.stdout, re.MULTILINE))
        assert announced == {(work / path).as_posix() for path in changed}


@pytest.mark.parametrize("written", [str.upper, str.lower])
def test_a_secret_key_in_place_of_a_recipient_is_refused_and_never_repeated(
    work: Path, me: Identity, written: Callable[[str], str]
) -> None:
    secret = written(Identity().secret)

    done = do(
        "release", "rotate", RELEASE, "--identity", me.file(work.parent), "--to", secret,
        "--date", "2026-03-01", "--root", work,
    )  # fmt: skip

    assert done.code == 2
    assert secret[:20] not in done.stdout + done.stderr
    assert "rotate" in done.stderr
    assert not (work / "releases" / f"{RELEASE}.2").exists()


def test_the_same_recipient_twice_is_refused(work: Path, me: Identity) -> None:
    other = Identity().public

    done = do(
        "release", "rotate", RELEASE, "--identity", me.file(work.parent), "--to", other,
        "--to", other, "--date", "2026-03-01", "--root", work,
    )  # fmt: skip

    assert done.code == 1
    assert f"{other} twice" in done.stderr
    assert not (work / "releases" / f"{RELEASE}.2").exists()
