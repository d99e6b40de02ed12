"""Several judges: the mean of their figures, from the same draws."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scoring.facts import ByTask, CompiledRelease, TaskFacts, compile_release
from digesta.scoring.rules import WeightedScore, category_score, rule_score
from digesta.stats.resamples import Resamples
from judged_workspace import judged_draft

ABOUT = {"name": "french@closed_book@a+b", "digest": "0" * 64}
SATISFIED = "satisfied_rate"


@pytest.fixture(scope="module")
def compiled() -> CompiledRelease:
    data = parse_release(cut(judged_draft(), name="draft"), name="release")
    return compile_release(data.manifest, data.questions, data.truths, digest=data.digest)


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


def test_judges_who_say_the_same_give_what_each_gives(compiled: CompiledRelease) -> None:
    one = [facts(compiled, 1), facts(compiled, 2)]

    for score in scores(compiled):
        single, joint = Resamples(score, [one], **ABOUT), Resamples(score, [one, one], **ABOUT)

        assert joint.points == single.points
        assert joint.intervals == single.intervals
        assert joint.ranks([0, 1]) == single.ranks([0, 1])


def test_a_joint_score_is_the_exact_mean_and_so_is_each_resample(compiled: CompiledRelease) -> None:
    first, second = (
        [facts(compiled, 1), facts(compiled, 2)],
        [facts(compiled, 3), facts(compiled, 4)],
    )

    for score in scores(compiled):
        joint = Resamples(score, [first, second], **ABOUT)
        each = joint.judges

        assert joint.points == [(a + b) / 2 for a, b in zip(*(s.points for s in each), strict=True)]
        drawn = [s.replicates.values / s.replicates.unit for s in each]
        mean = joint.replicates.values / joint.replicates.unit
        assert np.abs(mean - (drawn[0] + drawn[1]) / 2).max() < 1e-6
        for point, interval in zip(joint.points, joint.intervals.intervals, strict=True):
            assert interval.low <= point <= interval.high


def test_what_judges_said_of_one_question_is_not_two_questions(compiled: CompiledRelease) -> None:
    score = scores(compiled)[0]
    one = [facts(compiled, 5)]
    widths = []
    for judges in (1, 4):
        [interval] = Resamples(score, [one] * judges, **ABOUT).intervals.intervals
        widths.append(interval.high - interval.low)

    assert widths[0] == widths[1]
