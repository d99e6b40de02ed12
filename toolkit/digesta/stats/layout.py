"""Which questions belong together: clusters within tasks.

Questions are rows. Each has a stratum (its task) and a cluster (the source that it shares with
others). The unit that a statistic counts is a cluster within a stratum; units stand in the order
(stratum's name, cluster's name), whatever the order of the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Layout:
    """Which questions stand together, and in which stratum.

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
    def stratum(self) -> Ints:
        """Return the number of the stratum of each unit."""
        widths = np.diff(self.starts)
        return np.repeat(np.arange(len(widths), dtype=np.int64), widths)

    @property
    def sizes(self) -> Ints:
        """Return the number of questions of each unit."""
        return np.diff(np.append(self.first, self.n))

    def fold(self, values: Ints) -> Ints:
        """Sum the rows of each unit: [n, ...] integers to [units, ...], exactly."""
        assert values.shape[0] == self.n, "one row of values for each question"
        sums: Ints = np.add.reduceat(values[self.order], self.first, axis=0, dtype=np.int64)
        return sums

    def by_stratum(self, folded: Ints) -> Ints:
        """Sum the units of each stratum: [units, ...] integers to [strata, ...], exactly."""
        sums: Ints = np.add.reduceat(folded, self.starts[:-1], axis=0, dtype=np.int64)
        return sums


def layout_of(strata: Sequence[str], clusters: Sequence[str]) -> Layout:
    """Lay out questions by the names of their strata (tasks) and clusters, one a question.

    There is at least one question. Names are compared by code point.
    """
    assert len(strata) == len(clusters) > 0, "a layout has at least one question"
    (names, stratum), (known, cluster) = (
        np.unique(np.array(own), return_inverse=True) for own in (strata, clusters)
    )
    order = np.lexsort((cluster, stratum))
    first = np.flatnonzero(np.diff((stratum * len(known) + cluster)[order], prepend=-1))
    starts = np.searchsorted(stratum[order][first], np.arange(len(names) + 1))
    return Layout(order, first, starts, tuple(names.tolist()), len(known) == len(clusters))
