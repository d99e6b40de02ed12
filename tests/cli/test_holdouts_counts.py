"""A count of attempts, a log, a retirement cannot be undone by what is written later."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands import Done
from digesta.canonical import canonical_bytes, canonical_lines, question_id
from digesta.errors import InputError
from digesta.workspace.holdout.seals import ids_in, questions_of, sealed_ids
from world import (
    RELEASE,
    Identity,
    answers,
    both,
    cut_in,
    do,
    draft,
    edited,
    holdout,
    key,
    log,
    retire,
    scored,
    submission,
    toy,
    write,
)

NEXT = "2026-03-05"
IDS = {
    one["question_id"]: question_id(one)
    for one in map(json.loads, draft(toy(42))["questions.jsonl"].splitlines())
}


def final(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Rewrite a private file under the ids that its questions have in a release."""
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    path.write_bytes(
        canonical_lines(change(r | {"question_id": IDS[r["question_id"]]}) for r in rows)
    )


def rekeyed(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"truth": {"answer": 1020}} if row["question_id"] == IDS["count-20"] else row


def next_draft(base: Path, work: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Path:
    """Start the next release's draft, and a private folder with changed truths; give the draft."""
    place = work.parent
    shutil.copytree(base / "private", place / "private")
    final(place / "private" / "truths.jsonl", change)
    final(place / "private" / "review.jsonl", lambda row: row)
    assert do("release", "new", NEXT, "--root", work, "-o", place / "next").code == 0
    return place / "next"


def sealed_again(made: Path, work: Path) -> Done:
    return do("release", "seal", made, "--private", work.parent / "private", "--root", work)


def say_rekeyed(made: Path) -> None:
    path = made / "changes.json"
    said = json.loads(path.read_bytes()) | {
        "rekeyed": [{"question_id": IDS["count-20"], "reason": "the source has more"}]
    }
    path.write_bytes(canonical_bytes(said) + b"\n")


def score(work: Path, identity: Path, name: str, right: int) -> Done:
    folder = submission(work, name, answers(right), release=NEXT)
    return do(
        "release", "score-holdout", folder, "--identity", identity, "--date", "2026-03-10",
        "--root", work,
    )  # fmt: skip


# Sealed again ---------------------------------------------------------------------------------


def test_sealed_ids_are_those_of_the_records_and_a_damaged_line_is_told(work: Path) -> None:
    folder = work / "releases" / RELEASE

    assert ids_in(folder, "holdout") == sealed_ids(questions_of(folder)) != frozenset()

    path = folder / "questions.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"split":"holdout"', b'"split":', 1))
    with pytest.raises(InputError, match=r"questions.jsonl:\d+"):
        ids_in(folder, "holdout")


def test_sealing_the_same_questions_with_other_truths_must_be_said_and_keeps_the_count(
    base: Path, work: Path, identity: Path
) -> None:
    for number, right in enumerate((10, 20)):
        assert scored(work, identity, f"a{number}", right).code == 0
    made = next_draft(base, work, rekeyed)

    unsaid = sealed_again(made, work)
    assert (unsaid.code, "holdout-resealed" in unsaid.stderr) == (1, True)
    say_rekeyed(made)
    assert sealed_again(made, work).code == 0
    assert do("release", "cut", made, "--root", work).code == 0

    verified = do("verify", NEXT, "--root", work)
    assert "holdout re-sealed: root changed" in verified.stdout, verified.stderr
    assert (
        "holdout re-sealed: root changed"
        in do("release", "diff", RELEASE, NEXT, "--root", work).stdout
    )
    third = score(work, identity, "b0", 25)
    assert third.code == 0, third.stderr
    assert holdout(work, "b0", NEXT)["attempts"] == 3
    assert "attempts-scored" in score(work, identity, "b1", 28).stderr
    assert do("verify", NEXT, "--root", work, "--identity", identity).code == 0


def test_a_cut_that_reseals_without_a_word_is_refused(base: Path, work: Path) -> None:
    made = next_draft(base, work, rekeyed)
    say_rekeyed(made)
    assert sealed_again(made, work).code == 0
    path = made / "changes.json"
    path.write_bytes(canonical_bytes(json.loads(path.read_bytes()) | {"rekeyed": []}) + b"\n")

    assert "holdout-resealed" in do("release", "cut", made, "--root", work).stderr


def test_the_same_truths_and_keys_sealed_again_need_no_word(base: Path, work: Path) -> None:
    made = next_draft(base, work, lambda row: row)

    assert sealed_again(made, work).code == 0
    assert do("release", "cut", made, "--root", work).code == 0
    assert "re-sealed" not in do("verify", NEXT, "--root", work).stdout


# What was told --------------------------------------------------------------------------------


@pytest.mark.parametrize("changed", ["nothing", "a letter"])
def test_what_any_release_asked_in_public_cannot_be_sealed(
    tmp_path: Path, me: Identity, changed: str
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    cut_in(work, draft(toy(42)))
    files, private = both(me.public)
    if changed == "a letter":
        files = edited(files, "questions.jsonl", with_a_letter)
    said = json.loads(files["release.json"]) | {"release": NEXT}
    files["release.json"] = canonical_bytes(said)
    write(tmp_path / "next", files)
    write(tmp_path / "private", private)
    command = ("release", "seal", tmp_path / "next", "--private", tmp_path / "private")

    refused = do(*command, "--root", work)
    # Sealed where nobody knows of the first release, it is found when it is cut.
    (tmp_path / "other").mkdir()
    assert do(*command, "--root", tmp_path / "other").code == 0
    cut = do("release", "cut", tmp_path / "next", "--root", work)

    assert (refused.code, "split-known" in refused.stderr, RELEASE in refused.stderr) == (
        1,
        True,
        True,
    )
    assert (cut.code, "split-known" in cut.stderr) == (1, True)


def with_a_letter(one: dict[str, Any]) -> dict[str, Any]:
    turns = [{**turn, "content": turn["content"] + " ?"} for turn in one["turns"]]
    return one | {"turns": turns} if one["split"] == "holdout" else one


# Logs that were published ---------------------------------------------------------------------


def without_the_last(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize("name", ["attempts", "access", "decisions"])
def test_the_tail_of_a_published_log_cannot_be_cut(work: Path, identity: Path, name: str) -> None:
    scored(work, identity, "a1", 20)
    accept = ("decide", "a1", "accept", "--reason", "it is", "--date", "2026-02-11")
    assert do(*accept, "--root", work).code == 0
    assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0
    assert do("verify", "--root", work).code == 0
    without_the_last(work / "releases" / RELEASE / "log" / f"{name}.jsonl")

    done = do("verify", "--root", work)

    assert done.code == 1
    assert f"log/{name}.jsonl: log-rewritten" in done.stderr


def test_a_held_attempt_cannot_be_taken_out_after_a_publication(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    scored(work, identity, "a2", 10)
    assert do("release", "publish", "--undecided", RELEASE, "--root", work).code == 0
    (work / "predictions" / RELEASE / "a2" / "holdout.json").unlink()

    done = do("verify", "--root", work)

    assert f"predictions/{RELEASE}/a2/holdout.json: published-changed" in done.stderr


def test_an_opening_that_no_attempt_followed_is_named(work: Path, identity: Path) -> None:
    scored(work, identity, "a1", 20)
    scored(work, identity, "a2", 25)
    without_the_last(work / "releases" / RELEASE / "log" / "attempts.jsonl")
    (work / "predictions" / RELEASE / "a2" / "holdout.json").unlink()

    done = do("verify", "--root", work)

    assert "holdout opened without attempt: log/access.jsonl:2 (a2)" in done.stdout


# Retired --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["truths.jsonl", "salts.jsonl", "review.jsonl", ""])
def test_a_retirement_is_not_undone_by_taking_away_what_it_revealed(
    work: Path, identity: Path, path: str
) -> None:
    scored(work, identity, "a1", 20)
    assert retire(work, RELEASE, identity).code == 0
    revealed = work / "releases" / RELEASE / "revealed"
    if path:
        (revealed / path).unlink()
    else:
        shutil.rmtree(revealed)

    assert "revealed-incomplete" in do("verify", "--root", work).stderr
    assert "revealed-incomplete" in scored(work, identity, "b1", 20, organization="B").stderr
    assert len(log(work, "attempts")) == 1
    assert retire(work, RELEASE, identity).code == 0
    assert do("verify", "--root", work).code == 0


def test_what_was_revealed_is_not_sealed_again(base: Path, work: Path, identity: Path) -> None:
    made = next_draft(base, work, lambda row: row)
    assert sealed_again(made, work).code == 0
    assert retire(work, RELEASE, identity).code == 0

    done = do("release", "cut", made, "--root", work)

    assert (done.code, "split-known" in done.stderr) == (1, True)


# Dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "today", "said"),
    [
        ("1999-02-11", "2026-02-11", f"the release is of {RELEASE}"),
        ("9026-02-11", "2026-02-11", "add --confirm-date"),
        ("2027-02-11", "2026-02-11", "add --confirm-date"),
        ("2026-02-12", "2026-02-11", "it is 2026-02-11"),
        ("2026-03-23", "2026-04-01", f"end on {RELEASE}"),
    ],
)
def test_a_wrong_year_is_refused_by_every_log(
    work: Path, identity: Path, me: Identity, monkeypatch: pytest.MonkeyPatch,
    date: str, today: str, said: str,
) -> None:  # fmt: skip
    """2027 typed for 2026 locked the log for a year: no later line may be of before."""
    monkeypatch.setenv("DIGESTA_TODAY", today)
    folder = submission(work, "a1", key())
    why = ("--reason", "r", "--date", date, "--root", work)
    opening = ("--identity", identity, "--date", date, "--root", work)
    commands: list[tuple[str | Path, ...]] = [
        ("access", "--who", "r", "--what", "x", "--why", "y", "--date", date, "--root", work),
        ("decide", "a1", "accept", *why),
        ("dispute", "raise", *why),
        ("release", "score-holdout", folder, *opening),
        ("release", "rotate", RELEASE, "--to", me.public, *opening),
        ("release", "retire", RELEASE, *opening),
    ]
    if date > RELEASE:  # what lies before is said by the dispute's own line
        commands.append(("dispute", "settle", "d-0001", "upheld", *why))

    for command in commands:
        done = do(*command)
        assert (done.code, said in done.stderr) == (2, True), (command, done.stderr)
    assert log(work, "access") == log(work, "decisions") == log(work, "attempts") == []


def test_decisions_keep_their_order_and_time_goes_on_with_the_logs(work: Path) -> None:
    submission(work, "a1", key())
    accept = ("decide", "a1", "accept", "--reason", "r", "--root", work, "--date")

    assert do(*accept, "2026-03-22").code == 0
    assert do(*accept, "2026-05-06").code == 0
    assert do(*accept, "2028-04-15", "--confirm-date").code == 0
    # A day apart may be the same day elsewhere on the globe.
    back = do(*accept, "2028-04-13", "--confirm-date")

    assert (back.code, "the last line of log/decisions.jsonl" in back.stderr) == (2, True)
