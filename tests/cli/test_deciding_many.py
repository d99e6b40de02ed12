"""A file of decisions: all of them are logged, as one by one, or none and every fault is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import openpyxl
import pytest
from signers import Person

from commands import Done
from world import RELEASE, do

DATE = ("--date", "2026-02-06")
ROWS = [
    {"submission_id": "right", "decision": "accept", "reason": "ran again", "level": "rerun"},
    {"submission_id": "wrong", "decision": "reject", "reason": "no answers"},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)
HEADER = "submission_id,decision,reason,level\r\n"
SHEET = f"{HEADER}right,accept,ran again,rerun\r\n,,,\r\nwrong,reject,no answers,\r\n"


def log_of(root: Path) -> Path:
    return root / "releases" / RELEASE / "log" / "decisions.jsonl"


def decide_all(root: Path, text: str, *more: str | Path, name: str = "rows.csv") -> Done:
    (root / name).write_text(text)
    return do("decide", "--from", root / name, *DATE, "--root", root, *more)


@pytest.mark.parametrize(("name", "text"), [("rows.jsonl", LINES), ("rows.csv", SHEET)])
def test_a_file_is_logged_as_its_decisions_are_one_by_one(
    own: Path, tmp_path_factory: pytest.TempPathFactory, name: str, text: str
) -> None:
    other = tmp_path_factory.mktemp("other") / "work"
    shutil.copytree(own, other)
    for row in ROWS:
        words = (row["submission_id"], row["decision"], "--reason", row["reason"])
        level = ("--level", row["level"]) if "level" in row else ()
        assert do("decide", *words, *level, *DATE, "--root", other).code == 0

    done = decide_all(own, text, name=name)

    assert done.code == 0, done.stderr
    assert log_of(own).read_bytes() == log_of(other).read_bytes()
    assert "right accept, level rerun, role system\n" in done.stdout


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            f"{HEADER}right,perhaps,seen,\nwrong,reject,,\n",
            ["rows.csv:2: bad-value; got /decision", "rows.csv:3: missing-key; got no /reason"],
        ),
        (
            f"{HEADER}right,accept,seen,\nright,reject,again,\n",
            ["rows.csv:3: dup-id; got right, as on line 2"],
        ),
        (
            f"{HEADER}nobody,accept,seen,\nright,accept,seen,sealed\n",
            ["rows.csv:2: decision; got ", "rows.csv:3: decision; got --level sealed: right"],
        ),
        (f"{HEADER}right,accept,seen,,more\n", ["rows.csv:2: unknown-key"]),
        (HEADER, ["rows.csv: file-empty"]),
    ],
)
def test_one_row_that_is_wrong_refuses_all_and_each_is_told(
    own: Path, text: str, faults: list[str]
) -> None:
    done = decide_all(own, text)

    assert done.code == 1
    assert [fault for fault in faults if fault not in done.stderr] == []
    assert done.stderr.count("rows.csv:") == len(faults)
    assert not log_of(own).read_bytes()


def test_a_file_and_one_decision_are_not_given_together(own: Path) -> None:
    for words in (["right", "accept"], ["--reason", "seen"]):
        done = decide_all(own, LINES, *words, name="rows.jsonl")

        assert done.code == 2
        assert "or a file with --from" in done.stderr
    assert do("decide", "right", *DATE, "--root", own).code == 2


def test_every_line_of_a_file_is_signed(signed: Path, ann: Person) -> None:
    assert decide_all(signed, SHEET).code == 2

    assert decide_all(signed, SHEET, "--key", ann.key).code == 0

    assert all("signature" in json.loads(line) for line in log_of(signed).read_bytes().splitlines())
    assert do("verify", "--root", signed).code == 0


def test_a_decision_that_nobody_sees_or_a_formula_makes_is_logged_by_no_file(own: Path) -> None:
    before = log_of(own).read_bytes() if log_of(own).exists() else b""
    for hidden, reason, code in ((True, "seen", "hidden-cells"), (False, "=A2", "cell-formula")):
        book = openpyxl.Workbook()
        for row in (HEADER.strip().split(","), ["right", "accept", reason, "rerun"]):
            book.active.append(row)
        book.active.row_dimensions[2].hidden = hidden
        book.save(own / "rows.xlsx")

        done = do("decide", "--from", own / "rows.xlsx", *DATE, "--root", own)

        assert (done.code, f"rows.xlsx:2: {code}" in done.stderr) == (1, True), done.stderr
    assert (log_of(own).read_bytes() if log_of(own).exists() else b"") == before
