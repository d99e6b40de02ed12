"""Who wrote the questions stands in a submission's report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from digesta.cli.options import app
from digesta.releases.cut import cut
from world import RELEASE, draft, lines_of, submission, toy, write

AUTHORS = [
    {"kind": "model", "name": "Acme Writer 2", "family": "Acme Writer, of Acme"},
    {"kind": "program", "name": "acme-draw"},
    {"kind": "human", "name": "A. Dayan"},
]


def report(root: Path, form: str, **track: Any) -> str:
    """Return the report of a submission to a release whose track has further fields."""
    write(root / "releases" / RELEASE, cut(draft(toy().but(**track)), name="draft"))
    first = lines_of(root / "releases" / RELEASE / "questions.jsonl")[0]
    home = submission(root, "me", {first["question_id"]: "red"})
    result = CliRunner().invoke(app, ["report", str(home), "-f", form, "--root", str(root)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_a_report_says_who_wrote_the_questions(tmp_path: Path, form: str) -> None:
    text = report(tmp_path, form, authors=AUTHORS)

    said = "the language model Acme Writer 2, of the family Acme Writer, of Acme, "
    said += "the program acme-draw, A. Dayan"
    assert said in text


def test_where_nobody_says_so_a_report_has_no_such_field(tmp_path: Path) -> None:
    assert "authors" not in json.loads(report(tmp_path, "json"))
