"""An archive whose texts stay with their authors: what is checked without them, and with them."""

from __future__ import annotations

import json
import lzma
import shutil
from pathlib import Path

import pytest

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta.releases.cut import cut
from world import do, draft, lines_of, ok, write

SERIES = "toy-2026-02-05"
WHY = ("--reason", "the texts are their authors'")
DAY = ("--date", "2026-02-06", "--confirm-date")


@pytest.fixture
def archive_work(tmp_path: Path) -> Path:
    """Return a workspace with an archive of one system, decided and published."""
    root = tmp_path / "work"
    archive = draft(release=SERIES, archive=example_of(Archive))
    write(root / "releases" / SERIES, cut(archive, name="draft"))
    card = {"submission_id": "acme", "release": SERIES, "model_name": "Acme",
            "organization": "Acme"}  # fmt: skip
    asked = lines_of(root / "releases" / SERIES / "questions.jsonl")
    answers = canonical_lines({"question_id": q["question_id"], "answer": "A"} for q in asked)
    files = {"submission.json": canonical_bytes(card), "predictions.jsonl": answers}
    write(root / "predictions" / SERIES / "acme", files)
    at = ("--root", root, "--release", SERIES)
    ok("decide", "acme", "accept", "--level", "archived", *WHY, *DAY, *at)
    ok("release", "publish", SERIES, "--root", root)
    return root


@pytest.fixture
def withheld_texts(archive_work: Path, tmp_path: Path) -> Path:
    """Withhold that archive's questions and answers; return a folder that they lie in."""
    paths = [f"releases/{SERIES}/questions.jsonl", f"predictions/{SERIES}/acme/predictions.jsonl"]
    done = ok(
        "release",
        "withhold",
        SERIES,
        *(archive_work / path for path in paths),
        *WHY,
        "--root",
        archive_work,
    )
    assert all(f"/{path}*\n" in done.stdout for path in paths)
    for path in paths:
        (tmp_path / "texts" / path).parent.mkdir(parents=True)
        shutil.move(archive_work / path, tmp_path / "texts" / path)
    return tmp_path / "texts"


def verify(work: Path, *options: str | Path) -> dict[str, object]:
    value: dict[str, object] = json.loads(
        ok("verify", SERIES, "--json", "--root", work, *options).stdout
    )
    return value


def test_without_its_texts_an_archive_is_checked_and_says_what_was_not(
    archive_work: Path, withheld_texts: Path
) -> None:
    there = verify(archive_work)

    assert str(there["boards_recomputed"]).startswith("none: 2 files of texts (")
    assert f"digesta import {SERIES} COPY -o FOLDER" in str(there["boards_recomputed"])
    assert there["boards_published"] == 1
    score = do("score", archive_work / "predictions" / SERIES / "acme", "--root", archive_work)
    assert (score.code, "are withheld; they are at" in score.stderr) == (2, True)
    assert ok("status", "--root", archive_work).code == 0


def test_with_its_texts_everything_is_computed_again(
    archive_work: Path, withheld_texts: Path
) -> None:
    before = verify(archive_work)
    there = verify(archive_work, "--texts", withheld_texts)

    assert isinstance(there["boards_recomputed"], int)
    assert there["manifest"] == before["manifest"]
    assert there["questions"] == before["questions"]
    shutil.copytree(withheld_texts, archive_work, dirs_exist_ok=True)
    assert verify(archive_work) == there


def test_marks_of_withheld_answers_stay(archive_work: Path, withheld_texts: Path) -> None:
    [facts] = map(
        json.loads,
        lzma.decompress(
            (archive_work / "releases" / SERIES / "marks.jsonl.xz").read_bytes()
        ).splitlines(),
    )

    assert (facts["submission_id"], facts["format"]) == ("acme", "facts/1")
    assert len(facts["rows"]) == verify(archive_work)["questions"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (f"releases/{SERIES}/marks.jsonl.xz", "digest"),
        (f"releases/{SERIES}/truths.jsonl", "digest"),
        (f"releases/{SERIES}/log/withheld.jsonl", "digest"),
        (f"predictions/{SERIES}/acme/predictions.jsonl", "published-changed"),
    ],
)
def test_what_is_here_and_moved_is_noticed_without_the_texts(
    path: str, code: str, archive_work: Path, withheld_texts: Path
) -> None:
    if path.endswith("withheld.jsonl"):
        data = (archive_work / path).read_text()
        [line] = map(json.loads, data.splitlines())
        first, second = (each["sha256"] for each in line["files"])
        (archive_work / path).write_text(data.replace(second, first))
    else:
        lines = (
            (archive_work / path).read_bytes().splitlines(keepends=True) if code == "digest" else []
        )
        (archive_work / path).write_bytes(b"".join(lines[:-1]))

    done = do("verify", SERIES, "--root", archive_work)

    assert done.code == 1
    assert f": {code}" in done.stderr, done.stderr


@pytest.mark.parametrize("data", [None, b"{}\n"])
def test_texts_that_are_not_those_that_were_signed_are_refused(
    data: bytes | None, archive_work: Path, withheld_texts: Path
) -> None:
    path = withheld_texts / "predictions" / SERIES / "acme" / "predictions.jsonl"
    path.unlink()
    if data:
        path.write_bytes(data)

    done = do("verify", SERIES, "--texts", withheld_texts, "--root", archive_work)

    code = "text-differs" if data else "text-missing"
    assert (done.code, f"{path}: {code}" in done.stderr) == (1, True), done.stderr


def test_only_what_a_manifest_or_a_publication_names_can_be_withheld(archive_work: Path) -> None:
    path = archive_work / "releases" / SERIES / "boards" / "1" / "index.json"

    done = do("release", "withhold", SERIES, path, *WHY, "--root", archive_work)

    assert (done.code, "neither in the manifest nor in the last publication" in done.stderr) == (
        2,
        True,
    )
    assert not (archive_work / "releases" / SERIES / "log" / "withheld.jsonl").exists()


def test_no_text_is_written_outside_the_place_that_it_is_checked_in(
    archive_work: Path, withheld_texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A workspace of a stranger's names a file beside the texts, and so beside our own folder."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    path = archive_work / "releases" / SERIES / "log" / "withheld.jsonl"
    [line] = lines_of(path)
    evil = {"path": "../.profile", "sha256": sha256_hex(b"evil"), "bytes": 4}
    path.write_bytes(canonical_lines([line | {"files": [*line["files"], evil]}]))
    write(tmp_path, {"theirs/.profile": b"evil"})
    texts = shutil.move(withheld_texts, tmp_path / "theirs" / "texts")

    done = do("verify", SERIES, "--texts", texts, "--root", archive_work)

    assert (done.code, "/files/2/path" in done.stderr) == (1, True), done.stderr
    assert list(place.iterdir()) == []


def test_no_folder_outside_is_copied_as_the_release_before(
    archive_work: Path, withheld_texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    write(tmp_path, {"secret/file": b"x"})
    manifest = archive_work / "releases" / SERIES / "release.json"
    value = json.loads(manifest.read_bytes()) | {"previous": "../../secret"}
    manifest.write_bytes(canonical_bytes(value) + b"\n")

    done = do("verify", SERIES, "--texts", withheld_texts, "--root", archive_work)

    assert (done.code, "/previous" in done.stderr) == (1, True), done.stderr
    assert list(place.iterdir()) == []
