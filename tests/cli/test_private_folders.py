"""The folder of a holdout's truths: used again next month, and written anew when it was lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_lines
from digesta.workspace.store import read_tree
from world import RELEASE, Identity, do, git, log, made, questions, review, truths, write

NEXT = "2026-03-05"
NAME = "tomorrow-42"


def extra(name: str = NAME, **changes: Any) -> dict[str, bytes]:
    """Return the lines of one more sealed question, by file."""
    like = questions(43)[-1]
    asked = like | {
        "question_id": name, "split": "holdout", "cluster_id": "c-tomorrow0042",
        "turns": [{"role": "user", "content": "How many hours has the sun above the hill?"}],
    } | changes  # fmt: skip
    truth = truths([like])[0] | {"question_id": name}
    records = {"questions": asked, "truths": truth, "review": review(name)}
    return {f"{file}.jsonl": canonical_lines([record]) for file, record in records.items()}


def appended(folder: Path, lines: dict[str, bytes], *paths: str) -> None:
    for path in paths:
        (folder / path).write_bytes((folder / path).read_bytes() + lines[path])


def next_draft(work: Path, lines: dict[str, bytes], name: str = "next") -> Path:
    place = work.parent / name
    assert do("release", "new", NEXT, "-o", place, "--root", work).code == 0
    appended(place, lines, "questions.jsonl")
    return place


def sealed_and_cut(work: Path, place: Path, private: Path, identity: Path) -> dict[str, Any]:
    """Seal, cut and verify a draft; return its commitment."""
    for command in (
        ("release", "seal", place, "--private", private),
        ("release", "cut", place),
        ("verify", NEXT, "--identity", identity),
    ):
        done = do(*command, "--root", work)
        assert done.code == 0, done.stderr
    manifest = json.loads((work / "releases" / NEXT / "release.json").read_bytes())
    commitment: dict[str, Any] = manifest["holdout"]
    return commitment


def root_of(work: Path, release: str = RELEASE) -> str:
    manifest = json.loads((work / "releases" / release / "release.json").read_bytes())
    return str(manifest["holdout"]["root"])


def unseal(work: Path, identity: Path, private: Path) -> Any:
    return do(
        "release", "unseal", RELEASE, "--identity", identity, "--private", private,
        "--date", "2026-02-10", "--root", work,
    )  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    """Return a workspace whose release was sealed from ``private`` beside it, and an identity."""
    me = Identity()
    return made(tmp_path, me.public), me.file(tmp_path)


def test_next_month_one_more_question_is_sealed_from_the_same_folder(
    place: tuple[Path, Path],
) -> None:
    work, identity = place
    private = work.parent / "private"
    appended(private, extra(), "truths.jsonl", "review.jsonl")

    commitment = sealed_and_cut(work, next_draft(work, extra()), private, identity)

    assert commitment["counts"] == {"toy": 91}
    assert commitment["root"] != root_of(work)
    changes = json.loads((work / "releases" / NEXT / "changes.json").read_bytes())
    assert [len(changes.get(kind, [])) for kind in ("added", "retired", "rekeyed")] == [1, 0, 0]
    assert (private / "ids.json").stat().st_mode & 0o777 == 0o600


def test_a_sealed_question_that_is_reworded_keeps_its_line_in_the_folder(
    place: tuple[Path, Path],
) -> None:
    work, identity = place
    draft, private = next_draft(work, {"questions.jsonl": b""}), work.parent / "private"
    path = draft / "questions.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Case 40 of the kind enum?", b"Case XL is enum?"))
    asked = map(json.loads, path.read_bytes().splitlines())
    name = next(one["question_id"] for one in asked if "XL" in one["turns"][0]["content"])
    why = {"question_id": name, "reason": "the number was hard to read"}
    changes = {"format": "changes/1", "previous": RELEASE, "revised": [why]}
    (draft / "changes.json").write_text(json.dumps(changes))

    sealed_and_cut(work, draft, private, identity)

    ids = json.loads((private / "ids.json").read_bytes())
    assert sorted(list(ids.values()).count(one) for one in ("colour-40", "colour-41")) == [1, 2]


def test_a_folder_that_was_lost_is_written_anew_from_an_identity(place: tuple[Path, Path]) -> None:
    work, identity = place
    shutil.rmtree(work.parent / "private")
    private = work.parent / "new" / "private"

    done = unseal(work, identity, private)

    assert done.code == 0, done.stderr
    assert [path.stat().st_mode & 0o777 for path in sorted(private.iterdir())] == [0o600] * 3
    assert private.stat().st_mode & 0o777 == 0o700
    assert [line["why"] for line in log(work, "access")] == ["unsealed into a folder"]
    draft = next_draft(work, {"questions.jsonl": b""}, "same")
    assert do("release", "seal", draft, "--private", private, "--root", work).code == 0
    manifest = json.loads((draft / "release.json").read_bytes())
    assert manifest["holdout"]["root"] == root_of(work)
    appended(private, extra(), "truths.jsonl", "review.jsonl")
    sealed_and_cut(work, next_draft(work, extra()), private, identity)


def test_a_folder_from_before_ids_were_kept_is_refused_in_a_line(place: tuple[Path, Path]) -> None:
    work, _ = place
    private = work.parent / "private"
    (private / "ids.json").unlink()
    appended(private, extra(), "truths.jsonl", "review.jsonl")

    done = do("release", "seal", next_draft(work, extra()), "--private", private, "--root", work)

    assert (done.code, done.stderr.count("private-ids")) == (1, 1), done.stderr
    assert "expected those of 90 questions" in done.stderr
    assert "digesta release unseal" in done.stderr


def test_a_new_question_under_an_id_of_the_folder_takes_no_other_s_truth(
    place: tuple[Path, Path],
) -> None:
    work, _ = place
    draft = next_draft(work, extra("count-40"))

    done = do("release", "seal", draft, "--private", work.parent / "private", "--root", work)

    assert done.code == 1
    assert "private-ids; question count-40; got the id of the records of" in done.stderr
    assert "another working id" in done.stderr


@pytest.mark.parametrize("where", ["work/private", "repository/private", "private", "link/private"])
def test_truths_are_unsealed_into_no_place_that_could_be_committed(
    place: tuple[Path, Path], where: str
) -> None:
    work, identity = place
    repository = write(work.parent / "repository", {".gitignore": b"private/\n"})
    git(repository, "init")
    (work.parent / "link").symlink_to(work)
    before = read_tree(work.parent / "private")

    done = unseal(work, identity, work.parent / where)

    assert done.code == 2, done.stderr
    assert not (work / "private").exists()
    assert not (repository / "private").exists()
    assert read_tree(work.parent / "private") == before
    assert log(work, "access") == []


def test_a_stranger_unseals_nothing(place: tuple[Path, Path]) -> None:
    work, _ = place
    private = work.parent / "mine"

    done = unseal(work, Identity().file(work.parent, "other.txt"), private)

    assert (done.code, private.exists(), log(work, "access")) == (1, False, [])
    assert "identity-stranger" in done.stderr
