"""The reader of ranked lists: the cases that the ids of an answer are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from digesta_legal.retrieval.corpus import DEPTH, UNKNOWN, RetrievalQuestion


class Ranking(NamedTuple):
    """An answer's list, tidied.

    cases: numbers of the distinct cases in order, without the query's own, cut at the length
    that is read. repeating: the first ten numbers without the own case, repeats kept. full: how
    many those are, uncut. unknown: different ids that the corpus does not hold.
    """

    cases: list[int]
    repeating: list[int]
    full: int
    results: int
    own: int
    duplicates: int
    unknown: int


def tidy(prepared: RetrievalQuestion, ranked: Sequence[str]) -> Ranking:
    """Return the list without the query's own case and repeats, cut at ``at_most``."""
    index, query = prepared.corpus.index, prepared.query
    others = [
        (name, number)
        for name in ranked
        if (number := index.get(name, UNKNOWN)) == UNKNOWN or number != query.own
    ]
    distinct = dict(others)
    cases = list(distinct.values())
    return Ranking(
        cases=cases[: query.at_most],
        repeating=[number for _, number in others[:DEPTH]],
        full=len(others),
        results=len(ranked),
        own=len(ranked) - len(others),
        duplicates=len(others) - len(cases),
        unknown=cases.count(UNKNOWN),
    )
