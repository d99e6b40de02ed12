"""Citations of many answers beside their truths': sets as bits of words, compared at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import Ints
from digesta_legal.penalty.prepare import PenaltyKey
from digesta_legal.penalty.read import Basis, Pair, articles_in

WORD = 64

_Citation = Pair | str
"""A citation, or a law."""


def distinct(values: Sequence[Any]) -> tuple[list[Any], Ints]:
    """Return the distinct objects, first seen first, and the number of each value among them.

    Equal truths, and equal parts of answers, are the same objects.
    """
    order: defaultdict[int, int] = defaultdict(count().__next__)
    numbers = np.fromiter(map(order.__getitem__, map(id, values)), np.int64, len(values))
    return list({id(value): value for value in values}.values()), numbers


def compare_all(prepared: Sequence[PenaltyKey], answers: Sequence[Basis]) -> tuple[Ints, ...]:
    """Return the columns of ``BasisCells``: the same as ``compare``, question by question."""
    truths, truth_numbers = distinct([key.pairs for key in prepared])
    right_sets = [
        Basis(pairs, frozenset(), frozenset(law for law, _ in pairs), 0) for pairs in truths
    ]
    sets, numbers = _under_years(prepared, answers)
    bits, bounds = _bits(truths)
    both = _words(sets, bits, bounds[-1])[numbers]
    both &= _words(right_sets, bits, bounds[-1])[truth_numbers]
    right, alone, hit = (
        np.bitwise_count(both[:, first:last]).sum(axis=1, dtype=np.int64)
        for first, last in zip((0, *bounds), bounds, strict=False)
    )
    articles, pairs, unknown = _counts(sets)[numbers].T
    true_articles, true_pairs, _ = _counts(right_sets)[truth_numbers].T
    common = right + alone
    exact = (common == pairs) & (common == true_pairs)
    return (
        common,
        pairs + true_pairs - common,
        exact,
        (hit > 0) & ~exact,
        (right == articles) & (right == true_articles) & (true_articles > 0),
        right,
        articles - right,
        true_articles - right,
        unknown,
    )


def _under_years(
    prepared: Sequence[PenaltyKey], answers: Sequence[Basis]
) -> tuple[list[Basis], Ints]:
    """Resolve the versions that answers name: a set for each, by the years of the truth."""
    sets, numbers = distinct(answers)
    dated = np.array([bool(basis.dated) for basis in sets], dtype=bool)
    places: dict[tuple[int, frozenset[tuple[str, int]]], int] = {}
    for index in np.flatnonzero(dated[numbers]).tolist():
        years = prepared[index].years
        key = int(numbers[index]), frozenset(years.items())
        if key not in places:
            places[key] = len(sets)
            sets.append(answers[index]._replace(pairs=answers[index].under(years)))
        numbers[index] = places[key]
    return sets, numbers


def _bits(truths: Iterable[frozenset[Pair]]) -> tuple[dict[_Citation, int], tuple[int, int, int]]:
    """Return a bit to each citation and law of the truths; and where each kind's words end.

    The kinds are articles, laws cited without one, and laws.
    """
    pairs = sorted({pair for truth in truths for pair in truth})
    kinds: list[list[_Citation]] = [
        [pair for pair in pairs if pair[1]],
        [pair for pair in pairs if not pair[1]],
        [*dict.fromkeys(law for law, _ in pairs)],
    ]
    bits: dict[_Citation, int] = {}
    ends, words = [], 0
    for members in kinds:
        bits |= {member: 1 << words * WORD + place for place, member in enumerate(members)}
        words += -(-len(members) // WORD)
        ends.append(words)
    return bits, (ends[0], ends[1], ends[2])


def _words(
    sets: Sequence[Basis], bits: Mapping[_Citation, int], words: int
) -> npt.NDArray[np.uint64]:
    cited: Iterable[Sequence[_Citation]] = ((*basis.pairs, *basis.laws) for basis in sets)
    masks = (
        sum([bits.get(name, 0) for name in names]).to_bytes(words * (WORD // 8), "little")
        for names in cited
    )
    # Without a sign: bits of a negative number are counted as those of its absolute value.
    table = np.frombuffer(b"".join(masks), dtype="<u8").reshape(len(sets), words)
    return table.astype(np.uint64, copy=False)


def _counts(sets: Sequence[Basis]) -> Ints:
    counts = [(articles_in(basis.pairs), len(basis.pairs), basis.unknown) for basis in sets]
    return np.array(counts, dtype=np.int64)
