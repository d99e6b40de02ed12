"""The front door: its names, each tried as its docstring shows it, on a small workspace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import digesta
from digesta.board.report import summary
from digesta.package_files import text_file
from world import RELEASE, TASKS, cut_in, submission

NAMES = [
    "Adversary", "Column", "DigestaError", "InputError", "Metric", "Problem", "Release",
    "ReleaseError", "Response", "Score", "Scorer", "Share", "StaleScoreError", "Submission",
    "SubmissionError", "Table", "UsageError", "Workspace", "compare", "open", "scorer",
]  # fmt: skip


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from world import key_of

    folder = tmp_path_factory.mktemp("front")
    cut_in(folder)
    key = key_of(folder)
    submission(folder, "right", key)
    submission(folder, "half", {k: v for k, v in key.items() if k < "8"})
    return folder


def test_the_front_door_has_these_names_and_no_other() -> None:
    assert sorted(digesta.__all__) == NAMES
    assert len(NAMES) <= 25
    assert all(getattr(digesta, name).__doc__ for name in NAMES)


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    program = (
        "import sys, digesta; "
        "print([m for m in sys.modules if m.startswith('digesta.') or m == 'numpy'])"
    )

    imported = subprocess.check_output([sys.executable, "-c", program], text=True)

    assert imported.strip() == "[]"


def test_the_command_line_s_help_reads_no_records_and_no_numbers() -> None:
    program = "import sys, digesta.cli; print({'numpy', 'pydantic'} & {*sys.modules})"

    imported = subprocess.check_output([sys.executable, "-c", program], text=True)

    assert imported.strip() == "set()"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'scoer'"):
        _ = digesta.scoer


def test_a_submission_is_read_scored_and_explained(halves: Path) -> None:
    release = digesta.open(halves).release()
    right = release.read(halves / "predictions" / RELEASE / "right")

    score = release.score(right)

    assert (release.id, right.id) == (RELEASE, "right")
    assert score["toy"] == Fraction(1)
    tasks = {f"toy/{category}/{task}" for task, (category, _) in TASKS.items()}
    assert set(score) == {"toy", "toy/sight", "toy/number"} | tasks
    assert (score.missing, score.unreadable) == (0, 0)
    assert f"release:{RELEASE}" in score.signature
    assert right.explain("0")["facts"]["credit"] == 10**9


def test_what_is_missing_counts_as_wrong(halves: Path) -> None:
    release = digesta.open(halves).release()
    half = release.read(halves / "predictions" / RELEASE / "half")

    score = release.score(half)

    assert score.missing == len(release.questions) - half.answers.count
    assert score["toy"] < 1
    assert sum(row["missing"] for t in TASKS for row in score.facts(t)) == score.missing


def test_the_workspace_is_found_upwards_from_a_path(halves: Path) -> None:
    assert digesta.open(halves / "predictions" / RELEASE / "right").root == halves


def test_a_bad_folder_is_left_out_and_named(
    halves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = halves / "predictions" / RELEASE / "broken"
    bad.mkdir()
    (bad / "predictions.jsonl").write_text("no JSON\n")

    try:
        ids = [submission.id for submission in digesta.open(halves).submissions()]
    finally:
        shutil.rmtree(bad)

    assert ids == ["half", "right"]
    assert "broken/submission.json: file-missing" in capsys.readouterr().err


def test_a_path_in_no_workspace_is_told(tmp_path: Path) -> None:
    with pytest.raises(digesta.UsageError, match="not in a workspace"):
        digesta.open(tmp_path)
    (tmp_path / "a.zip.xz").write_bytes(b"")
    with pytest.raises(digesta.UsageError, match=r"Workspace\(Path\(\)\).release\("):
        digesta.open(tmp_path / "a.zip.xz")


def test_boards_and_comparisons_are_tables_that_print(halves: Path) -> None:
    workspace = digesta.open(halves)
    release = workspace.release()
    half, right = workspace.submissions()

    board = release.board("toy@closed_book", [half, right])

    assert [row["submission_id"] for row in board] == ["right", "half"]
    assert "right" in repr(board)
    assert '<th scope="col">score</th>' in board._repr_html_()
    assert {row["board"] for row in digesta.compare(half, right)} >= {"toy", "toy/sight"}
    with pytest.raises(digesta.UsageError, match="no board 'toy'; there are: toy"):
        release.board("toy", [half])


def test_what_a_submitter_wrote_is_text_in_a_notebook() -> None:
    table = digesta.Table("<b>", [{"name": "<script>"}])

    assert "<b>" not in table._repr_html_()
    assert "<script>" not in table._repr_html_()


def test_a_score_is_what_the_command_prints(halves: Path) -> None:
    release = digesta.open(halves).release()
    half = release.read(halves / "predictions" / RELEASE / "half")
    named = {"submission_id": "half", "predictions": half.answers.sha256}

    assert release.score(half).summary() == summary(
        release.stored.compiled, half.marks, named=named
    )


# From Python ------------------------------------------------------------------------------------


def test_what_a_notebook_shows_of_an_object_is_a_line(halves: Path) -> None:
    release = digesta.open(halves).release()
    half = release.read(halves / "predictions" / RELEASE / "half")

    assert repr(release) == f"<Release {RELEASE}: 36 questions of toy>"
    assert repr(half) == f"<Submission half to {RELEASE}: {half.answers.count} answers>"
    compiled = release.stored.compiled
    inner = [release.stored, compiled, half.answers, half.marks, *compiled.tasks, *half.marks.facts]
    assert max(len(repr(each)) for each in inner) < 120


def test_answers_in_memory_score_as_those_of_a_file(halves: Path) -> None:
    from world import key_of

    release = digesta.open(halves).release()
    key = {k: v for k, v in key_of(halves).items() if k < "8"}

    from_memory = release.score(release.read(key, name="mine"))
    from_file = release.score(release.read(halves / "predictions" / RELEASE / "half"))

    assert dict(from_memory) == dict(from_file)
    assert from_memory.submission.id == "mine"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({}, "answers.jsonl: file-empty"),
        ({"nobody": 1}, "answers.jsonl:1: unknown-id"),
        ({1: "no"}, "answers.jsonl:1:"),
        ({"x": float("nan")}, "answers.jsonl: not-json"),
        ({"x": {1, 2}}, "answers.jsonl: not-json"),
        ({"x": [1]}, "answers.jsonl:1: "),
        ({"x": 2**70}, "answers.jsonl"),
    ],
)
def test_wrong_answers_in_memory_are_refused_whole(halves: Path, answers: Any, said: str) -> None:
    with pytest.raises(digesta.SubmissionError, match=said):
        digesta.open(halves).release().read(answers)


def test_truths_are_those_of_public_questions(work: Path, halves: Path) -> None:
    from world import key_of

    release = digesta.open(halves).release()
    assert {key: truth.truth["answer"] for key, truth in release.truths.items()} == key_of(halves)

    sealed = digesta.open(work).release()
    public = {q.question_id for q in sealed.questions if q.split == "public"}
    assert set(sealed.truths) == public < {q.question_id for q in sealed.questions}


def test_the_page_for_python_runs_as_it_stands(
    halves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = text_file("digesta_site", "docs/python.md")
    (tmp_path / "releases").symlink_to(halves / "releases")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}

    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, namespace)  # noqa: S102 - the page is ours

    assert namespace["problem"].code == "unknown-id"
    lines = (tmp_path / "predictions.jsonl").read_bytes()
    assert namespace["release"].read(tmp_path / "predictions.jsonl").answers.count == 36
    assert lines.count(b"\n") == 36
