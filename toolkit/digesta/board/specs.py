"""What the boards of a track measure, and what their numbers depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from digesta.records.release import Manifest, MeanOfScore, Score, TermsScore, Track
from digesta.scorers import scorer_named
from digesta.scoring.facts import CompiledRelease, CompiledTask
from digesta.scoring.rules import WeightedScore, category_score, rule_score, task_score

STATS = "stats/2"
"""The version of the statistics: raised whenever any interval or rank could come out otherwise."""


CATEGORY_WEIGHTING = "mean of the category's tasks, each the mean of its questions"
QUESTION_WEIGHTING = "every question counts the same"


@dataclass(frozen=True)
class Spec:
    """What a board measures: its path without condition, title, score, and further scores.

    also: paths of the boards that it is, too: a category of one task and the task are one board.
    """

    path: str
    title: str
    metric: str
    score: WeightedScore
    weighting: str
    further: tuple[tuple[str, WeightedScore], ...] = ()
    also: tuple[str, ...] = ()

    @property
    def task_names(self) -> list[str]:
        """Return the names of the tasks that it counts."""
        return [task.task for task in self.score.tasks]


def specs(track: Track, tasks: Sequence[CompiledTask]) -> Iterator[Spec]:
    """Return what the boards of a track measure, each once; none for a headline the split lacks.

    A board that measures what an earlier one does is that board, and lends it its path.
    """
    # By the tasks first: to compare the terms of every two takes the square of the tasks.
    boards: dict[tuple[str, ...], list[Spec]] = {}
    order: list[tuple[tuple[str, ...], int]] = []
    for spec in _every_spec(track, tasks):
        names = tuple(spec.task_names)
        alike = boards.setdefault(names, [])
        for place, other in enumerate(alike):
            if (spec.score.terms, spec.metric) == (other.score.terms, other.metric):
                alike[place] = replace(other, also=(*other.also, spec.path))
                break
        else:
            order.append((names, len(alike)))
            alike.append(spec)
    yield from (boards[names][place] for names, place in order)


def _every_spec(track: Track, tasks: Sequence[CompiledTask]) -> Iterator[Spec]:
    rules = {rule.name: rule for rule in track.scores}
    whole = rule_score(rules[track.headline], track, tasks)
    if whole is not None:
        others = ((name, rule_score(rule, track, tasks)) for name, rule in rules.items())
        further = tuple((n, s) for n, s in others if s is not None and n != track.headline)
        weighting = weighting_of(rules[track.headline], track)
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
            CATEGORY_WEIGHTING,
        )
    for task in members:
        title = f"{track.title}: {track.tasks[task.task].title}"
        own = task_score(task)
        yield Spec(f"{path}/{task.task}", title, task.metric, own, QUESTION_WEIGHTING)


def weighting_of(rule: Score, track: Track) -> str:
    """Say in words how a score weighs the questions of a track."""
    if isinstance(rule, MeanOfScore):
        return f"mean of {len(rule.categories_of(track))} categories, each the mean of its tasks"
    if isinstance(rule, TermsScore):
        return " + ".join(f"{weight} {scope} {metric}" for weight, scope, metric in rule.terms)
    return QUESTION_WEIGHTING


def signature(compiled: CompiledRelease, tasks: Sequence[CompiledTask]) -> str:
    """Name all that a number depends on: scorers, release, normalisers, statistics.

    The package's version is not in it: it stands beside a score and changes none.
    """
    return _signature(compiled.release, compiled.digest, {task.signature for task in tasks})


def signature_of(release: Manifest, digest: str, scorers: Iterable[str]) -> str:
    """Return the signature of what some scorers marked, by name; digest: the manifest's."""
    return _signature(release, digest, {scorer_named(name).signature for name in scorers})


def _signature(release: Manifest, digest: str, scorers: Collection[str]) -> str:
    named = sorted(release.normalisers.items())
    parts = [
        *sorted(scorers),
        f"release:{release.release}:{digest[:12]}",
        *(f"{name}/{version}" for name, version in named),
        STATS,
    ]
    return "|".join(parts)
