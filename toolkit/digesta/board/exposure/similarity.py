"""Whose wrong answers are alike: a screen for maintainers, never published, that accuses nobody.

Right answers are alike by being right. Wrong ones that two submissions share tell of something
shared: distractors that attract everybody, a model, training data, rules, or a copied file. What
everybody shares is the base: the share of alike answers among those that both have wrong, over all
other pairs, task by task. A pair *stands out* where its deviation from that base lies beyond
Tukey's outer fence (1977) of the other pairs' deviations: third quartile + 3 interquartile ranges.

Replies are alike where their scorer reads the same in them, other answers where they are the same
or have the same words or, of ``LONG`` words or more, half of their runs of ``SHINGLE`` words in
common (Jaccard's index; Broder 1997). Where a task is marked by a judge no answer is known to be
right, and all count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import quantiles
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.board.exposure import RUN, texts_of, words_of
from digesta.canonical import canonical_bytes
from digesta.intake import organization_skeleton
from digesta.metrics.exact import NANO
from digesta.scoring.facts import CompiledRelease, CompiledTask
from digesta.scoring.submission import ScoredSubmission

LONG = RUN
SHINGLE = 5
HALF = 0.5
FEWEST = 5
"""Other pairs that are needed before one can be said to stand out."""

Keys = npt.NDArray[np.int64]
"""Submissions × questions: equal where two wrong answers are alike; -1 where there is none."""
Place = tuple[int, int]
"""Two submissions, by their place in a list."""

Pair = tuple[str, str]


class SharedTask(NamedTuple):
    """A pair on one task. wrong: what both have wrong; alike: of these; base: others' share."""

    task: str
    wrong: int
    alike: int
    base: float


class SharedAnswer(NamedTuple):
    """A wrong answer that two submissions share. others: how many more have it, too."""

    question_id: str
    answers: tuple[Any, Any]
    others: int


class SimilarPair(NamedTuple):
    """Two submissions and what they share.

    deviation: alike answers less those that the base expects, in standard deviations of as many
    independent draws. fence: what others' deviations stay below; None where they are too few.
    evidence: of a pair that stands out, the rarest answers first.
    """

    submissions: Pair
    roles: Pair
    tasks: tuple[SharedTask, ...]
    deviation: float
    fence: float | None
    evidence: tuple[SharedAnswer, ...] = ()

    @property
    def stands_out(self) -> bool:
        """Return whether the deviation lies beyond the fence."""
        return self.fence is not None and self.deviation > self.fence

    def as_json(self) -> dict[str, Any]:
        """Return the pair as a JSON value."""
        tasks = [task._asdict() for task in self.tasks]
        evidence = [answer._asdict() for answer in self.evidence]
        own = {"tasks": tasks, "evidence": evidence, "stands_out": self.stands_out}
        return self._asdict() | own


def similar_pairs(
    compiled: CompiledRelease, submissions: Sequence[ScoredSubmission], *, within: bool = False
) -> list[SimilarPair]:
    """Return the pairs of submissions, the most deviating first.

    within: also pairs of one organisation; one system is not compared with itself.
    """
    own = [each for each in submissions if not each.judge and each.role != "adversary"]
    keys = np.column_stack([_task_keys(task, own) for task in compiled.tasks])
    every = (at for at in combinations(range(len(own)), 2) if _is_compared(own, at, within=within))
    shared = {at: _counts(compiled, keys, at) for at in every}
    places = [at for at, tasks in shared.items() if any(wrong for wrong, _ in tasks)]
    counts = np.array([shared[at] for at in places]).reshape(len(places), -1, 2)
    pairs = [
        SimilarPair(
            submissions=(own[a].card.submission_id, own[b].card.submission_id),
            roles=(own[a].role, own[b].role),
            tasks=tuple(_shared_tasks(compiled, counts, number)),
            deviation=0.0,
            fence=None,
        )
        for number, (a, b) in enumerate(places)
    ]
    pairs = _with_fences([pair._replace(deviation=_deviation(pair.tasks)) for pair in pairs])
    shown = [
        pair._replace(evidence=tuple(_evidence(compiled, own, keys, at)))
        if pair.stands_out
        else pair
        for pair, at in zip(pairs, places, strict=True)
    ]
    return sorted(shown, key=lambda pair: (-pair.deviation, pair.submissions))


def _is_compared(own: Sequence[ScoredSubmission], at: Place, *, within: bool) -> bool:
    a, b = (own[place].card for place in at)
    if organization_skeleton(a.organization) != organization_skeleton(b.organization):
        return True
    return within and a.model_name != b.model_name


# Which answers are alike -------------------------------------------------------------------------


def _task_keys(task: CompiledTask, own: Sequence[ScoredSubmission]) -> Keys:
    """Return a number for each submission and question; -1 where nothing wrong was said."""
    rows = [each.by_task(task.track)[task.task].rows for each in own]
    keys = np.full((len(own), len(task.ids)), -1)
    for at in range(len(task.ids)):
        wrong = {
            number: _as_read(task, at, each.answers[task.start + at])
            for number, each in enumerate(own)
            if rows[number][at, 0] < NANO and not rows[number][at, 1:3].any()
        }
        for number, key in alike_answers(wrong).items():
            keys[number, at] = key
    return keys


def _as_read(task: CompiledTask, at: int, answer: Any) -> Any:
    read = task.scorer.read
    return read(task.prepared[at], answer) if read else answer


def alike_answers(answers: Mapping[int, Any]) -> dict[int, int]:
    """Return, by who gave them, a number that alike answers share: that of the first of them."""
    first: dict[Any, int] = {}
    shingles: dict[int, set[tuple[str, ...]]] = {}
    keys = {}
    for number, answer in answers.items():
        words = [word for text in texts_of(answer) for word in words_of(text)]
        form = tuple(words) if isinstance(answer, str) else canonical_bytes(answer)
        keys[number] = first.setdefault(form, number)
        if keys[number] == number and len(words) >= LONG:
            own = set(zip(*(words[at:] for at in range(SHINGLE)), strict=False))
            near = [keys[other] for other, runs in shingles.items() if _overlap(own, runs) >= HALF]
            keys[number] = first[form] = near[0] if near else number
            shingles[number] = own
    return keys


def _overlap(a: set[tuple[str, ...]], b: set[tuple[str, ...]]) -> float:
    return len(a & b) / len(a | b)


# How much is shared, and how much that is --------------------------------------------------------


def _counts(compiled: CompiledRelease, keys: Keys, at: Place) -> list[tuple[int, int]]:
    """Return, task by task, how many both have wrong, and how many of these are alike."""
    a, b = (keys[place] for place in at)
    wrong = (a >= 0) & (b >= 0)
    alike = wrong & (a == b)
    spans = (slice(task.start, task.start + len(task.ids)) for task in compiled.tasks)
    return [(int(wrong[span].sum()), int(alike[span].sum())) for span in spans]


def _shared_tasks(compiled: CompiledRelease, counts: Keys, number: int) -> Iterator[SharedTask]:
    """Yield the tasks on which a pair has wrong answers in common with others to compare."""
    others = counts.sum(axis=0) - counts[number]
    for task, (wrong, alike), (of, shared) in zip(
        compiled.tasks, counts[number].tolist(), others.tolist(), strict=True
    ):
        if wrong and of:
            yield SharedTask(f"{task.track}/{task.task}", wrong, alike, shared / of)


def _deviation(tasks: Sequence[SharedTask]) -> float:
    variance = sum(task.wrong * task.base * (1 - task.base) for task in tasks)
    excess = sum(task.alike - task.wrong * task.base for task in tasks)
    return round(excess / sqrt(variance), 3) if variance else 0.0


def _with_fences(pairs: Sequence[SimilarPair]) -> list[SimilarPair]:
    """Return the pairs, each with the outer fence of the others' deviations."""
    every = [pair.deviation for pair in pairs]
    if len(pairs) <= FEWEST:
        return list(pairs)
    fences = []
    for at in range(len(pairs)):
        low, _, high = quantiles(every[:at] + every[at + 1 :], n=4)
        fences.append(round(high + 3 * (high - low), 3))
    return [pair._replace(fence=fence) for pair, fence in zip(pairs, fences, strict=True)]


def _evidence(
    compiled: CompiledRelease, own: Sequence[ScoredSubmission], keys: Keys, at: Place
) -> list[SharedAnswer]:
    """Return the alike wrong answers of a pair, those that fewest others gave first."""
    ids = [key for task in compiled.tasks for key in task.ids]
    a, b = at
    alike = np.flatnonzero((keys[a] >= 0) & (keys[a] == keys[b])).tolist()
    shared = [
        SharedAnswer(
            ids[column],
            (own[a].answers[column], own[b].answers[column]),
            int((keys[:, column] == keys[a, column]).sum()) - 2,
        )
        for column in alike
    ]
    return sorted(shared, key=lambda each: (each.others, each.question_id))
