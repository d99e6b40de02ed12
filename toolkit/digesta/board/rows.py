"""The rows of a board: who, how much, between what, computed from which bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from digesta.board.judges.agreement import (
    AGREEMENT,
    agreement_sums,
    judge_alpha,
    mean_figure,
    ratings_of,
)
from digesta.board.specs import Spec
from digesta.board.usage import refusals, usage
from digesta.metrics.exact import ratio, round_share
from digesta.records.board import Board, MetricValue, Row, RowInputs
from digesta.records.submission import Clears
from digesta.scorers.base import Metric, Sums
from digesta.scoring.facts import ByTask
from digesta.scoring.rules import pool_sums
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates, metric_interval
from digesta.stats.intervals import Interval
from digesta.stats.layout import layout_of
from digesta.stats.ranks import ALPHA, Rank, holm

FLOORS = frozenset(["adversary", "baseline"])
"""Roles of rows that are to be beaten."""

CLEARS = MappingProxyType(
    {
        "yes": "clears the floor",
        "no": "does not clear the floor",
        "open": "cannot be told from the floor",
        "": "",
    }
)
"""What is said of a score beside the best floor of its board."""

Entrant = tuple[ScoredSubmission, ...]
"""A submission on a board: once for each of its judges, in order; once where there is none."""

OtherMetrics = Mapping[str, MetricValue]
"""A row's metrics beside the scores of its board, by name."""


class BoardEstimates(NamedTuple):
    """The estimates of a board's headline, and of each further score by name."""

    headline: Estimates
    further: Mapping[str, Estimates]


def name_of(entrant: Entrant) -> str:
    """Return the submission's id."""
    return entrant[0].card.submission_id


def score_of(entrant: Entrant, spec: Spec) -> Fraction:
    """Return the exact score: the mean of the judges' figures, where there are judges."""
    return sum(map(spec.score.value, _facts(entrant, spec)), Fraction(0)) / len(entrant)


def estimate(spec: Spec, entrants: Sequence[Entrant]) -> BoardEstimates:
    """Return the estimates of a board's scores."""
    by_judge = list(zip(*(_facts(entrant, spec) for entrant in entrants), strict=True))
    further = {name: Estimates(score, by_judge) for name, score in spec.further}
    return BoardEstimates(Estimates(spec.score, by_judge), further)


def agreement(entrants: Sequence[Entrant], spec: Spec) -> MetricValue:
    """Return the judges' alpha over every criterion of every row that they judged."""
    tasks = spec.score.tasks
    sums = [
        agreement_sums(
            ratings
            for entrant in entrants
            for ratings in ratings_of(
                [{key: each.verdicts[key]} for each in entrant if key in each.verdicts]
            ).values()
        )
        for task in tasks
        for key in task.ids
    ]
    rows = np.array([[int(own[column]) for column in AGREEMENT] for own in sums])
    metric = judge_alpha(len(entrants[0]))
    total = Sums(len(rows), AGREEMENT, rows.sum(axis=0).tolist())
    if not metric.share(total).denominator:
        return MetricValue(denominator=0, of_answered=True)
    strata = [task.task for task in tasks for _ in task.ids]
    layout = layout_of(strata, [cluster for task in tasks for cluster in task.clusters])
    interval = metric_interval(metric, AGREEMENT, rows, layout)
    return MetricValue(
        value=round_share(metric.value(total)), of_answered=True, **_ends("wilson/2", interval)
    )


def row(
    entrant: Entrant,
    spec: Spec,
    estimates: BoardEstimates,
    *,
    index: int,
    rank: Rank | None,
    floor_p: float | None,
    others: OtherMetrics,
) -> Row:
    """Make a row. index: its place in the order of the estimates. others: of ``other_metrics``.

    floor_p: of ``floor_tests``.
    """
    headline, first, score = estimates.headline, entrant[0], spec.score
    interval, facts = headline.intervals[index], headline.facts[index]
    traces = [first.traces.get(key) for task in score.tasks for key in task.ids]
    return Row(
        submission_id=first.card.submission_id,
        model_name=first.card.model_name,
        organization=first.card.organization,
        role=first.role,
        level=first.level,
        score=round_share(headline.points[index]),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        tie_group=rank.group if rank else None,
        floor_p=None if floor_p is None else round(floor_p, 9),
        copy_of=first.copy_of or None,
        missing=score.count("missing", facts),
        unreadable=score.count("unreadable", facts),
        refused=refusals(traces),
        metrics={**_metrics(entrant, spec, estimates, index=index), **others},
        usage=usage(traces),
        inputs=RowInputs(
            predictions=first.predictions_sha256,
            verdicts={each.judge: each.verdicts_sha256 for each in entrant if each.verdicts_sha256},
        ),
        judges={
            each.judge: _figure(own, index)
            for each, own in zip(entrant, headline.judges, strict=True)
        }
        if len(entrant) > 1
        else None,
    )


def _facts(entrant: Entrant, spec: Spec) -> list[ByTask]:
    return [submission.by_task(spec.score.tasks[0].track) for submission in entrant]


def _figure(estimates: Estimates, index: int) -> MetricValue:
    value, interval = round_share(estimates.points[index]), estimates.intervals[index]
    return MetricValue(value=value, **_ends(estimates.method, interval))


def _ends(method: str, interval: Interval | None) -> dict[str, Any]:
    """Return an interval's members of a metric's record; none where the clusters are too few."""
    return interval._asdict() | {"method": method} if interval else {}


def _above_chance(estimates: Estimates, index: int, chance: Fraction) -> MetricValue:
    """Return how far a score lies above chance, of what lies above chance."""

    def above(share: Fraction) -> float:
        return round_share(ratio(share - chance, 1 - chance))

    interval = estimates.intervals[index] if chance < 1 else None
    ends = Interval(*(above(Fraction(str(end))) for end in interval)) if interval else None
    return MetricValue(value=above(estimates.points[index]), **_ends(estimates.method, ends))


def _metrics(
    entrant: Entrant, spec: Spec, estimates: BoardEstimates, *, index: int
) -> dict[str, MetricValue]:
    headline, further = estimates
    chance = spec.score.chance(headline.facts[index])
    metrics = {_above(spec): _above_chance(headline, index, chance)}
    metrics |= {name: _figure(other, index) for name, other in further.items()}
    alpha = {"judge_alpha": agreement([entrant], spec)} if len(entrant) > 1 else {}
    return metrics | alpha


def _above(spec: Spec) -> str:
    return f"{spec.metric}_above_chance"


def other_metrics(entrant: Entrant, spec: Spec) -> dict[str, MetricValue]:
    """Return a row's metrics beside the scores of its board: no other row has a part in them."""
    scores = {_above(spec), *(name for name, _ in spec.further)}
    others = [metric for metric in _others(spec) if metric.name not in scores]
    if not others:
        return {}
    facts, metrics = _facts(entrant, spec), dict[str, MetricValue]()
    alone = Estimates(spec.score, [[own] for own in facts])
    sums = [pool_sums(own, spec.score.tasks) for own in facts]
    for metric in others:
        empty = not all(metric.share(own).denominator for own in sums)
        if empty and entrant[0].expectation:
            continue  # an average over draws has no counts
        if len(entrant) > 1:
            value = _joint_metric(alone, metric, sums=sums)
        elif empty:
            value = _of_nothing(metric)
        else:
            value = _metric(alone, metric, sums=sums[0])
        if value is not None:
            metrics[metric.name] = value
    return metrics


def _others(spec: Spec) -> list[Metric]:
    """Return the metrics beside the headline that all tasks have, where they have one scorer."""
    first, *more = (task.scorer for task in spec.score.tasks)
    if any(scorer.name != first.name for scorer in more):
        return []
    # What a wrong answer costs may differ from task to task: then there is no one figure of it.
    shared = [m for m in first.metrics if all(m in scorer.metrics for scorer in more)]
    return [metric for metric in shared if metric.name != spec.metric]


def _joint_metric(alone: Estimates, metric: Metric, *, sums: Sequence[Sums]) -> MetricValue | None:
    """Return the mean of the judges' figures; None or no value where a judge's is not defined."""
    mean = mean_figure(metric, sums)
    if mean is not None:
        ends = _ends(*alone.metric(0, metric))
        return MetricValue(value=round_share(mean), of_answered=metric.of_answered, **ends)
    return MetricValue(of_answered=True) if metric.of_answered else None


def _of_nothing(metric: Metric) -> MetricValue | None:
    """Return a row's value for 0/0: 0, not defined, or None where no question asks for it."""
    if metric.undefined:
        return MetricValue(denominator=0, of_answered=True) if metric.of_answered else None
    return MetricValue(value=0.0, numerator=0, denominator=0, of_answered=metric.of_answered)


def _metric(alone: Estimates, metric: Metric, *, sums: Sums) -> MetricValue:
    numerator, denominator = metric.share(sums)
    return MetricValue(
        value=round_share(metric.value(sums)),
        **_ends(*alone.metric(0, metric)),
        numerator=round_share(Fraction(int(numerator), metric.unit)),
        denominator=int(denominator) // metric.unit,
        of_answered=metric.of_answered,
    )


def best_floor(board: Board) -> Row | None:
    """Return the best adversary or baseline, if there is one."""
    floors = [row for row in board.rows if row.role in FLOORS]
    return max(floors, key=lambda row: row.score, default=None)


def floor_tests(estimates: Estimates, entrants: Sequence[Entrant]) -> dict[int, float]:
    """Return p of each row's paired test with the best floor, by its place, after Holm.

    Nothing where there is no floor, or clusters are too few. entrants: best first.
    """
    floors = [i for i, each in enumerate(entrants) if each[0].role in FLOORS]
    others = [i for i, each in enumerate(entrants) if each[0].role not in FLOORS]
    if not (floors and others and estimates.test):
        return {}
    return dict(zip(others, holm(estimates.pairs.p[others, floors[0]]).tolist(), strict=True))


def clears(board: Board, row: Row) -> Clears:
    """Return whether a row clears its board's floor: a key of ``CLEARS``.

    It does where the paired test with the floor says so or, on boards that have none, where its
    whole interval lies above the floor's; it does not where its score is no higher; what lies
    between cannot be told. Empty for floors, and where there is none.
    """
    floor = best_floor(board)
    if floor is None or row.role in FLOORS:
        return ""
    if row.score <= floor.score:
        return "no"
    if board.test is not None:
        return "yes" if row.floor_p is not None and row.floor_p <= ALPHA else "open"
    top = floor.high
    return "yes" if row.low is not None and top is not None and row.low > top else "open"
