"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

Both columns of a pair come from the same resamples, so that what the questions have in common
cancels. A difference is claimed only where the paired test that boards rank by claims it, with
Holm over all pairs of a board (``stats.ranks``); where it does not, the interval holds 0. What
passages change is such a pair: the same system, by name and organisation, under two conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from digesta.board import Spec, signature, specs
from digesta.intake import name_skeleton
from digesta.metrics.exact import published
from digesta.model.board import IntervalMethod
from digesta.model.published import ConditionDelta, Conditions, ConditionScore
from digesta.model.release import Track
from digesta.model.submission import Submission
from digesta.scoring import Compiled, TaskFacts
from digesta.stats.intervals import LEVEL
from digesta.stats.sampling import ByTask, Sample


class Compared(NamedTuple):
    """A submission and its facts on all tasks of the split."""

    submission: Submission
    facts: Sequence[TaskFacts]

    def on(self, track: str) -> ByTask:
        """Give the facts of one track by task."""
        return {one.task.task: one for one in self.facts if one.task.track == track}


def compared(
    compiled: Compiled, among: Sequence[Compared], *, headlines: bool = False
) -> dict[str, Any]:
    """Compare submissions on every board that they share, as a JSON value.

    headlines: on the boards of whole tracks alone.
    """
    return {
        "format": "comparison/1",
        "release": compiled.release.release,
        "submissions": [one.submission.submission_id for one in among],
        "pairs": [
            pair
            for track in compiled.release.tracks
            for spec in specs(track, compiled.tasks_of(track.track))
            if not headlines or spec.path == track.track
            for pair in _pairs(compiled, spec, track.track, among)
        ],
    }


def conditions(compiled: Compiled, among: Sequence[Compared], track: Track) -> Conditions | None:
    """Compare each system with itself under other conditions, on a track's headline.

    The base answered under the condition that the track names first. None where no system
    answered under two, or a judge's verdicts decide.
    """
    tasks = compiled.tasks_of(track.track)
    spec = next((one for one in specs(track, tasks) if one.path == track.track), None)
    crossed = [pair for same in _systems(among, track) for pair in _crossed(same)]
    if spec is None or not crossed or any(task.needs_judge for task in tasks):
        return None
    made = [
        _sample(spec, [base.on(track.track), other.on(track.track)], compiled)
        for base, other in crossed
    ]
    return Conditions(
        format="conditions/1",
        track=track.track,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=made[0].layout.n,
        metric=spec.metric,
        interval=IntervalMethod(method="bootstrap/1", level=LEVEL, rounds=made[0].rounds),
        signature=signature(compiled, spec.score.tasks),
        rows=[_delta(*pair, one) for pair, one in zip(crossed, made, strict=True)],
    )


def _delta(base: Compared, other: Compared, sample: Sample) -> ConditionDelta:
    better = sample.pairs().better
    told = _difference(sample, 1, 0, separable=bool(better[0, 1] or better[1, 0]))
    scores = [
        ConditionScore(
            condition=one.submission.condition,
            submission_id=one.submission.submission_id,
            score=published(point),
        )
        for one, point in zip((base, other), sample.points, strict=True)
    ]
    return ConditionDelta(
        model_name=other.submission.model_name,
        organization=other.submission.organization,
        retriever=other.submission.retriever,
        base=scores[0],
        other=scores[1],
        delta=told["difference"],
        low=told["low"],
        high=told["high"],
    )


def _systems(among: Sequence[Compared], track: Track) -> list[list[Compared]]:
    """Give the submissions of each system, in the order of the track's conditions."""
    order = {name: at for at, name in enumerate(track.conditions)}
    found: dict[tuple[str, str], list[Compared]] = {}
    for one in sorted(among, key=lambda one: one.submission.submission_id):
        card = one.submission
        if card.claims(track.track) and card.condition in order:
            key = (name_skeleton(card.model_name), name_skeleton(card.organization))
            found.setdefault(key, []).append(one)
    return [sorted(one, key=lambda one: order[one.submission.condition]) for one in found.values()]


def _crossed(same: Sequence[Compared]) -> Iterator[tuple[Compared, Compared]]:
    for first, second in combinations(same, 2):
        retrievers = {first.submission.retriever, second.submission.retriever} - {None}
        # Passages of two retrievers are two pipelines: what one of them changes is compared.
        alike = len(retrievers) <= 1
        if first.submission.condition != second.submission.condition and alike:
            yield first, second


def _sample(spec: Spec, facts: Sequence[ByTask], compiled: Compiled) -> Sample:
    return Sample(spec.score, facts, name=f"compare:{spec.path}", digests=[compiled.digest])


def _pairs(
    compiled: Compiled, spec: Spec, track: str, everyone: Sequence[Compared]
) -> Iterator[dict[str, Any]]:
    # Where a judge is needed and did not judge there is no figure to compare.
    among = [
        one
        for one in everyone
        if one.submission.claims(track) and not spec.score.unjudged(one.on(track))
    ]
    if len(among) < 2:  # noqa: PLR2004 - a pair is two
        return
    facts = [one.on(track) for one in among]
    sample = _sample(spec, facts, compiled)
    better = sample.pairs().better
    for a, b in combinations(range(len(among)), 2):
        yield {
            "board": spec.path,
            "metric": spec.metric,
            "n": sample.layout.n,
            "a": among[a].submission.submission_id,
            "b": among[b].submission.submission_id,
            "score_a": published(sample.points[a]),
            "score_b": published(sample.points[b]),
            **_difference(sample, a, b, separable=bool(better[a, b] or better[b, a])),
            **_questions(spec, facts[a], facts[b]),
        }


def _difference(sample: Sample, a: int, b: int, *, separable: bool) -> dict[str, Any]:
    values, unit = sample.replicates
    drawn = np.sort(values[:, a] - values[:, b])
    rounds = len(drawn)
    low, high = int(drawn[rounds // 40]), int(drawn[rounds - 1 - rounds // 40])
    if not separable:
        # Few questions or clusters: the resamples alone would claim more than the test does.
        low, high = min(low, 0), max(high, 0)
    return {
        "difference": published(sample.points[a] - sample.points[b]),
        "low": published(Fraction(low, unit)),
        "high": published(Fraction(high, unit)),
        "separable": separable,
    }


def _questions(spec: Spec, a: ByTask, b: ByTask) -> dict[str, list[str]]:
    better_a: list[str] = []
    better_b: list[str] = []
    for task in spec.score.tasks:
        pairs = zip(task.ids, a[task.task].rows[:, 0], b[task.task].rows[:, 0], strict=True)
        for question_id, credit_a, credit_b in pairs:
            if credit_a != credit_b:
                (better_a if credit_a > credit_b else better_b).append(question_id)
    return {"only_a_better": sorted(better_a), "only_b_better": sorted(better_b)}


def as_text(value: Mapping[str, Any]) -> str:
    """Give a comparison as plain text: one line per board and pair, and what may be said."""
    lines = [f"release {value['release']}: paired differences in points, 95 % intervals"]
    for pair in value["pairs"]:
        low, high = 100 * pair["low"], 100 * pair["high"]
        verdict = "separable" if pair["separable"] else f"not separable at n = {pair['n']}"
        lines.append(
            f"{pair['board']}: {pair['a']} {pair['score_a']:.1%}, {pair['b']} "
            f"{pair['score_b']:.1%}; difference {100 * pair['difference']:+.1f} "
            f"({low:+.1f} to {high:+.1f}), {verdict}; better on {len(pair['only_a_better'])} "
            f"against {len(pair['only_b_better'])} questions"
        )
    return "\n".join(lines) + "\n"
