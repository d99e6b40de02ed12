"""Citations of many answers beside their truths': sets as bits of words, compared at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import Ints
from digesta.scorers.penalty.many import Table, numbered
from digesta.scorers.penalty.prepared import Prepared
from digesta.scorers.penalty.read import Basis, Pair, articles_in

Words = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

WORD = 64

_Named = Pair | str
"""A citation, or a law."""


class Citing(NamedTuple):
    """What ``Compared`` holds, one element per question, and the citations of unknown laws."""

    common: Ints
    either: Ints
    exact: Bools
    exact_as_coded: Bools
    law_hit: Bools
    right: Ints
    extra: Ints
    missed: Ints
    unknown: Ints


class _Cited(NamedTuple):
    """One set of citations: pairs, how many name an article, laws, how many are unknown."""

    pairs: frozenset[Pair]
    articles: int
    laws: frozenset[str]
    unknown: int


def compared_all(prepared: Sequence[Prepared], said: Table) -> Citing:
    """Compare citations with the truths'; the same as ``compared``, question by question."""
    truths, true = numbered(map(attrgetter("pairs"), prepared), len(prepared))
    right_sets = [_cited(pairs) for pairs in truths]
    sets, given = _under_years(prepared, said)
    bits, bounds = _bits(right_sets)
    both = _words(sets, bits, bounds[-1])[given] & _words(right_sets, bits, bounds[-1])[true]
    right, alone, hit = (
        np.bitwise_count(both[:, first:last]).sum(axis=1, dtype=np.int64)
        for first, last in zip((0, *bounds), bounds, strict=False)
    )
    named, cited, unknown = _counts(sets)[given].T
    told, all_true, _ = _counts(right_sets)[true].T
    common = right + alone
    return Citing(
        common=common,
        either=cited + all_true - common,
        exact=(common == cited) & (common == all_true),
        exact_as_coded=(right == named) & (right == told) & (told > 0),
        law_hit=hit > 0,
        right=right,
        extra=named - right,
        missed=told - right,
        unknown=unknown,
    )


def _cited(pairs: frozenset[Pair], unknown: int = 0) -> _Cited:
    return _Cited(pairs, articles_in(pairs), frozenset([law for law, _ in pairs]), unknown)


def _under_years(prepared: Sequence[Prepared], said: Table) -> tuple[list[_Cited], Ints]:
    """Resolve the versions that answers name: a set for each, by the years of the truth."""
    bases: Sequence[Basis] = said.values
    sets = [_Cited(one.pairs, one.articles, one.laws, one.unknown) for one in bases]
    which = said.which.copy()
    dated = np.array([bool(one.dated) for one in bases], dtype=bool)
    seen: dict[tuple[int, tuple[tuple[str, int], ...]], int] = {}
    for place in np.flatnonzero(dated[which]).tolist():
        years = prepared[place].years
        number = int(which[place])
        key = number, tuple(sorted(years.items()))
        if key not in seen:
            seen[key] = len(sets)
            pairs = bases[number].under(years)
            sets.append(sets[number]._replace(pairs=pairs, articles=articles_in(pairs)))
        which[place] = seen[key]
    return sets, which


def _bits(truths: Iterable[_Cited]) -> tuple[dict[_Named, int], tuple[int, int, int]]:
    """Return a bit to each citation and law of the truths; and where each kind's words end.

    The kinds are articles, laws cited without one, and laws.
    """
    pairs = sorted({pair for one in truths for pair in one.pairs})
    kinds: list[list[_Named]] = [
        [pair for pair in pairs if pair[1]],
        [pair for pair in pairs if not pair[1]],
        [*dict.fromkeys(law for law, _ in pairs)],
    ]
    bits: dict[_Named, int] = {}
    ends, words = [], 0
    for members in kinds:
        bits |= {one: 1 << words * WORD + place for place, one in enumerate(members)}
        words += -(-len(members) // WORD)
        ends.append(words)
    return bits, (ends[0], ends[1], ends[2])


def _words(sets: Sequence[_Cited], bits: Mapping[_Named, int], words: int) -> Words:
    size = words * (WORD // 8)
    listed: Iterable[Iterable[_Named]] = ((*each.pairs, *each.laws) for each in sets)
    masks = (sum([bits.get(one, 0) for one in each]).to_bytes(size, "little") for each in listed)
    # Without a sign: bits of a negative number are counted as those of its absolute value.
    table = np.frombuffer(b"".join(masks), dtype="<u8").reshape(len(sets), words)
    return table.astype(np.uint64, copy=False)


def _counts(sets: Sequence[_Cited]) -> Ints:
    counts = [(one.articles, len(one.pairs), one.unknown) for one in sets]
    return np.array(counts, dtype=np.int64)
