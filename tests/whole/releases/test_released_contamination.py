"""Gaps between sealed and public questions of released sets."""

from __future__ import annotations

from pathlib import Path
from statistics import NormalDist

import pytest
from test_contamination import PUBLISHED, _stored, _toy

from digesta.board.contamination import contamination
from digesta.workspace.releases import read_release
from places import ROOT


def test_a_gap_worked_by_hand() -> None:
    # Halves .098 and .098: v = .05² each, and .01²/12 of the sealed one; s² = .00500833,
    # s = .0707696. f = 50 a side: 99 degrees (whole), t = 1.9842; 2.8016·s = .198268.
    public = _toy("public", {"a": ("system", 0.7, 0.602, 0.798),
                             "b": ("baseline", 0.3, 0.202, 0.398)}, 50)  # fmt: skip
    sealed = _toy("holdout", {"a": ("system", 0.4, 0.302, 0.498),
                              "b": ("baseline", 0.2, 0.102, 0.298)}, 50)  # fmt: skip
    gaps = contamination("2026-01-01", [public, sealed], [])
    assert gaps is not None
    [board] = gaps.boards
    first, second = board.rows

    assert (first.submission_id, first.gap, second.gap, board.floor_gap) == ("a", 0.3, 0.1, 0.1)
    assert first.low == pytest.approx(0.3 - 1.9842 * 0.0707696, abs=1e-4)
    assert first.high == pytest.approx(0.3 + 1.9842 * 0.0707696, abs=1e-4)
    assert first.smallest == pytest.approx(0.198268, abs=1e-6)


def test_a_system_below_the_floor_is_not_compared() -> None:
    """It earns no more than who knows no law, so that its score says nothing of what it saw."""
    high, low = ("system", 0.7, 0.602, 0.798), ("system", 0.2, 0.102, 0.298)
    floor = ("baseline", 0.3, 0.202, 0.398)
    public = _toy("public", {"a": high, "b": floor, "c": low}, 50)
    sealed = _toy("holdout", {"a": high, "b": floor, "c": low}, 50)
    gaps = contamination("2026-01-01", [public, sealed], [])
    assert gaps is not None

    assert {row.submission_id for row in gaps.boards[0].rows} == {"a", "b"}
    alone = [_toy(split, {"b": floor, "c": low}, 50) for split in ("public", "holdout")]
    assert contamination("2026-01-01", alone, []) is None


def test_few_clusters_have_no_interval_and_other_metrics_no_gap() -> None:
    public = _toy("public", {"a": ("system", 0.7, 0.6, 0.8)}, 2)
    sealed = _toy("holdout", {"a": ("system", 0.4, 0.3, 0.5)}, 2)
    gaps = contamination("2026-01-01", [public, sealed], [])
    assert gaps is not None
    [row] = gaps.boards[0].rows

    assert (row.gap, row.low, row.high, row.smallest) == (0.3, None, None, None)
    assert gaps.boards[0].floor_gap is None
    bare = public.rows[0].model_copy(update={"low": None, "high": None})
    without = public.model_copy(update={"rows": [bare]})
    again = contamination("2026-01-01", [without, sealed], [])
    assert again is not None
    assert again.boards[0].rows == [row]
    other = sealed.model_copy(update={"metric": "another"})
    assert contamination("2026-01-01", [public, other], []) is None
    assert contamination("2026-01-01", [public], []) is None


@pytest.mark.parametrize("release", PUBLISHED)
def test_the_gaps_of_committed_releases_are_those_of_welch(release: str) -> None:
    stats = pytest.importorskip("scipy.stats")
    boards = _stored(release)
    questions = read_release(Path(ROOT / "releases" / release)).questions
    gaps = contamination(release, boards, questions)
    assert gaps is not None
    for shown in gaps.boards:
        sides = [b for s in ("public", "holdout") for b in boards
                 if (b.split, b.board) == (s, shown.board)]  # fmt: skip
        track, *category = shown.board.split("@")[0].split("/")
        for row in shown.rows:
            v, free, scores = [], [], []
            for side in sides:
                [mine] = [each for each in side.rows if each.submission_id == row.submission_id]
                assert mine.low is not None
                assert mine.high is not None
                wide = max(mine.score - mine.low, mine.high - mine.score) / 1.96
                v.append(wide**2 + (0.0001 / 12 if side.split == "holdout" else 0))
                tasks = {q.task for q in questions if q.split == side.split and q.track == track
                         and (not category or q.category == category[0])}  # fmt: skip
                free.append(side.clusters - len(tasks))
                scores.append(mine.score)
            df = sum(v) ** 2 / sum(x * x / f for x, f in zip(v, free, strict=True))
            half = stats.t.ppf(0.975, df) * sum(v) ** 0.5
            gap = scores[0] - scores[1]
            power = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)

            assert row.gap == pytest.approx(gap, abs=1e-9)
            assert row.low == pytest.approx(max(-1, gap - half), abs=1e-3)
            assert row.high == pytest.approx(min(1, gap + half), abs=1e-3)
            assert row.smallest == pytest.approx(power * sum(v) ** 0.5, rel=1e-4)
