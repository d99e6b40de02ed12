"""A check imports what it needs: what others need stays where it is, whatever is entered."""

from __future__ import annotations

import subprocess
import sys

import pytest

from places import ROOT

PROGRAM = """
import sys
from digesta.cli import main
sys.argv = ["digesta", *sys.argv[1:]]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
SUBMISSION = "predictions/2026-11-26/baseline-lexical"
UNNEEDED = {
    "cryptography", "jsonschema", "jinja2", "openpyxl", "pandas", "rich",
    "digesta.board.boards", "digesta.board.comparison", "digesta.records.board", "digesta.sheets",
    "digesta.workspace.boards", "digesta.workspace.judges",
}  # fmt: skip


def imported_by(*words: str) -> set[str]:
    """Return the modules that a command line imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return {*done.stderr.splitlines()[-1].split()}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the release first: that takes more than a check of what is compiled."""
    imported_by("check", SUBMISSION)


def test_a_check_imports_nothing_of_boards_judges_sheets_and_keys() -> None:
    assert imported_by("check", SUBMISSION) & UNNEEDED == set()


def test_a_score_without_verdicts_imports_no_judge_and_no_interval() -> None:
    left = imported_by("score", SUBMISSION)

    assert left & UNNEEDED == set()
