"""Answers that are committed to first and sent in later: what counts, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from commands import Done
from world import RELEASE, do, draft, submission, toy, write

DAYS = {"until": "2026-03-01", "reveal_until": "2026-03-15"}


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace whose release takes commitments."""
    root = tmp_path_factory.mktemp("commitments")
    write(root / "draft", draft(toy(4), commitments=DAYS))
    assert do("release", "cut", root / "draft", "--root", root / "work").code == 0
    return root / "work"


@pytest.fixture
def cut_copy(cut: Path, tmp_path: Path) -> Path:
    shutil.copytree(cut, tmp_path / "work")
    return tmp_path / "work"


def answered(root: Path, name: str = "acme") -> Path:
    """Return a folder with an answer to each question."""
    lines = (root / "releases" / RELEASE / "questions.jsonl").read_bytes().splitlines()
    ids = [json.loads(line)["question_id"] for line in lines]
    return submission(root, name, dict.fromkeys(ids, "yes"))


def committed(root: Path) -> Path:
    """Return the folder of a submission that committed to its answers."""
    folder = answered(root)
    done = do("commit", folder, "--root", root)
    assert done.code == 0, done.stderr
    return folder


def log(root: Path, date: str = "2026-02-20", name: str = "acme") -> Done:
    return do("log", "commitment", name, "--date", date, "--root", root)


def check(folder: Path, root: Path) -> Done:
    return do("check", folder, "--root", root)


def hide(folder: Path) -> Path:
    """Move away all but the commitment, as it is sent in first; return where to."""
    private = folder.parents[2] / "private"
    private.mkdir()
    for name in ("predictions.jsonl", "submission.json", "commitment.salt"):
        (folder / name).rename(private / name)
    return private


def reveal(private: Path, folder: Path) -> None:
    shutil.copytree(private, folder, dirs_exist_ok=True)


def boards(root: Path) -> dict[str, bytes]:
    done = do("board", "--root", root)
    assert done.code == 0, done.stderr
    assert "left out" not in done.stderr
    return {path.name: path.read_bytes() for path in (root / "build/boards").rglob("*.json")}


def test_a_commitment_alone_passes_its_check_and_changes_no_board(cut_copy: Path) -> None:
    before = boards(cut_copy)
    folder = committed(cut_copy)
    hide(folder)

    done = check(folder, cut_copy)

    assert (done.code, done.stderr) == (0, "")
    assert "a commitment; its answers come after 2026-03-01, until 2026-03-15" in done.stdout
    assert log(cut_copy).code == 0
    assert boards(cut_copy) == before


def test_revealed_answers_that_are_those_committed_to_stand_on_the_board_marked(
    cut_copy: Path,
) -> None:
    folder = committed(cut_copy)
    private = hide(folder)
    assert log(cut_copy).code == 0
    reveal(private, folder)

    done = check(folder, cut_copy)

    rows = [row for data in boards(cut_copy).values() for row in json.loads(data)["rows"]]
    marks = {row["submission_id"]: row.get("committed") for row in rows}
    assert (done.code, done.stderr) == (0, "")
    assert marks.pop("acme") == "2026-03-01"
    assert set(marks.values()) == {None}
    accepted = do(
        "decide",
        "acme",
        "accept",
        "--reason",
        "in time",
        "--date",
        "2026-03-15",
        "--root",
        cut_copy,
    )
    assert accepted.code == 0
    assert do("verify", RELEASE, "--root", cut_copy).code == 0


@pytest.mark.parametrize("name", ["predictions.jsonl", "submission.json", "commitment.salt"])
def test_a_changed_byte_is_refused_where_the_commitment_stands(cut_copy: Path, name: str) -> None:
    folder = committed(cut_copy)
    assert log(cut_copy).code == 0
    data = (folder / name).read_text("utf-8")
    old, new = {"commitment.salt": (data[0], "0" if data[0] != "0" else "1")}.get(
        name, ("yes", "no") if name == "predictions.jsonl" else ("Model", "Modal")
    )
    (folder / name).write_text(data.replace(old, new, 1), encoding="utf-8")

    done = check(folder, cut_copy)

    assert done.code == 1
    assert "acme/commitment.json: commitment; got " in done.stderr
    assert "restore the files that were committed to, byte for byte" in done.stderr
    assert not any(b"acme" in data for data in unnoticed(cut_copy))


def unnoticed(root: Path) -> list[bytes]:
    do("board", "--root", root)
    return [path.read_bytes() for path in (root / "build/boards").rglob("*.json")]


def test_a_commitment_that_is_gone_or_another_is_missed(cut_copy: Path) -> None:
    folder = committed(cut_copy)
    assert log(cut_copy).code == 0
    (folder / "commitment.json").unlink()
    gone = check(folder, cut_copy)
    (folder / "commitment.salt").unlink()
    assert do("commit", folder, "--root", cut_copy).code == 0

    other = check(folder, cut_copy)

    assert "acme/commitment.json: commitment; got no file" in gone.stderr
    assert (gone.code, other.code) == (1, 1)


def test_a_late_commitment_is_not_logged_and_counts_for_nothing(cut_copy: Path) -> None:
    folder = committed(cut_copy)

    late = log(cut_copy, "2026-03-02")

    assert late.code == 2
    assert "took commitments until 2026-03-01" in late.stderr
    assert "no commitment of acme in the log" in check(folder, cut_copy).stderr


def test_a_second_commitment_replaces_no_first(cut_copy: Path) -> None:
    committed(cut_copy)
    assert log(cut_copy).code == 0

    assert "its commitment is logged, and cannot be another now" in log(cut_copy).stderr


def test_answers_that_come_too_late_are_not_accepted(cut_copy: Path) -> None:
    committed(cut_copy)
    assert log(cut_copy).code == 0
    decision = ("decide", "acme", "accept", "--reason", "r", "--root", cut_copy, "--date")

    late = do(*decision, "2026-03-16")

    assert late.code == 2
    assert "its answers were to come until 2026-03-15" in late.stderr


def test_a_line_of_the_log_that_was_rewritten_is_found(cut_copy: Path) -> None:
    committed(cut_copy)
    assert log(cut_copy).code == 0
    path = cut_copy / "releases" / RELEASE / "log/commitments.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seq":1', b'"seq":2'))

    done = do("verify", RELEASE, "--root", cut_copy)

    assert done.code == 1
    assert "log/commitments.jsonl:1" in done.stderr


def test_a_commitment_of_another_s_folder_is_refused(cut_copy: Path) -> None:
    folder = committed(cut_copy)
    other = cut_copy / "predictions" / RELEASE / "other"
    other.mkdir()
    shutil.copy(folder / "commitment.json", other)

    done = log(cut_copy, name="other")

    assert done.code == 1
    assert f"misplaced; got {RELEASE} acme; expected {RELEASE} other" in done.stderr


def test_the_same_answers_come_to_another_digest_under_another_salt(cut_copy: Path) -> None:
    folder = committed(cut_copy)
    first = (folder / "commitment.json").read_bytes()
    (folder / "commitment.json").unlink()

    assert do("commit", folder, "--root", cut_copy).code == 0

    assert (folder / "commitment.json").read_bytes() != first
    assert (folder / "commitment.salt").stat().st_mode & 0o077 == 0


def test_a_release_that_takes_no_commitments_says_so(tmp_path: Path) -> None:
    write(tmp_path / "draft", draft(toy(4)))
    assert do("release", "cut", tmp_path / "draft", "--root", tmp_path).code == 0

    done = do("commit", answered(tmp_path), "--root", tmp_path)

    assert done.code == 2
    assert "takes no commitments" in done.stderr


def test_answers_cannot_be_due_before_their_commitment(tmp_path: Path) -> None:
    wrong = {"until": "2026-03-15", "reveal_until": "2026-03-01"}
    write(tmp_path / "draft", draft(toy(4), commitments=wrong))

    done = do("release", "cut", tmp_path / "draft", "--root", tmp_path)

    assert done.code == 1
    assert "reveal_until on 2026-03-15 or later" in done.stderr
