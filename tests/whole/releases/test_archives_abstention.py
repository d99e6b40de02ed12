"""What an archive's systems answered agrees with its published boards, counted another way."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from digesta.board.abstention import abstentions
from digesta.workspace.boards import scored_submissions
from digesta.workspace.releases import open_release
from places import ROOT
from repository import with_texts


@pytest.mark.parametrize(
    ("release", "languages"),
    [
        # Nobody answers in another language than asked; LexEval's models do (up to 489).
        ("mmlu-pro-law-2026-11-23", 0),
        ("disc-lawllm-2026-11-23", 0),
    ],
)
def test_answered_and_wrong_are_what_the_published_board_leaves(
    release: str, languages: int
) -> None:
    root = with_texts(release)
    opened = open_release(root, release)
    submissions, _ = scored_submissions(root, opened)
    [record] = abstentions(opened.compiled, submissions, opened.data.questions)
    folder = sorted((ROOT / "releases" / release / "boards").glob("[0-9]*"))[-1]
    [path] = [path for path in folder.glob("*@closed_book.json") if "/" not in path.stem]
    board = json.loads(path.read_text())
    published = {row["submission_id"]: row for row in board["rows"]}

    for row in record.rows:
        there = published[row.submission_id]
        right = row.n - row.missing - row.unreadable - (row.wrong or 0)
        assert (row.missing, row.unreadable) == (there["missing"], there["unreadable"])
        if len(opened.compiled.tasks) == 1:
            assert round(float(Fraction(right, row.n)), 9) == there["score"]
        assert row.languages is not None
        assert sum(row.languages.other.values()) == languages
    assert {row.n for row in record.rows} == {board["n"]}


def test_an_interval_of_risk_is_near_that_of_a_share_of_the_answered() -> None:
    # Every question its own source: a ratio varies as a share of as many questions does.
    root = with_texts("mmlu-pro-law-2026-11-23")
    opened = open_release(root, "mmlu-pro-law-2026-11-23")
    submissions, _ = scored_submissions(root, opened)
    [record] = abstentions(opened.compiled, submissions, opened.data.questions)

    for row in record.rows:
        assert row.risk is not None
        assert row.low is not None
        assert row.high is not None
        answered = row.n * row.coverage
        width = 2 * 1.96 * np.sqrt(row.risk * (1 - row.risk) / answered)
        assert (row.high - row.low) / width == pytest.approx(1, abs=0.15)
