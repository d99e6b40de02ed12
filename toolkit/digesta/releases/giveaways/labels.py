"""How far words tell a label: a linear model of n-grams, and the best single one.

Questions of a track and part of the truth are read as sets of n-grams of one to four words (each
Chinese character is a word), numbers masked. For each label of the part, over the questions of the
tasks, in the languages, that have it: is it right? Both are tried on clusters that they were not
fitted on, in ten folds. The gain is the share that comes out right, less that of always saying the
commoner of yes and no.

The linear model is kernel least squares on centred sets of equal length, fitted by a fixed number
of rounds of gradient descent in fixed point (much as ridge regression): whole numbers throughout,
below 2^53, so that no order of summing changes one bit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.canonical import sha256_hex
from digesta.records.holdout import LEAST_OF_CATEGORY
from digesta.records.review import GiveawayTest
from digesta.releases.giveaways.figures import Giveaway, share

FOLDS = 10
LONGEST = 4
"""Words of an n-gram."""
RARE = 8
"""Questions that must have a label, and as many must not; half as many must have an n-gram."""
ROUNDS = 64
SCALE, ONE = 1 << 12, 1 << 20
"""What stands for 1: of the kernel, and of targets and weights."""
CHUNK = 8192
"""N-grams that are counted at a time."""
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d\u3400-\u9fff]+|\d+")

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


class LabelledQuestion(NamedTuple):
    """A question of a track: what is read, and which labels of one part are right.

    task: with its language: where a label is never right, nobody would answer it.
    """

    text: str
    task: str
    cluster: str
    labels: frozenset[str]


class _Trial(NamedTuple):
    """What is to be told. right, population: question × label; fold: of each question.

    population: whether the label is one of the question's task.
    """

    names: Sequence[str]
    right: Bools
    population: Bools
    fold: npt.NDArray[np.int64]

    def training(self, folds: int) -> Bools:
        """Return question × (fold, label): what is fitted on; the last of more folds has all."""
        parts = [self.population & (self.fold != fold)[:, None] for fold in range(folds)]
        return np.hstack(parts)

    def figure(self, guessed: Bools, label: int) -> tuple[int, int, int]:
        """Return n of a label, how often the commoner answer is right, and how often a guess."""
        population, right = self.population[:, label], self.right[:, label]
        n, yes = int(population.sum()), int((population & right).sum())
        return n, max(yes, n - yes), int((population & (guessed[:, label] == right)).sum())


def predictable(questions: Sequence[LabelledQuestion], track: str, part: str) -> Iterator[Giveaway]:
    """Yield what a linear model and the best n-gram gain on each label of a part of the truths.

    Nothing where there are too few questions, clusters, or questions with and without a label.
    """
    trial = _trial(questions)
    if not trial.names or len(questions) < LEAST_OF_CATEGORY:
        return
    grams, sets = _grams([question.text for question in questions])
    if not grams:
        return
    chosen, best = _best_grams(trial, sets)
    tests: dict[GiveawayTest, Bools] = {"linear": _linear(trial, sets), "ngram": chosen}
    for test, guessed in tests.items():
        for at, name in enumerate(trial.names):
            n, base, right = trial.figure(guessed, at)
            by = grams[best[at]] if test == "ngram" else ""
            gain = share(right - base, n)
            subject = f"{part} {name}"
            yield Giveaway(test, track, subject, n, share(base, n), gain, by)


def _trial(questions: Sequence[LabelledQuestion]) -> _Trial:
    tasks: dict[str, set[str]] = {}
    for question in questions:
        tasks.setdefault(question.task, set()).update(question.labels)
    names = sorted(set().union(*tasks.values()))
    shape = len(questions), len(names)
    right = np.array([[n in q.labels for n in names] for q in questions], dtype=bool).reshape(shape)
    population = np.array([[n in tasks[q.task] for n in names] for q in questions], dtype=bool)
    yes, n = right.sum(axis=0), population.reshape(shape).sum(axis=0)
    fit = np.flatnonzero((np.minimum(yes, n - yes) >= RARE) & (n >= LEAST_OF_CATEGORY))
    folds = _folds(Counter(question.cluster for question in questions))
    fold = np.array([folds[question.cluster] for question in questions])
    kept = fit if len(folds) >= FOLDS else fit[:0]
    return _Trial([names[at] for at in kept], right[:, kept], population[:, kept], fold)


def _folds(clusters: Counter[str]) -> dict[str, int]:
    """Return the fold of each cluster: the largest first, each where the fewest questions are."""
    sizes, folds = [0] * FOLDS, {}
    for name in sorted(clusters, key=lambda each: (-clusters[each], sha256_hex(each.encode()))):
        folds[name] = sizes.index(min(sizes))
        sizes[folds[name]] += clusters[name]
    return folds


def _grams(texts: Sequence[str]) -> tuple[list[str], npt.NDArray[np.uint8]]:
    """Return the n-grams that some texts have and others do not, and text × n-gram.

    The commonest first, of these the longest: of equals the first is taken.
    """
    sets_of_grams = [_grams_of(text) for text in texts]
    counts = Counter(gram for each in sets_of_grams for gram in each)
    least = RARE // 2
    known = (gram for gram, n in counts.items() if least <= n <= len(texts) - least)
    grams = sorted(known, key=lambda gram: (-counts[gram], -len(gram), gram))
    place = {gram: at for at, gram in enumerate(grams)}
    sets = np.zeros((len(texts), len(grams)), dtype=np.uint8)
    for row, each in zip(sets, sets_of_grams, strict=True):
        row[[place[gram] for gram in each if gram in place]] = 1
    return [_text_of(gram) for gram in grams], sets


def _grams_of(text: str) -> set[tuple[str, ...]]:
    words = ["#" if word.isdigit() else word for word in _WORD.findall(text)]
    lengths = range(1, LONGEST + 1)
    return {tuple(words[at : at + n]) for n in lengths for at in range(len(words) - n + 1)}


def _text_of(gram: Sequence[str]) -> str:
    han = all("\u3400" <= word <= "\u9fff" for word in gram)
    return ("" if han else " ").join(gram)


def _chunks(sets: npt.NDArray[np.uint8]) -> Iterator[tuple[int, npt.NDArray[np.float32]]]:
    for at in range(0, sets.shape[1], CHUNK):
        yield at, sets[:, at : at + CHUNK].astype(np.float32)


def _best_grams(trial: _Trial, sets: npt.NDArray[np.uint8]) -> tuple[Bools, list[int]]:
    """Return what the best n-gram of the other folds tells, and which is best on all, by label."""
    training = trial.training(FOLDS + 1)  # no question is in the last fold
    right = np.tile(trial.right, FOLDS + 1) & training
    counts = training.sum(axis=0)
    yes = right.sum(axis=0)
    columns = np.arange(training.shape[1])
    best, gram = np.full(len(columns), -1), np.zeros(len(columns), dtype=np.int64)
    present = np.zeros(len(columns), dtype=bool)
    for start, chunk in _chunks(sets):
        both, has = chunk.T @ right.astype(np.float32), chunk.T @ training.astype(np.float32)
        hits = (2 * both - has).astype(np.int64) + (counts - yes)
        better = np.maximum(hits, counts - hits)
        at = better.argmax(axis=0)
        new = better[at, columns] > best
        best, gram = np.where(new, better[at, columns], best), np.where(new, at + start, gram)
        present = np.where(new, 2 * hits[at, columns] >= counts, present)
    own = _own_fold(trial, (sets[:, gram] == 1) == present)
    return own, gram[FOLDS * len(trial.names) :].tolist()


def _own_fold(trial: _Trial, guessed: Bools) -> Bools:
    """Return question × label: what was guessed of each by what was fitted on the other folds."""
    by_fold = guessed.reshape(len(guessed), -1, len(trial.names))
    return by_fold[np.arange(len(guessed)), trial.fold]


def _linear(trial: _Trial, sets: npt.NDArray[np.uint8]) -> Bools:
    kernel = _kernel(sets)
    step = isqrt(int((kernel * kernel).sum())) // SCALE + 1  # no less than its largest eigenvalue
    training = trial.training(FOLDS)
    right = np.tile(trial.right, FOLDS) & training
    mean = np.rint(ONE * right.sum(axis=0) / np.maximum(1, training.sum(axis=0)))
    targets = np.where(training, ONE * right - mean, 0.0)
    weights = np.zeros_like(targets)
    for _ in range(ROUNDS):
        errors = np.where(training, targets - np.floor(kernel @ weights / SCALE), 0.0)
        weights += np.rint(errors / step)
    predictions: Bools = np.floor(kernel @ weights / SCALE) + mean > ONE // 2
    return _own_fold(trial, predictions)


def _kernel(sets: npt.NDArray[np.uint8]) -> Floats:
    """Return the cosines of the centred sets, by pairs, in parts of ``SCALE``."""
    n = len(sets)
    shared = np.zeros((n, n))
    for _, chunk in _chunks(sets):
        shared += (chunk @ chunk.T).astype(np.float64)
    rows = shared.sum(axis=1)
    centred = n * n * shared - n * rows[:, None] - n * rows[None, :] + rows.sum()
    length = np.sqrt(np.maximum(1, centred.diagonal()))
    cosines: Floats = np.rint(SCALE * (centred / length[:, None]) / length[None, :])
    return cosines
