"""A check imports what it needs: what others need stays where it is, whatever is entered."""

from __future__ import annotations

import subprocess
import sys

import pytest

from digesta import intake
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
    "jinja2", "openpyxl", "pandas", "rich",
    "digesta.board.boards", "digesta.board.comparison", "digesta.records.board", "digesta.sheets",
    "digesta.workspace.boards", "digesta.workspace.judges", "digesta.intake.calibration",
    "digesta.intake.verdicts", "digesta.scorers.contract", "digesta.scorers.golden",
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


def test_help_imports_no_library_of_records_numbers_or_pages() -> None:
    left = imported_by("--help")

    assert left & {"pydantic", "numpy", "jinja2", "digesta.releases", "digesta_site.pages"} == set()


def test_a_check_imports_nothing_of_boards_judges_sheets_and_keys() -> None:
    assert imported_by("check", SUBMISSION) & UNNEEDED == set()


def test_a_score_without_verdicts_imports_no_judge_and_no_interval() -> None:
    left = imported_by("score", SUBMISSION)

    assert left & UNNEEDED == set()


def test_the_reader_has_every_name_that_it_says_it_has() -> None:
    assert all(getattr(intake, name) is not None for name in intake.__all__)
    with pytest.raises(AttributeError, match="no attribute 'read_verdict'"):
        _ = intake.read_verdict
