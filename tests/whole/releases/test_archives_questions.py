"""What an archive's questions show is what numpy makes of the same marks."""

from __future__ import annotations

import numpy as np
import pytest

from digesta.board.questions import item_analyses
from digesta.metrics.exact import NANO
from digesta.workspace.boards import scored_submissions
from digesta.workspace.releases import open_release
from repository import with_texts


@pytest.mark.parametrize(
    ("release", "counts"),
    [
        # The originals' own letters of 31 models, without our three baselines, give 88 dead,
        # 2 free, 15 suspicious, 181 negative: we read some replies otherwise.
        ("mmlu-pro-law-2026-11-23", {"dead": 69, "suspicious": 15, "negative": 193}),
        ("oab-bench-citations-2026-11-23", {"dead": 6, "free": 1, "negative": 3}),
    ],
)
def test_the_figures_of_an_archive_are_those_of_numpy(release: str, counts: dict[str, int]) -> None:
    root = with_texts(release)
    opened = open_release(root, release)
    submissions, _ = scored_submissions(root, opened)
    [made] = item_analyses(opened.compiled, submissions)

    by_id = {each.card.submission_id: each for each in submissions}
    x = np.column_stack(
        [
            np.concatenate([facts.rows[:, 0] for facts in by_id[name].facts]) / NANO
            for name in made.systems
        ]
    )
    ids = [name for task in opened.compiled.tasks for name in task.ids]
    rows = {row.question_id: row for row in made.rows}
    z = 1.959963984540054 / np.sqrt(len(made.systems) - 3)
    for at, (name, own) in enumerate(zip(ids, x, strict=True)):
        row = rows[name]
        assert row.facility == pytest.approx(own.mean(), abs=2e-9)
        if own.std() == 0:
            assert row.correlation is None
            continue
        r = np.corrcoef(own, np.delete(x, at, axis=0).mean(axis=0))[0, 1]
        ends = np.tanh(np.arctanh(r) - z), np.tanh(np.arctanh(r) + z)
        assert (row.correlation, row.low, row.high) == pytest.approx((r, *ends), abs=1e-8)
    assert dict(made.counts) == counts
    n = len(ids)
    alpha = n / (n - 1) * (1 - x.var(axis=1).sum() / x.sum(axis=0).var())
    assert made.reliability is not None
    assert made.reliability.value == pytest.approx(alpha, abs=1e-9)
