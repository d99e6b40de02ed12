"""What boards claim, simulated where the truth is known: coverage, width, false claims.

A reduced form of ``make bench-stats``, whose results are committed with their seeds
(``tests/bench/claims.json``). Bounds leave room for the noise of so few data sets.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from layouts import FEW, SMALL, published
from simulation import Cover, Setting, cover, errors, even, power, shipped, wald

from digesta.metrics.exact import NANO
from digesta.stats.estimates import smallest
from digesta.stats.intervals import Design
from digesta.stats.jackknife import jackknife
from places import PAGES

SETS = 120
SEED = 20261123
BENCH = Path(__file__).parents[2] / "bench"
RESULTS = BENCH / "claims.json"
CHECKS = BENCH.parents[1] / "site" / "docs" / "simulations.md"

COVERED = [
    ("halacha", "right or wrong", 0.0),
    ("halacha/kashrut", "right or wrong", 0.3),
    ("halacha/hebrew_comprehension", "right or wrong", 0.0),
    ("finlaw", "graded", 0.0),
    ("finlaw/deposits_and_payments", "right or wrong", 0.3),
    ("frenchlaw", "graded", 0.0),
    ("frenchlaw/workflows", "nDCG-like", 0.0),
    ("cases", "nDCG-like", 0.0),
    ("finlaw/part/regulation_accuracy", "right or wrong", 0.9),
    ("frenchlaw/part/dated_accuracy", "right or wrong", 0.9),
]
"""Boards, and of the last two the questions that share a rule nearly all right or wrong."""
LAYOUTS = published("2026-11-29") | published()


def sound(found: Cover, *, most: float) -> bool:
    """Return whether intervals cover as they say, and are no wider than they need."""
    return found.coverage >= 0.925 and found.least >= 0.82 and found.width <= most


@pytest.mark.parametrize(("board", "kind", "icc"), COVERED)
def test_intervals_cover_the_truth_and_are_near_the_oracles_width(
    board: str, kind: str, icc: float
) -> None:
    setting = LAYOUTS[board]

    found = cover(setting, kind=kind, icc=icc, sets=SETS, seed=SEED)

    assert sound(found, most=1.3), found


@pytest.mark.parametrize(("board", "kind", "icc"), [COVERED[2], COVERED[5]])
def test_the_suite_refuses_walds_interval(board: str, kind: str, icc: float) -> None:
    found = cover(published()[board], kind=kind, icc=icc, sets=SETS, seed=SEED, interval=wald)

    assert not sound(found, most=1.3), found


@pytest.mark.parametrize(
    ("setting", "kind"), [*zip(SMALL, ["right or wrong", "graded"] * 2, strict=True)]
)
def test_equal_systems_in_small_tasks_are_seldom_called_different(
    setting: object, kind: str
) -> None:
    found = errors(setting, kind=kind, icc=0.0, sets=40, seed=SEED)  # type: ignore[arg-type]

    assert found.alone <= 0.06
    # Of 120 boards: 0.06 and two standard errors.
    assert found.family <= 0.105
    assert found.coverage >= 0.9


@pytest.mark.parametrize("setting", FEW, ids=lambda setting: setting.name)
def test_equal_systems_of_few_sources_are_seldom_called_different(setting: Setting) -> None:
    found = errors(setting, kind="graded", icc=0.3, sets=20, seed=SEED, systems=4)

    # 360 pairs: 0.06 and two standard errors.
    assert found.alone <= 0.085


@pytest.mark.parametrize(
    ("board", "kind", "icc"),
    [
        ("halacha/kashrut", "right or wrong", 0.3),
        ("halacha/zmanim_calendar", "right or wrong", 0.0),
        ("finlaw", "graded", 0.3),
        ("frenchlaw", "graded", 0.0),
        ("cases", "nDCG-like", 0.0),
    ],
)
def test_equal_systems_on_published_layouts_are_seldom_called_different(
    board: str, kind: str, icc: float
) -> None:
    found = errors(published()[board], kind=kind, icc=icc, sets=30, seed=SEED)

    assert found.alone <= 0.065
    assert found.family <= 0.12
    assert found.width <= 1.35


@pytest.mark.parametrize("first", [0.9, 0.97])
def test_a_score_of_tasks_that_are_nearly_all_right_or_wrong_is_not_taken_for_certain(
    first: float,
) -> None:
    setting, rng = even("", 3, 12), np.random.default_rng(SEED)
    levels = np.repeat([first, 0.0, 0.0], 12)
    held = []
    for credit in (rng.random((200, 36)) < levels).astype(np.int64) * NANO:
        score = Fraction(int(credit.sum()), 36 * NANO)
        interval = shipped(score, jackknife(setting.terms(credit), setting.layout))
        assert interval is not None
        held.append(interval.low <= first / 3 <= interval.high)

    assert np.mean(held) >= 0.92


def test_the_test_has_the_power_of_mcnemars_and_more_than_sign_flips() -> None:
    found = power(even("60", 1, 60), gap=0.25, kind="right or wrong", icc=0, sets=200, seed=SEED)

    assert found["digesta"] >= found["sign-flip"] - 0.02
    assert found["digesta"] >= found["McNemar mid-p"] - 0.06


def test_the_committed_results_are_within_what_is_promised() -> None:
    """The figures of the methodology chapter, of many more data sets than this suite draws."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    ours = [row for row in results["intervals"] if row["method"] == "stats/2"]

    assert results["seed"] == SEED
    assert {row["board"] for row in ours} >= {board for board, *_ in COVERED}
    tests = [*results["tests"], *results["few"]]
    assert {row["board"] for row in results["few"]} == {setting.name for setting in FEW}
    assert all(row["alone"] <= 0.06 and row["family"] <= 0.06 for row in tests)


def test_the_chapter_shows_the_committed_results() -> None:
    sys.path.insert(0, str(BENCH))
    from claims import chapter

    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = CHECKS.read_text(encoding="utf-8")

    for table in chapter(results):
        assert table in text


def test_the_chapters_table_of_smallest_differences_is_what_boards_compute() -> None:
    text = (PAGES / "statistics.md").read_text(encoding="utf-8")

    for n in (20, 30, 50, 100, 200, 500, 1000):
        errors_ = [sqrt(variance / n) for variance in (0.1, 0.2, 0.4, 0.04, 0.01)]
        cells = (f"{100 * smallest(error, Design(n, n - 1)):.1f}" for error in errors_)
        assert f"| {n:,} | {' | '.join(cells)} |" in text
