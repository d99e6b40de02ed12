"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

Both columns of a pair come from the same resamples, so that what the questions have in common
cancels. A difference is claimed only where the paired test that boards rank by claims it, with
Holm over all pairs of a board (``stats.ranks``); where it does not, the interval holds 0. What
passages change is such a pair: the same system, by name and organisation, under two conditions.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from digesta.board import Spec, signature, specs
from digesta.intake import name_skeleton
from digesta.metrics.exact import published
from digesta.records.board import IntervalMethod
from digesta.records.published import ConditionDelta, Conditions, ConditionScore
from digesta.records.release import Track
from digesta.records.submission import Card
from digesta.scoring.compiled import Compiled, TaskFacts
from digesta.stats.draws import Ints
from digesta.stats.intervals import LEVEL
from digesta.stats.sampling import ByTask, Sample


class ComparedSubmission(NamedTuple):
    """A submission and its facts on all tasks of the split."""

    card: Card
    facts: Sequence[TaskFacts]

    def on(self, track: str) -> ByTask:
        """Return the facts of one track by task."""
        return {facts.task.task: facts for facts in self.facts if facts.task.track == track}


def pairwise(
    compiled: Compiled, among: Sequence[ComparedSubmission], *, headlines: bool = False
) -> dict[str, Any]:
    """Compare submissions on every board that they share, as a JSON value.

    headlines: on the boards of whole tracks alone.
    """
    return {
        "format": "comparison/1",
        "release": compiled.release.release,
        "submissions": [submission.card.submission_id for submission in among],
        "pairs": [
            pair
            for track in compiled.release.tracks
            for spec in specs(track, compiled.tasks_of(track.track))
            if not headlines or spec.path == track.track
            for pair in _pairs(compiled, spec, track.track, among)
        ],
    }


def conditions(
    compiled: Compiled, among: Sequence[ComparedSubmission], track: Track
) -> Conditions | None:
    """Compare each system with itself under other conditions, on a track's headline.

    The base is the side that was shown less: nothing, what was found, the right passages. None
    where no system answered under two conditions, or a judge's verdicts decide.
    """
    spec = _headline(compiled, track)
    crossed = [pair for same in _systems(among, track) for pair in _crossed(same)]
    if spec is None or not crossed or any(task.needs_judge for task in spec.score.tasks):
        return None
    # One family with the comparisons of all: what is told of a pair is told alike everywhere.
    family = _family(spec, track.track, among)
    sample = _sample(spec, [one.on(track.track) for one in family], compiled)
    return Conditions(
        format="conditions/1",
        track=track.track,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=sample.layout.n,
        metric=spec.metric,
        interval=IntervalMethod(method="bootstrap/1", level=LEVEL, rounds=sample.rounds),
        signature=signature(compiled, spec.score.tasks),
        rows=[
            _delta(family[base], family[other], _difference(sample, other, base))
            for base, other in ((family.index(one), family.index(two)) for one, two in crossed)
        ],
    )


def _headline(compiled: Compiled, track: Track) -> Spec | None:
    found = specs(track, compiled.tasks_of(track.track))
    return next((one for one in found if one.path == track.track), None)


def _delta(
    base: ComparedSubmission, other: ComparedSubmission, told: Mapping[str, Any]
) -> ConditionDelta:
    scores = [
        ConditionScore(
            condition=one.card.condition,
            submission_id=one.card.submission_id,
            score=score,
        )
        for one, score in ((base, told["score_b"]), (other, told["score_a"]))
    ]
    return ConditionDelta(
        model_name=other.card.model_name,
        organization=other.card.organization,
        retriever=other.card.retriever,
        base=scores[0],
        other=scores[1],
        delta=told["difference"],
        low=told["low"],
        high=told["high"],
    )


ORDER = {"closed_book": 0, "retrieval": 1, "gold_injected": 2}
"""Conditions by how much they show: a difference is what more of it changes."""


def _systems(among: Sequence[ComparedSubmission], track: Track) -> list[list[ComparedSubmission]]:
    """Return the submissions of each system, by how much their conditions show."""
    found: dict[tuple[str, str], list[ComparedSubmission]] = {}
    for one in sorted(among, key=lambda submission: submission.card.submission_id):
        card = one.card
        if card.claims(track.track) and card.condition in track.conditions:
            key = (name_skeleton(card.model_name), name_skeleton(card.organization))
            found.setdefault(key, []).append(one)
    return [sorted(one, key=lambda one: ORDER[one.card.condition]) for one in found.values()]


def _crossed(
    same: Sequence[ComparedSubmission],
) -> Iterator[tuple[ComparedSubmission, ComparedSubmission]]:
    for first, second in combinations(same, 2):
        retrievers = {retriever_of(first.card), retriever_of(second.card)} - {""}
        # Passages of two retrievers are two pipelines: what one of them changes is compared.
        alike = len(retrievers) <= 1
        if first.card.condition != second.card.condition and alike:
            yield first, second


def retriever_of(card: Card) -> str:
    """Return what tells a retriever from another: its name as names are compared; none: empty."""
    return "" if card.condition == "closed_book" else name_skeleton(card.retriever or "")


def _sample(spec: Spec, facts: Sequence[ByTask], compiled: Compiled) -> Sample:
    return Sample(spec.score, facts, name=f"compare:{spec.path}", digests=[compiled.digest])


def _pairs(
    compiled: Compiled, spec: Spec, track: str, everyone: Sequence[ComparedSubmission]
) -> Iterator[dict[str, Any]]:
    among = _family(spec, track, everyone)
    if len(among) < 2:  # noqa: PLR2004 - a pair is two
        return
    facts = [submission.on(track) for submission in among]
    sample = _sample(spec, facts, compiled)
    for a, b in combinations(range(len(among)), 2):
        yield {
            "board": spec.path,
            "metric": spec.metric,
            "n": sample.layout.n,
            "a": among[a].card.submission_id,
            "b": among[b].card.submission_id,
            **_difference(sample, a, b),
            **_questions(spec, facts[a], facts[b]),
        }


def _family(
    spec: Spec, track: str, among: Sequence[ComparedSubmission]
) -> list[ComparedSubmission]:
    """Return whom a score compares: unjudged where a judge is needed, it has no figure."""
    return [
        submission
        for submission in among
        if submission.card.claims(track) and not spec.score.unjudged(submission.on(track))
    ]


def _difference(sample: Sample, a: int, b: int) -> dict[str, Any]:
    better = sample.pairs.better
    separable = bool(better[a, b] or better[b, a])
    low, high = _interval(sample, a, b)
    if not separable:
        # Few questions or clusters: an interval alone would claim more than the test does.
        low, high = min(low, 0.0), max(high, 0.0)
    return {
        "score_a": published(sample.points[a]),
        "score_b": published(sample.points[b]),
        "difference": published(sample.points[a] - sample.points[b]),
        "low": low,
        "high": high,
        "separable": separable,
    }


def _interval(sample: Sample, a: int, b: int) -> tuple[float, float]:
    """Return the wider of the percentiles of the drawn differences and the two rows' intervals.

    The latter by MOVER for a difference (Zou 2007), with the correlation of the resamples: a row
    that is right in every resample has no spread there, and is not certain for all that. It moves
    no end across nothing: what the test tells apart is told apart.
    """
    values, unit = sample.replicates
    drawn = np.sort(values[:, a] - values[:, b])
    rounds = len(drawn)
    ends = drawn[rounds // 40], drawn[rounds - 1 - rounds // 40]
    low, high = (published(Fraction(int(end), unit)) for end in ends)
    points = [float(sample.points[at]) for at in (a, b)]
    spans = [sample.intervals.intervals[at] for at in (a, b)]
    alike = _correlation(values[:, a], values[:, b])
    difference = points[0] - points[1]
    below = _mover(points[0] - spans[0].low, spans[1].high - points[1], alike)
    above = _mover(spans[0].high - points[0], points[1] - spans[1].low, alike)
    wide = difference - below, difference + above
    if low <= 0 or wide[0] > 0:
        low = min(low, round(wide[0], 9))
    if high >= 0 or wide[1] < 0:
        high = max(high, round(wide[1], 9))
    return max(low, -1.0), min(high, 1.0)


def _mover(first: float, second: float, alike: float) -> float:
    return math.sqrt(max(0.0, first * first + second * second - 2 * alike * first * second))


def _correlation(first: Ints, second: Ints) -> float:
    """Return Pearson's correlation of two columns of resamples; 0 where one does not vary."""
    x, y = ([int(one) for one in column] for column in (first, second))
    n = len(x)
    sum_x, sum_y = sum(x), sum(y)
    both = n * sum(map(operator.mul, x, y)) - sum_x * sum_y
    own = [n * sum(map(operator.mul, z, z)) - sum(z) ** 2 for z in (x, y)]
    if not (own[0] and own[1]):
        return 0.0
    return float(both) / math.sqrt(own[0]) / math.sqrt(own[1])


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
    """Return a comparison as plain text: one line per board and pair, and what may be said."""
    lines = [f"release {value['release']}: paired differences in points, 95 % intervals"]
    for pair in value["pairs"]:
        # No "-0.0": an interval that ends at nothing would look as if it went below.
        low, high = (round(100 * pair[end], 1) + 0.0 for end in ("low", "high"))
        verdict = "separable" if pair["separable"] else f"not separable at n = {pair['n']}"
        lines.append(
            f"{pair['board']}: {pair['a']} {pair['score_a']:.1%}, {pair['b']} "
            f"{pair['score_b']:.1%}; difference {100 * pair['difference']:+.1f} "
            f"({low:+.1f} to {high:+.1f}), {verdict}; better on {len(pair['only_a_better'])} "
            f"against {len(pair['only_b_better'])} questions"
        )
    return "\n".join(lines) + "\n"
