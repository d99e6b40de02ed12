"""The columns of the scorer ``retrieval``, and the definition of a row.

Hits are kept as shares of ten, which nano-units hold exactly, so that what a draw earns on
average fits the same columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.exact import NANO, nano, ratio
from digesta.metrics.ranking import average_precision, ndcg, reciprocal_rank
from digesta.scorers.base import STANDARD, Column, Response, Row
from digesta.scorers.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    Prepared,
    asked_about,
    matches,
)

CUTS = (3, 5, 10)

_GENERAL = (
    Column("results", "count", "elements of the list as it was given"),
    Column("own", "count", "elements that are the query's own case; dropped"),
    Column("duplicates", "count", "further elements that repeat an earlier one; dropped"),
    Column("unknown", "count", "different ids that the corpus does not hold; they keep a rank"),
    *(
        Column(f"full_at_{k}", "count", f"1 with {k} elements, repeats counted, own case dropped")
        for k in CUTS
    ),
)


def _columns_of(part: str) -> tuple[Column, ...]:
    tables: tuple[tuple[str, str], ...] = (
        ("recall10", "hits in the first {k} / 10"),
        ("hit", "1 with a hit in the first {k}"),
        ("recall", "hits in the first {k} / all that is right in the corpus"),
        ("coded10", "hits in the first {k} with repeats counted / 10; 0 for a shorter list"),
        ("coded_hit", "1 with such a hit; 0 for a shorter list"),
    )
    return (
        *(
            Column(f"{part}_{name}_at_{k}", "share", about.format(k=k))
            for name, about in tables
            for k in CUTS
        ),
        Column(f"{part}_rr", "share", "1 / rank of the first hit"),
        Column(f"{part}_ap", "share", "average precision of the list"),
    )


COLUMNS = (*_GENERAL, *(column for part in PARTS for column in _columns_of(part)))
OWN_COLUMNS = len(STANDARD)
"""Where the scorer's own columns begin."""
FIRST_PART = OWN_COLUMNS + len(_GENERAL)
PART_WIDTH = len(_columns_of(PARTS[0]))
WIDTH = len(STANDARD) + len(COLUMNS)


class Listed(NamedTuple):
    """An answer's list, tidied.

    cases: numbers of the distinct cases in order, without the query's own, cut at the length
    that is read. given: the first ten numbers without the own case, repeats kept. full: how
    many those are, uncut. unknown: different ids that the corpus does not hold.
    """

    cases: list[int]
    given: list[int]
    full: int
    results: int
    own: int
    duplicates: int
    unknown: int


class Shares(NamedTuple):
    """What one part of an answer earns; each of the first five has one share per cut."""

    recall10: Sequence[Fraction]
    hit: Sequence[Fraction]
    recall: Sequence[Fraction]
    coded10: Sequence[Fraction]
    coded_hit: Sequence[Fraction]
    rr: Fraction
    ap: Fraction

    def cells(self) -> list[int]:
        """Return the part's cells in the order of the columns."""
        listed = (*self.recall10, *self.hit, *self.recall, *self.coded10, *self.coded_hit)
        return [nano(share) for share in (*listed, self.rr, self.ap)]


def read(answer: Any) -> list[str] | None:
    """Return the ids that an answer ranks, or None when it is unreadable."""
    if not isinstance(answer, Mapping) or answer.keys() != {"ranked"}:
        return None
    ranked = answer["ranked"]
    if not isinstance(ranked, list) or not all(isinstance(one, str) for one in ranked):
        return None
    return ranked


def tidy(prepared: Prepared, ranked: Sequence[str]) -> Listed:
    """Drop the query's own case, then repeats, then what lies beyond the length that is read."""
    index, query = prepared.corpus.index, prepared.query
    numbers = [index.get(one, UNKNOWN) for one in ranked]
    others = [
        (one, number)
        for one, number in zip(ranked, numbers, strict=True)
        if number == UNKNOWN or number != query.own
    ]
    distinct = dict(others)
    cases = list(distinct.values())
    return Listed(
        cases=cases[: query.at_most],
        given=[number for _, number in others[:DEPTH]],
        full=len(others),
        results=len(ranked),
        own=len(ranked) - len(others),
        duplicates=len(others) - len(cases),
        unknown=cases.count(UNKNOWN),
    )


def mark(prepared: Prepared, response: Response) -> Row:
    """Mark one answer: the standard columns, then COLUMNS."""
    if response.answer is None:
        return (0, 1, 0, 0, *[0] * len(COLUMNS))
    ranked = read(response.answer)
    if ranked is None:
        return (0, 0, 1, 0, *[0] * len(COLUMNS))
    listed = tidy(prepared, ranked)
    row = [credit(prepared, listed.cases), 0, 0, 0]
    row += [listed.results, listed.own, listed.duplicates, listed.unknown]
    row += [int(listed.full >= k) for k in CUTS]
    right, coded = _hits(prepared, listed.cases), _hits(prepared, listed.given, coded=True)
    for part in PARTS:
        relevant = getattr(prepared.query, part)
        row += _shares(right[part], coded[part], listed.full, relevant).cells()
    return tuple(row)


def credit(prepared: Prepared, cases: Sequence[int]) -> int:
    """Return the headline's share, nDCG at ten of the positives, in nano-units."""
    gains = [prepared.gains.get(one, 0) for one in cases]
    return nano(ndcg(gains, list(prepared.gains.values()), depth=DEPTH))


def _hits(
    prepared: Prepared, cases: Sequence[int], *, coded: bool = False
) -> dict[str, list[bool]]:
    """Say part by part which cases are right.

    coded: as the original, to which an empty set equals an empty one.
    """
    corpus, query = prepared.corpus, prepared.query
    numbers = np.array(cases, dtype=np.intp)
    same, wanted = matches(corpus, query, numbers), asked_about(query)
    known = numbers != UNKNOWN
    right = {
        part: [bool(one) for one in same[part] & known & (coded or wanted[part])] for part in same
    }
    return {"gold": [one in prepared.gains for one in cases]} | right


def _shares(right: list[bool], coded: list[bool], full: int, relevant: int) -> Shares:
    hits = [sum(right[:k]) for k in CUTS]
    # The original leaves a query with fewer results out of its means.
    given = [sum(coded[:k]) if full >= k else 0 for k in CUTS]
    return Shares(
        recall10=[Fraction(one, DEPTH) for one in hits],
        hit=[Fraction(one > 0) for one in hits],
        recall=[ratio(one, relevant) for one in hits],
        coded10=[Fraction(one, DEPTH) for one in given],
        coded_hit=[Fraction(one > 0) for one in given],
        rr=reciprocal_rank(right),
        ap=average_precision(right, relevant),
    )


assert Shares._fields[:5] == ("recall10", "hit", "recall", "coded10", "coded_hit")
assert NANO % DEPTH == 0, "hits of ten are exact in nano-units"
