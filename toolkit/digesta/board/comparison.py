"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

Both columns of a pair come from the same resamples, so that what the questions have in common
cancels. A difference is claimed only where the paired test that boards rank by claims it, with
Holm over all pairs of a board (``stats.ranks``); where it does not, the interval holds 0. Pairs
of one system under two conditions, by name and organisation, show what passages change.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from digesta.board.specs import Spec, signature, specs
from digesta.intake import name_skeleton
from digesta.metrics.exact import round_share
from digesta.records.board import ConditionDelta, Conditions, ConditionScore, IntervalMethod
from digesta.records.release import Track
from digesta.records.submission import Card
from digesta.scoring.facts import UNJUDGED, ByTask, CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.draws import Ints
from digesta.stats.intervals import LEVEL
from digesta.stats.resamples import Resamples


def pairwise(
    compiled: CompiledRelease, among: Sequence[ScoredSubmission], *, headlines: bool = False
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
            for pair in _pairs(compiled, spec, among)
        ],
    }


def conditions(
    compiled: CompiledRelease, among: Sequence[ScoredSubmission], track: Track
) -> Conditions | None:
    """Compare each system with itself under other conditions, on a track's headline.

    The base is the side that was shown less: nothing, retrieved passages, the right passages.
    None where no system answered under two conditions, or a judge's verdicts decide.
    """
    whole = (s for s in specs(track, compiled.tasks_of(track.track)) if s.path == track.track)
    spec = next(whole, None)
    pairs = list(_condition_pairs(among, track))
    if spec is None or not pairs or spec.score.needs_judge:
        return None
    # One family with all other comparisons, so that each pair has the same figures everywhere.
    family, resamples = _family(compiled, spec, among)
    return Conditions(
        format="conditions/1",
        track=track.track,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=resamples.layout.n,
        metric=spec.metric,
        interval=IntervalMethod(method="bootstrap/1", level=LEVEL, rounds=resamples.rounds),
        signature=signature(compiled, spec.score.tasks),
        rows=[
            _delta(base, other, _difference(resamples, family.index(other), family.index(base)))
            for base, other in pairs
        ],
    )


def _delta(
    base: ScoredSubmission, other: ScoredSubmission, difference: Mapping[str, Any]
) -> ConditionDelta:
    card = other.card
    return ConditionDelta(
        model_name=card.model_name,
        organization=card.organization,
        retriever=card.retriever,
        base=_condition_score(base.card, difference["score_b"]),
        other=_condition_score(card, difference["score_a"]),
        delta=difference["difference"],
        low=difference["low"],
        high=difference["high"],
    )


def _condition_score(card: Card, score: float) -> ConditionScore:
    return ConditionScore(condition=card.condition, submission_id=card.submission_id, score=score)


ORDER = {"closed_book": 0, "retrieval": 1, "gold_injected": 2}
"""Conditions by how much they show: a difference is what more of it changes."""


def _condition_pairs(
    among: Sequence[ScoredSubmission], track: Track
) -> Iterator[tuple[ScoredSubmission, ScoredSubmission]]:
    """Yield two submissions of one system under two conditions, the one shown less first."""
    systems: dict[tuple[str, str], list[ScoredSubmission]] = defaultdict(list)
    for submission in sorted(among, key=lambda each: each.card.submission_id):
        card = submission.card
        if card.claims(track.track) and card.condition in track.conditions:
            key = name_skeleton(card.model_name), name_skeleton(card.organization)
            systems[key].append(submission)
    for submissions in systems.values():
        submissions.sort(key=lambda each: ORDER[each.card.condition])
        for first, second in combinations(submissions, 2):
            # Passages of two retrievers make two pipelines, not one system.
            retrievers = {retriever_of(first.card), retriever_of(second.card)} - {""}
            if first.card.condition != second.card.condition and len(retrievers) <= 1:
                yield first, second


def retriever_of(card: Card) -> str:
    """Return the retriever's name in the form in which names are compared; "" for none."""
    return "" if card.condition == "closed_book" else name_skeleton(card.retriever or "")


def _pairs(
    compiled: CompiledRelease, spec: Spec, among: Sequence[ScoredSubmission]
) -> Iterator[dict[str, Any]]:
    family, resamples = _family(compiled, spec, among)
    for a, b in combinations(range(len(family)), 2):
        yield {
            "board": spec.path,
            "metric": spec.metric,
            "n": resamples.layout.n,
            "a": family[a].card.submission_id,
            "b": family[b].card.submission_id,
            **_difference(resamples, a, b),
            **_questions(spec, resamples.facts[a], resamples.facts[b]),
        }


def _family(
    compiled: CompiledRelease, spec: Spec, among: Sequence[ScoredSubmission]
) -> tuple[list[ScoredSubmission], Resamples]:
    """Return whom a score compares, and their resamples: those with every verdict it needs."""
    track = spec.score.tasks[0].track
    mine = [
        (each, each.by_task(track))
        for each in among
        if each.card.claims(track) and not each.card.why_not_comparable(spec.task_names)
    ]
    family = [(each, facts) for each, facts in mine if not spec.score.count(UNJUDGED, facts)]
    facts = [facts for _, facts in family]
    name = f"compare:{spec.path}"
    resamples = Resamples(spec.score, [facts], name=name, digest=compiled.digest)
    return [submission for submission, _ in family], resamples


def _difference(resamples: Resamples, a: int, b: int) -> dict[str, Any]:
    separable = bool(resamples.separable[a, b])
    low, high = _interval(resamples, a, b)
    if not separable:
        # Few questions or clusters: an interval alone would claim more than the test does.
        low, high = min(low, 0.0), max(high, 0.0)
    score_a, score_b = resamples.points[a], resamples.points[b]
    return {
        "score_a": round_share(score_a),
        "score_b": round_share(score_b),
        "difference": round_share(score_a - score_b),
        "low": low,
        "high": high,
        "separable": separable,
    }


def _interval(resamples: Resamples, a: int, b: int) -> tuple[float, float]:
    """Return the wider of two intervals: percentiles of the differences, and MOVER of the rows'.

    MOVER for a difference (Zou 2007) takes the correlation of the resamples: a row that is right
    in every resample has no spread there, and is not certain for all that. It moves no end
    across 0, so that it takes no difference back that the test claims.
    """
    values, unit = resamples.replicates
    drawn = np.sort(values[:, a] - values[:, b])
    rounds = len(drawn)
    ends = drawn[rounds // 40], drawn[rounds - 1 - rounds // 40]
    low, high = (round_share(Fraction(int(end), unit)) for end in ends)
    x, y = float(resamples.points[a]), float(resamples.points[b])
    row_a, row_b = (resamples.intervals.intervals[index] for index in (a, b))
    correlation = _correlation(values[:, a], values[:, b])
    widest_low = x - y - _mover(x - row_a.low, row_b.high - y, correlation)
    widest_high = x - y + _mover(row_a.high - x, y - row_b.low, correlation)
    if low <= 0 or widest_low > 0:
        low = min(low, round(widest_low, 9))
    if high >= 0 or widest_high < 0:
        high = max(high, round(widest_high, 9))
    return max(low, -1.0), min(high, 1.0)


def _mover(first: float, second: float, correlation: float) -> float:
    return math.sqrt(max(0.0, first * first + second * second - 2 * correlation * first * second))


def _correlation(first: Ints, second: Ints) -> float:
    """Return Pearson's correlation of two columns of resamples; 0 where one does not vary."""
    # Of Python's integers: products of two replicates do not fit into 64 bits.
    x, y = first.astype(object), second.astype(object)
    both, own_x, own_y = (len(x) * (a @ b) - a.sum() * b.sum() for a, b in ((x, y), (x, x), (y, y)))
    return float(both) / math.sqrt(own_x) / math.sqrt(own_y) if own_x and own_y else 0.0


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
