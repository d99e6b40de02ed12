"""Growth is compared with growth: what grows with the square is found at any speed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from growth import MOST, growth_of, peak, repeated
from places import ROOT

CLOCKS = re.compile(
    "process_time|perf_counter|monotonic|ru_maxrss|tracemalloc|getrusage|cpu_seconds|peak_mib"
)
MEASURING = ("growth.py", "crashing.py", "commanded.py", "waiting.py", "fuzz/run.py", "bench/")
"""What compares commands or inputs, waits without a measure, or is a program and no test."""


@pytest.mark.parametrize("per_second", [1e9, 1e8, 1e7])
def test_only_the_square_grows_too_much_on_a_processor_of_any_speed(per_second: float) -> None:
    def times(steps: Callable[[int], int]) -> float:
        return growth_of(steps, int, measure=lambda _work, size: steps(size) / per_second)

    assert times(lambda n: n) < times(lambda n: n * n.bit_length()) < MOST < times(lambda n: n * n)


def test_the_least_of_some_times_is_compared() -> None:
    taken = iter([1.0, 40.0, 9.0, 4.0])

    assert growth_of(len, repeated("x"), measure=lambda _work, _text: next(taken)) < MOST


def test_the_real_clock_finds_a_search_that_begins_again_at_every_character() -> None:
    # 64 times, far enough from MOST for a processor that slows down meanwhile.
    assert growth_of(partial(re.search, "x*x*y"), repeated("x"), 200, times=1) > MOST
    assert growth_of(len, repeated("x")) < MOST


def test_the_peak_is_of_what_was_held_at_a_time() -> None:
    assert peak(bytes, 1 << 20) > 3 * peak(bytes, 1 << 18)
    assert growth_of(lambda n: [len(bytes(1 << 20)) for _ in range(n)], int, 4, measure=peak) < 2


def test_no_other_test_looks_at_the_clock_or_at_the_memory() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if not (name := path.relative_to(ROOT / "tests").as_posix()).startswith(MEASURING)
        and path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if CLOCKS.search(line)
    ]

    assert found == []
