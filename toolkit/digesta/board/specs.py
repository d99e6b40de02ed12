"""What the boards of a track measure, and what their numbers depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from digesta.records.release import Manifest, MeanOfScore, Score, TermsScore, Track
from digesta.scorers import scorer_named
from digesta.scoring.facts import CompiledRelease, CompiledTask
from digesta.scoring.rules import WeightedScore, category_score, rule_score, task_score

CATEGORY_WEIGHTING = "mean of the category's tasks, each the mean of its questions"
QUESTION_WEIGHTING = "every question counts the same"


FEWEST_QUESTIONS = 30
"""Questions below which a board ranks nobody."""


@dataclass(frozen=True)
class Spec:
    """What a board measures: its path without condition, title, score, and further scores.

    also: paths of the boards that it is, too: a category of one task and the task are one board.
    headline: whether it is one of the track's headlines.
    """

    path: str
    title: str
    metric: str
    score: WeightedScore
    weighting: str
    further: tuple[tuple[str, WeightedScore], ...] = ()
    also: tuple[str, ...] = ()
    headline: bool = False

    @property
    def task_names(self) -> list[str]:
        """Return the names of the tasks that it counts."""
        return [task.task for task in self.score.tasks]


def specs(track: Track, tasks: Sequence[CompiledTask], *, folded: bool = False) -> Iterator[Spec]:
    """Return what the boards of a track measure, each once; none for a headline the split lacks.

    A board that measures what an earlier one does is that board, and lends it its path. folded:
    a task of fewer than ``FEWEST_QUESTIONS`` is a further score of its category's board.
    """
    # By the tasks first: to compare the terms of every two takes the square of the tasks.
    boards: dict[tuple[str, ...], list[Spec]] = {}
    order: list[tuple[tuple[str, ...], int]] = []
    for spec in _every_spec(track, tasks, folded=folded):
        names = tuple(spec.task_names)
        alike = boards.setdefault(names, [])
        for place, other in enumerate(alike):
            if spec.score.terms == other.score.terms and (folded or spec.metric == other.metric):
                alike[place] = replace(other, also=(*other.also, spec.path, *spec.also))
                break
        else:
            order.append((names, len(alike)))
            alike.append(spec)
    yield from (boards[names][place] for names, place in order)


def headlines(track: Track, split: str = "public") -> dict[str, Score]:
    """Return the rules of a track's headlines on a split by the path of their board.

    That of the first is the track. Its sealed questions may have a first one of their own.
    """
    rules = {score.name: score for score in track.scores}
    first = (split == "holdout" and track.sealed_headline) or track.headline
    further = [name for name in (track.headlines or [])[1:] if name != first]
    return {track.track: rules[first]} | {
        f"{track.track}/part/{name}": rules[name] for name in further
    }


def _every_spec(track: Track, tasks: Sequence[CompiledTask], *, folded: bool) -> Iterator[Spec]:
    scores = {rule.name: rule_score(rule, track, tasks) for rule in track.scores}
    for path, rule in headlines(track).items():
        if (whole := scores[rule.name]) is not None:
            first = path == track.track
            title = track.title if first else f"{track.title}: {rule.title or rule.name}"
            others = scores.items() if first else ()
            further = tuple((n, s) for n, s in others if s is not None and n != rule.name)
            about = (title, rule.name, whole, weighting_of(rule, track), further)
            yield Spec(path, *about, headline=True)
    for category in track.categories:
        yield from _category_specs(track, category, tasks, folded=folded)


def _category_specs(
    track: Track, category: str, tasks: Sequence[CompiledTask], *, folded: bool
) -> Iterator[Spec]:
    members = [task for task in tasks if task.category == category]
    path = f"{track.track}/{category}"
    small = [task for task in members if folded and len(task.ids) < FEWEST_QUESTIONS]
    if members:
        yield Spec(
            path,
            f"{track.title}: {track.categories[category].title}",
            " / ".join(sorted({task.metric for task in members})),
            category_score(category, tasks),
            CATEGORY_WEIGHTING,
            tuple((f"{category}/{each.task}", task_score(each)) for each in small if members[1:]),
            also=tuple(f"{path}/{task.task}" for task in small),
        )
    for task in (task for task in members if task not in small):
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
        f"stats/{release.statistics}",
    ]
    return "|".join(parts)
