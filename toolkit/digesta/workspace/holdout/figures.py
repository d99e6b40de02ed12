"""A submission's figures on sealed questions: whole percents, through the ladder.

Published of an attempt are the headline of each track that it answers and the categories of at
least 30 sealed questions. The ladder runs over an organisation's scored attempts on one set of
questions, in the order of the logs, track by track: an attempt that does not beat the figures
that stand by more than their noise repeats them. Everything follows from the truths and
the predictions, so ``verify`` computes the files anew.

A track whose answers are judged has no figures: verdicts would tell the sealed criteria.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from digesta.board.boards import method_of
from digesta.board.specs import headlines, signature
from digesta.errors import Problem, ReleaseError
from digesta.metrics.exact import NANO
from digesta.records.holdout import LEAST_OF_CATEGORY, HoldoutFigure, HoldoutTrack
from digesta.records.release import Track, Truth
from digesta.records.submission import Card
from digesta.releases.data import ReleaseData
from digesta.releases.floors import headline_of
from digesta.scoring.facts import (
    ByTask,
    CompiledRelease,
    CompiledTask,
    TaskFacts,
    compile_release,
    facts_by_task,
)
from digesta.scoring.rules import WeightedScore, category_score, rule_score
from digesta.stats.estimates import Estimates
from digesta.workspace.holdout.ladder import PERCENT, climbs, whole_percent


class ScoredAttempt(NamedTuple):
    """A scored attempt. attempt: its number for the organisation, from 1."""

    attempt: int
    submission: Card
    facts: tuple[TaskFacts, ...]


def compiled_holdout(data: ReleaseData, truths: Sequence[Truth]) -> CompiledRelease:
    """Return a release's sealed questions, compiled; they are kept in memory alone.

    ReleaseError for a truth that today's scorer refuses, without anything of the truth.
    """
    by_id = {truth.question_id: truth for truth in truths}
    try:
        prepare = partial(compile_release, digest=data.digest, resources=data.resources)
        return prepare(data.manifest, data.questions, by_id, split="holdout")
    except ReleaseError as error:
        fix = "a scorer changed since; score with the digesta that sealed the release"
        wrong = partial(Problem, file="holdout.age", fix=fix)
        raise ReleaseError(
            [wrong(code=each.code, question_id=each.question_id) for each in error.problems]
        ) from None


def track_figures(
    compiled: CompiledRelease, trials: Sequence[ScoredAttempt], *, ladder: bool
) -> dict[str, HoldoutTrack]:
    """Return the published figures of an organisation's last attempt, track by track.

    ladder: whether attempts are held to it; the maintainers' are not.
    """
    figures: dict[str, HoldoutTrack] = {}
    for track, score in headlines_of(compiled, trials[-1].submission):
        answered = [trial for trial in trials if trial.submission.claims(track.track)]
        stands = _standing(score, answered if ladder else answered[-1:], track.track)
        figures[track.track] = _track(compiled, track, score, stands=stands)
    return figures


def headlines_of(compiled: CompiledRelease, submission: Card) -> list[tuple[Track, WeightedScore]]:
    """Return the tracks with figures to publish of a submission, each with its headline."""
    every = []
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        score = rule_score(headline_of(track, "holdout"), track, tasks)
        judged = any(task.needs_judge for task in tasks)
        if score is not None and not judged and submission.claims(track.track):
            every.append((track, score))
    return every


def _standing(score: WeightedScore, trials: Sequence[ScoredAttempt], track: str) -> ScoredAttempt:
    """Return the attempt whose figures stand after the last: those that climb the ladder."""
    stands = trials[0]
    for trial in trials[1:]:
        now, then = facts_by_task(trial.facts, track), facts_by_task(stands.facts, track)
        if climbs(score.value(now), score.value(then), _differences(score, now, then)):
            stands = trial
    return stands


def _differences(score: WeightedScore, now: ByTask, then: ByTask) -> list[Fraction]:
    """Return each question's weighted difference in credit, in the order of the release."""
    return [
        weight * Fraction(nano, NANO)
        for task, weight in score.question_weights()
        for nano in (now[task.task].rows[:, 0] - then[task.task].rows[:, 0]).tolist()
    ]


def _track(
    compiled: CompiledRelease, track: Track, score: WeightedScore, *, stands: ScoredAttempt
) -> HoldoutTrack:
    facts, tasks = facts_by_task(stands.facts, track.track), compiled.tasks_of(track.track)
    return HoldoutTrack(
        **_figure(facts, score),
        metric=headline_of(track, "holdout").name,
        attempt=stands.attempt,
        categories={
            category: HoldoutFigure(**_figure(facts, category_score(category, members)))
            for category, members in _large_categories(track, tasks)
        },
        headlines={
            rule.name: HoldoutFigure(**_figure(facts, further))
            for rule in [*headlines(track, "holdout").values()][1:]
            if (further := rule_score(rule, track, tasks))
            and sum(len(task.ids) for task in further.tasks) >= LEAST_OF_CATEGORY
        }
        or None,
        signature=signature(compiled, tasks),
    )


def _large_categories(
    track: Track, tasks: Sequence[CompiledTask]
) -> Iterator[tuple[str, list[CompiledTask]]]:
    for category in sorted(track.categories):
        members = [task for task in tasks if task.category == category]
        if sum(len(task.ids) for task in members) >= LEAST_OF_CATEGORY:
            yield category, members


def _figure(facts: ByTask, score: WeightedScore) -> dict[str, Any]:
    estimates, percent = Estimates(score, [[facts]]), whole_percent(score.value(facts))
    ends = estimates.intervals[0] or (0.0, 1.0)
    low, high = (Fraction(str(end)) * PERCENT for end in ends)
    return {
        "n": estimates.layout.n,
        "percent": percent,
        "low": min(percent, math.floor(low)),
        "high": max(percent, math.ceil(high)),
        "chance": whole_percent(score.chance(facts)),
        "missing": score.count("missing", facts),
        "unreadable": score.count("unreadable", facts),
        "interval": method_of(estimates),
    }
