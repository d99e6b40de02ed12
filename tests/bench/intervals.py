"""Cost of intervals and ranks against scipy and a plain numpy loop, in one run.

Run from the repository's root: ``PYTHONPATH=toolkit python tests/bench/intervals.py``. CPU
seconds of this process, all threads, the least of three runs; peers that would take too long
are run in part and scaled. Seeded inputs. Imports are not counted.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).parents[1] / "stats"))

from simulation import Setting

from digesta.metrics.exact import NANO
from digesta.stats.intervals import share_interval
from digesta.stats.jackknife import jackknife
from digesta.stats.ranks import better_of, paired_tests, ranks_from

QUESTIONS, SUBMISSIONS, TASKS, ROUNDS = 1_000, 50, 10, 10_000
RNG = np.random.default_rng(2026)


def cpu(work: Callable[[], object], *, runs: int = 3) -> float:
    """Return the least CPU seconds of some runs."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def marks(submissions: int) -> np.ndarray:
    """Return graded credits of systems between 30 and 90 %, in nano-units: [systems, questions]."""
    level = np.linspace(1.2, 3.6, submissions)[:, None]
    return np.rint(RNG.beta(level, 4 - level, (submissions, QUESTIONS)) * NANO).astype(np.int64)


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
    for column in shares.T:
        stats.bootstrap((column,), np.mean, n_resamples=ROUNDS, method="percentile", batch=500)


def ranks_of(submissions: int) -> Callable[[], object]:
    """Prepare all pairs of so many submissions."""
    credit, setting = marks(submissions), setting_of(1, [f"c{k:04}" for k in range(QUESTIONS)])
    owns = [jackknife(setting.terms(row), setting.layout) for row in credit]
    deltas = np.column_stack([own.roots for own in owns])
    points = [Fraction(total, QUESTIONS * NANO) for total in credit.sum(axis=1).tolist()]
    sums, (first, *_) = setting.layout.fold(credit.T.copy()), owns

    def rank() -> object:
        pairs = paired_tests(points, deltas, most=first.most, sums=sums, design=first.design)
        return ranks_from(points, better_of(points, pairs.p))

    return rank


def main() -> None:
    """Measure, and write one line for each figure."""
    credit = marks(SUBMISSIONS)
    shares = np.ascontiguousarray(credit.T / NANO)
    alone = setting_of(TASKS, [f"c{k:04}" for k in range(QUESTIONS)])
    shared = setting_of(TASKS, [f"c{k:04}" for k in RNG.integers(0, 300, QUESTIONS)])
    ours = cpu(lambda: intervals(credit, alone))
    loop = cpu(lambda: numpy_loop(shares, ROUNDS // 5)) * 5
    each = cpu(lambda: scipy_each(shares[:, :5]), runs=2) * 10
    figures = [
        ("intervals, 10 tasks, no clusters", ours),
        ("intervals, 10 tasks, clusters of unequal size", cpu(lambda: intervals(credit, shared))),
        ("peer: numpy bootstrap loop, all submissions per draw", loop),
        ("peer: scipy.stats.bootstrap, percentile", each),
        ("numpy loop / ours", loop / ours),
        ("scipy / ours", each / ours),
        ("all pairs of 50", cpu(ranks_of(50))),
        ("all pairs of 200", cpu(ranks_of(200))),
        ("peak MiB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    ]
    for name, figure in figures:
        sys.stdout.write(f"{figure:9.3f}  {name}\n")


if __name__ == "__main__":
    main()
