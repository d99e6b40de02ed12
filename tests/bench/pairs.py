"""Pairs that are run in turns: ours, the peer, ours, the peer, in CPU seconds of one run.

A machine's speed drifts, and machines differ: what may be compared is the ratio of neighbours in
time. A row's ratio is the median of its pairs' ratios. Its spread is the distance of the
quartiles of those ratios over their median. Seconds are user and system, of this process with
all its threads or of the processes that were started.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal, NamedTuple

LEAST, FEWER, MOST = 7, 3, 41
"""Pairs of a row: at least, where a pair takes longer than ``LONG``, at most."""
TURN = 0.1
"""CPU seconds of one side's turn in this process, at least."""
LONG = 10.0
"""CPU seconds of a pair of which fewer are run."""
ENOUGH = 8.0
"""CPU seconds after which a row needs no more pairs than the least."""
WARM = 2.0
"""A first pair that takes less warms caches up, and does not count."""


class Cost(NamedTuple):
    """What one side took: CPU seconds, the peak of its memory and what it wrote, where known."""

    seconds: float
    peak_mib: float | None = None
    written_mb: float | None = None


Side = Callable[[], Cost]


class Pair(NamedTuple):
    """The two sides of a row, their inputs made."""

    ours: Side
    peer: Side


class Target(NamedTuple):
    """The most that our side may take, or the most that the ratio may be."""

    of: Literal["seconds", "ratio", "peak_mib", "written_mb"]
    most: float


@dataclass(frozen=True)
class Row:
    """A row of the table, and how its pair is made in an empty folder.

    peer: who or what ours is held to. packages: the distributions that the peer needs.
    slow: run only where that is asked for.
    """

    stage: str
    work: str
    peer: str
    pair: Callable[[Path], Pair]
    targets: tuple[Target, ...] = ()
    packages: tuple[str, ...] = ()
    slow: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells this row from all others."""
        return self.stage, self.work, self.peer


def in_process(
    work: Callable[[Any], object], make: Callable[[], Any] = lambda: None, *, share: float = 1
) -> Side:
    """Return a side that runs in this process.

    What is short is run again until ``TURN`` is over, and the mean counts. make: makes the input
    anew for each run, which is not timed. share: how much of the whole work is done; the seconds
    are scaled to the whole.
    """

    def side() -> Cost:
        seconds, runs = 0.0, 0
        gc.disable()  # as our commands do
        while seconds < TURN:
            value = make()
            start = time.process_time()
            work(value)
            seconds, runs = seconds + time.process_time() - start, runs + 1
        gc.enable()
        gc.collect()
        return Cost(seconds / runs / share)

    return side


def commands(*lines: tuple[str, ...], before: Callable[[], object] = lambda: None) -> Side:
    """Return a side that runs commands one after another, their output thrown away.

    before: what is done first, and not timed. The peak is that of the largest command; it is at
    least what this process holds, since a child begins with its parent's.
    """

    def side() -> Cost:
        before()
        costs = [_run(line) for line in lines]
        return Cost(sum(cost.seconds for cost in costs), max(cost.peak_mib or 0 for cost in costs))

    return side


def _run(line: tuple[str, ...]) -> Cost:
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    pid = os.posix_spawn(line[0], line, os.environ, file_actions=silent)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(line)}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_child(work: Callable[[], object]) -> None:
    """Do something in a process of its own, so that this one stays small."""
    process = get_context("fork").Process(target=work)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit("the inputs could not be made")


def absence(row: Row, *, slow: bool) -> str | None:
    """Return why a row is not measured; None where it is."""
    if row.slow and not slow:
        return "slow: make bench SLOW=1"
    for name in row.packages:
        try:
            version(name)
        except PackageNotFoundError:
            return f"{name} is not installed"
    return None


def measure(row: Row, folder: Path) -> dict[str, Any]:
    """Return a row's figures: medians, the ratio and its spread, whether targets hold."""
    pair = row.pair(folder)
    gc.freeze()  # what was made is not looked through after each turn
    return figures(row, list(turns(pair)))


def turns(pair: Pair) -> Iterator[tuple[Cost, Cost]]:
    """Run both sides in turns, as often as makes a median that can be relied on."""
    start = _processor_seconds()
    first = pair.ours(), pair.peer()
    took = _processor_seconds() - start
    count = 0
    if took >= WARM:
        yield first
        count = 1
    else:
        start += took
    least = FEWER if took > LONG else LEAST
    while count < least or (_processor_seconds() - start < ENOUGH and count < MOST):
        yield pair.ours(), pair.peer()
        count += 1


def _processor_seconds() -> float:
    """Return what this process and its children took until now, unscaled."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def figures(row: Row, pairs: list[tuple[Cost, Cost]]) -> dict[str, Any]:
    """Return what stands of a row in ``build/bench.json``."""
    ratios = [ours.seconds / peer.seconds for ours, peer in pairs]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    ratio = statistics.median(ratios)
    values: dict[str, Any] = {
        "seconds": statistics.median(ours.seconds for ours, _ in pairs),
        "peer_seconds": statistics.median(peer.seconds for _, peer in pairs),
        "ratio": ratio,
        "spread": (high - low) / ratio,
        "repeats": len(pairs),
        "peak_mib": max((ours.peak_mib for ours, _ in pairs if ours.peak_mib), default=None),
        "written_mb": max((ours.written_mb for ours, _ in pairs if ours.written_mb), default=None),
    }
    targets = [
        {"of": target.of, "most": target.most, "met": values[target.of] <= target.most}
        for target in row.targets
    ]
    samples = [[ours.seconds, peer.seconds] for ours, peer in pairs]
    return values | {"targets": targets, "samples": samples}
