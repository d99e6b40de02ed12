"""The rows of a board: who, how much, between what, computed from which bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from digesta.board.judges.agreement import agreement_sums, judge_alpha, mean_figure, ratings_of
from digesta.board.specs import Spec
from digesta.board.usage import refusals, usage
from digesta.metrics.exact import ratio, round_share
from digesta.records.board import MetricValue, Row, RowInputs
from digesta.scorers.base import Metric, Sums
from digesta.scoring.facts import ByTask
from digesta.scoring.rules import pool_sums
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import Rank
from digesta.stats.resamples import Resamples

Entrant = tuple[ScoredSubmission, ...]
"""A submission on a board: once for each of its judges, in order; once where there is none."""


class BoardResamples(NamedTuple):
    """The resamples of a board's headline, and of each further score by name."""

    headline: Resamples
    further: Mapping[str, Resamples]


def name_of(entrant: Entrant) -> str:
    """Return the submission's id."""
    return entrant[0].card.submission_id


def score_of(entrant: Entrant, spec: Spec) -> Fraction:
    """Return the exact score: the mean of the judges' figures, where there are judges."""
    return sum(map(spec.score.value, _facts(entrant, spec)), Fraction(0)) / len(entrant)


def resample(spec: Spec, entrants: Sequence[Entrant], *, name: str, digest: str) -> BoardResamples:
    """Resample a board's scores. name: the board's. digest: the release's."""
    by_judge = list(zip(*(_facts(entrant, spec) for entrant in entrants), strict=True))

    draw = partial(Resamples, by_judge=by_judge, digest=digest)
    further = {other: draw(score, name=f"{name}:{other}") for other, score in spec.further}
    return BoardResamples(draw(spec.score, name=name), further)


def agreement(entrants: Sequence[Entrant], spec: Spec) -> MetricValue:
    """Return the judges' alpha over every criterion of every row that they judged."""
    ids = {key for task in spec.score.tasks for key in task.ids}
    verdicts = (
        [{key: v for key, v in each.verdicts.items() if key in ids} for each in entrant]
        for entrant in entrants
    )
    sums = agreement_sums(ratings for by_judge in verdicts for ratings in ratings_of(by_judge))
    metric = judge_alpha(len(entrants[0]))
    if not metric.share(sums).denominator:
        return MetricValue(denominator=0, of_answered=True)
    return MetricValue(value=round_share(metric.value(sums)), of_answered=True)


def row(
    entrant: Entrant, spec: Spec, resamples: BoardResamples, *, index: int, rank: Rank | None
) -> Row:
    """Make a row. index: its place in the order of the resamples."""
    headline, first, score = resamples.headline, entrant[0], spec.score
    interval, facts = headline.intervals.intervals[index], headline.facts[index]
    traces = [first.traces.get(key) for task in score.tasks for key in task.ids]
    return Row(
        submission_id=first.card.submission_id,
        model_name=first.card.model_name,
        organization=first.card.organization,
        role=first.role,
        level=first.level,
        score=round_share(headline.points[index]),
        low=interval.low,
        high=interval.high,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        tie_group=rank.group if rank else None,
        missing=score.count("missing", facts),
        unreadable=score.count("unreadable", facts),
        refused=refusals(traces),
        metrics=_metrics(entrant, spec, resamples, index=index),
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


def _figure(resamples: Resamples, index: int) -> MetricValue:
    low, high = resamples.intervals.intervals[index]
    value, method = round_share(resamples.points[index]), resamples.intervals.method
    return MetricValue(value=value, low=low, high=high, method=method)


def _metrics(
    entrant: Entrant, spec: Spec, resamples: BoardResamples, *, index: int
) -> dict[str, MetricValue]:
    headline, further = resamples
    chance = spec.score.chance(headline.facts[index])
    above = ratio(headline.points[index] - chance, 1 - chance)
    metrics = {f"{spec.metric}_above_chance": MetricValue(value=round_share(above))}
    metrics |= {name: _figure(other, index) for name, other in further.items()}
    others = [metric for metric in _others(spec) if metric.name not in metrics]
    sums = [pool_sums(facts, spec.score.tasks) for facts in _facts(entrant, spec) if others]
    joint = len(entrant) > 1
    if joint:
        metrics["judge_alpha"] = agreement([entrant], spec)
    for metric in others:
        empty = not all(metric.share(own).denominator for own in sums)
        if empty and entrant[0].expectation:
            continue  # an average over draws has no counts
        if joint:
            value = _joint_metric(metric, sums)
        elif empty:
            value = _of_nothing(metric)
        else:
            value = _metric(headline, index, metric, sums=sums[0])
        if value is not None:
            metrics[metric.name] = value
    return metrics


def _others(spec: Spec) -> list[Metric]:
    """Return the scorer's metrics beside the headline, where all tasks have one scorer."""
    tasks = spec.score.tasks
    if len({task.scorer_name for task in tasks}) > 1:
        return []
    return [metric for metric in tasks[0].scorer.metrics if metric.name != spec.metric]


def _joint_metric(metric: Metric, sums: Sequence[Sums]) -> MetricValue | None:
    """Return the mean of the judges' figures; None or no value where a judge's is not defined."""
    mean = mean_figure(metric, sums)
    if mean is not None:
        return MetricValue(value=round_share(mean), of_answered=metric.of_answered)
    return MetricValue(of_answered=True) if metric.of_answered else None


def _of_nothing(metric: Metric) -> MetricValue | None:
    """Return a row's value for 0/0: 0, not defined, or None where no question asks for it."""
    if metric.undefined:
        return MetricValue(denominator=0, of_answered=True) if metric.of_answered else None
    return MetricValue(value=0.0, numerator=0, denominator=0, of_answered=metric.of_answered)


def _metric(resamples: Resamples, index: int, metric: Metric, *, sums: Sums) -> MetricValue:
    numerator, denominator = metric.share(sums)
    intervals = resamples.metric(index, metric)
    interval = intervals.intervals[0] if intervals else None
    return MetricValue(
        value=round_share(metric.value(sums)),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        method=intervals.method if intervals else None,
        numerator=round_share(Fraction(int(numerator), metric.unit)),
        denominator=int(denominator) // metric.unit,
        of_answered=metric.of_answered,
    )
