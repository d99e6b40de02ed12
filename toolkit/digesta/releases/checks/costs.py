"""Checks of what wrong answers cost: on which tasks, in which scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from digesta.errors import Problem
from digesta.records.release import PoolScore, Task, TermsScore, Track
from digesta.releases.data import MANIFEST, ReleaseData
from digesta.scorers import SCORERS
from digesta.scoring.costs import NET, is_right_or_wrong


def costs(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a cost of wrong answers where none are, pooled with another, or on sealed questions.

    Sealed scores are whole percents of right answers, which the ladder compares.
    """
    wrong = partial(Problem, file=MANIFEST)
    sealed = {question.track for question in draft.holdout()}
    for track in draft.manifest.tracks:
        for name, task in track.tasks.items():
            scorer = SCORERS.get(task.scorer) if task.wrong_costs else None
            if scorer and not is_right_or_wrong(scorer):
                fit = ", ".join(n for n, each in SCORERS.items() if is_right_or_wrong(each))
                got = f"{track.track}: task {name}: wrong_costs {task.wrong_costs} ({task.scorer})"
                fix = "remove wrong_costs: this scorer gives credit in part"
                expected = f"a scorer whose answers are right or wrong: {fit}"
                yield wrong(code="costs-unfit", got=got, expected=expected, fix=fix)
        for where, tasks in _net_scopes(track):
            listed = sorted({task.wrong_costs or "none" for task in tasks})
            if len(listed) > 1:
                got = f"{track.track}: {where}: wrong_costs {', '.join(listed)}"
                fix = "weigh the tasks by terms, or let wrong answers cost the same in all"
                yield wrong(code="costs-differ", got=got, expected="one cost", fix=fix)
            if track.track in sealed:
                got = f"{track.track}: {where}: {NET}"
                fix = f"rank by accuracy: {NET} stands beside it on public questions"
                expected = f"no score by {NET} on a track with sealed questions"
                yield wrong(code="costs-sealed", got=got, expected=expected, fix=fix)


def _net_scopes(track: Track) -> Iterator[tuple[str, list[Task]]]:
    """Yield where a track reads the metric: the tasks that one figure of it takes together."""
    yield from ((f"task {name}", [t]) for name, t in track.tasks.items() if t.metric == NET)
    for score in track.scores:
        scopes: list[str] = []
        if isinstance(score, TermsScore):
            scopes = [scope for _, scope, metric in score.terms if metric == NET]
        for scope in scopes:
            members = [t for name, t in track.tasks.items() if scope in (name, t.category)]
            yield f"score {score.name}", members
        if isinstance(score, PoolScore) and score.metric == NET:
            wanted = track.categories if score.pool == "all" else score.pool
            yield f"score {score.name}", [t for t in track.tasks.values() if t.category in wanted]
