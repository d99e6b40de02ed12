"""The columns of the scorer ``retrieval``, the definition of a row, and why an answer earns it.

Hits are kept as shares of ten, which nano-units hold exactly, so that the average of a random
draw fits the same columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from digesta.metrics.exact import NANO, nano, ratio
from digesta.metrics.ranking import average_precision, ndcg, reciprocal_rank
from digesta.scorers.base import STANDARD, Column, Response, Row
from digesta.scorers.shared.lists import explained_list, marked_list
from digesta_legal.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    RetrievalQuestion,
    has_parts,
    matches,
)
from digesta_legal.retrieval.read import tidy

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


class Shares(NamedTuple):
    """Shares that one part of an answer earns; each of the first five has one share per cut."""

    recall10: Sequence[Fraction]
    hit: Sequence[Fraction]
    recall: Sequence[Fraction]
    coded10: Sequence[Fraction]
    coded_hit: Sequence[Fraction]
    rr: Fraction
    ap: Fraction

    def cells(self) -> list[int]:
        """Return the part's cells in the order of the columns."""
        cuts = chain.from_iterable(self[:5])
        return [nano(share) for share in (*cuts, self.rr, self.ap)]


def mark(prepared: RetrievalQuestion, response: Response) -> Row:
    """Return the row of an answer: the standard columns, then COLUMNS."""
    return marked_list(response, len(COLUMNS), partial(_row, prepared))


def _row(prepared: RetrievalQuestion, ranked: list[str]) -> Row:
    ranking = tidy(prepared, ranked)
    row = [credit(prepared, ranking.cases), 0, 0, 0]
    row += [ranking.results, ranking.own, ranking.duplicates, ranking.unknown]
    row += [int(ranking.full >= k) for k in CUTS]
    right, coded = _hits(prepared, ranking.cases), _hits(prepared, ranking.repeating, coded=True)
    for part in PARTS:
        relevant = getattr(prepared.query, part)
        row += _shares(right[part], coded[part], ranking.full, relevant).cells()
    return tuple(row)


def why(prepared: RetrievalQuestion, response: Response) -> str:
    """Return in one plain sentence why the answer earned its marks."""
    return explained_list(response, "ids of cases", partial(_reason, prepared))


def _reason(prepared: RetrievalQuestion, ranked: list[str]) -> str:
    ranking = tidy(prepared, ranked)
    hits = sum(case in prepared.gains for case in ranking.cases[:DEPTH])
    share = credit(prepared, ranking.cases) / NANO
    result = f"{hits} of {DEPTH} positives among the first {DEPTH}, nDCG {share:.3f}"
    dropped = {"the query itself": ranking.own, "repeated": ranking.duplicates}
    notes = [f"{reason} {times} x" for reason, times in dropped.items() if times]
    if unknown := ranking.cases.count(UNKNOWN):
        notes.append(f"{unknown} not in the corpus")
    return f"{result} ({', '.join(notes)})" if notes else result


def credit(prepared: RetrievalQuestion, cases: Sequence[int]) -> int:
    """Return the headline's share, nDCG at ten of the positives, in nano-units."""
    gains = [prepared.gains.get(case, 0) for case in cases]
    return nano(ndcg(gains, list(prepared.gains.values()), depth=DEPTH))


def _hits(
    prepared: RetrievalQuestion, cases: Sequence[int], *, coded: bool = False
) -> dict[str, list[bool]]:
    """Return which cases are right, part by part.

    coded: as the original, to which an empty set equals an empty one.
    """
    corpus, query = prepared.corpus, prepared.query
    numbers = np.array(cases, dtype=np.intp)
    same, present = matches(corpus, query, numbers), has_parts(query)
    known = numbers != UNKNOWN
    right = {part: (same[part] & known & (coded or present[part])).tolist() for part in same}
    return {"gold": [case in prepared.gains for case in cases]} | right


def _shares(right: list[bool], coded: list[bool], full: int, relevant: int) -> Shares:
    hits = [sum(right[:k]) for k in CUTS]
    # The original leaves a query with fewer results out of its means.
    coded_hits = [sum(coded[:k]) if full >= k else 0 for k in CUTS]
    return Shares(
        recall10=[Fraction(count, DEPTH) for count in hits],
        hit=[Fraction(count > 0) for count in hits],
        recall=[ratio(count, relevant) for count in hits],
        coded10=[Fraction(count, DEPTH) for count in coded_hits],
        coded_hit=[Fraction(count > 0) for count in coded_hits],
        rr=reciprocal_rank(right),
        ap=average_precision(right, relevant),
    )


assert Shares._fields[:5] == ("recall10", "hit", "recall", "coded10", "coded_hit")
assert NANO % DEPTH == 0, "hits of ten are exact in nano-units"
