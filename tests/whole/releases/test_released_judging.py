"""Judged rows of released sets."""

from __future__ import annotations

import numpy as np

from digesta.board.judges.coverage import restrict
from digesta.board.links import narrow
from digesta.scoring.facts import mark_task
from digesta.workspace.releases import open_release
from places import ROOT
from test_judging_coverage import PART


def test_who_answers_nothing_is_marked_by_the_criteria_that_the_judge_covers() -> None:
    release = open_release(ROOT, "2026-11-22.6")
    compiled = release.compiled
    records = release.data.questions, release.data.truths
    by_part = restrict(compiled, PART, *records, file="x")
    nothing = [None] * compiled.n

    tasks = [task for task in by_part.tasks if task.needs_judge]
    assert tasks
    for task in tasks:
        rows = task.scorer.mark_all(task.prepared, [None] * len(task.ids))
        assert np.array_equal(mark_task(task, nothing).rows, rows)
    assert any(
        not np.array_equal(mark_task(task, nothing).rows, mark_task(whole, nothing).rows)
        for task, whole in zip(by_part.tasks, compiled.tasks, strict=True)
    )


def test_a_part_of_a_task_that_nobody_answers_has_rows_of_that_part() -> None:
    task = open_release(ROOT, "2026-11-22.6").compiled.tasks[0]
    some = narrow(task, task.ids[1:3])

    assert np.array_equal(
        mark_task(some, [None, None]).rows, mark_task(task, [None] * 999).rows[1:3]
    )
