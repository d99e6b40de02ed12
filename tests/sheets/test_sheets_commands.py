"""The commands pack and unpack: what they write and what they refuse."""

from __future__ import annotations

import csv
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from filling import fill_csv
from sheet_commands import CARD, done, packed, ran

from digesta.errors import SubmissionError, UsageError
from digesta.releases.cut import cut
from places import ROOT
from world import RELEASE, draft, key_of, released_in, toy, write


def files(root: Path) -> set[Path]:
    return set(root.rglob("*"))


def test_a_filled_sheet_becomes_a_folder_that_check_accepts(released: Path) -> None:
    sheet = packed(released)
    key = dict(list(key_of(released).items())[:5])
    sheet.write_bytes(fill_csv(sheet.read_bytes(), {k: str(v).lower() for k, v in key.items()}))

    said = done("unpack", sheet, *CARD, "--root", released)

    folder = released / "predictions" / RELEASE / "me"
    assert "5 answers, 31 abstentions: " in said
    assert ", and 21 more" in said
    assert json.loads((folder / "submission.json").read_bytes())["tracks"] == ["toy"]
    ids = [
        json.loads(x)["question_id"]
        for x in (folder / "predictions.jsonl").read_bytes().splitlines()
    ]
    assert ids == sorted(key_of(released))
    assert "5 answers to 36 questions" in done("check", folder, "--root", released)


def test_a_sheet_with_one_problem_writes_nothing(released: Path) -> None:
    sheet = packed(released)
    sheet.write_bytes(sheet.read_bytes().replace(min(key_of(released)).encode(), b"nobody"))
    before = files(released)

    result = ran("unpack", sheet, *CARD, "--root", released)

    assert isinstance(result.exception, SubmissionError)
    assert {one.code for one in result.exception.problems} == {"unknown-id", "row-missing"}
    assert files(released) == before


def test_answers_alone_go_into_a_file_that_is_not_there_yet(released: Path) -> None:
    sheet = packed(released)

    done("unpack", sheet, "-o", released / "p.jsonl", "--root", released)

    assert len((released / "p.jsonl").read_bytes().splitlines()) == 36
    again = ran("unpack", sheet, "-o", released / "p.jsonl", "--root", released)
    assert isinstance(again.exception, UsageError)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pack", "-t", "toy", "-o", "s.csv"], "exists already"),
        (["pack", "-t", "other", "-o", "t.csv"], "no track 'other'; there are: toy"),
        (["pack", "-t", "toy", "-o", "t.pdf"], "name it FILE.xlsx or FILE.csv or FILE.html"),
        (["pack", "-t", "toy", "-f", "html", "-o", "t.csv"], "as --format says"),
        (["pack", "-t", "toy", "-o", "t.csv", "--questions", "000000"], "0 questions begin with"),
        (["pack", "-t", "toy", "-o", "t.csv", "--questions", " "], "names none"),
        (["unpack", "s.csv", "--id", "me"], "name the submission with --id"),
        (["unpack", "s.csv", *CARD, "-o", "p.jsonl"], "leave out --id"),
        (["unpack", "none.csv", *CARD], "no such file"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    released: Path, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(released)
    monkeypatch.chdir(released)
    before = files(released)

    result = ran(*arguments)

    assert isinstance(result.exception, UsageError)
    assert said in str(result.exception)
    assert files(released) == before


def test_the_commands_that_are_told_work_as_they_stand(released: Path) -> None:
    later = draft(toy(8), release="2026-03-05")
    write(released / "releases" / "2026-03-05", cut(later, name="draft"))
    sheet = released / "a sheet.csv"
    told = done("pack", "-t", "toy", "-r", RELEASE, "-o", sheet, "--root", released)
    first = shlex.split(told.partition("then: ")[2].replace("…", "me"))

    lines = done("unpack", sheet, "-o", released / "p.jsonl", "--root", released)
    for said in (lines, done(*first[1:])):
        done(*shlex.split(said.partition("then: ")[2])[1:])


def test_some_questions_are_packed_by_the_beginnings_of_their_ids(released: Path) -> None:
    one, two = sorted(key_of(released))[:2]
    sheet = packed(released, "--questions", f"{one[:12]},{two}")

    done("unpack", sheet, "-o", released / "p.jsonl", "--root", released)

    assert (released / "p.jsonl").read_bytes().count(b"\n") == 2


def test_a_submission_that_is_there_is_kept(released: Path) -> None:
    sheet = packed(released)
    done("unpack", sheet, *CARD, "--root", released)

    result = ran("unpack", sheet, *CARD, "--root", released)

    assert isinstance(result.exception, UsageError)
    assert "me: exists already" in str(result.exception)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("track,toy", "track,other"),
        ("questions,all", "questions,nobody"),
        ("questions,all", "questions,{0} {0}"),
    ],
)
def test_a_head_that_was_changed_is_refused(released: Path, old: str, new: str) -> None:
    sheet = packed(released)
    changed = new.format(min(key_of(released)))
    sheet.write_bytes(sheet.read_bytes().replace(old.encode(), changed.encode()))

    result = ran("unpack", sheet, *CARD, "--root", released)

    assert isinstance(result.exception, SubmissionError)
    assert result.exception.problems[0].code == "sheet-head"


def test_a_sheet_of_another_release_is_told_apart(released: Path) -> None:
    released_in(released, 12, release="2026-03-05")
    sheet = packed(released, "-r", RELEASE)

    result = ran("unpack", sheet, *CARD, "--root", released, "-r", "2026-03-05")

    assert isinstance(result.exception, SubmissionError)
    assert result.exception.problems[0].got == f"release {RELEASE}"


WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "openpyxl":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from digesta.cli import main
main()
"""


def without_the_extra(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, *map(str, arguments)], capture_output=True, text=True,
        check=False, env=os.environ | {"PYTHONPATH": str(ROOT / "toolkit")},
    )  # fmt: skip


def test_without_the_extra_a_workbook_says_what_to_install_and_csv_works(released: Path) -> None:
    workbook, sheet = packed(released, name="s.xlsx"), packed(released, name="s.csv")
    for command in (
        ("pack", "-t", "toy", "-o", released / "t.xlsx"),
        ("unpack", workbook, "-o", released / "p.jsonl"),
    ):
        refused = without_the_extra(*command, "--root", released)
        assert refused.returncode == 2
        assert "pip install 'digesta[pack]', or use CSV" in refused.stderr

    read = without_the_extra("unpack", sheet, "-o", released / "p.jsonl", "--root", released)

    assert read.returncode == 0, read.stderr


def test_a_page_is_for_printing_and_says_so_on_the_way_back(released: Path) -> None:
    said = done("pack", "-t", "toy", "-o", released / "s.html", "--root", released)
    result = ran("unpack", released / "s.html", *CARD, "--root", released)

    assert "36 questions; to print; to send answers, also pack a sheet as .xlsx or .csv" in said
    assert isinstance(result.exception, SubmissionError)
    [refused] = result.exception.problems
    assert (refused.code, refused.file) == ("sheet-kind", (released / "s.html").as_posix())
    assert refused.fix == "pack the same questions as .xlsx or .csv, and fill that in"


def test_rows_stand_task_by_task_and_one_task_may_be_packed_into_a_folder(released: Path) -> None:
    with packed(released).open(encoding="utf-8-sig", newline="") as sheet:
        tasks = [row[1] for row in csv.reader(sheet)]

    said = done("pack", "-t", "toy", "--task", "count", "-f", "csv", "-o", released,
                "--root", released)  # fmt: skip

    names = [name for name in tasks if name in {"colour", "yes_no", "count"}]
    assert list(dict.fromkeys(names)) == ["colour", "count", "yes_no"]
    assert names == sorted(names, key=["colour", "count", "yes_no"].index)
    assert f"{released / 'toy.csv'}: 12 questions" in said
    one = (released / "toy.csv").read_bytes()
    filled = fill_csv(one, dict.fromkeys(key_of(released), "7"))
    (released / "toy.csv").write_bytes(filled)
    assert "12 answers" in done("unpack", released / "toy.csv", *CARD, "--root", released)
    wrong = ran("pack", "-t", "toy", "--task", "counts", "-o", released, "--root", released)
    assert "there are: colour, count, yes_no" in str(wrong.exception)
