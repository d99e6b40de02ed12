"""An exact paired test where a layout has too few clusters for Student's t: ``swaps/1``.

In each cluster the answers of two systems are exchanged or not. If the two are alike, each of
these differences is as likely as the one that was seen: p is the share of them that are at least
as great. A cluster goes as a whole, over all tasks. Where more than ``MOST`` clusters differ they
are dealt by how much their credits differ, the greatest first, into so many groups, each exchanged
as one. All exchanges are counted: nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from digesta.scorers.base import Sums
from digesta.stats.jackknife import ScoreTerm
from digesta.stats.layout import Floats, Ints, Layout

MOST = 12
"""Groups of clusters that are exchanged: 2,048 differences, each with its mirror image."""

FEWEST_CLUSTERS = 6
"""Clusters below which no two systems are told apart: all of five for one leave p = 0.0625."""

SAME = 1e-12
"""Two differences that are nearer than this are equal: shares of equal counts, added as floats."""


def swap_tests(systems: Sequence[Sequence[ScoreTerm]], clusters: Layout, credits_: Ints) -> Floats:
    """Return [K, K], p of each two of K systems; 1 on the diagonal.

    systems: the terms of each one's score. clusters: of their questions, all tasks as one stratum.
    credits_: [clusters, K].
    """
    folded = [[clusters.fold(term.rows) for term in terms] for terms in systems]
    p = np.ones((len(systems), len(systems)))
    for a, b in combinations(range(len(systems)), 2):
        gaps = np.abs(credits_[:, a] - credits_[:, b])
        order = sorted(range(clusters.units), key=lambda unit: (-int(gaps[unit]), unit))
        changes = [after - before for before, after in zip(folded[a], folded[b], strict=True)]
        differing = [u for u in order if any(change[u].any() for change in changes)]
        groups = [differing[start::MOST] for start in range(min(MOST, len(differing)))]
        if groups:
            p[a, b] = p[b, a] = _share(systems[a], systems[b], changes, groups)
    return p


def _share(
    first: Sequence[ScoreTerm],
    second: Sequence[ScoreTerm],
    changes: Sequence[Ints],
    groups: Sequence[Sequence[int]],
) -> float:
    """Return the share of exchanges whose difference is at least as great as the one seen."""
    # The first group stays: exchanging all others instead gives the same difference.
    swaps = np.arange(1 << (len(groups) - 1))[:, None] >> np.arange(len(groups) - 1)[None, :] & 1
    difference = np.zeros(len(swaps))
    for left, right, change in zip(first, second, changes, strict=True):
        shape = (len(groups) - 1, change.shape[1])
        by_group = [change[group].sum(axis=0) for group in groups[1:]]
        moved = swaps @ np.array(by_group, dtype=np.int64).reshape(shape)
        mine, other = left.rows.sum(axis=0) + moved, right.rows.sum(axis=0) - moved
        difference += float(left.weight) * (_value(left, mine) - _value(right, other))
    return float((np.abs(difference) >= abs(difference[0]) - SAME).mean())


def _value(term: ScoreTerm, sums: Ints) -> Floats:
    """Return a term's metric for each line of column sums; 0 where nothing is divided."""
    share = term.metric.share(Sums(int(term.members.sum()), term.columns, list(sums.T)))
    below = np.broadcast_to(np.asarray(share.denominator, dtype=np.float64), len(sums))
    value: Floats = np.where(below > 0, share.numerator / np.where(below > 0, below, 1.0), 0.0)
    return value
