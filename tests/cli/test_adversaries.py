"""The five adversaries stand on every board, computed where they have no folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import digesta
from commands import run
from digesta.board.adversaries import IDS
from digesta.canonical import canonical_bytes
from digesta.errors import SubmissionError, UsageError
from digesta.records.base import example_of
from digesta.records.submission import Decision
from digesta.releases.cut import cut
from digesta.workspace.boards import board_files, facts_files
from digesta.workspace.publication import published_index
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import refuse_decision
from digesta_site.input import site_input
from digesta_site.pages.questions.answers import track_rows
from world import RELEASE, draft, lines_of, ok, submission, write


def first(files: Mapping[str, bytes]) -> str:
    question_id: str = json.loads(files["questions.jsonl"].splitlines()[0])["question_id"]
    return question_id


@pytest.fixture
def answered_red(tmp_path: Path) -> Path:
    files = cut(draft(), name="draft")
    write(tmp_path / "releases" / RELEASE, files)
    submission(tmp_path, "acme", {first(files): "red"})
    return tmp_path


def rows(workspace: Path) -> dict[str, dict[str, Any]]:
    files = board_files(workspace, open_release(workspace, RELEASE))
    board = json.loads(files["toy@closed_book.json"])
    return {row["submission_id"]: row for row in board["rows"]}


def test_five_adversaries_stand_on_a_board_without_any_folder(answered_red: Path) -> None:
    found = rows(answered_red)

    assert set(found) == {*IDS, "acme"}
    assert [path.name for path in (answered_red / "predictions" / RELEASE).iterdir()] == ["acme"]
    assert {found[name]["role"] for name in IDS} == {"adversary"}
    assert {found[name]["level"] for name in IDS} == {"rerun"}
    assert found["adversary-silent"]["missing"] == 36
    assert found["adversary-silent"]["score"] == 0
    # Colours are one of four, yes or no one of two, numbers open: (3/8 + 0) / 2.
    assert found["adversary-random"]["score"] == 0.1875


@pytest.fixture
def imposter(answered_red: Path) -> Path:
    """Add a folder by the name of an adversary."""
    files = (answered_red / "releases" / RELEASE / "questions.jsonl").read_bytes()
    submission(answered_red, "adversary-echo", {first({"questions.jsonl": files}): "red"})
    return answered_red


def test_a_folder_by_an_adversarys_name_is_left_out_and_named(
    imposter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = imposter / "predictions" / RELEASE / "adversary-echo"

    found = rows(imposter)

    assert found["adversary-echo"]["missing"] == 0
    assert f"left out: {folder.as_posix()}: adversary-computed" in capsys.readouterr().err
    with pytest.raises(SubmissionError, match="adversary-computed"):
        digesta.open(imposter).release(RELEASE).read(folder)


def test_a_folder_that_a_decision_took_for_the_adversary_stands(imposter: Path) -> None:
    log = imposter / "releases" / RELEASE / "log" / "decisions.jsonl"
    log.parent.mkdir(exist_ok=True)
    line = example_of(Decision) | {"submission_id": "adversary-echo", "role": "adversary"}
    log.write_bytes(canonical_bytes(line | {"decision": "accept", "scores": {}}) + b"\n")

    found = rows(imposter)

    assert found["adversary-echo"]["missing"] == 35
    assert set(found) == {*IDS, "acme"}


def test_a_computed_adversary_has_facts_and_its_answers_digest_is_published(
    answered_red: Path,
) -> None:
    release = open_release(answered_red, RELEASE)
    boards = board_files(answered_red, release)

    inputs = json.loads(
        published_index(answered_red, release, (boards, {}), 1, key=None)["index.json"]
    )["inputs"]

    assert {f"{name}/toy.json" for name in IDS} <= set(facts_files(answered_red, release))
    assert {name.split("/")[2] for name in inputs if name.startswith("predictions/")} == {
        *IDS,
        "acme",
    }


def test_a_computed_adversary_needs_no_decision_and_takes_none(answered_red: Path) -> None:
    release = open_release(answered_red, RELEASE)

    with pytest.raises(UsageError, match="adversary-echo is computed from the release"):
        refuse_decision(release, "adversary-echo")
    refuse_decision(release, "acme")


TENANCY = ("Kündigung", "Kaution", "Mangel", "Untermiete", "Eigenbedarf", "Mieterhöhung")


@pytest.fixture(scope="module")
def tenancy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the benchmark of a German owner: free text, which nobody graded yet."""
    root = tmp_path_factory.mktemp("tenancy")
    rows = [f"r{n},Entwirf: {topic}.,2: nennt die Frist | begründet Fall {n} mit {topic}"
            for n, topic in enumerate(TENANCY)]  # fmt: skip
    (root / "fragen.csv").write_text("\n".join(["id,question,criteria", *rows, ""]), "utf-8")
    out = root / "drafts" / RELEASE
    ok("import", "table", root / "fragen.csv", "-o", out, "--title", "Mietrecht", "--language",
       "de", "--license", "CC-BY-4.0", "--root", root)  # fmt: skip
    ok("release", "cut", out, "--root", root)
    return root


def words_of(root: Path, name: str) -> set[str]:
    """Return what an adversary answers, as the command of the generator writes it."""
    done = run("adversary", name, "--root", root, module="digesta_generate")
    assert done.code == 0, done.stderr
    folder = root / "predictions" / RELEASE / f"adversary-{name}"
    answers = {line["answer"] for line in lines_of(folder / "predictions.jsonl")}
    shutil.rmtree(folder)
    return answers


def test_a_german_benchmark_has_its_own_german_words_in_its_floor(tenancy: Path) -> None:
    own = [f"begründet Fall {n} mit {topic}" for n, topic in enumerate(TENANCY)]

    assert words_of(tenancy, "constant") == {"nennt die Frist"}
    assert words_of(tenancy, "enumerate") == {"\n".join([*own, "nennt die Frist"])}


def test_adversaries_are_floors_and_no_systems_before_anybody_graded(tenancy: Path) -> None:
    site = site_input(tenancy, version="0.1.0")
    [release] = site.releases
    [track] = release.manifest.tracks
    questions = {question.question_id: question for question in release.questions}

    rows = track_rows(site.frame, release, track.track, questions)

    assert {each.submission.card.organization for each in rows} == {""}
    assert [(each.floor, each.blind) for each in rows] == [(True, True)] * 3
