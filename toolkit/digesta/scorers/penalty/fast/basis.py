"""Citations of many answers beside their truths': sets as bits of words, compared at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import Ints
from digesta.scorers.penalty.fast.read import Bools, Table, distinct
from digesta.scorers.penalty.prepare import PenaltyKey
from digesta.scorers.penalty.read import Basis, Pair, articles_in

Words = npt.NDArray[np.uint64]

WORD = 64

_Named = Pair | str
"""A citation, or a law."""


class BasisColumns(NamedTuple):
    """What ``BasisComparison`` holds, an element per question, and citations of unknown laws."""

    common: Ints
    either: Ints
    exact: Bools
    exact_as_coded: Bools
    law_hit: Bools
    right: Ints
    extra: Ints
    missed: Ints
    unknown: Ints


class _Set(NamedTuple):
    """One set of citations: pairs, how many name an article, laws, how many are unknown."""

    pairs: frozenset[Pair]
    articles: int
    laws: frozenset[str]
    unknown: int = 0


def compare_all(prepared: Sequence[PenaltyKey], answers: Table) -> BasisColumns:
    """Compare citations with the truths'; the same as ``compare``, question by question."""
    truths, truth_numbers = distinct(map(attrgetter("pairs"), prepared), len(prepared))
    right_sets = [
        _Set(pairs, articles_in(pairs), frozenset([law for law, _ in pairs])) for pairs in truths
    ]
    sets, numbers = _under_years(prepared, answers)
    bits, bounds = _bits(right_sets)
    both = _words(sets, bits, bounds[-1])[numbers]
    both &= _words(right_sets, bits, bounds[-1])[truth_numbers]
    right, alone, hit = (
        np.bitwise_count(both[:, first:last]).sum(axis=1, dtype=np.int64)
        for first, last in zip((0, *bounds), bounds, strict=False)
    )
    articles, pairs, unknown = _counts(sets)[numbers].T
    true_articles, true_pairs, _ = _counts(right_sets)[truth_numbers].T
    common = right + alone
    return BasisColumns(
        common=common,
        either=pairs + true_pairs - common,
        exact=(common == pairs) & (common == true_pairs),
        exact_as_coded=(right == articles) & (right == true_articles) & (true_articles > 0),
        law_hit=hit > 0,
        right=right,
        extra=articles - right,
        missed=true_articles - right,
        unknown=unknown,
    )


def _under_years(prepared: Sequence[PenaltyKey], answers: Table) -> tuple[list[_Set], Ints]:
    """Resolve the versions that answers name: a set for each, by the years of the truth."""
    bases: Sequence[Basis] = answers.values
    sets = [_Set(basis.pairs, basis.articles, basis.laws, basis.unknown) for basis in bases]
    numbers = answers.numbers.copy()
    dated = np.array([bool(basis.dated) for basis in bases], dtype=bool)
    places: dict[tuple[int, tuple[tuple[str, int], ...]], int] = {}
    for index in np.flatnonzero(dated[numbers]).tolist():
        years = prepared[index].years
        number = int(numbers[index])
        key = number, tuple(sorted(years.items()))
        if key not in places:
            places[key] = len(sets)
            pairs = bases[number].under(years)
            sets.append(sets[number]._replace(pairs=pairs, articles=articles_in(pairs)))
        numbers[index] = places[key]
    return sets, numbers


def _bits(truths: Iterable[_Set]) -> tuple[dict[_Named, int], tuple[int, int, int]]:
    """Return a bit to each citation and law of the truths; and where each kind's words end.

    The kinds are articles, laws cited without one, and laws.
    """
    pairs = sorted({pair for truth in truths for pair in truth.pairs})
    kinds: list[list[_Named]] = [
        [pair for pair in pairs if pair[1]],
        [pair for pair in pairs if not pair[1]],
        [*dict.fromkeys(law for law, _ in pairs)],
    ]
    bits: dict[_Named, int] = {}
    ends, words = [], 0
    for members in kinds:
        bits |= {member: 1 << words * WORD + place for place, member in enumerate(members)}
        words += -(-len(members) // WORD)
        ends.append(words)
    return bits, (ends[0], ends[1], ends[2])


def _words(sets: Sequence[_Set], bits: Mapping[_Named, int], words: int) -> Words:
    size = words * (WORD // 8)
    named: Iterable[Iterable[_Named]] = ((*cited.pairs, *cited.laws) for cited in sets)
    masks = (sum([bits.get(name, 0) for name in names]).to_bytes(size, "little") for names in named)
    # Without a sign: bits of a negative number are counted as those of its absolute value.
    table = np.frombuffer(b"".join(masks), dtype="<u8").reshape(len(sets), words)
    return table.astype(np.uint64, copy=False)


def _counts(sets: Sequence[_Set]) -> Ints:
    counts = [(cited.articles, len(cited.pairs), cited.unknown) for cited in sets]
    return np.array(counts, dtype=np.int64)
