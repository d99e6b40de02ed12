"""Two or more submissions, pair by pair: paired differences with intervals, question by question.

What the questions have in common cancels. A pair is told apart where the test of its family says
so (``board.families``): the same verdict as on the board on which both are ranked.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from digesta.board.families import ORDER, PairVerdict, is_planned, retriever_of, system_of, verdicts
from digesta.board.roster import answered_any
from digesta.board.specs import Spec, headlines, signature, specs
from digesta.metrics.exact import round_share
from digesta.records.board import ConditionDelta, Conditions, ConditionScore, IntervalMethod
from digesta.records.release import Track
from digesta.records.submission import Card
from digesta.scoring.facts import UNJUDGED, ByTask, CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates
from digesta.stats.intervals import LEVEL
from digesta.stats.layout import Ints

__all__ = ["as_text", "conditions", "headline_pairs", "pairwise", "retriever_of"]


def pairwise(
    compiled: CompiledRelease,
    among: Sequence[ScoredSubmission],
    *,
    shown: frozenset[str] | None = None,
) -> dict[str, Any]:
    """Compare submissions on every board that they share, as a JSON value.

    among: all that a release compares, with which a pair is corrected. shown: ids of those whose
    pairs are wanted; None for all.
    """
    ids = [submission.card.submission_id for submission in among]
    return {
        "format": "comparison/2",
        "release": compiled.release.release,
        "submissions": [name for name in ids if shown is None or name in shown],
        "pairs": [
            pair
            for track in compiled.release.tracks
            for spec in specs(track, compiled.tasks_of(track.track))
            for pair in _pairs(compiled, spec, among, shown)
        ],
    }


def headline_pairs(
    compiled: CompiledRelease, among: Sequence[ScoredSubmission]
) -> Iterator[dict[str, Any]]:
    """Compare every two submissions on each track's headline; of questions only how many.

    Their lists would take what the square of the systems times the questions takes.
    """
    for track in compiled.release.tracks:
        for spec in specs(track, compiled.tasks_of(track.track)):
            if spec.path == track.track:
                here = _standing(compiled, among, spec)
                yield from _pairs(compiled, spec, here, listed=False)


def _standing(
    compiled: CompiledRelease, among: Sequence[ScoredSubmission], spec: Spec
) -> list[ScoredSubmission]:
    """Return whom a board shows: by the rules of standing, who answered any of its questions."""
    track, by_rules = spec.score.tasks[0].track, compiled.release.by_rules
    mine = (each for each in among if each.card.claims(track))
    return [each for each in mine if not by_rules or answered_any(each, spec)]


def conditions(
    compiled: CompiledRelease, among: Sequence[ScoredSubmission], track: Track
) -> Iterator[Conditions]:
    """Compare each system with itself under other conditions, on each headline of a track.

    The base is the side that was shown less: nothing, retrieved passages, the right passages.
    Nothing is yielded for a headline that no system answered under two conditions, or where a
    judge's verdicts decide.
    """
    paths = headlines(track)
    for spec in specs(track, compiled.tasks_of(track.track)):
        if spec.path in paths and not spec.score.needs_judge:
            here = _standing(compiled, among, spec)
            if pairs := list(_condition_pairs(here, track)):
                yield _conditions(compiled, here, track, spec, pairs)


def _conditions(
    compiled: CompiledRelease,
    among: Sequence[ScoredSubmission],
    track: Track,
    spec: Spec,
    pairs: Sequence[tuple[ScoredSubmission, ScoredSubmission]],
) -> Conditions:
    family, estimates = _family(spec, among)
    judged = verdicts(estimates, family, track)
    return Conditions(
        format="conditions/1",
        track=track.track,
        board=None if spec.path == track.track else spec.path,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=estimates.layout.n,
        metric=spec.metric,
        interval=IntervalMethod(method="student/1", level=LEVEL, df=estimates.design.df),
        signature=signature(compiled, spec.score.tasks),
        rows=[
            _delta(
                base, other, _difference(estimates, judged, family.index(other), family.index(base))
            )
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
        **{name: difference[name] for name in ("low", "high", "adjusted", "separable", "pairs")},
    )


def _condition_score(card: Card, score: float) -> ConditionScore:
    return ConditionScore(condition=card.condition, submission_id=card.submission_id, score=score)


def _condition_pairs(
    among: Sequence[ScoredSubmission], track: Track
) -> Iterator[tuple[ScoredSubmission, ScoredSubmission]]:
    """Yield two submissions of one system under two conditions, the one shown less first."""
    systems: dict[tuple[str, str], list[ScoredSubmission]] = defaultdict(list)
    for submission in sorted(among, key=lambda each: each.card.submission_id):
        card = submission.card
        if card.claims(track.track) and card.condition in track.conditions:
            systems[system_of(card)].append(submission)
    for submissions in systems.values():
        submissions.sort(key=lambda each: ORDER[each.card.condition])
        for first, second in combinations(submissions, 2):
            if is_planned(first.card, second.card, track):
                yield first, second


def _pairs(
    compiled: CompiledRelease,
    spec: Spec,
    among: Sequence[ScoredSubmission],
    shown: frozenset[str] | None = None,
    *,
    listed: bool = True,
) -> Iterator[dict[str, Any]]:
    family, estimates = _family(spec, among)
    if len(family) < 2:  # noqa: PLR2004 - a pair
        return
    judged = verdicts(estimates, family, compiled.release.track_named(spec.score.tasks[0].track))
    ids = [submission.card.submission_id for submission in family]
    earned = [_credits_of(spec, facts) for facts in estimates.facts]
    ids_asked = np.concatenate([task.ids for task in spec.score.tasks])
    for a, b in combinations(range(len(family)), 2):
        if shown is not None and not {ids[a], ids[b]} <= shown:
            continue
        better = [earned[a] > earned[b], earned[b] > earned[a]]
        yield {
            "board": spec.path,
            "metric": spec.metric,
            "n": estimates.layout.n,
            "a": ids[a],
            "b": ids[b],
            **_difference(estimates, judged, a, b),
            **{
                f"only_{side}_better": sorted(ids_asked[own].tolist()) if listed else int(own.sum())
                for side, own in zip("ab", better, strict=True)
            },
        }


def _family(
    spec: Spec, among: Sequence[ScoredSubmission]
) -> tuple[list[ScoredSubmission], Estimates]:
    """Return whom a score compares, and their estimates: those with every verdict it needs."""
    track = spec.score.tasks[0].track
    mine = [
        (each, each.by_task(track))
        for each in among
        if each.card.claims(track) and not each.card.why_not_comparable(spec.task_names)
    ]
    family = [(each, facts) for each, facts in mine if not spec.score.count(UNJUDGED, facts)]
    return [submission for submission, _ in family], Estimates(spec.score, [[f for _, f in family]])


def _difference(
    estimates: Estimates, judged: Mapping[tuple[int, int], PairVerdict], a: int, b: int
) -> dict[str, Any]:
    difference, verdict = estimates.difference(a, b), judged[min(a, b), max(a, b)]
    low, high = difference.interval or (None, None)
    return {
        "score_a": round_share(estimates.points[a]),
        "score_b": round_share(estimates.points[b]),
        "difference": round_share(difference.value),
        "low": low,
        "high": high,
        "p": round(difference.p, 9),
        "adjusted": round(verdict.adjusted, 9),
        "separable": verdict.apart,
        "family": verdict.family,
        "pairs": verdict.pairs,
        "smallest": round(difference.smallest, 9),
        "more": _more(estimates.layout.n, float(abs(difference.value)), difference.smallest)
        if estimates.design.suffices and not verdict.apart
        else None,
    }


def _more(n: int, gap: float, smallest: float) -> int | None:
    """Return how many more questions like the n would tell a gap apart; None where there is none.

    An error shrinks with the root of the number of questions.
    """
    return max(0, math.ceil(n * (smallest / gap) ** 2) - n) if gap else None


def _credits_of(spec: Spec, facts: ByTask) -> Ints:
    """Return what a submission earned on each question of a score, in the order of its tasks."""
    return np.concatenate([facts[task.task].rows[:, 0] for task in spec.score.tasks])


def as_text(value: Mapping[str, Any]) -> str:
    """Return a comparison as plain text: one line per board and pair, and what may be said."""
    lines = [f"release {value['release']}: paired differences in points, 95 % intervals"]
    for pair in value["pairs"]:
        verdict = "separable" if pair["separable"] else f"not separable at n = {pair['n']}"
        lines.append(
            f"{pair['board']}: {pair['a']} {pair['score_a']:.1%}, {pair['b']} "
            f"{pair['score_b']:.1%}; difference {100 * pair['difference']:+.1f} "
            f"({_ends(pair)}), {verdict}; better on {len(pair['only_a_better'])} "
            f"against {len(pair['only_b_better'])} questions{_reach(pair)}"
        )
    lines += (
        [] if value["pairs"] else ["no two of them entered one board, with a verdict where due"]
    )
    return "\n".join(lines) + "\n"


def _reach(pair: Mapping[str, Any]) -> str:
    """Return what so many questions can show, where they did not tell the two apart."""
    if pair["separable"] or pair["low"] is None or equal_everywhere(pair):
        return ""
    reach = f"; {pair['n']} such questions can show {100 * pair['smallest']:.1f} points or more"
    return reach + (f", about {pair['more']} more would show this" if pair["more"] else "")


def equal_everywhere(pair: Mapping[str, Any]) -> bool:
    """Return whether two systems earned the same on every question, so that nothing varies."""
    return not pair["only_a_better"] and not pair["only_b_better"]


def _ends(pair: Mapping[str, Any]) -> str:
    if pair["low"] is None:
        return "too few clusters for an interval"
    if equal_everywhere(pair):
        return "the same on every question"
    # No "-0.0": an interval that ends at nothing would look as if it went below.
    low, high = (round(100 * pair[end], 1) + 0.0 for end in ("low", "high"))
    alone, among = (p_text(pair[name]) for name in ("p", "adjusted"))
    return f"{low:+.1f} to {high:+.1f}; p {alone}, {among} among {pair['pairs']} pairs"


SMALLEST_P = 0.001
"""Below it a p value is only said to be below it: three decimals are shown."""


def p_text(p: float) -> str:
    """Return a p value for the eye.

    >>> p_text(0.0123), p_text(0.00001)
    ('= 0.012', '< 0.001')
    """
    return f"< {SMALLEST_P}" if p < SMALLEST_P else f"= {p:.3f}"
