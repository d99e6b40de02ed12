"""The page on archives says what their published boards and the paired tests say."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from digesta.workspace.boards import board_inputs, pairs_of
from digesta.workspace.releases import open_release
from places import ROOT

PAGE = (ROOT / "site" / "docs" / "archives.md").read_text("utf-8")
COLUMNS = {"mmlu-pro-law-2026-11-23": "mmlu_pro_law", "disc-lawllm-2026-11-23": "disc_lawllm"}


def cell(line: str, release: str) -> str:
    """Return what the page's first table says of a release."""
    rows = [row.split("|")[1:-1] for row in PAGE.splitlines() if row.startswith("| " + line)]
    return rows[0][1 + list(COLUMNS).index(release)].strip()


def rows(release: str) -> list[dict[str, Any]]:
    """Return the rows of a published board, best first."""
    path = ROOT / "releases" / release / "boards" / "1" / f"{COLUMNS[release]}@closed_book.json"
    value: list[dict[str, Any]] = json.loads(path.read_bytes())["rows"]
    return value


@pytest.mark.parametrize("release", COLUMNS)
def test_pairs_and_neighbours_are_told_apart_as_the_page_says(release: str) -> None:
    stored = open_release(ROOT, release)
    apart = {
        frozenset((pair["a"], pair["b"])): pair["separable"] for pair in pairs_of(ROOT, stored)
    }
    order = [row["submission_id"] for row in rows(release) if row["role"] == "system"]
    near = [apart[frozenset(pair)] for pair in pairwise(order)]

    assert cell("pairs", release) == f"{sum(apart.values())} of {len(apart)}"
    assert cell("neighbours", release) == f"{sum(near)} of {len(near)}"


@pytest.mark.parametrize("release", COLUMNS)
def test_floors_and_questions_are_as_the_page_says(release: str) -> None:
    every = rows(release)
    floor = next(row["score"] for row in every if row["submission_id"] == "adversary-constant")
    systems = [row for row in every if row["role"] == "system"]
    inputs = board_inputs(ROOT, open_release(ROOT, release)).submissions
    marks = np.stack(
        [
            np.concatenate([facts.rows[:, 0] for facts in each.facts]) > 0
            for each in inputs
            if each.role == "system"
        ]
    )

    assert cell("the best constant", release) == f"{floor:.1%}"
    below = {row["submission_id"] for row in systems if row["score"] <= floor}
    assert set(cell("systems that score", release).split(", ")) == below
    reaching = {row["submission_id"] for row in systems if row["low"] <= floor} - below
    said = set(cell("systems whose interval", release).split(", "))
    assert said - below - {"the same three"} == reaching
    assert cell("systems and questions", release) == f"{len(systems)} on {marks.shape[1]}"
    assert cell("questions that no", release) == str((marks.sum(0) == 0).sum())
    assert cell("questions that all", release) == str((marks.sum(0) == len(systems)).sum())


@pytest.mark.parametrize(
    ("release", "system", "name"),
    [
        ("mmlu-pro-law-2026-11-23", "qwen1.5-72b-chat", "Qwen1.5-72B-Chat"),
        ("disc-lawllm-2026-11-23", "lawgpt", "LawGPT"),
        ("mmlu-pro-law-2026-11-23", "gpt-4o-2024-05-13", "GPT-4o"),
    ],
)
def test_an_example_of_two_readings_has_the_boards_figures(
    release: str, system: str, name: str
) -> None:
    row = next(row for row in rows(release) if row["submission_id"] == system)
    [line] = [line for line in PAGE.splitlines() if line.startswith(f"- **{name}")]
    figures = {
        f"{value:.1%}"
        for value in (
            row["score"],
            row["metrics"]["as_published"]["value"],
            row["metrics"]["readings_differ"]["value"],
        )
    }

    assert set(re.findall(r"[0-9.]+%", line)) <= figures
