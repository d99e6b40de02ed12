"""A released task that nobody answers."""

from __future__ import annotations

from dataclasses import replace

from digesta.board.report import summary
from digesta.scorers import scorer_named
from digesta.scoring.facts import mark_all
from digesta.workspace.releases import open_release
from places import ROOT


def test_a_task_that_nobody_answers_earns_what_its_scorer_gives_to_silence() -> None:
    compiled = open_release(ROOT, "2026-11-26").compiled

    for task in compiled.tasks:
        assert task.silence is not None
        rows = task.scorer.mark_all(task.prepared, [None] * len(task.ids))
        assert task.silence.rows.tolist() == rows.tolist()
        assert task.silence.columns == task.scorer.column_names
        assert task.silence.signature == scorer_named(task.scorer_name).signature


def test_the_lines_of_a_silent_track_are_those_of_its_facts() -> None:
    compiled = open_release(ROOT, "2026-11-26").compiled
    facts = mark_all(compiled, [None] * compiled.n)

    known = summary(compiled, facts, named={})
    made = summary(replace(compiled, silent_lines={}), facts, named={})

    assert {*compiled.silent_lines} == {track.track for track in compiled.release.tracks}
    assert known == made
