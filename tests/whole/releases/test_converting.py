"""digesta import and export: whole or not at all, and back again."""

from __future__ import annotations

import csv
import io
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from commands import run
from digesta_convert import CONVERTERS
from places import ROOT, SAMPLES

FINLAW = SAMPLES / "finlaw"


def test_the_examples_in_the_help_run_one_after_the_other(tmp_path: Path) -> None:
    for name in ("releases", "predictions"):
        shutil.copytree(ROOT / name, tmp_path / name)

    for command in ("export", "import"):
        said = " ".join(run(command, "--help").stdout.split())
        [example] = [e for e in said.split("Example: digesta ")[1:] if "halachabench" in e]
        done = subprocess.run(
            [sys.executable, "-m", "digesta", *shlex.split(example)],
            capture_output=True, text=True, check=False, cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT / "toolkit")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    was = _asked(ROOT / "releases" / "2026-11-22" / "questions.jsonl")
    assert _asked(tmp_path / "build" / "draft" / "questions.jsonl") == was


def test_a_refused_import_writes_nothing_and_names_every_row(tmp_path: Path) -> None:
    bad = FINLAW / "result_sample_duplicate_and_unknown.csv"

    done = run("import", "finlaw", FINLAW / "Finlaw_dataset.csv", bad, "-o", tmp_path / "draft")

    assert done.returncode == 1
    assert f"{bad}:6: bad-cell" in done.stderr
    assert f"{bad}:7: bad-cell" in done.stderr
    assert done.stderr.endswith("2 problems\n")
    assert not list(tmp_path.iterdir())


def test_a_draft_goes_out_and_comes_back(tmp_path: Path) -> None:
    given = [FINLAW / "Finlaw_dataset.csv", FINLAW / "result_sample.csv"]

    first = run("import", "finlaw", *given, "-o", tmp_path / "draft")
    out = run("export", "finlaw", tmp_path / "draft", "-o", tmp_path / "out")

    assert "5 questions, 5 truths, 4 answers" in first.stdout
    assert out.returncode == 0, out.stderr
    assert (tmp_path / "out" / "Finlaw_dataset.csv").read_bytes() == given[0].read_bytes()
    assert (tmp_path / "out" / "predictions.csv").read_bytes() == given[1].read_bytes()
    assert "cannot hold" not in out.stdout


def test_an_export_lists_what_the_other_format_cannot_hold(tmp_path: Path) -> None:
    done = run("export", "halachabench", "releases/2026-11-22", "-o", tmp_path / "out")

    assert done.returncode == 0, done.stderr
    listed = done.stdout.split("halachabench cannot hold:\n")[1]
    assert "  questions.jsonl /difficulty: left out, 88 of 88\n" in listed
    assert "  questions.jsonl /license:" not in listed


def test_a_release_s_french_tasks_go_out_under_the_original_s_titles_and_are_read_again(
    tmp_path: Path,
) -> None:
    out = run("export", "frenchlaw", "releases/2026-11-22.6", "-o", tmp_path / "out")
    again = run("import", "frenchlaw", tmp_path / "out" / "tasks.csv", "-o", tmp_path / "draft")

    assert (out.returncode, again.returncode) == (0, 0), out.stderr + again.stderr
    assert "20 questions, 20 truths" in again.stdout
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "tasks.csv").read_text("utf-8"))))
    first = {column: rows[0][column] for column in ("Category", "SubCategory", "TaskType")}
    # The release's own words for these: europeen, ue_institutionnel, analyse_jurisprudence.
    assert first == {
        "Category": "Droit Européen",
        "SubCategory": "UE Institutionnel",
        "TaskType": "Analyse de jurisprudence",
    }


def test_what_is_not_read_is_named_and_an_existing_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.txt").touch()

    exists = run("import", "finlaw", tmp_path, "-o", tmp_path / "there")
    unknown = run("import", "casehold", tmp_path, "-o", tmp_path / "new")

    assert exists.returncode == unknown.returncode == 2
    assert "exists already" in exists.stderr
    assert f"there are: {', '.join(CONVERTERS)}" in unknown.stderr


def test_a_file_that_was_named_is_read_or_refused_and_in_a_folder_it_is_told(
    tmp_path: Path,
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "qrels.txt").write_text("q1 0 d1 1\n", "utf-8")
    (given / "notes.txt").write_text("\nSee the paper.\n", "utf-8")

    named = run("import", "trec", given / "qrels.txt", given / "notes.txt", "-o", tmp_path / "a")
    below = run("import", "trec", given, "-o", tmp_path / "b")

    assert (named.returncode, below.returncode) == (1, 0)
    assert f"{given}/notes.txt: not-recognised; got none of the format's files" in named.stderr
    assert not (tmp_path / "a").exists()
    assert "not read: notes.txt" in below.stderr


def test_a_broken_file_of_a_folder_refuses_the_import_and_another_s_is_left(
    tmp_path: Path,
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in ("questions.jsonl", "README.md"):
        shutil.copy(SAMPLES / "halachabench" / "releases" / "2026-03-01" / name, given / name)
    (given / "results.json").write_text('{"overall": 0.5}\n', "utf-8")
    # Cut within the first line, as an interrupted copy leaves it: its name says what it is.
    (given / "predictions.jsonl").write_text('{"question_id": "9f2a\n', "utf-8")

    broken = run("import", "halachabench", given, "-o", tmp_path / "a")
    (given / "predictions.jsonl").unlink()
    whole = run("import", "halachabench", given, "-o", tmp_path / "b")

    assert (broken.returncode, whole.returncode) == (1, 0)
    assert f"{given}/predictions.jsonl:1: not-json; " in broken.stderr
    assert broken.stderr.endswith("1 problem\n")
    assert not (tmp_path / "a").exists()
    assert "not read: README.md, results.json" in whole.stderr
    assert "exit code is 1" in " ".join(run("import", "--help").stdout.split())


def test_answers_that_cannot_be_marked_yet_are_written_and_the_command_fails(
    tmp_path: Path,
) -> None:
    cases = tmp_path / "Finlaw_dataset.csv"
    # A case without its grade, which a maintainer has to add.
    text = (FINLAW / "Finlaw_dataset.csv").read_text("utf-8")
    cases.write_text(text.replace("第（四）项,B", "第（四）项,"), "utf-8")
    run("import", "finlaw", cases, FINLAW / "result_sample.csv", "-o", tmp_path / "draft")

    done = run("export", "finlaw", tmp_path / "draft", "-o", tmp_path / "out")

    assert done.returncode == 1
    assert "no report: truths.jsonl: truth-refused" in done.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "Finlaw_dataset.csv", "predictions.csv",
    }  # fmt: skip
    assert "exit code is 1" in " ".join(run("export", "--help").stdout.split())


def test_a_draft_does_not_say_where_on_a_machine_its_files_lay(tmp_path: Path) -> None:
    for name, line in (("gold/qrels.txt", "q1 0 d1 1\n"), ("out/run.txt", "q1 Q0 d1 1 0.5 t\n")):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(line, "utf-8")
    given = [tmp_path / "gold" / "qrels.txt", tmp_path / "out" / "run.txt"]

    done = run("import", "trec", *given, "-o", tmp_path / "draft")
    (tmp_path / "out" / "run.txt").write_text("q1 Q0 d1 1 0.5\n", "utf-8")
    wrong = run("import", "trec", *given, "-o", tmp_path / "wrong")

    assert "1 questions, 1 truths, 1 answers" in done.stdout, done.stderr
    assert "  gold/qrels.txt:1: missing-key; got no language; " in done.stdout
    written = [path.read_bytes() for path in (tmp_path / "draft").iterdir()]
    assert str(tmp_path).encode() not in b"".join(written)
    assert f"{given[1]}:1: field-count" in wrong.stderr


def test_a_release_s_track_is_asked_for_where_it_is_not_the_format_s_own(tmp_path: Path) -> None:
    done = run("export", "tlr", "releases/2026-11-22", "-o", tmp_path / "out", "--track", "tlr")

    assert done.returncode == 2
    assert "name one with --track" in done.stderr


def _asked(path: Path) -> list[object]:
    """Return what each question asks: an export's ids are the other format's own."""
    return [
        [line[key] for key in ("turns", "attribution", "released")]
        for line in map(json.loads, path.read_bytes().splitlines())
    ]
