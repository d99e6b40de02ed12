"""Intervals, and the paired tests of all pairs, beside scipy, statsmodels and a plain numpy loop.

Peers that would take too long are run in part and scaled. Seeded inputs. Imports are not counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from digesta.metrics.exact import NANO
from digesta.stats.intervals import difference_interval, share_interval
from digesta.stats.jackknife import jackknife
from digesta.stats.ranks import better_of, paired_tests, ranks_from
from tests.bench.pairs import Pair, Row, Target, in_process
from tests.stats.simulation import Setting

QUESTIONS, SUBMISSIONS, TASKS, ROUNDS, MANY = 1_000, 50, 10, 10_000, 200
SEED = 2026


def marks(submissions: int) -> np.ndarray:
    """Return graded credits of systems between 30 and 90 %, in nano-units: [systems, questions]."""
    rng = np.random.default_rng(SEED)
    level = np.linspace(1.2, 3.6, submissions)[:, None]
    return np.rint(rng.beta(level, 4 - level, (submissions, QUESTIONS)) * NANO).astype(np.int64)


def setting_of(tasks: int, clusters: list[str]) -> Setting:
    """Cut questions into tasks of one size."""
    each = len(clusters) // tasks
    cut = [tuple(clusters[t * each : (t + 1) * each]) for t in range(tasks)]
    return Setting("", tuple((f"t{t}", Fraction(1, tasks), own) for t, own in enumerate(cut)))


def intervals(credit: np.ndarray, setting: Setting) -> None:
    """Do what a board does: leave out each cluster, intervals."""
    for row in credit:
        own = jackknife(setting.terms(row), setting.layout)
        score = Fraction(int(row.sum()), QUESTIONS * NANO)
        share_interval(score, own.careful_variance(score), own.design)


def numpy_loop(shares: np.ndarray, rounds: int) -> None:
    """Resample all submissions at once, one resample after the other."""
    rng = np.random.default_rng(1)
    means = [shares[rng.integers(0, QUESTIONS, QUESTIONS)].mean(axis=0) for _ in range(rounds)]
    np.percentile(np.array(means), [2.5, 97.5], axis=0)


def scipy_each(shares: np.ndarray) -> None:
    """Resample one submission after the other."""
    from scipy import stats

    for column in shares.T:
        stats.bootstrap((column,), np.mean, n_resamples=ROUNDS, method="percentile", batch=500)


def ranks(credit: np.ndarray, setting: Setting, *, differences: bool) -> None:
    """Do what a board does: test all pairs, rank; and what a comparison does: their intervals."""
    owns = [jackknife(setting.terms(row), setting.layout) for row in credit]
    points = [Fraction(total, QUESTIONS * NANO) for total in credit.sum(axis=1).tolist()]
    deltas, design = np.column_stack([own.roots for own in owns]), owns[0].design
    sums = setting.layout.fold(credit.T.copy())
    pairs = paired_tests(points, deltas, most=owns[0].most, sums=sums, design=design)
    ranks_from(points, better_of(points, pairs.p))
    for a, b in combinations(range(len(points)), 2) if differences else ():
        error, differing = float(pairs.errors[a, b]), int(pairs.differing[a, b])
        difference_interval(points[a] - points[b], error, differing, design)


def t_tests(shares: np.ndarray, *, differences: bool) -> None:
    """Test one submission against all after it with scipy, and adjust with statsmodels."""
    from scipy import stats
    from statsmodels.stats.multitest import multipletests

    p = []
    for column in range(shares.shape[1] - 1):
        test = stats.ttest_rel(shares[:, column : column + 1], shares[:, column + 1 :])
        p.append(test.pvalue)
        if differences:
            test.confidence_interval()
    multipletests(np.concatenate(p), method="holm")


def of_intervals(clusters: int, peer: str, _folder: Path) -> Pair:
    """Draw a board of 50 whose questions stand alone, or lie in so many clusters."""
    credit = marks(SUBMISSIONS)
    rng = np.random.default_rng(SEED)
    names = rng.integers(0, clusters, QUESTIONS) if clusters else range(QUESTIONS)
    setting = setting_of(TASKS, [f"c{k:04}" for k in names])
    shares = np.ascontiguousarray(credit.T / NANO)
    peers = {
        False: in_process(lambda _: numpy_loop(shares, ROUNDS // 10), share=1 / 10),
        True: in_process(lambda _: scipy_each(shares[:, :2]), share=2 / SUBMISSIONS),
    }
    return Pair(in_process(lambda _: intervals(credit, setting)), peers["scipy" in peer])


def of_pairs(_folder: Path, *, differences: bool) -> Pair:
    """Draw a board of 200."""
    credit, setting = marks(MANY), setting_of(1, [f"c{k:04}" for k in range(QUESTIONS)])
    shares = np.ascontiguousarray(credit.T / NANO)
    return Pair(
        in_process(lambda _: ranks(credit, setting, differences=differences)),
        in_process(lambda _: t_tests(shares, differences=differences)),
    )


SIZE = f"{SUBMISSIONS} × {QUESTIONS:,}"
ROWS = (
    *(
        Row("intervals on credit", f"{SIZE}, {TASKS} tasks, {about}", peer,
            partial(of_intervals, clusters, peer), (Target("seconds", 0.25),), packages)
        for about, clusters, peer, packages in (
            ("no clusters", 0, "numpy loop, 10,000 draws", ()),
            ("no clusters", 0, "scipy, 10,000 draws", ("scipy",)),
            ("300 clusters", 300, "numpy loop, 10,000 draws", ()),
        )
    ),
    *(
        Row("all pairs", f"{MANY} × {QUESTIONS:,}, {MANY * (MANY - 1) // 2:,} tests, Holm{about}",
            "scipy, statsmodels", partial(of_pairs, differences=bool(about)),
            (Target("seconds", most),), ("scipy", "statsmodels"))
        for about, most in (("", 1.5), (", intervals", 5))
    ),
)  # fmt: skip
