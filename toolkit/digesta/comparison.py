"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

Both columns of a pair come from the same resamples, so that what the questions have in common
cancels. A difference is claimed only where the paired test that boards rank by claims it, with
Holm over all pairs of a board (``stats.ranks``); where it does not, the interval holds 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from digesta.board import Spec, specs
from digesta.metrics.exact import published
from digesta.model.submission import Submission
from digesta.scoring import Compiled, TaskFacts
from digesta.stats.sampling import ByTask, Sample


class Compared(NamedTuple):
    """A submission and its facts on all tasks of the split."""

    submission: Submission
    facts: Sequence[TaskFacts]

    def on(self, track: str) -> ByTask:
        """Give the facts of one track by task."""
        return {one.task.task: one for one in self.facts if one.task.track == track}


def compared(compiled: Compiled, among: Sequence[Compared]) -> dict[str, Any]:
    """Compare submissions on every board that they share, as a JSON value."""
    return {
        "format": "comparison/1",
        "release": compiled.release.release,
        "submissions": [one.submission.submission_id for one in among],
        "pairs": [
            pair
            for track in compiled.release.tracks
            for spec in specs(track, compiled.tasks_of(track.track))
            for pair in _pairs(compiled, spec, track.track, among)
        ],
    }


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
    sample = Sample(spec.score, facts, name=f"compare:{spec.path}", digests=[compiled.digest])
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
