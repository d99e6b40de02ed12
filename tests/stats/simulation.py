"""Simulated boards whose truth is known: an independent generator, and what is claimed of them.

The generator knows nothing of ``digesta.stats``: it draws credits of a given mean, with clusters
that have levels of their own (beta, with the intra-cluster correlation), right or wrong or graded
(beta, with a share of the variance that right or wrong answers would have). What is claimed comes
from the same functions that boards are made by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from digesta.metrics.exact import NANO
from digesta.scorers.base import Metric, Share
from digesta.stats.estimates import POWER  # noqa: F401 - the power that tables name
from digesta.stats.intervals import Design, Interval, difference_interval, share_interval
from digesta.stats.jackknife import Jackknife, ScoreTerm, jackknife
from digesta.stats.layout import Layout, layout_of
from digesta.stats.ranks import Pairs, holm, paired_tests
from digesta.stats.swaps import FEWEST_CLUSTERS, swap_tests

LEVELS = (0.02, 0.1, 0.3, 0.5, 0.8, 0.95)
"""The true scores over which a setting is averaged."""
GRADED = {"right or wrong": 1.0, "graded": 0.3, "nDCG-like": 0.15}
"""Kinds of credit: how much they vary, over what right or wrong answers of their mean do."""
MEAN = Metric("mean", "Mean credit.", lambda s: Share(s["credit"], s.n * NANO), column="credit")


@dataclass(frozen=True)
class Setting:
    """A layout of questions: tasks with weights and clusters, one name a question."""

    name: str
    tasks: tuple[tuple[str, Fraction, tuple[str, ...]], ...]

    @cached_property
    def layout(self) -> Layout:
        return layout_of(
            [task for task, _, clusters in self.tasks for _ in clusters],
            [cluster for _, _, clusters in self.tasks for cluster in clusters],
        )

    @cached_property
    def cluster_of(self) -> np.ndarray:
        """The number of the cluster of each question."""
        keys = [(task, name) for task, _, clusters in self.tasks for name in clusters]
        places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        return np.array([places[key] for key in keys])

    @cached_property
    def members(self) -> list[np.ndarray]:
        """For each task, 1 at its questions."""
        owner = np.repeat(np.arange(len(self.tasks)), [len(c) for _, _, c in self.tasks])
        return [(owner == number).astype(np.int64) for number in range(len(self.tasks))]

    def weights(self) -> np.ndarray:
        """Return the weight of each question in the score."""
        return np.concatenate(
            [np.full(len(c), float(weight) / len(c)) for _, weight, c in self.tasks]
        )

    def terms(self, credit: np.ndarray) -> list[ScoreTerm]:
        """Return one submission's score; credit: [n] in nano-units."""
        rows = credit[:, None]
        return [
            ScoreTerm(weight, MEAN, ("credit",), rows * own[:, None], own, own)
            for (_, weight, _), own in zip(self.tasks, self.members, strict=True)
        ]


def even(name: str, tasks: int, questions: int, *, each: int = 1) -> Setting:
    """Lay out so many tasks of so many questions, ``each`` of them to a cluster."""
    share = Fraction(1, tasks)
    clusters = tuple(f"c{k // each:04}" for k in range(questions))
    return Setting(name, tuple((f"t{k:02}", share, clusters) for k in range(tasks)))


def credits_of(
    setting: Setting, level: float, *, kind: str, icc: float, sets: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw credits [sets, n] of a mean, as whole nano-units."""
    shape = (sets, len(setting.cluster_of))
    levels = np.full(shape, level)
    if icc:
        rest = (1 - icc) / icc
        drawn = rng.beta(level * rest, (1 - level) * rest, (sets, setting.cluster_of.max() + 1))
        levels = drawn[:, setting.cluster_of]
    if kind == "right or wrong":
        return (rng.random(shape) < levels).astype(np.int64) * NANO
    rest = 1 / GRADED[kind] - 1
    kept = np.clip(levels, 1e-6, 1 - 1e-6)
    return np.asarray(np.rint(rng.beta(kept * rest, (1 - kept) * rest) * NANO), np.int64)


def wald(value: Fraction, own: Jackknife) -> Interval:
    """Return what the suite must refuse: value ± 1.96 standard errors."""
    margin = 1.96 * own.variance**0.5
    return Interval(float(value) - margin, float(value) + margin)


def shipped(value: Fraction, own: Jackknife) -> Interval | None:
    """Return the interval that boards show."""
    return share_interval(value, own.careful_variance(value), own.design)


@dataclass(frozen=True)
class Cover:
    """coverage: mean over the levels. least: of a level. width: mean over the oracle's."""

    coverage: float
    least: float
    width: float


def cover(
    setting: Setting,
    *,
    kind: str,
    icc: float,
    sets: int,
    seed: int,
    interval: Callable[[Fraction, Jackknife], Interval | None] = shipped,
) -> Cover:
    """Simulate the intervals of one score.

    The oracle's width is 3.92 standard deviations of the score over the data sets: the least
    that a 95 % interval needs on average.
    """
    held, widths = [], []
    for level in LEVELS:
        rng = np.random.default_rng([seed, round(level * 100)])
        drawn = credits_of(setting, level, kind=kind, icc=icc, sets=sets, rng=rng)
        scores = drawn @ setting.weights() / NANO
        ends = [
            interval(
                Fraction(float(score)).limit_denominator(10**9), jackknife(terms, setting.layout)
            )
            for score, terms in zip(scores, map(setting.terms, drawn), strict=True)
        ]
        low, high = np.array([end or (0.0, 1.0) for end in ends]).T
        held.append(((low <= level) & (level <= high)).mean())
        widths.append((high - low).mean() / (3.92 * scores.std()))
    return Cover(float(np.mean(held)), float(min(held)), float(np.mean(widths)))


@dataclass(frozen=True)
class Errors:
    """alone: pairs of equal systems called different at 5 %. family: boards with any, by Holm.

    coverage, width: of the difference's interval over the oracle's.
    """

    alone: float
    family: float
    coverage: float
    width: float


def errors(
    setting: Setting,
    *,
    kind: str,
    icc: float,
    sets: int,
    seed: int,
    systems: int = 10,
    levels: Sequence[float] = (0.1, 0.5, 0.9),
    shared: float = 0.4,
) -> Errors:
    """Simulate boards of equally good systems, which share some of their answers."""
    alone, family, covered, widths = [], [], [], []
    for level in levels:
        rng = np.random.default_rng([seed, round(level * 100), systems])
        common = credits_of(setting, level, kind=kind, icc=icc, sets=sets, rng=rng)
        own = [
            np.where(
                rng.random(common.shape) < shared,
                common,
                credits_of(setting, level, kind=kind, icc=icc, sets=sets, rng=rng),
            )
            for _ in range(systems)
        ]
        upper = np.triu_indices(systems, 1)
        gaps, spans = [], []
        for board in np.stack(own, axis=1):
            scores, pairs, design = compare(setting, board)
            p = pairs.p[upper]
            alone.append((p <= 0.05).mean())
            family.append((holm(p) <= 0.05).any())
            gap = scores[0] - scores[1]
            ends = difference_interval(
                gap, float(pairs.errors[0, 1]), int(pairs.differing[0, 1]), design
            )
            low, high = ends or (-1.0, 1.0)
            gaps.append(float(gap))
            spans.append(high - low)
            covered.append(low <= 0 <= high)
        widths.append(np.mean(spans) / (3.92 * np.std(gaps)))
    return Errors(*(float(np.mean(each)) for each in (alone, family, covered, widths)))


def compare(setting: Setting, board: np.ndarray) -> tuple[list[Fraction], Pairs, Design]:
    """Test every two systems of a board; board: [systems, n] in nano-units."""
    owns = [jackknife(setting.terms(credit), setting.layout) for credit in board]
    scores = [
        sum(
            (
                weight * Fraction(int(credit @ own), len(clusters) * NANO)
                for (_, weight, clusters), own in zip(setting.tasks, setting.members, strict=True)
            ),
            Fraction(0),
        )
        for credit in board
    ]
    deltas = np.column_stack([own.roots for own in owns])
    sums = setting.layout.fold(board.T.copy())
    design = owns[0].design
    pairs = paired_tests(scores, deltas, most=owns[0].most, sums=sums, design=design)
    names = [name for _, _, clusters in setting.tasks for name in clusters]
    whole = layout_of([""] * len(names), names)
    if not design.suffices and whole.units >= FEWEST_CLUSTERS:
        terms = [setting.terms(credit) for credit in board]
        pairs = pairs._replace(p=swap_tests(terms, whole, whole.fold(board.T.copy())))
    return scores, pairs, design


def power(
    setting: Setting, *, gap: float, kind: str, icc: float, sets: int, seed: int
) -> dict[str, float]:
    """Return how often a gap about one half is told apart by ours and by independent tests.

    McNemar's mid-p where answers are right or wrong; a sign-flip test of clusters; a plain t
    test of the clusters' sums.
    """
    from scipy import stats

    rng = np.random.default_rng([seed, 7])
    first = credits_of(setting, 0.5 + gap / 2, kind=kind, icc=icc, sets=sets, rng=rng)
    second = credits_of(setting, 0.5 - gap / 2, kind=kind, icc=icc, sets=sets, rng=rng)
    ours, mcnemar, flips, plain = [], [], [], []
    signs = rng.choice([-1.0, 1.0], (999, setting.layout.units))
    for a, b in zip(first, second, strict=True):
        _, pairs, _ = compare(setting, np.stack([a, b]))
        ours.append(pairs.p[0, 1] <= 0.05)
        wins, losses = int((a > b).sum()), int((a < b).sum())
        mid = 2 * stats.binom.cdf(min(wins, losses), wins + losses, 0.5)
        mid -= stats.binom.pmf(min(wins, losses), wins + losses, 0.5)
        mcnemar.append(mid <= 0.05)
        sums = setting.layout.fold((a - b)[:, None])[:, 0] / NANO
        flips.append((np.abs(signs @ sums) >= abs(sums.sum()) - 1e-9).mean() <= 0.05)
        plain.append(stats.ttest_1samp(sums, 0).pvalue <= 0.05)
    every = {"digesta": ours, "sign-flip": flips, "cluster t": plain}
    if kind == "right or wrong":
        every["McNemar mid-p"] = mcnemar
    return {name: float(np.mean(each)) for name, each in every.items()}
