"""One digest of all that statistics publish: pinned, and the same under every BLAS kernel."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from digesta.stats.draws import layout_of
from digesta.stats.intervals import interval_for
from digesta.stats.ranks import paired_tests, ranks_from
from digesta.stats.replicates import MICRO, bootstrap_means

ROOT = Path(__file__).parents[2]


def test_the_stream_of_replicates_is_pinned() -> None:
    # A change here changes every published interval: stats/1 would become stats/2.
    assert _digest() == "cfe16e3811382105fe7e2f52b83e421a122ca9b6e06a1559fada7fda4de0af55"


@pytest.mark.skipif(
    platform.machine() not in {"x86_64", "AMD64"}, reason="OpenBLAS kernels of x86-64 are named"
)
@pytest.mark.parametrize(
    ("kernel", "threads"), [("Haswell", 1), ("Haswell", 2), ("Prescott", 1), ("Nehalem", 2)]
)
def test_every_blas_kernel_and_thread_count_gives_the_same_bytes(kernel: str, threads: int) -> None:
    chosen = {"OPENBLAS_CORETYPE": kernel, "OPENBLAS_NUM_THREADS": str(threads)}
    path = os.pathsep.join([str(ROOT / "toolkit"), str(Path(__file__).parent)])

    said = subprocess.run(
        [sys.executable, "-c", "import test_same_bytes as t; print(t._digest())"],
        env={**os.environ, **chosen, "PYTHONPATH": path},
        capture_output=True,
        check=True,
        text=True,
    )

    assert said.stdout.strip() == _digest()


def _digest() -> str:
    """Return one digest of all that is published, for marks that need no random generator."""
    n, systems = 240, 8
    row, column = np.arange(n)[:, None], np.arange(systems)
    marks = (row * 7919 * (column + 3) + column * 104729) % (MICRO + 1)
    tasks = [f"t{k % 7}" for k in range(n)]
    weights = [Fraction(1, 7 * tasks.count(task)) for task in tasks]
    found = hashlib.sha256()
    for clusters in ([f"c{k}" for k in range(n)], [f"c{k * k % 60}" for k in range(n)]):
        layout = layout_of(tasks, clusters)
        made = bootstrap_means(marks, weights, layout, seed=2026, rounds=1000)
        points = [_score(marks[:, number].tolist(), weights) for number in range(systems)]
        ends = interval_for(
            marks, weights, layout, points=points, replicates=made, proportion=False
        )
        pairs = paired_tests(made, points, layout.fold(marks))
        found.update(made.values.astype("<i8").tobytes())
        found.update(repr((ends, pairs.p.tolist(), ranks_from(points, pairs.better))).encode())
    return found.hexdigest()


def _score(credit: Sequence[int], weights: Sequence[Fraction]) -> Fraction:
    parts = (weight * Fraction(one, MICRO) for weight, one in zip(weights, credit, strict=True))
    return sum(parts, Fraction(0))
