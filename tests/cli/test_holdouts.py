"""Sealed questions: sealed, scored under a cap and a ladder, shown on boards of their own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from digesta.workspace import store
from digesta.workspace.holdout import attempts
from world import (
    RELEASE,
    Identity,
    answers,
    both,
    do,
    git,
    holdout,
    key,
    log,
    scored,
    submission,
    write,
)

# Sealing --------------------------------------------------------------------------------------


def commitment_in(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "release.json").read_bytes())["holdout"]
    return found


def test_a_seal_that_was_killed_half_way_is_not_cut(
    tmp_path: Path, me: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, private = both(me.public)
    write(tmp_path / "draft", files)
    write(tmp_path / "private", private)
    command = ("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")
    assert do(*command).code == 0
    write_file = store.write_file

    def killed(path: Path, data: bytes, *, mode: int = store.MODE) -> None:
        if path.name == "release.json":
            raise KeyboardInterrupt
        write_file(path, data, mode=mode)

    with monkeypatch.context() as patch:
        patch.setattr(store, "write_file", killed)
        do(*command)
    torn = do("release", "cut", tmp_path / "draft", "--root", tmp_path / "work")
    assert do(*command).code == 0
    whole = do("release", "cut", tmp_path / "draft", "--root", tmp_path / "work")

    assert (torn.code, whole.code) == (1, 0)
    assert "draft/holdout.age: sealed-other" in torn.stderr
    assert "digesta release seal" in torn.stderr


def test_sealing_makes_the_keys_once_and_for_their_owner_alone(
    tmp_path: Path, me: Identity
) -> None:
    files, private = both(me.public)
    write(tmp_path / "draft", files)
    write(tmp_path / "private", {path: private[path] for path in ("truths.jsonl", "review.jsonl")})
    command = ("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")

    assert do(*command).code == 0
    keys = (tmp_path / "private" / "keys.json").read_bytes()
    commitment = commitment_in(tmp_path / "draft")

    assert do(*command).code == 0
    assert (tmp_path / "private" / "keys.json").read_bytes() == keys
    again = commitment_in(tmp_path / "draft")
    assert again["sealed_sha256"] != commitment["sealed_sha256"]
    assert again | {"sealed_sha256": ""} == commitment | {"sealed_sha256": ""}
    assert (tmp_path / "private" / "keys.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("sealed_before", ["2026-12", "now"])
def test_a_recipient_who_was_named_after_sealing_stops_the_cut(
    tmp_path: Path, me: Identity, sealed_before: str
) -> None:
    """The backup key that was added to release.json could open nothing, and nobody noticed."""
    files, private = both(me.public)
    write(tmp_path / "private", private)
    place = write(tmp_path / "draft", files)
    seal = ("release", "seal", place, "--private", tmp_path / "private")
    cut = ("release", "cut", place, "--root", tmp_path / "work")
    assert do(*seal).code == 0
    manifest = json.loads((place / "release.json").read_bytes())
    manifest["recipients"].append(Identity().public)
    if sealed_before == "2026-12":
        del manifest["holdout"]["recipients"]
    (place / "release.json").write_text(json.dumps(manifest))

    late = do(*cut)

    assert (late.code, "recipients-moved; got 2 recipients" in late.stderr) == (1, True)
    assert do(*seal).code == do(*cut).code == 0


def test_an_older_seal_that_goes_along_keeps_its_recipients(
    work: Path, me: Identity, tmp_path: Path
) -> None:
    """What was sealed before 2026-12 does not say to whom; the release before does."""
    path, place = work / "releases" / RELEASE / "release.json", tmp_path / "next"
    manifest = json.loads(path.read_bytes())
    del manifest["holdout"]["recipients"]
    path.write_text(json.dumps(manifest))
    assert do("release", "new", "2026-03-05", "-o", place, "--root", work).code == 0
    path = place / "release.json"
    path.write_bytes(path.read_bytes().replace(me.public.encode(), Identity().public.encode()))

    done = do("release", "cut", place, "--root", work)

    assert (done.code, "recipients-moved" in done.stderr) == (1, True), done.stderr


def test_verify_finds_a_recipient_in_another_s_place(work: Path, me: Identity) -> None:
    path = work / "releases" / RELEASE / "release.json"
    path.write_bytes(path.read_bytes().replace(me.public.encode(), Identity().public.encode()))

    done = do("verify", "--root", work)

    assert (done.code, "release.json: recipients-moved" in done.stderr) == (1, True), done.stderr


def test_a_private_folder_that_git_could_commit_is_refused(tmp_path: Path, me: Identity) -> None:
    files, private = both(me.public)
    write(tmp_path / "draft", files)
    write(tmp_path / "private", private)
    git(tmp_path, "init")
    command = ("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")

    refused = do(*command)
    write(tmp_path, {".gitignore": b"private/\n"})
    taken = do(*command)

    assert (refused.code, taken.code) == (2, 0)
    assert "could be committed" in refused.stderr


@pytest.mark.parametrize(
    ("ignored", "extra"),
    [("truths.jsonl\n*.json\n", {}), ("*.jsonl\n*.json\n", {"copy/old.txt": b"yes\n"})],
    ids=["reviews", "another-file"],
)
def test_every_file_of_a_private_folder_must_be_ignored_by_git(
    tmp_path: Path, me: Identity, ignored: str, extra: dict[str, bytes]
) -> None:
    files, private = both(me.public)
    write(tmp_path / "draft", files)
    write(tmp_path / "private", private | extra)
    write(tmp_path, {".gitignore": ignored.encode()})
    git(tmp_path, "init")

    done = do("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")

    assert done.code == 2
    assert f"{next(iter(extra), 'review.jsonl')} could be committed" in done.stderr


def test_a_private_folder_inside_the_draft_is_refused(tmp_path: Path, me: Identity) -> None:
    files, private = both(me.public)
    write(tmp_path / "draft", files)
    write(tmp_path / "draft" / "private", private)

    done = do("release", "seal", tmp_path / "draft", "--private", tmp_path / "draft" / "private")

    assert done.code == 2


# Scoring --------------------------------------------------------------------------------------


def test_what_is_told_is_whole_percents_and_nothing_per_question(
    work: Path, identity: Path
) -> None:
    done = scored(work, identity, "acme", 20, organization="Acme")

    assert done.code == 0, done.stderr
    track = holdout(work, "acme")["tracks"]["toy"]
    # Of thirty questions in each task, twenty are right.
    assert (track["n"], track["percent"], track["categories"]["number"]["percent"]) == (90, 67, 67)
    said = done.stdout + (work / "predictions" / RELEASE / "acme" / "holdout.json").read_text()
    assert not [name for name in key() if name in said]
    assert "toy: accuracy 67%" in done.stdout


def test_an_attempt_and_who_opened_the_truths_are_logged_and_bound_to_each_other(
    work: Path, identity: Path, me: Identity
) -> None:
    scored(work, identity, "acme", 20)

    [access], [attempt] = log(work, "access"), log(work, "attempts")

    assert (access["who"], access["why"]) == (me.public, "acme")
    assert (attempt["submission_id"], attempt["outcome"]) == ("acme", "scored")
    assert attempt["root"] == holdout(work, "acme")["root"]
    assert attempt["predictions"] == holdout(work, "acme")["inputs"]["predictions"]


def test_the_fourth_attempt_of_an_organisation_is_refused_under_a_look_alike_name_too(
    work: Path, identity: Path
) -> None:
    names = ("Acme Labs", "ACME  Labs", "Acme Labs", "Аcme Labs")  # the last begins in Cyrillic
    for number, name in enumerate(names[:3]):
        done = scored(work, identity, f"a{number}", 10 + number, organization=name)
        assert done.code == 0, done.stderr

    fourth = scored(work, identity, "a4", 25, organization="acme labs")
    other = scored(work, identity, "b1", 25, organization="Beta")

    assert fourth.code == 1
    assert "attempts-scored" in fourth.stderr
    assert other.code == 0
    assert len(log(work, "attempts")) == 4


def test_the_same_predictions_again_are_the_same_attempt(work: Path, identity: Path) -> None:
    scored(work, identity, "acme", 20)
    before = (work / "predictions" / RELEASE / "acme" / "holdout.json").read_bytes()
    (work / "predictions" / RELEASE / "acme" / "holdout.json").unlink()

    again = scored(work, identity, "acme", 20)

    assert again.code == 0
    assert (work / "predictions" / RELEASE / "acme" / "holdout.json").read_bytes() == before
    assert (len(log(work, "attempts")), len(log(work, "access"))) == (1, 2)


def test_a_scored_submission_does_not_change(work: Path, identity: Path) -> None:
    scored(work, identity, "acme", 20)

    again = scored(work, identity, "acme", 25)

    assert again.code == 1
    assert "holdout-stale" in again.stderr
    assert len(log(work, "attempts")) == 1


def test_punctuation_spaces_and_accents_in_an_organisations_name_buy_no_attempt(
    work: Path, identity: Path
) -> None:
    for number, name in enumerate(("Acme", "Acme.", "Ac me")):
        assert scored(work, identity, f"a{number}", 10 + number, organization=name).code == 0

    for number, name in enumerate(("\u00c1cme", "A-C-M-E", "(Acme)")):
        done = scored(work, identity, f"b{number}", 20, organization=name)

        assert done.code == 1
        assert "attempts-scored" in done.stderr


def test_failed_validations_are_logged_under_a_cap_of_their_own(
    work: Path, identity: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert attempts.CAPS == {"scored": 3, "invalid": 20}
    monkeypatch.setitem(attempts.CAPS, "invalid", 2)
    folder = submission(work, "broken", {"nobody": "?"}, organization="Acme")
    command = (
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-02-10",
        "--root", work,
    )  # fmt: skip
    for _ in range(2):
        assert do(*command).code == 1

    last = do(*command)

    assert last.code == 1
    assert "attempts-invalid" in last.stderr
    assert [one["outcome"] for one in log(work, "attempts")] == ["invalid"] * 2
    assert log(work, "access") == []


def test_the_maintainers_attempts_are_logged_uncapped_and_without_a_ladder(
    work: Path, identity: Path
) -> None:
    for number, right in enumerate((30, 20, 10, 5)):
        done = scored(work, identity, f"m{number}", right, "--maintainers", organization="Us")
        assert done.code == 0, done.stderr

    assert [one["maintainers"] for one in log(work, "attempts")] == [True] * 4
    assert holdout(work, "m3")["tracks"]["toy"]["percent"] == 17
    mixed = scored(work, identity, "m5", 20, organization="Us")
    assert "attempts-mixed" in mixed.stderr


def test_an_attempt_that_does_not_beat_noise_is_told_the_figures_that_stand(
    work: Path, identity: Path
) -> None:
    scored(work, identity, "a1", 20)

    held = scored(work, identity, "a2", 12)

    assert "attempt 2 of 3, the ladder keeps the figures of attempt 1" in held.stdout
    assert holdout(work, "a2")["tracks"] == holdout(work, "a1")["tracks"]
    assert "40%" not in held.stdout


def test_the_date_of_a_log_does_not_go_back(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    folder = submission(work, "a2", answers(21))

    done = do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-02-09",
        "--root", work,
    )  # fmt: skip

    assert done.code == 2


def test_a_command_leaves_nothing_in_the_users_cache(
    work: Path, identity: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    scored(work, identity, "acme", 20)

    assert not (tmp_path / "cache").exists()


def test_a_wrong_identity_is_refused_and_no_attempt_is_taken(work: Path, identity: Path) -> None:
    other = Identity()

    done = scored(work, other.file(work.parent, "other.txt"), "acme", 20)
    typed = scored(work, Path(other.secret), "acme", 20)

    assert "identity-stranger" in done.stderr
    assert typed.code == 2
    assert other.secret not in done.stderr + typed.stderr
    assert (log(work, "attempts"), log(work, "access")) == ([], [])


def test_a_release_without_a_holdout_and_a_stray_file_are_refused(
    work: Path, identity: Path, tmp_path: Path
) -> None:
    stray = write(tmp_path / "elsewhere", {"predictions.jsonl": b""})

    done = do(
        "release", "score-holdout", stray, "--identity", identity, "--date", "2026-02-10",
        "--root", work,
    )  # fmt: skip

    assert done.code == 2


def test_an_attempt_that_could_not_be_scored_is_not_logged(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    shutil.rmtree(work / "predictions" / RELEASE / "a1")

    lost = scored(work, identity, "a2", 25)

    assert lost.code == 1
    assert "attempt-lost" in lost.stderr
    assert len(log(work, "attempts")) == 1
    # That the truths were opened is in the log all the same.
    assert len(log(work, "access")) == 2


def test_keys_are_there_before_there_is_anything_to_seal(tmp_path: Path, me: Identity) -> None:
    files, _ = both(me.public)
    write(tmp_path / "draft", files)
    (tmp_path / "private").mkdir()

    done = do("release", "seal", tmp_path / "draft", "--private", tmp_path / "private")

    assert done.code == 1
    keys = json.loads((tmp_path / "private" / "keys.json").read_bytes())
    assert sorted(keys) == ["draw_key", "salt_key"]
    assert not [key for key in keys.values() if key in done.stderr + done.stdout]


def test_all_systems_are_scored_at_once_by_folder_id_or_release(work: Path, identity: Path) -> None:
    for n, name in enumerate(("a1", "a2", "a3", "a4")):
        submission(work, name, answers(20), organization=f"Org {n}")
    opening = ("--identity", identity, "--date", "2026-02-10", "--root", work)
    card = work / "predictions" / RELEASE / "a3" / "submission.json"
    card.write_text("{}")

    by_id = do("release", "score-holdout", "a1", work / "predictions" / RELEASE / "a2", *opening)
    before = len(log(work, "access"))
    every = do("release", "score-holdout", work / "predictions" / RELEASE, *opening)

    assert by_id.code == 0, by_id.stderr
    assert by_id.stdout.count("attempt 1 of 3") == 2
    assert every.code == 1
    assert "a3/submission.json" in every.stderr
    assert len(log(work, "access")) == before + 1, "what has its score is not opened again"
    assert {name for name in ("a1", "a2", "a4") if holdout(work, name)} == {"a1", "a2", "a4"}
    unknown = do("release", "score-holdout", "nobody", *opening)
    assert (unknown.code, "name a submission's folder" in unknown.stderr) == (2, True)
