"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

Both columns of a pair come from the same resamples, so that what the questions have in common
cancels. A difference is claimed only where its interval leaves out 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from digesta.board import Spec, specs
from digesta.metrics.exact import published
from digesta.scoring import Compiled, TaskFacts
from digesta.stats.sampling import Sample

Named = tuple[str, Sequence[TaskFacts]]


def compared(compiled: Compiled, named: Sequence[Named]) -> dict[str, Any]:
    """Compare submissions on every board that they share, as a JSON value.

    named: submission ids and their facts on all tasks of the split.
    """
    return {
        "format": "comparison/1",
        "release": compiled.release.release,
        "submissions": [name for name, _ in named],
        "pairs": [
            pair
            for track in compiled.release.tracks
            for spec in specs(track, compiled.tasks_of(track.track))
            for pair in _pairs(compiled, spec, named)
        ],
    }


def _pairs(compiled: Compiled, spec: Spec, named: Sequence[Named]) -> Iterator[dict[str, Any]]:
    track = spec.score.tasks[0].track
    facts = [{one.task.task: one for one in all_ if one.task.track == track} for _, all_ in named]
    sample = Sample(spec.score, facts, name=f"compare:{spec.path}", digests=[compiled.digest])
    for a, b in combinations(range(len(named)), 2):
        yield {
            "board": spec.path,
            "metric": spec.metric,
            "n": sample.layout.n,
            "a": named[a][0],
            "b": named[b][0],
            "score_a": published(sample.points[a]),
            "score_b": published(sample.points[b]),
            **_difference(sample, a, b),
            **_questions(spec, facts[a], facts[b]),
        }


def _difference(sample: Sample, a: int, b: int) -> dict[str, Any]:
    values, unit = sample.replicates
    drawn = np.sort(values[:, a] - values[:, b])
    rounds = len(drawn)
    low, high = int(drawn[rounds // 40]), int(drawn[rounds - 1 - rounds // 40])
    return {
        "difference": published(sample.points[a] - sample.points[b]),
        "low": published(Fraction(low, unit)),
        "high": published(Fraction(high, unit)),
        "separable": low > 0 or high < 0,
    }


def _questions(
    spec: Spec, a: Mapping[str, TaskFacts], b: Mapping[str, TaskFacts]
) -> dict[str, list[str]]:
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
