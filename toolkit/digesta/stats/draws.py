"""Random draws that are the same everywhere: SplitMix64, and resamples of whole clusters.

Defined in: Steele, Lea and Flood 2014 (SplitMix; the constants are those of Vigna's
``splitmix64.c``); stratified cluster bootstrap as in Davison and Hinkley 1997, section 3.8.
numpy's own generators are not used: their streams may change between versions (NEP 19).

*The data layout.* Questions are rows. Each has a stratum (its task) and a cluster (the source
that it shares with others). The unit of a draw is a cluster within a stratum; units stand in
the order (stratum's name, cluster's name), whatever the order of the rows. A resample draws,
in each stratum, as many units with replacement as the stratum has. Draw number d of resample r
uses number ``r * units + d`` of the stream, so the first resamples of a long run are a short
run. A cluster that has questions in two strata is drawn in each of them independently.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]

BLOCK = 64
"""Resamples that are drawn at once; memory is bounded by this, results do not depend on it."""

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def seed_of(name: str, digests: Iterable[str], board: str) -> int:
    r"""Return the seed of a board's draws, in [0, 2**64).

    It is the first 8 bytes, big-endian, of the SHA-256 of these UTF-8 lines, each ended by LF:
    the name (``boot/1``), the digests in ascending order, the board's name. The digests are of
    what every row shares (the release): a submission that joins changes no published row.
    """
    lines = [name, *sorted(digests), board]
    assert not any("\n" in line for line in lines), "a name or digest holds a line feed"
    text = "".join(f"{line}\n" for line in lines)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def splitmix64(seed: int, start: int, count: int) -> Words:
    """Return numbers ``start`` to ``start + count - 1`` of SplitMix64's stream for a seed.

    >>> int(splitmix64(1234567, 0, 1)[0])
    6457827717110365317
    """
    # Number i mixes seed + (i + 1) * gamma: any block of the stream can be had at once.
    first = np.uint64((seed + (start + 1) * _GAMMA) & _WORD)
    numbers = np.arange(count, dtype=np.uint64) * np.uint64(_GAMMA) + first
    for shift, factor in _MIX:
        numbers ^= numbers >> np.uint64(shift)
        numbers *= np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))


@dataclass(frozen=True, eq=False)
class Layout:
    """Which questions are drawn together, and from which stratum.

    order: rows sorted by unit. first: where in ``order`` each unit begins. starts: where each
    stratum begins among the units, and at the end their number. strata: names in ascending
    order. singletons: whether no two questions share a cluster, in any stratum.
    """

    order: Ints
    first: Ints
    starts: Ints
    strata: tuple[str, ...]
    singletons: bool

    @property
    def n(self) -> int:
        """Return the number of questions."""
        return len(self.order)

    @property
    def units(self) -> int:
        """Return the number of units: clusters, counted in each stratum."""
        return len(self.first)

    @property
    def sizes(self) -> Ints:
        """Return the number of questions of each unit."""
        return np.diff(np.append(self.first, self.n))

    def fold(self, values: Ints) -> Ints:
        """Sum the rows of each unit: [n, k] integers to [units, k], exactly."""
        assert values.shape[0] == self.n, "one row of values for each question"
        sums: Ints = np.add.reduceat(values[self.order], self.first, axis=0, dtype=np.int64)
        return sums

    def by_stratum(self, folded: Ints) -> Ints:
        """Sum the units of each stratum: [units, k] integers to [strata, k], exactly."""
        sums: Ints = np.add.reduceat(folded, self.starts[:-1], axis=0, dtype=np.int64)
        return sums


def layout_of(strata: Sequence[str], clusters: Sequence[str]) -> Layout:
    """Lay out questions by the names of their strata (tasks) and clusters, one a question.

    There is at least one question. Names are compared by code point.
    """
    keys = list(zip(strata, clusters, strict=True))
    assert keys, "a layout has at least one question"
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ordered = [keys[row] for row in order]
    units = sorted(set(keys))
    names = sorted(set(strata))
    first = [bisect_left(ordered, unit) for unit in units]
    starts = [bisect_left(units, (name,)) for name in names]
    return Layout(
        order=np.array(order, dtype=np.int64),
        first=np.array(first, dtype=np.int64),
        starts=np.array([*starts, len(units)], dtype=np.int64),
        strata=tuple(names),
        singletons=len(set(clusters)) == len(keys),
    )


def count_blocks(layout: Layout, *, rounds: int, seed: int) -> Iterator[Floats]:
    """Return how often each unit is drawn: blocks of [<= 64 resamples, units] whole numbers.

    They are float64, which holds them exactly, for the products to come. The index of a draw
    in a stratum of g units is ``((z >> 32) * g) >> 32`` for a number z of the stream.
    """
    units, widths = layout.units, np.diff(layout.starts)
    assert int(widths.max()) < 1 << 32, "an index has 32 bits"
    # Of each draw: the number of units in its stratum, and the first of them.
    sizes = np.repeat(widths, widths).astype(np.uint64)
    first = np.repeat(layout.starts[:-1], widths)
    for done in range(0, rounds, BLOCK):
        rows = min(BLOCK, rounds - done)
        numbers = splitmix64(seed, done * units, rows * units).reshape(rows, units)
        drawn = ((numbers >> np.uint64(32)) * sizes >> np.uint64(32)).astype(np.int64) + first
        cells = drawn + np.arange(rows, dtype=np.int64)[:, None] * units
        counts = np.bincount(cells.ravel(), minlength=rows * units)
        yield counts.astype(np.float64).reshape(rows, units)
