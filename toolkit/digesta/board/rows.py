"""The rows of a board: who, how much, between what, computed from which bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from digesta.board.judges import agreement_sums, figures, judge_alpha, said_in, units
from digesta.board.specs import Spec
from digesta.board.usage import refusals, usage
from digesta.metrics.exact import published, ratio
from digesta.records.board import MetricValue, Row, RowInputs
from digesta.scorers.base import Metric, Sums
from digesta.scoring.rules import Weighted, pooled
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.ranks import Rank
from digesta.stats.sampling import ByTask, JointSample, Sample

Standing = tuple[ScoredSubmission, ...]
"""A submission on a board: once for each of its judges, in order; once where there is none."""


class Samples(NamedTuple):
    """The resamples of a board's headline, and of each further score by name."""

    headline: Sample
    further: Mapping[str, Sample]


def name_of(one: Standing) -> str:
    """Return the submission's id."""
    return one[0].card.submission_id


def score_of(one: Standing, spec: Spec) -> Fraction:
    """Return the exact score: the mean of the judges' figures, where there are judges."""
    each = [spec.score.value(facts) for facts in _facts(one, spec)]
    return sum(each, Fraction(0)) / len(each)


def samples_of(spec: Spec, ordered: Sequence[Standing], *, name: str, digest: str) -> Samples:
    """Resample a board's scores. name: the board's. digest: the release's."""
    by_judge = list(zip(*(_facts(one, spec) for one in ordered), strict=True))

    def sample(score: Weighted, named: str) -> Sample:
        if len(by_judge) > 1:
            return JointSample(score, by_judge, name=named, digests=[digest])
        return Sample(score, by_judge[0], name=named, digests=[digest])

    further = {other: sample(score, f"{name}:{other}") for other, score in spec.further}
    return Samples(sample(spec.score, name), further)


def agreement(ordered: Sequence[Standing], spec: Spec) -> MetricValue:
    """Return the judges' alpha over every criterion of every row that they judged."""
    ids = {key for task in spec.score.tasks for key in task.ids}
    found = [
        unit
        for one in ordered
        for unit in units([said_in({k: v for k, v in e.verdicts.items() if k in ids}) for e in one])
    ]
    metric, sums = judge_alpha(len(ordered[0])), agreement_sums(found)
    if not metric.share(sums).denominator:
        return MetricValue(denominator=0, of_answered=True)
    return MetricValue(value=published(metric.value(sums)), of_answered=True)


def row(one: Standing, spec: Spec, samples: Samples, at: tuple[int, Rank | None]) -> Row:
    """Make a row. at: its place in the order of the samples, and its rank if it has one."""
    index, rank = at
    sample, first = samples.headline, one[0]
    interval = sample.intervals.intervals[index]
    counts = [sample.facts[index][task.task].sums for task in spec.score.tasks]
    traces = [first.traces.get(key) for task in spec.score.tasks for key in task.ids]
    joint = isinstance(sample, JointSample)
    return Row(
        submission_id=first.card.submission_id,
        model_name=first.card.model_name,
        organization=first.card.organization,
        role=first.role,
        level=first.level,
        score=published(sample.points[index]),
        low=interval.low,
        high=interval.high,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        tie_group=rank.group if rank else None,
        missing=sum(int(sums["missing"]) for sums in counts),
        unreadable=sum(int(sums["unreadable"]) for sums in counts),
        refused=refusals(traces),
        metrics=_metrics(one, spec, samples, index) | (_joint_metrics(one, spec) if joint else {}),
        usage=usage(traces),
        inputs=RowInputs(
            predictions=first.predictions_sha256,
            verdicts={e.judge: e.verdicts_sha256 for e in one if e.verdicts_sha256},
        ),
        judges=_by_judge(one, sample, index) if isinstance(sample, JointSample) else None,
    )


def _facts(one: Standing, spec: Spec) -> list[ByTask]:
    track = spec.score.tasks[0].track
    return [submission.by_task(track) for submission in one]


def _by_judge(one: Standing, sample: JointSample, index: int) -> dict[str, MetricValue]:
    found = {}
    for submission, own in zip(one, sample.judges, strict=True):
        made = own.intervals
        low, high = made.intervals[index]
        value = published(own.points[index])
        found[submission.judge] = MetricValue(value=value, low=low, high=high, method=made.method)
    return found


def _metrics(one: Standing, spec: Spec, samples: Samples, index: int) -> dict[str, MetricValue]:
    sample, further = samples
    facts, score = sample.facts[index], sample.points[index]
    chance = spec.score.chance(facts)
    above = ratio(score - chance, 1 - chance)
    metrics = {f"{spec.metric}_above_chance": MetricValue(value=published(above))}
    for name, other in further.items():
        made = other.intervals
        low, high = made.intervals[index]
        metrics[name] = MetricValue(
            value=published(other.points[index]), low=low, high=high, method=made.method
        )
    if isinstance(sample, JointSample):
        return metrics
    own = _own(spec)
    sums = pooled(facts[task.task] for task in spec.score.tasks) if own else None
    for metric in own:
        if metric.name in metrics or sums is None:
            continue
        if metric.share(sums).denominator:
            metrics[metric.name] = _metric(sample, index, metric, sums)
        elif (nothing := _of_nothing(metric, one)) is not None:
            metrics[metric.name] = nothing
    return metrics


def _of_nothing(metric: Metric, one: Standing) -> MetricValue | None:
    """Return what a row says of 0/0: 0, that it is not defined, or nothing.

    Nothing where no question of the board asks for it, and in an adversary's expectation: an
    average over draws has no counts.
    """
    if one[0].expectation or (metric.undefined and not metric.of_answered):
        return None
    if metric.undefined:
        return MetricValue(denominator=0, of_answered=True)
    return MetricValue(value=0.0, numerator=0, denominator=0, of_answered=metric.of_answered)


def _joint_metrics(one: Standing, spec: Spec) -> dict[str, MetricValue]:
    """Return the mean of the judges' figures, where each has one, and how the judges agree."""
    found = {"judge_alpha": agreement([one], spec)}
    known = {"", *(name for name, _ in spec.further)}
    sums = {
        submission.judge: pooled(facts[task.task] for task in spec.score.tasks)
        for submission, facts in zip(one, _facts(one, spec), strict=True)
    }
    for metric in _own(spec):
        told = figures(metric, sums)
        if metric.name in known or _is_averaged_away(metric, one, sums):
            continue
        if told is not None:
            value = published(told.mean)
            found[metric.name] = MetricValue(value=value, of_answered=metric.of_answered)
        elif metric.of_answered:
            found[metric.name] = MetricValue(of_answered=True)
    return found


def _is_averaged_away(metric: Metric, one: Standing, sums: Mapping[str, Sums]) -> bool:
    """Return whether a metric divides counts of an expectation, which has none."""
    return one[0].expectation and not all(metric.share(own).denominator for own in sums.values())


def _own(spec: Spec) -> list[Metric]:
    """Return the scorer's metrics beside the headline, where all tasks have one scorer."""
    tasks = spec.score.tasks
    if len({task.scorer_name for task in tasks}) > 1:
        return []
    return [metric for metric in tasks[0].scorer.metrics if metric.name != spec.metric]


def _metric(sample: Sample, index: int, metric: Metric, sums: Sums) -> MetricValue:
    numerator, denominator = metric.share(sums)
    made = sample.metric(index, metric)
    interval = made.intervals[0] if made else None
    return MetricValue(
        value=published(metric.value(sums)),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        method=made.method if made else None,
        numerator=published(Fraction(int(numerator), metric.unit)),
        denominator=int(denominator) // metric.unit,
        of_answered=metric.of_answered,
    )
