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
COLUMNS = {
    "mmlu-pro-law-2026-11-23": "mmlu_pro_law@closed_book",
    "disc-lawllm-2026-11-23": "disc_lawllm@closed_book",
    "muser-2026-11-23": "muser@retrieval",
    "muser-test-2026-11-23": "muser_test@retrieval",
}
LISTS = {"muser-2026-11-23", "muser-test-2026-11-23"}
"""Archives of ranked lists, which are not right or wrong."""


def cell(line: str, release: str) -> str:
    """Return what the page's first table says of a release."""
    rows = [row.split("|")[1:-1] for row in PAGE.splitlines() if row.startswith("| " + line)]
    return rows[0][1 + list(COLUMNS).index(release)].strip()


def names(line: str, release: str) -> set[str]:
    """Return the systems that a cell of the first table names."""
    return set(cell(line, release).split(", ")) - {"none"}


def rows(release: str) -> list[dict[str, Any]]:
    """Return the rows of a published board, best first."""
    path = ROOT / "releases" / release / "boards" / "1" / f"{COLUMNS[release]}.json"
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
    assert names("systems that score", release) == below
    reaching = {row["submission_id"] for row in systems if row["low"] <= floor} - below
    listed = names("systems whose interval", release)
    assert listed - below - {"the same three"} == reaching
    assert cell("systems and questions", release) == f"{len(systems)} on {marks.shape[1]}"
    nobody, everybody = (marks.sum(0) == 0).sum(), (marks.sum(0) == len(systems)).sum()
    expected = ("–", "–") if release in LISTS else (str(nobody), str(everybody))
    assert (cell("questions that no", release), cell("questions that all", release)) == expected


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


def test_the_figures_of_lists_by_both_counts_are_the_boards() -> None:
    head = "| nDCG at 10, 100 queries |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    systems = [row for row in rows("muser-2026-11-23") if row["role"] == "system"]

    assert lines == [
        f"| {row['model_name']} | {row['score']:.1%} | "
        f"{row['metrics']['ndcg_at_10_as_coded']['value']:.1%} | "
        f"{row['metrics']['judged_at_10']['value']:.1%} |"
        for row in systems
    ]
    [lawformer] = [
        r for r in rows("muser-test-2026-11-23") if r["submission_id"] == "lawformer-lfm"
    ]
    judged = lawformer["metrics"]["judged_at_10"]["value"]
    assert f"of its first ten cases {judged:.1%} were judged" in PAGE
