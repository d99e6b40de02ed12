"""Two releases of one track: each system's score linked over shared questions, its change split.

The change of a headline goes in steps of a fixed order, each the headline on another set of
questions, so that the steps add up to the whole change:

1. *scorer*: from the score as it was published to what today's scorers give the same answers;
2. *removed*: the questions that the later release asks no more are left out;
3. *re-keyed*: the old answers to the shared questions, under the truths of the later release;
4. *new answers*: the answers that were sent in to the later release, on the shared questions;
5. *added*: the questions that only the later release asks.

The linked scores are those before and after step 4: the same questions under the same truths.
Where the headlines count different tasks, or a task shares no question, nothing is linked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from digesta.board.specs import signature
from digesta.metrics.exact import NANO
from digesta.records.analysis import STEPS, LinkedSystem, Links
from digesta.scoring.facts import CompiledRelease, CompiledTask, TaskFacts, mark_task
from digesta.scoring.rules import WeightedScore, rule_score
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates

System = tuple[str, str, str]
"""What is the same system in two releases: its model, its organisation, its condition."""


class ReleaseField(NamedTuple):
    """A release with what entered it.

    published: each headline as it was published last, by (track, submission).
    """

    compiled: CompiledRelease
    submissions: Sequence[ScoredSubmission]
    published: Mapping[tuple[str, str], float]

    def headline(self, track: str) -> WeightedScore | None:
        """Return a track's headline; None where the public questions lack it, or a judge marks."""
        known = {each.track: each for each in self.compiled.release.tracks}
        if track not in known:
            return None
        rule = next(r for r in known[track].scores if r.name == known[track].headline)
        score = rule_score(rule, known[track], self.compiled.tasks_of(track))
        return None if score is None or score.needs_judge else score

    def systems(self, score: WeightedScore) -> dict[System, ScoredSubmission]:
        """Return what entered a score's track and can be compared on it, without adversaries."""
        track, tasks = score.tasks[0].track, [task.task for task in score.tasks]
        return {
            (each.card.model_name, each.card.organization, each.card.condition): each
            for each in self.submissions
            if each.role != "adversary"
            and not each.judge
            and each.card.claims(track)
            and not each.card.why_not_comparable(tasks)
        }


class LinkedPair(NamedTuple):
    """A system in two releases. published: its headline on the track in the earlier, if it was."""

    before: ScoredSubmission
    after: ScoredSubmission
    track: str
    published: float | None


def links(before: ReleaseField, after: ReleaseField) -> Iterator[Links]:
    """Return a record for each track that both releases score without a judge."""
    for track in after.compiled.release.tracks:
        scores = before.headline(track.track), after.headline(track.track)
        if scores[0] and scores[1]:
            yield _links(before, after, track.track, (scores[0], scores[1]))


def _links(
    before: ReleaseField,
    after: ReleaseField,
    track: str,
    scores: tuple[WeightedScore, WeightedScore],
) -> Links:
    old, new = ({name for task in score.tasks for name in task.ids} for score in scores)
    shared, why = old & new, why_apart(*scores)
    rows, rekeyed = list[LinkedSystem](), 0
    if not why:
        chain = Chain(scores, shared)
        rekeyed = chain.rekeyed
        then, now = before.systems(scores[0]), after.systems(scores[1])
        pairs = [
            LinkedPair(
                then[system],
                now[system],
                track,
                before.published.get((track, then[system].card.submission_id)),
            )
            for system in sorted(then.keys() & now.keys())
        ]
        rows = list(map(chain.row, pairs))
    return Links(
        format="links/1",
        track=track,
        before=before.compiled.release.release,
        after=after.compiled.release.release,
        metric=after.compiled.release.track_named(track).headline,
        why_unlinked=why,
        shared=len(shared),
        removed=len(old - new),
        added=len(new - old),
        rekeyed=rekeyed,
        signature=signature(after.compiled, scores[1].tasks),
        rows=rows,
    )


def why_apart(before: WeightedScore, after: WeightedScore) -> str:
    """Return why two headlines cannot be linked, in words; "" where they can."""
    old, new = ({task.task: task for task in score.tasks} for score in (before, after))
    if apart := sorted(old.keys() ^ new.keys()):
        return f"only one of the two counts {', '.join(apart)}"
    if _formula(before) != _formula(after):
        return "the two count their tasks otherwise"
    if alone := [name for name in old if not set(old[name].ids) & set(new[name].ids)]:
        return f"no question of {', '.join(alone)} is asked in both"
    return ""


def _formula(score: WeightedScore) -> list[tuple[Fraction, str, list[tuple[str, str]]]]:
    return [
        (weight, metric.name, [(task.task, task.scorer_name) for task in tasks])
        for weight, metric, tasks in score.terms
    ]


class Chain:
    """The steps between two headlines. shared: the questions of both; rekeyed: how many of them."""

    def __init__(
        self, scores: tuple[WeightedScore, WeightedScore], shared: Collection[str]
    ) -> None:
        self.scores = scores
        self.old, self.new = (
            {task.task: narrow(task, shared) for task in score.tasks} for score in scores
        )
        self.rekeyed = sum(
            was != now
            for name, task in self.old.items()
            for was, now in zip(task.prepared, self.new[name].prepared, strict=True)
        )

    def row(self, pair: LinkedPair) -> LinkedSystem:
        """Return a system's change."""
        before, after, track, published = pair
        old, new = self.scores
        then, now = before.by_task(track), after.by_task(track)
        left = {name: rows_of(then[name], task) for name, task in self.old.items()}
        again = {name: self._again(before, name, then[name]) for name in self.new}
        fresh = {name: rows_of(now[name], task) for name, task in self.new.items()}
        figures = [old.value(then), old.value(left)]
        figures += [new.value(again), new.value(fresh), new.value(now)]
        stages = [round(figure * NANO) for figure in figures]
        stages.insert(0, stages[0] if published is None else round(published * NANO))
        gap = Estimates(self._shared_score, [[fresh, again]]).difference(0, 1)
        steps = {
            name: (late - early) / NANO
            for name, (early, late) in zip(STEPS, pairwise(stages), strict=True)
        }
        return LinkedSystem(
            model_name=after.card.model_name,
            organization=after.card.organization,
            condition=after.card.condition,
            level=after.level,
            submission_before=before.card.submission_id,
            submission_after=after.card.submission_id,
            before=stages[0] / NANO,
            after=stages[-1] / NANO,
            **steps,
            linked_before=stages[3] / NANO,
            linked_after=stages[4] / NANO,
            low=gap.interval.low if gap.interval else None,
            high=gap.interval.high if gap.interval else None,
        )

    @property
    def _shared_score(self) -> WeightedScore:
        return WeightedScore(
            tuple(
                (weight, metric, tuple(self.new[task.task] for task in tasks))
                for weight, metric, tasks in self.scores[1].terms
            )
        )

    def _again(self, submission: ScoredSubmission, name: str, facts: TaskFacts) -> TaskFacts:
        """Return old answers to shared questions, marked by the later release's truths."""
        task, old = self.new[name], facts.task
        at = {question: old.start + index for index, question in enumerate(old.ids)}
        answers = [submission.answers[at[question]] for question in task.ids]
        traces = submission.traces
        passages = {key: traces[key].retrieved for key in task.ids if key in traces}
        some = {key: names for key, names in passages.items() if names}
        return mark_task(task, answers, passages=some)


def narrow(task: CompiledTask, some: Collection[str]) -> CompiledTask:
    """Return a task with some of its questions alone, whose answers begin at 0."""
    kept = [index for index, name in enumerate(task.ids) if name in some]
    ids, clusters, prepared = (
        tuple(values[index] for index in kept)
        for values in (task.ids, task.clusters, task.prepared)
    )
    return replace(task, start=0, ids=ids, clusters=clusters, prepared=prepared)


def rows_of(facts: TaskFacts, task: CompiledTask) -> TaskFacts:
    """Return the rows of a narrower task."""
    at = {name: index for index, name in enumerate(facts.task.ids)}
    return TaskFacts(task, facts.rows[[at[name] for name in task.ids]])
