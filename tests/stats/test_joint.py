"""Several judges: the mean of their figures, and the uncertainty of one set of questions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from digesta.scoring.facts import ByTask, CompiledRelease, TaskFacts
from digesta.scoring.rules import WeightedScore, category_score, rule_score
from digesta.stats.estimates import Estimates
from judged_workspace import judged_draft
from world import compiled_of

SATISFIED = "satisfied_rate"


@pytest.fixture(scope="module")
def judged_toy() -> CompiledRelease:
    return compiled_of(judged_draft())


def facts(compiled: CompiledRelease, seed: int) -> ByTask:
    """Return rows of some credits and criteria, as a judge's verdicts might."""
    made = {}
    rng = np.random.default_rng(seed)
    for task in compiled.tasks_of("french"):
        names = task.scorer.column_names
        rows = np.zeros((len(task.ids), len(names)), dtype=np.int64)
        rows[:, names.index("credit")] = rng.integers(0, 10**9, len(task.ids))
        rows[:, names.index("criteria")] = 3
        rows[:, names.index("satisfied")] = rng.integers(0, 4, len(task.ids))
        made[task.task] = TaskFacts(task, rows)
    return made


def scores(compiled: CompiledRelease) -> list[WeightedScore]:
    """Return a score that is a mean of credits, and one that is not."""
    track = compiled.release.track_named("french")
    tasks = compiled.tasks_of("french")
    whole = rule_score(track.scores[0], track, tasks)
    assert whole is not None
    rate = tasks[0].scorer.metric_named(SATISFIED)
    half = Fraction(1, 2)
    return [
        whole,
        category_score("prive", tasks),
        WeightedScore(tuple((half, rate, (t,)) for t in tasks)),
    ]


def test_questions_are_laid_out_once_for_all_submissions(judged_toy: CompiledRelease) -> None:
    """A layout of 100,000 questions takes longer than all else that a score of them takes."""
    first, second = (
        Estimates(scores(judged_toy)[0], [[facts(judged_toy, seed)]]) for seed in (1, 2)
    )

    assert first.layout is second.layout


def test_judges_who_say_the_same_give_what_each_gives(judged_toy: CompiledRelease) -> None:
    alone = [facts(judged_toy, 1), facts(judged_toy, 2)]

    for score in scores(judged_toy):
        single, joint = Estimates(score, [alone]), Estimates(score, [alone, alone])

        assert joint.points == single.points
        assert joint.intervals == single.intervals
        assert joint.pairs.p == pytest.approx(single.pairs.p)


def test_a_joint_score_is_the_exact_mean_and_varies_as_the_mean_of_the_judges_does(
    judged_toy: CompiledRelease,
) -> None:
    first, second = (
        [facts(judged_toy, 1), facts(judged_toy, 2)],
        [facts(judged_toy, 3), facts(judged_toy, 4)],
    )

    for score in scores(judged_toy):
        joint = Estimates(score, [first, second])
        each = joint.judges

        assert joint.points == [(a + b) / 2 for a, b in zip(*(s.points for s in each), strict=True)]
        for index, own in enumerate(joint.jackknives):
            halves = [one.jackknives[index].delta / 2 for one in each]
            assert own.delta == pytest.approx(halves[0] + halves[1])


def test_what_judges_said_of_one_question_is_not_two_questions(judged_toy: CompiledRelease) -> None:
    score = scores(judged_toy)[0]
    alone = [facts(judged_toy, 5)]

    ends = [Estimates(score, [alone] * judges).intervals for judges in (1, 4)]

    assert ends[0] == ends[1]
    assert ends[0][0] is not None
