"""Scored submissions -> leaderboard JSON: order, ties, eligibility, signatures, intervals.

A board is one weighted score over some tasks of a track under one condition: the track's
headline, a category, a task. Only rows of role ``system`` and level ``rerun`` or ``sealed`` are
ranked, and only on boards with at least 30 questions and two such rows. Ranks and intervals come
from the same resamples, whose draws depend on the release and the board alone: a submission
that joins later moves nobody else's interval (decision 004).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from digesta.entry import Entry
from digesta.judging import Gate, by_judge, judges_of, why_unfit
from digesta.metrics.exact import published, ratio
from digesta.model.board import (
    Board,
    Ineligible,
    IntervalMethod,
    MetricValue,
    Row,
    RowInputs,
)
from digesta.model.release import MeanOfScore, Score, TermsScore, Track
from digesta.scorers.base import Metric
from digesta.scores import Weighted, category_score, pooled, task_score, weighted
from digesta.scoring import Compiled, CompiledTask, TaskFacts
from digesta.stats.intervals import LEVEL
from digesta.stats.ranks import Rank
from digesta.stats.sampling import Sample
from digesta.usage import refusals, usage

FEWEST_QUESTIONS = 30
FEWEST_SYSTEMS = 2
STATS = "stats/1"
"""The version of the statistics: raised whenever any interval or rank could come out otherwise."""


Samples = tuple[Sample, Mapping[str, Sample]]
"""The resamples of a board's headline, and of each further score by name."""


@dataclass(frozen=True)
class Spec:
    """What a board measures: its path without condition, title, score, and further scores."""

    path: str
    title: str
    metric: str
    score: Weighted
    weighting: str
    further: tuple[tuple[str, Weighted], ...] = ()


def boards(
    compiled: Compiled,
    entries: Sequence[Entry],
    refused: Sequence[Ineligible] = (),
    *,
    gates: Mapping[str, Gate] | None = None,
) -> Iterator[Board]:
    """Give every board of a release's split: per track and condition, its categories, tasks.

    What is judged has one board for each judge, of the submissions of which it judged every
    answer of the track, and none without a judge. gates: what each judge showed; a board whose
    judge did not pass says so and ranks nobody.
    """
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        for condition in track.conditions:
            here = [
                entry
                for entry in entries
                if entry.submission.condition == condition and entry.submission.claims(track.track)
            ]
            for spec in specs(track, tasks) if here else ():
                for judge in judges_of(here, spec.score.tasks):
                    shown = by_judge(here, judge, tasks)
                    if shown.entries:
                        yield board(
                            compiled,
                            spec,
                            shown.entries,
                            condition=condition,
                            judge=judge,
                            unfit=why_unfit(judge, gates or {}),
                            refused=[*refused, *shown.left_out],
                        )


def specs(track: Track, tasks: Sequence[CompiledTask]) -> Iterator[Spec]:
    """Give what the boards of a track measure; none where the split lacks the headline."""
    rules = {rule.name: rule for rule in track.scores}
    whole = weighted(rules[track.headline], track, tasks)
    if whole is not None:
        others = ((name, weighted(rule, track, tasks)) for name, rule in rules.items())
        further = tuple((n, s) for n, s in others if s is not None and n != track.headline)
        weighting = _weighting(rules[track.headline], track)
        yield Spec(track.track, track.title, track.headline, whole, weighting, further)
    for category in track.categories:
        yield from _category_specs(track, category, tasks)


def _category_specs(track: Track, category: str, tasks: Sequence[CompiledTask]) -> Iterator[Spec]:
    members = [task for task in tasks if task.category == category]
    path = f"{track.track}/{category}"
    if members:
        yield Spec(
            path,
            f"{track.title}: {track.categories[category].title}",
            " / ".join(sorted({task.metric for task in members})),
            category_score(category, tasks),
            "mean of the category's tasks, each the mean of its questions",
        )
    for task in members:
        title = f"{track.title}: {track.tasks[task.task].title}"
        weighting = "every question counts the same"
        yield Spec(f"{path}/{task.task}", title, task.metric, task_score(task), weighting)


def _weighting(rule: Score, track: Track) -> str:
    if isinstance(rule, MeanOfScore):
        return f"mean of {len(track.categories)} categories, each the mean of its tasks"
    if isinstance(rule, TermsScore):
        return " + ".join(f"{weight} {scope} {metric}" for weight, scope, metric in rule.terms)
    return "every question counts the same"


def board(
    compiled: Compiled,
    spec: Spec,
    entries: Sequence[Entry],
    *,
    condition: str,
    judge: str = "",
    unfit: str = "",
    refused: Sequence[Ineligible] = (),
) -> Board:
    """Make one board; the order of ``entries`` does not matter.

    judge: theirs, or none. unfit: why the judge may rank nobody, where it may not.
    """
    name = f"{spec.path}@{condition}" + (f"@{judge}" if judge else "")
    track = spec.score.tasks[0].track
    ordered = sorted(entries, key=lambda one: _order(one, spec, track))
    facts = [one.by_task(track) for one in ordered]
    sample = Sample(spec.score, facts, name=name, digests=[compiled.digest])
    further = {
        other: Sample(score, facts, name=f"{name}:{other}", digests=[compiled.digest])
        for other, score in spec.further
    }
    ranked = [i for i, one in enumerate(ordered) if one.can_rank]
    why = unfit or _why_unranked(sample.layout.n, len(ranked))
    placed = {} if why else dict(zip(ranked, sample.ranks(ranked), strict=True))
    return Board(
        format="board/1",
        board=name,
        title=spec.title,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=sample.layout.n,
        clusters=sample.clusters,
        weighting=spec.weighting,
        metric=spec.metric,
        chance=published(spec.score.chance(facts[0])),
        ranked=not why,
        why_unranked=why,
        interval=_method(sample),
        signature=signature(compiled, spec.score.tasks),
        inputs={"release": compiled.digest},
        rows=[
            _row(one, spec, (sample, further), i, placed.get(i)) for i, one in enumerate(ordered)
        ],
        ineligible=sorted(refused, key=lambda one: one.submission_id),
    )


def _method(sample: Sample) -> IntervalMethod:
    method = sample.intervals.method
    rounds = sample.rounds if method == "bootstrap/1" else None
    return IntervalMethod(method=method, level=LEVEL, rounds=rounds)


def _order(entry: Entry, spec: Spec, track: str) -> tuple[Fraction, str]:
    return -spec.score.value(entry.by_task(track)), entry.submission.submission_id


def _why_unranked(n: int, systems: int) -> str:
    if n < FEWEST_QUESTIONS:
        return f"too few to rank: {n} questions, and a ranking needs {FEWEST_QUESTIONS}"
    if systems < FEWEST_SYSTEMS:
        named = "system" if systems == 1 else "systems"
        return f"too few to rank: {systems} ranked {named}, and a ranking needs {FEWEST_SYSTEMS}"
    return ""


def signature(compiled: Compiled, tasks: Sequence[CompiledTask]) -> str:
    """Name all that a number depends on: scorers, release, normalisers, statistics.

    The package's version is not in it: it stands beside a score and changes none.
    """
    scorers = sorted({f"{task.scorer.name}/{task.scorer.version}" for task in tasks})
    named = sorted(compiled.release.normalisers.items())
    parts = [
        *scorers,
        f"release:{compiled.release.release}:{compiled.digest[:12]}",
        *(f"{name}/{version}" for name, version in named),
        STATS,
    ]
    return "|".join(parts)


def _row(entry: Entry, spec: Spec, samples: Samples, index: int, rank: Rank | None) -> Row:
    sample, _ = samples
    interval = sample.intervals.intervals[index]
    counts = [sample.facts[index][task.task].sums for task in spec.score.tasks]
    traces = [entry.traces.get(one) for task in spec.score.tasks for one in task.ids]
    return Row(
        submission_id=entry.submission.submission_id,
        model_name=entry.submission.model_name,
        organization=entry.submission.organization,
        role=entry.role,
        level=entry.level,
        score=published(sample.points[index]),
        low=interval.low,
        high=interval.high,
        rank_low=rank.low if rank else None,
        rank_high=rank.high if rank else None,
        tie_group=rank.group if rank else None,
        missing=sum(int(sums["missing"]) for sums in counts),
        unreadable=sum(int(sums["unreadable"]) for sums in counts),
        refused=refusals(traces),
        metrics=_metrics(spec, samples, index),
        usage=usage(traces),
        inputs=RowInputs(
            predictions=entry.predictions_sha256,
            verdicts={entry.judge: entry.verdicts_sha256} if entry.judge else {},
        ),
    )


def _metrics(spec: Spec, samples: Samples, index: int) -> dict[str, MetricValue]:
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
    tasks = spec.score.tasks
    if len({task.scorer_name for task in tasks}) == 1:
        sums = pooled(facts[task.task] for task in tasks)
        for metric in tasks[0].scorer.metrics:
            if metric.name not in {*metrics, spec.metric} and metric.share(sums).denominator:
                metrics[metric.name] = _metric(sample, index, metric, facts)
    return metrics


def _metric(
    sample: Sample, index: int, metric: Metric, facts: Mapping[str, TaskFacts]
) -> MetricValue:
    sums = pooled(facts[task.task] for task in sample.score.tasks)
    numerator, denominator = metric.share(sums)
    made = sample.metric(index, metric)
    interval = made.intervals[0] if made else None
    return MetricValue(
        value=published(metric.formula(sums)),
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        method=made.method if made else None,
        numerator=published(Fraction(int(numerator), metric.unit)),
        denominator=int(denominator) // metric.unit,
        of_answered=metric.of_answered,
    )
