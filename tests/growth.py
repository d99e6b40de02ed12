"""How time and memory grow with the input. Tests compare growth: they bound no seconds, no bytes.

Four times the input takes 4 times as long where time is linear, 4.6 times for n log n and 16 times
for n², on a processor of any speed.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from time import process_time
from typing import TypeVar

T = TypeVar("T")
Measure = Callable[[Callable[[T], object], T], float]

SHORT = 16_384
MOST = 10
"""Times as long for four times the input: between n log n and n²."""
MOMENT = 0.001
"""Seconds that are added to every time: of microseconds a ratio says nothing."""


def repeated(unit: str, head: str = "", tail: str = "") -> Callable[[int], str]:
    """Return what makes a text of about so many characters of a repeated unit."""
    return lambda size: head + unit * (size // len(unit)) + tail


def seconds(work: Callable[[T], object], given: T) -> float:
    """Return the CPU time of work on what is given."""
    begun = process_time()
    work(given)
    return process_time() - begun


def peak(work: Callable[[T], object], given: T) -> float:
    """Return the most bytes that work held at a time."""
    tracemalloc.start()
    try:
        work(given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def growth_of(
    work: Callable[[T], object],
    make: Callable[[int], T],
    small: int = SHORT,
    *,
    times: int = 3,
    measure: Measure[T] = seconds,
) -> float:
    """Return how many times longer work takes on ``make(4 * small)`` than on ``make(small)``.

    The best of some times each; of one each where that is little enough already.
    """
    short, long = [], []
    for _ in range(times):
        short.append(MOMENT + measure(work, make(small)))
        long.append(MOMENT + measure(work, make(4 * small)))
        if min(long) <= MOST * min(short):
            break
    return min(long) / min(short)
