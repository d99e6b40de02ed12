"""How a corpus of cases is ranked: two searches, the fusion of both, and one with feedback.

Reciprocal rank fusion sums 1 / (60 + rank) over the whole rankings of its searches (Cormack,
Clarke and Büttcher, SIGIR 2009, whose constant this is); sums are exact, equal ones go by id. A
query's own case, where the corpus has it, counts in a fusion and among the nearest three of the
feedback: the caller drops it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from digesta_generate.baselines import embedding_search, lexical_search
from digesta_generate.similarity.bm25 import bm25, pairs
from digesta_generate.similarity.e5 import e5
from digesta_generate.similarity.ranking import DIGITS, Search, best
from digesta_legal.retrieval.records import Case

K = 60
"""Added to every rank before it is inverted."""

FEEDBACK = 3
"""Nearest cases whose vectors are averaged with the query's."""


class RankedCase(NamedTuple):
    """A case of a ranking. score: higher is nearer."""

    case: str
    score: float


Ranks = Callable[[str, int], list[RankedCase]]
"""A query and a number to the nearest cases, at most so many, best first."""


class Method(NamedTuple):
    """A way to rank. service: its name on a board. retriever: what finds. searches: one or more."""

    service: str
    retriever: str
    searches: tuple[Search, ...]


_BM25 = str(lexical_search.BASELINE.retriever)
_E5 = str(embedding_search.BASELINE.retriever)
METHODS: Mapping[str, Method] = {
    "bm25": Method("BM25 search service", _BM25, (partial(bm25, pairs),)),
    "e5": Method("multilingual-e5-small search service", _E5, (e5,)),
    "fusion": Method(
        "Fused BM25 and multilingual-e5-small search service",
        f"reciprocal rank fusion (k = {K}): {_BM25}; {_E5}",
        (partial(bm25, pairs), e5),
    ),
    "feedback": Method(
        "multilingual-e5-small search service with feedback",
        f"{_E5}; asked again with the mean of the query and its {FEEDBACK} nearest cases",
        (partial(e5, feedback=FEEDBACK),),
    ),
}
"""What ``serve-search --method`` knows, by name."""


def ranker(method: Method, cases: Sequence[Case]) -> Ranks:
    """Return what ranks cases by their texts for a query."""
    ids = [case.case for case in cases]
    texts = [case.text for case in cases]
    scorers = [search(texts) for search in method.searches]

    def ranks(query: str, most: int) -> list[RankedCase]:
        marks = [dict(zip(ids, score(query), strict=True)) for score in scorers]
        if len(marks) == 1:
            return [
                RankedCase(case, round(marks[0][case], DIGITS)) for case in best(marks[0], most)
            ]
        return fuse([best(scores, len(ids)) for scores in marks])[:most]

    return ranks


def fuse(lists: Sequence[Sequence[str]]) -> list[RankedCase]:
    """Return the fusion of rankings; a case that a ranking lacks gets nothing from it.

    >>> [ranked.case for ranked in fuse([["a", "b", "c"], ["c", "a", "b"]])]
    ['a', 'c', 'b']
    """
    sums: dict[str, Fraction] = {}
    for ranking in lists:
        for rank, case in enumerate(ranking, start=1):
            sums[case] = sums.get(case, Fraction()) + Fraction(1, K + rank)
    order = sorted(sums, key=lambda case: (-sums[case], case))
    return [RankedCase(case, float(sums[case])) for case in order]
