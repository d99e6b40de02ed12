"""A corrected key in a small task is cut with a reason and a warning; nothing else is excused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Done
from digesta.canonical import canonical_bytes
from digesta.releases.cut import file_entries
from digesta.workspace.store import read_tree
from world import RELEASE, Identity, cut_in, do, draft, edited, made, write

BOARD = "toy/sight/yes_no"
ERRATUM, NEXT = f"{RELEASE}.2", "2026-03-05"


@pytest.fixture
def to_correct(tmp_path: Path) -> Path:
    """Return a workspace with a release; six of its twelve yes-no questions are right with yes."""
    root = tmp_path / "own"
    cut_in(root)
    return root


def started(own: Path, release: str, before: str = RELEASE) -> Path:
    place = own.parent / "drafts" / release
    done = do("release", "new", release, "--from", before, "-o", place, "--root", own)
    assert done.code == 0, done.stderr
    return place


def cut(own: Path, place: Path) -> Done:
    return do("release", "cut", place, "--root", own)


def ids(place: Path, task: str, *, answer: Any) -> list[str]:
    """Return the questions of a task whose truth is an answer."""
    lines = (place / "questions.jsonl").read_bytes().splitlines()
    mine = {one["question_id"] for one in map(json.loads, lines) if one["task"] == task}
    keys = map(json.loads, (place / "truths.jsonl").read_bytes().splitlines())
    return [
        one["question_id"]
        for one in keys
        if one["question_id"] in mine and one["truth"]["answer"] == answer
    ]


def rekey(place: Path, name: str, *, answer: Any, reason: str = "the gloss permits it") -> None:
    """Correct a truth in a draft, with the reason, if there is one."""
    files = {"truths.jsonl": (place / "truths.jsonl").read_bytes()}
    write(
        place,
        edited(
            files, "truths.jsonl",
            lambda one: one | {"truth": {"answer": answer}} if one["question_id"] == name else one,
        ),
    )  # fmt: skip
    changes = json.loads((place / "changes.json").read_bytes())
    if reason:
        changes.setdefault("rekeyed", []).append({"question_id": name, "reason": reason})
    (place / "changes.json").write_bytes(canonical_bytes(changes))


def changes_of(own: Path, release: str) -> dict[str, Any]:
    changes: dict[str, Any] = json.loads((own / "releases" / release / "changes.json").read_bytes())
    return changes


def corrected(own: Path) -> str:
    """Cut an erratum after which seven of twelve are right with yes; return the question's id."""
    place = started(own, ERRATUM)
    name = ids(place, "yes_no", answer=False)[0]
    rekey(place, name, answer=True)
    done = cut(own, place)
    assert done.code == 0, done.stderr
    assert f"{BOARD}: constant exceeds its limit" in done.stderr
    return name


def test_a_corrected_key_that_leaves_a_task_uneven_is_cut_with_its_reason_and_a_warning(
    to_correct: Path,
) -> None:
    name = corrected(to_correct)

    assert changes_of(to_correct, ERRATUM)["uneven"] == [
        {"board": BOARD, "adversary": "constant", "reason": f"{name[:12]}: the gloss permits it"}
    ]
    verified = do("verify", ERRATUM, "--root", to_correct)
    assert verified.code == 0, verified.stderr


def test_the_same_scores_without_an_erratum_are_refused(to_correct: Path, tmp_path: Path) -> None:
    place = started(to_correct, ERRATUM)
    rekey(place, ids(place, "yes_no", answer=False)[0], answer=True, reason="")
    silent = cut(to_correct, place)
    written = canonical_bytes(
        {
            "format": "changes/1",
            "uneven": [{"board": BOARD, "adversary": "constant", "reason": "x"}],
        }
    )
    files = edited(
        draft(), "truths.jsonl",
        lambda one: one | {"truth": {"answer": True}} if one["question_id"] == "yes-no-1" else one,
    )  # fmt: skip
    first = cut(tmp_path / "other", write(tmp_path / "alone", files | {"changes.json": written}))

    for done in (silent, first):
        assert (done.code, f"{BOARD}: constant scores 0.583" in done.stderr) == (1, True)
    assert "change-unexplained" in silent.stderr


def test_an_erratum_excuses_no_other_change_of_a_key(to_correct: Path) -> None:
    """Elsewhere a key is corrected; here questions retire, and the same answer is left."""
    place = started(to_correct, ERRATUM)
    rekey(place, ids(place, "count", answer=100)[0], answer=99)
    gone = ids(place, "yes_no", answer=False)[:2]
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        files = {path: (place / path).read_bytes()}
        write(place, edited(files, path, lambda o: None if o["question_id"] in gone else o))
    changes = json.loads((place / "changes.json").read_bytes())
    changes["retired"] = [{"question_id": one, "reason": "old"} for one in gone]
    (place / "changes.json").write_bytes(canonical_bytes(changes))

    done = cut(to_correct, place)

    assert (done.code, f"{BOARD}: constant scores 0.600" in done.stderr) == (1, True), done.stderr


def test_next_month_the_key_is_level_again_while_a_second_erratum_of_the_day_is_cut(
    to_correct: Path,
) -> None:
    corrected(to_correct)
    second, month = started(to_correct, f"{RELEASE}.3", ERRATUM), started(to_correct, NEXT, ERRATUM)
    for place in (second, month):
        rekey(place, ids(place, "count", answer=100)[0], answer=99)

    done, refused = cut(to_correct, second), cut(to_correct, month)

    assert (done.code, refused.code) == (0, 1), done.stderr
    assert [row["board"] for row in changes_of(to_correct, f"{RELEASE}.3")["uneven"]] == [BOARD]
    assert do("verify", f"{RELEASE}.3", "--root", to_correct).code == 0
    assert f"{BOARD}: constant scores 0.583" in refused.stderr


def test_verify_finds_an_excuse_that_no_erratum_gives(to_correct: Path) -> None:
    corrected(to_correct)
    path = to_correct / "releases" / ERRATUM / "changes.json"
    changes = changes_of(to_correct, ERRATUM)
    changes["uneven"].append({"board": "toy", "adversary": "echo", "reason": "why not"})
    path.write_bytes(canonical_bytes(changes) + b"\n")
    manifest = json.loads((path.parent / "release.json").read_bytes())
    manifest["files"] = [one.as_json() for one in file_entries(read_tree(path.parent))]
    (path.parent / "release.json").write_bytes(canonical_bytes(manifest) + b"\n")

    done = do("verify", ERRATUM, "--root", to_correct)

    assert (done.code, "changes.json: changes; got uneven: " in done.stderr) == (1, True)


def test_an_erratum_is_sealed_and_rotated_as_any_release_is(tmp_path: Path) -> None:
    me = Identity()
    work, identity = made(tmp_path, me.public), me.file(tmp_path)
    place = started(work, ERRATUM)
    rekey(place, ids(place, "yes_no", answer=False)[0], answer=True)
    for command in (
        ("release", "seal", place, "--private", tmp_path / "private"),
        ("release", "cut", place),
        ("release", "rotate", ERRATUM, "-i", identity, "--to", me.public, "--date", "2026-02-09"),
        ("verify", f"{RELEASE}.3", "--identity", identity),
    ):
        done = do(*command, "--root", work)
        assert done.code == 0, done.stderr
