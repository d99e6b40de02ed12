"""How far words tell a label: a linear model of n-grams, and the best single one.

Questions of a track and part of the truth are read as sets of n-grams of one to four words (each
Chinese character is a word), numbers masked; of more than 4,096 a sample of whole clusters is, for
the work grows with the square of their number. For each label of the part, over the questions of
the tasks, in the languages, that have it: is it right? Both are tried on clusters that they were
not fitted on, in ten folds. The gain is the share that comes out right, less that of always saying
the commoner of yes and no.

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
MOST = 4096
"""Questions that are read: the standard error of a share of so many is .8 % at most."""
ROUNDS = 64
SCALE, ONE = 1 << 12, 1 << 20
"""What stands for 1: of the kernel, and of targets and weights."""
CHUNK, BLOCK = 1024, 1024
"""N-grams, and questions, that are counted at a time: memory does not grow with their product."""
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d\u3400-\u9fff]+|\d+")

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Kernel = npt.NDArray[np.int16]


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


class _GramSets(NamedTuple):
    """Which text has which n-gram. size: how many n-grams. bits: text × n-gram, eight in a byte."""

    size: int
    bits: npt.NDArray[np.uint8]

    def chunks(self, first: int = 0) -> Iterator[tuple[int, npt.NDArray[np.float32]]]:
        """Yield text × some n-grams, 0 or 1, and the place of these. first: of the texts."""
        for at in range(0, self.size, CHUNK):
            part = self.bits[first:, at // 8 : (at + CHUNK) // 8]
            n = min(CHUNK, self.size - at)
            yield at, np.unpackbits(part, axis=1, count=n).astype(np.float32)

    def has(self, grams: npt.NDArray[np.int64]) -> Bools:
        """Return text × n-gram, of some n-grams."""
        masks = (128 >> grams % 8).astype(np.uint8)
        bits: Bools = self.bits[:, grams // 8] & masks > 0
        return bits


def predictable(questions: Sequence[LabelledQuestion], track: str, part: str) -> Iterator[Giveaway]:
    """Yield what a linear model and the best n-gram gain on each label of a part of the truths.

    Nothing where there are too few questions, clusters, or questions with and without a label.
    """
    questions = _within_most(questions)
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


def _within_most(questions: Sequence[LabelledQuestion]) -> Sequence[LabelledQuestion]:
    """Return the questions of as many clusters as are read, by the digests of their names."""
    left, chosen = MOST, set[str]()
    sizes = Counter(question.cluster for question in questions)
    for name in sorted(sizes, key=_lot_of) if len(questions) > MOST else sizes:
        if sizes[name] <= left:
            left -= sizes[name]
            chosen.add(name)
    return [question for question in questions if question.cluster in chosen]


def _lot_of(cluster: str) -> str:
    return sha256_hex(cluster.encode())


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
    for name in sorted(clusters, key=lambda each: (-clusters[each], _lot_of(each))):
        folds[name] = sizes.index(min(sizes))
        sizes[folds[name]] += clusters[name]
    return folds


def _grams(texts: Sequence[str]) -> tuple[list[str], _GramSets]:
    """Return the n-grams that some texts have and others do not, and which text has which.

    The commonest first, of these the longest: of equals the first is taken.
    """
    sets_of_grams = [_grams_of(text) for text in texts]
    counts = Counter(gram for each in sets_of_grams for gram in each)
    least = RARE // 2
    known = (gram for gram, n in counts.items() if least <= n <= len(texts) - least)
    grams = sorted(known, key=lambda gram: (-counts[gram], -len(gram), gram))
    place = {gram: at for at, gram in enumerate(grams)}
    bits = np.zeros((len(texts), -(-len(grams) // 8)), dtype=np.uint8)
    for row, each in zip(bits, sets_of_grams, strict=True):
        own = np.zeros(len(grams), dtype=bool)
        own[[place[gram] for gram in each if gram in place]] = True
        row[:] = np.packbits(own)
    return [_text_of(gram) for gram in grams], _GramSets(len(grams), bits)


def _grams_of(text: str) -> set[tuple[str, ...]]:
    words = ["#" if word.isdigit() else word for word in _WORD.findall(text)]
    lengths = range(1, LONGEST + 1)
    return {tuple(words[at : at + n]) for n in lengths for at in range(len(words) - n + 1)}


def _text_of(gram: Sequence[str]) -> str:
    han = all("\u3400" <= word <= "\u9fff" for word in gram)
    return ("" if han else " ").join(gram)


def _best_grams(trial: _Trial, sets: _GramSets) -> tuple[Bools, list[int]]:
    """Return what the best n-gram of the other folds tells, and which is best on all, by label."""
    training = trial.training(FOLDS + 1)  # no question is in the last fold
    right = np.tile(trial.right, FOLDS + 1) & training
    counts = training.sum(axis=0)
    yes = right.sum(axis=0)
    columns = np.arange(training.shape[1])
    best, gram = np.full(len(columns), -1), np.zeros(len(columns), dtype=np.int64)
    present = np.zeros(len(columns), dtype=bool)
    for start, chunk in sets.chunks():
        both, has = chunk.T @ right.astype(np.float32), chunk.T @ training.astype(np.float32)
        hits = (2 * both - has).astype(np.int64) + (counts - yes)
        better = np.maximum(hits, counts - hits)
        at = better.argmax(axis=0)
        new = better[at, columns] > best
        best, gram = np.where(new, better[at, columns], best), np.where(new, at + start, gram)
        present = np.where(new, 2 * hits[at, columns] >= counts, present)
    own = _own_fold(trial, sets.has(gram) == present)
    return own, gram[FOLDS * len(trial.names) :].tolist()


def _own_fold(trial: _Trial, guessed: Bools) -> Bools:
    """Return question × label: what was guessed of each by what was fitted on the other folds."""
    by_fold = guessed.reshape(len(guessed), -1, len(trial.names))
    return by_fold[np.arange(len(guessed)), trial.fold]


def _linear(trial: _Trial, sets: _GramSets) -> Bools:
    kernel = _kernel(sets)
    squares = sum(int((block * block).sum()) for _, block in _blocks(kernel))
    step = isqrt(squares) // SCALE + 1  # no less than its largest eigenvalue
    training = trial.training(FOLDS)
    right = np.tile(trial.right, FOLDS) & training
    mean = np.rint(ONE * right.sum(axis=0) / np.maximum(1, training.sum(axis=0)))
    targets = np.where(training, ONE * right - mean, 0.0)
    weights = np.zeros_like(targets)
    for _ in range(ROUNDS):
        errors = np.where(training, targets - _products(kernel, weights), 0.0)
        weights += np.rint(errors / step)
    predictions: Bools = _products(kernel, weights) + mean > ONE // 2
    return _own_fold(trial, predictions)


def _blocks(kernel: Kernel) -> Iterator[tuple[int, Floats]]:
    """Yield some rows of a kernel, and the place of the first of these."""
    for at in range(0, len(kernel), BLOCK):
        yield at, kernel[at : at + BLOCK].astype(np.float64)


def _products(kernel: Kernel, weights: Floats) -> Floats:
    """Return what the weighted questions tell of each, rounded down."""
    return np.vstack([np.floor(block @ weights / SCALE) for _, block in _blocks(kernel)])


def _kernel(sets: _GramSets) -> Kernel:
    """Return the cosines of the centred sets, by pairs, in parts of ``SCALE``."""
    n = len(sets.bits)
    own, rows, cosines = np.zeros(n), np.zeros(n), np.zeros((n, n), dtype=np.int16)
    for _, chunk in sets.chunks():
        own += chunk.sum(axis=1, dtype=np.float64)
        rows += chunk.astype(np.float64) @ chunk.sum(axis=0, dtype=np.float64)
    total = rows.sum()
    length = np.sqrt(np.maximum(1, n * n * own - 2 * n * rows + total))
    for at in range(0, n, BLOCK):
        part, rest = slice(at, at + BLOCK), slice(at, None)
        shared = np.zeros((len(rows[part]), len(rows[rest])))
        for _, chunk in sets.chunks(at):
            shared += chunk[:BLOCK] @ chunk.T
        centred = n * n * shared - n * rows[part, None] - n * rows[rest] + total
        # Rounded twice: which length comes first may matter, so each half is divided by itself.
        cosines[part, rest] = np.rint(SCALE * (centred / length[part, None]) / length[rest])
        cosines[rest, part] = np.rint(SCALE * (centred.T / length[rest, None]) / length[part])
    return cosines
