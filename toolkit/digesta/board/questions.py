"""What a board's questions show: facility, item-rest correlation, reliability.

A board here is a track's headline under a condition, of a judged track by one judge's verdicts.
Who counts are systems and baselines that maintainers ran, or an archive published: not
adversaries, of which some are computed expectations, nor references. Credit is a question's own,
between 0 and 1, and every question counts the same: a headline's weights are not needed to see
which question goes against the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from digesta.board.judges.eligible import judges_of
from digesta.board.roster import answered_any
from digesta.board.rows import FLOORS, estimate, floor_tests, score_of
from digesta.board.specs import Spec, signature, specs
from digesta.metrics.exact import Ints, round_share
from digesta.records.analysis import FINDINGS, Finding, ItemAnalysis, QuestionFigures, Reliability
from digesta.records.submission import RANKED_LEVELS
from digesta.scoring.facts import UNJUDGED, CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import ALPHA
from digesta.stats.reliability import (
    FEWEST_RELIABLE,
    Alpha,
    Correlation,
    cronbach_alpha,
    facilities,
    item_rest,
)

ROLES = frozenset({"system", "baseline"})
BELOW = Fraction(25, 1000)
"""The share of intervals of 95 % that lies below 0 where the correlation is 0."""
REASONS = {
    "suspicious": "the better a system is elsewhere, the worse it does here: check the key",
    "dead": "none of {n} systems earned anything: check the key, then whether it can be answered",
    "free": "all {n} systems earned everything: it tells nobody apart",
}
"""Why a question is proposed, and what to check first."""


def item_analyses(
    compiled: CompiledRelease, submissions: Sequence[ScoredSubmission]
) -> Iterator[ItemAnalysis]:
    """Return an analysis for each track, condition and judge that somebody has a score by."""
    among = [
        each
        for each in submissions
        if each.role in ROLES and (each.can_rank or each.level in RANKED_LEVELS)
    ]
    by_rules = compiled.release.by_rules
    for track in compiled.release.tracks:
        whole = (s for s in specs(track, compiled.tasks_of(track.track)) if s.headline)
        for spec in whole:
            for condition in track.conditions:
                here = [
                    each
                    for each in among
                    if _stands(each, spec, condition) and (not by_rules or answered_any(each, spec))
                ]
                for judge in judges_of(here, spec.score.tasks):
                    mine = [each for each in here if each.judge == judge and _is_marked(each, spec)]
                    if mine:
                        name = "@".join(filter(None, (spec.path, condition, judge)))
                        enough = (
                            not by_rules or _above_floor(spec, mine, submissions) >= FEWEST_RELIABLE
                        )
                        yield _analysis(compiled, spec, mine, board=name, may_be_dead=enough)


class QuestionToRead(NamedTuple):
    """A question to look at: the board that it stands on and what it shows there."""

    analysis: ItemAnalysis
    row: QuestionFigures

    @property
    def reason(self) -> str:
        """Return in a sentence why it is proposed, and what to check first."""
        return REASONS[str(self.row.finding)].format(n=len(self.analysis.systems))


def candidates(analyses: Sequence[ItemAnalysis]) -> list[QuestionToRead]:
    """Return the dead, free and suspicious questions of a release, by board, the plainest first.

    A question is dead or free only where it is so on every board that it stands on. Boards of
    fewer than three systems propose nothing.
    """
    seen: dict[str, set[float]] = defaultdict(set)
    for analysis in analyses:
        for row in analysis.rows:
            seen[row.question_id].add(row.facility)
    return [
        QuestionToRead(analysis, row)
        for analysis in sorted(analyses, key=lambda analysis: analysis.board)
        if len(analysis.systems) >= FEWEST_RELIABLE
        for row in sorted(analysis.rows, key=_plainness)
        if row.finding == "suspicious"
        or (row.finding in {"dead", "free"} and len(seen[row.question_id]) == 1)
    ]


class ReliabilityWords(NamedTuple):
    """A reliability in words: coefficient, value, and the ends of its interval, if it has one."""

    coefficient: str
    value: str
    ends: tuple[str, str] | None


def reliability_words(reliability: Reliability | None) -> ReliabilityWords | None:
    """Return a reliability in words; None where there is none.

    Below 0 the questions agree on no order of the systems, however far below.
    """
    if reliability is None:
        return None
    name = "KR-20" if reliability.coefficient == "kr-20/1" else "alpha"
    low, value, high = (
        None if figure is None else "below 0" if figure < 0 else f"{figure:.3f}"
        for figure in (reliability.low, reliability.value, reliability.high)
    )
    ends = None if low is None or high is None else (low, high)
    return ReliabilityWords(name, str(value), ends)


def _plainness(row: QuestionFigures) -> tuple[int, float, str]:
    order = FINDINGS.index(row.finding) if row.finding else len(FINDINGS)
    return order, row.high if row.high is not None else 0.0, row.question_id


def _stands(each: ScoredSubmission, spec: Spec, condition: str) -> bool:
    card = each.card
    track = spec.score.tasks[0].track
    comparable = not card.why_not_comparable(spec.task_names)
    return card.condition == condition and card.claims(track) and comparable


def _is_marked(each: ScoredSubmission, spec: Spec) -> bool:
    return not spec.score.count(UNJUDGED, each.by_task(spec.score.tasks[0].track))


def _above_floor(
    spec: Spec, among: Sequence[ScoredSubmission], submissions: Sequence[ScoredSubmission]
) -> int:
    """Count the systems among some that clear the floor of a score; all where there is no floor."""
    floors = [
        each
        for each in submissions
        if each.role == "adversary" and not each.judge and _is_marked(each, spec)
    ]
    entrants = sorted(((each,) for each in (*among, *floors)), key=lambda e: -score_of(e, spec))
    roles = [each.role in FLOORS for (each,) in entrants]
    if True not in roles:
        return len(among)
    tests = floor_tests(estimate(spec, entrants).headline, entrants)
    return sum(p <= ALPHA and row < roles.index(True) for row, p in tests.items())


def _analysis(
    compiled: CompiledRelease,
    spec: Spec,
    among: Sequence[ScoredSubmission],
    *,
    board: str,
    may_be_dead: bool,
) -> ItemAnalysis:
    repeats = _repeats(among, spec)
    kept = [each for each in among if each.card.submission_id not in repeats]
    tasks = spec.score.tasks
    credits_ = np.column_stack([_credits(each, spec) for each in kept])
    correlations = item_rest(credits_)
    alpha = cronbach_alpha(
        credits_,
        [task.task for task in tasks for _ in task.ids],
        [cluster for task in tasks for cluster in task.clusters],
    )
    ids = [name for task in tasks for name in task.ids]
    figures = zip(ids, facilities(credits_), correlations, strict=True)
    with_interval = sum(each is not None and each.low is not None for each in correlations)
    return ItemAnalysis(
        format="items/1",
        board=board,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        systems=[each.card.submission_id for each in kept],
        repeats=repeats,
        reliability=_reliability(alpha),
        by_chance=round_share(BELOW * with_interval),
        signature=signature(compiled, tasks),
        rows=sorted(
            (_row(*each, may_be_dead=may_be_dead) for each in figures),
            key=lambda row: row.question_id,
        ),
    )


def _repeats(among: Sequence[ScoredSubmission], spec: Spec) -> dict[str, str]:
    """Return who is another over again, and whom: every answer, or every credit, is the other's.

    Credits that are all alike show nothing: two systems may earn nothing at all each in its way.
    """
    first: list[tuple[str, list[object], Ints]] = []
    repeats = {}
    for each in sorted(among, key=lambda each: each.card.submission_id):
        name, credits_ = each.card.submission_id, _credits(each, spec)
        answers = [
            answer
            for task in spec.score.tasks
            for answer in each.answers[task.start : task.start + len(task.ids)]
        ]
        varied = bool(credits_.min() < credits_.max())
        same = (
            known
            for known, theirs, earned in first
            if theirs == answers or (varied and np.array_equal(earned, credits_))
        )
        other = next(same, None)
        if other is None:
            first.append((name, answers, credits_))
        else:
            repeats[name] = other
    return repeats


def _credits(each: ScoredSubmission, spec: Spec) -> Ints:
    facts = each.by_task(spec.score.tasks[0].track)
    columns = [
        facts[task.task].rows[:, task.scorer.column_names.index("credit")]
        for task in spec.score.tasks
    ]
    credits_: Ints = np.concatenate(columns)
    return credits_


def _reliability(alpha: Alpha | None) -> Reliability | None:
    if alpha is None:
        return None
    return Reliability(
        coefficient="kr-20/1" if alpha.binary else "alpha/1",
        value=round_share(alpha.value),
        low=_figure(alpha.low),
        high=_figure(alpha.high),
    )


def _row(
    name: str, facility: Fraction, correlation: Correlation | None, *, may_be_dead: bool
) -> QuestionFigures:
    ends = (None, None, None) if correlation is None else correlation
    value, low, high = map(_figure, ends)
    finding = _finding(facility, value, high)
    return QuestionFigures(
        question_id=name,
        facility=round_share(facility),
        correlation=value,
        low=low,
        high=high,
        finding=None if finding == "dead" and not may_be_dead else finding,
    )


def _finding(facility: Fraction, value: float | None, high: float | None) -> Finding | None:
    if facility in {0, 1}:
        return "free" if facility else "dead"
    if value is None or value >= 0:
        return None
    return "suspicious" if high is not None and high < 0 else "negative"


def _figure(value: Fraction | None) -> float | None:
    return None if value is None else round_share(value)
