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

import numpy as np
from scipy import stats

from digesta.stats.draws import layout_of
from digesta.stats.intervals import interval_for
from digesta.stats.ranks import paired_tests, ranks_from
from digesta.stats.replicates import MICRO, RATIO_ROUNDS, ROUNDS, bootstrap_means, bootstrap_sums

QUESTIONS, SUBMISSIONS, TASKS = 1_000, 50, 10
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
    """Return graded credits of systems between 30 and 90 %."""
    level = np.linspace(1.2, 3.6, submissions)
    return np.rint(RNG.beta(level, 4 - level, (QUESTIONS, submissions)) * MICRO).astype(np.int64)


def intervals(credit: np.ndarray, clusters: list[str]) -> None:
    """Do what a board does: layout, replicates, intervals."""
    tasks = [f"t{k % TASKS}" for k in range(QUESTIONS)]
    weights = [Fraction(1, QUESTIONS)] * QUESTIONS
    layout = layout_of(tasks, clusters)
    made = bootstrap_means(credit, weights, layout, seed=1)
    points = [Fraction(total, QUESTIONS * MICRO) for total in credit.sum(axis=0).tolist()]
    interval_for(credit, weights, layout, points=points, replicates=made, proportion=False)


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
    credit = marks(submissions)
    layout = layout_of(["t"] * QUESTIONS, [f"c{k:04}" for k in range(QUESTIONS)])
    made = bootstrap_means(credit, [Fraction(1, QUESTIONS)] * QUESTIONS, layout, seed=1)
    points = [Fraction(total, QUESTIONS * MICRO) for total in credit.sum(axis=0).tolist()]
    sums = layout.fold(credit)
    return lambda: ranks_from(points, paired_tests(made, points, sums).better)


def main() -> None:
    """Measure, and write one line for each figure."""
    credit = marks(SUBMISSIONS)
    shares = np.ascontiguousarray(credit / MICRO)
    alone = [f"c{k:04}" for k in range(QUESTIONS)]
    shared = [f"c{k:04}" for k in RNG.integers(0, 300, QUESTIONS)]
    layout = layout_of(["t"] * QUESTIONS, alone)
    ours = cpu(lambda: intervals(credit, alone))
    loop = cpu(lambda: numpy_loop(shares, ROUNDS // 5)) * 5
    each = cpu(lambda: scipy_each(shares[:, :5]), runs=2) * 10
    figures = [
        ("intervals, 10 tasks, no clusters", ours),
        ("intervals, 10 tasks, clusters of unequal size", cpu(lambda: intervals(credit, shared))),
        ("peer: numpy loop, all submissions per draw", loop),
        ("peer: scipy.stats.bootstrap, percentile", each),
        ("numpy loop / ours", loop / ours),
        ("scipy / ours", each / ours),
        (
            f"column sums, {RATIO_ROUNDS} rounds",
            cpu(lambda: bootstrap_sums(credit, layout, seed=1)),
        ),
        ("all pairs of 50", cpu(ranks_of(50))),
        ("all pairs of 200", cpu(ranks_of(200))),
        ("peak MiB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    ]
    for name, figure in figures:
        sys.stdout.write(f"{figure:9.3f}  {name}\n")


if __name__ == "__main__":
    main()
