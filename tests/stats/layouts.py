"""The layouts of questions that are really published, for simulations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from simulation import Setting, even

from digesta.board.specs import specs
from digesta.workspace.releases import open_release

ROOT = Path(__file__).parents[2]
LIVE = "2026-11-22.6"


def sized(name: str, *tasks: Sequence[int]) -> Setting:
    """Lay out tasks of sources with so many questions each."""
    share = Fraction(1, len(tasks))
    return Setting(
        name,
        tuple(
            (f"t{k}", share, tuple(f"t{k}c{c:02}" for c, n in enumerate(sizes) for _ in range(n)))
            for k, sizes in enumerate(tasks)
        ),
    )


SMALL = (
    even("10 tasks of 3", 10, 3),
    even("5 tasks of 4", 5, 4),
    even("20 tasks of 1", 20, 1),
    even("14 tasks of 5", 14, 5),
)
"""Layouts of few questions in each task, where earlier statistics claimed too much."""
FEW = (
    sized("13 sources, one of 11 questions", (11, 4, 3, *[1] * 10)),
    sized("6 sources, one of half", (20, *[4] * 5)),
    sized("21 sources in two tasks, one of a whole task", (19, *[1] * 19), (6,)),
    sized("8 sources, two of a third", (10, 10, *[2] * 6)),
)
"""Layouts of too few degrees of freedom for Student's t."""


@cache
def published(release: str = LIVE) -> dict[str, Setting]:
    """Return the layout of every board of a release that is linear in credit, by its path."""
    compiled = open_release(ROOT, release).compiled
    return {
        spec.path: Setting(
            spec.path,
            tuple(
                (task.task, Fraction(weight * len(task.ids)), tuple(task.clusters))
                for task, weight in spec.score.question_weights()
            ),
        )
        for track in compiled.release.tracks
        for spec in specs(track, compiled.tasks_of(track.track))
    }
