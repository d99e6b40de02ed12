"""Quality of a ranked list: exact, without a logarithm.

Defined in: Järvelin and Kekäläinen 2002 (discounted gain), with linear gains and the discount
1/log2(rank + 1) from rank 1 on, as trec_eval's ndcg_cut; average precision and reciprocal rank
as trec_eval's map and recip_rank. Ranks are those of the list as given: nothing is sorted here.

The discounts are a shipped table of integers, since a logarithm's last bits differ between
machines. Each is off by at most half of 10**-14, so a normalised gain is off by less than
10**-13: far below the nano-unit to which it is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import Ints, nano, nano_shares, ratio

SCALE = 10**14
"""A discount of 1."""

DISCOUNTS: tuple[int, ...] = (
    100_000_000_000_000,
    63_092_975_357_146,
    50_000_000_000_000,
    43_067_655_807_339,
    38_685_280_723_454,
    35_620_718_710_802,
    33_333_333_333_333,
    31_546_487_678_573,
    30_102_999_566_398,
    28_906_482_631_789,
    27_894_294_565_113,
    27_023_815_442_732,
    26_264_953_503_719,
    25_595_802_480_982,
    25_000_000_000_000,
    24_465_054_211_823,
    23_981_246_656_813,
    23_540_891_336_664,
    23_137_821_315_976,
    22_767_024_869_695,
    22_424_382_421_758,
    22_106_472_945_750,
    21_810_429_198_553,
    21_533_827_903_670,
    21_274_605_355_336,
    21_030_991_785_715,
    20_801_459_767_651,
    20_584_683_246_043,
    20_379_504_709_051,
    20_184_908_658_210,
)
"""SCALE / log2(rank + 1) for ranks 1 to 30, rounded half-even."""

RANKS = 20
"""The longest list that is measured as arrays."""

RECIPROCALS = lcm(*range(1, RANKS + 1))
"""The least number of which every rank's reciprocal is a whole part."""

_RECIPROCAL_NANO = tuple(nano(Fraction(1, rank)) for rank in range(1, RANKS + 1))


def discounted_gain(gains: Sequence[int]) -> int:
    """Return the sum of gain times discount over ranks 1, 2, …, in units of 1/SCALE.

    gains: at most as many as there are discounts; else ValueError.

    >>> discounted_gain([0, 0, 2]) == SCALE
    True
    """
    if len(gains) > len(DISCOUNTS):
        raise ValueError(f"{len(gains)} ranks; discounts are shipped for {len(DISCOUNTS)}")
    return sum(gain * discount for gain, discount in zip(gains, DISCOUNTS, strict=False))


def ndcg(gains: Sequence[int], ideal: Sequence[int], *, depth: int) -> Fraction:
    """Return the discounted gain of the first ``depth`` ranks / that of the best list, in [0, 1].

    gains: whole gains at ranks 1, 2, …; fewer than ``depth`` are misses. ideal: the gains of all
    that could be found, in any order. 0 where nothing could be found.

    >>> float(ndcg([0, 1], [1], depth=10))
    0.63092975357146
    """
    best = sorted(ideal, reverse=True)[:depth]
    return ratio(discounted_gain(gains[:depth]), discounted_gain(best))


def reciprocal_rank(hits: Sequence[bool]) -> Fraction:
    """Return 1 / rank of the first hit, 0 without one.

    >>> reciprocal_rank([False, True, True])
    Fraction(1, 2)
    """
    return Fraction(1, hits.index(True) + 1) if True in hits else Fraction(0)


def average_precision(hits: Sequence[bool], relevant: int) -> Fraction:
    """Return the sum over the ranks of hits of hits so far / rank, divided by all that is relevant.

    hits: rank by rank. relevant: how many could be found, in the list or not; 0 gives 0.

    >>> average_precision([True, False, True], 2)
    Fraction(5, 6)
    """
    seen, total = 0, Fraction(0)
    for rank, hit in enumerate(hits, start=1):
        if hit:
            seen += 1
            total += Fraction(seen, rank)
    return ratio(total, relevant)


def discounted_gains(gains: npt.NDArray[np.integer]) -> Ints:
    """Return ``discounted_gain`` of each list. gains: ranks × lists; of a list below 90,000."""
    return np.array(DISCOUNTS[: len(gains)], dtype=np.int64) @ gains.astype(np.int64)


def hits_so_far(hits: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """Return the hits up to each rank. hits: ranks × lists, at most RANKS ranks."""
    counts = hits.astype(np.int8)
    # Rank by rank: a cumulative sum along lists that stand apart in memory is ten times slower.
    for rank in range(1, len(counts)):
        counts[rank] += counts[rank - 1]
    return counts


def reciprocal_ranks(hits: npt.NDArray[np.bool_]) -> Ints:
    """Return ``reciprocal_rank`` of each list in nano-units, rounded half-even.

    hits: ranks × lists, 1 to RANKS ranks.
    """
    worth = np.array(_RECIPROCAL_NANO[: len(hits)], dtype=np.int32)
    # The first hit has the greatest reciprocal.
    best: Ints = (hits * worth[:, None]).max(axis=0).astype(np.int64)
    return best


def average_precisions(hits: npt.NDArray[np.bool_], relevant: Ints) -> Ints:
    """Return ``average_precision`` of each list in nano-units, rounded half-even.

    hits: ranks × lists, at most RANKS ranks. relevant: per list, below 10**7.
    """
    parts = np.array([RECIPROCALS // rank for rank in range(1, len(hits) + 1)], dtype=np.int64)
    seen = (hits_so_far(hits) * hits).astype(np.int64)
    return nano_shares(parts @ seen, relevant * RECIPROCALS)
