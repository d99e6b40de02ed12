"""One digest of all that statistics publish: pinned, and the same under every BLAS kernel."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from simulation import Setting, compare

from digesta.metrics.exact import NANO
from digesta.stats.intervals import difference_interval, share_interval
from digesta.stats.jackknife import jackknife
from digesta.stats.ranks import better_of, ranks_from

ROOT = Path(__file__).parents[2]


def test_what_is_published_is_pinned() -> None:
    # A change here changes published intervals: stats/2 would become stats/3.
    assert _digest() == "058af9588570a28bf1f01a540cf91088a9f5264bfdfb4bbe2164a8f0ac8d8330"


@pytest.mark.skipif(
    platform.machine() not in {"x86_64", "AMD64"}, reason="OpenBLAS kernels of x86-64 are named"
)
@pytest.mark.parametrize(
    ("kernel", "threads"), [("Haswell", 1), ("Haswell", 2), ("Prescott", 1), ("Nehalem", 2)]
)
def test_every_blas_kernel_and_thread_count_gives_the_same_bytes(kernel: str, threads: int) -> None:
    chosen = {
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": str(threads),
        # The C library's own kernels, too: those with fused multiply-add round otherwise.
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F" if kernel == "Prescott" else "",
        "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3" if kernel == "Prescott" else "",
    }
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
    row, column = np.arange(n)[None, :], np.arange(systems)[:, None]
    board = (row * 7919 * (column + 3) + column * 104729) * 1000 % (NANO + 1)
    found = hashlib.sha256()
    for divisor in (1, 4):
        names = [tuple(f"c{k // divisor}" for k in range(20 + 4 * t)) for t in range(8)]
        cut = [names[t] for t in range(8)]
        setting = Setting("", tuple((f"t{t}", Fraction(1, 8), c) for t, c in enumerate(cut)))
        credit = board[:, : len(setting.cluster_of)] if n >= len(setting.cluster_of) else board
        credit = np.resize(credit, (systems, len(setting.cluster_of)))
        scores, pairs, design = compare(setting, credit)
        owns = [jackknife(setting.terms(own), setting.layout) for own in credit]
        ends = [
            share_interval(score, own.careful_variance(score), own.design)
            for score, own in zip(scores, owns, strict=True)
        ]
        gap = difference_interval(scores[0] - scores[1], pairs.errors[0, 1], 9, design)
        ranks = ranks_from(scores, better_of(scores, pairs.p))
        found.update(repr((ends, gap, pairs.p.tolist(), ranks, design)).encode())
    return found.hexdigest()
