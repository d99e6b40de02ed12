"""The five systems that know no law, for ranked cases.

They know the corpus, or without it the positives of all questions; ``random``'s board row is the
exact expectation over the corpus but for the query's own case.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from digesta.metrics.exact import nano, ratio
from digesta.metrics.ranking import discounted_gain
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.shared.lists import (
    SearchedQuestion,
    expected_precision,
    first_hits,
    five_of_lists,
)
from digesta_legal.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    RetrievalQuestion,
    corpus_path,
    gain_of,
    matches,
    read_corpus,
)
from digesta_legal.retrieval.mark import CUTS, Shares


def expected_row(prepared: RetrievalQuestion) -> Row:
    """Return the row that different cases, drawn evenly from the corpus, earn on average."""
    query = prepared.query
    pool = len(prepared.corpus.ids) - (query.own != UNKNOWN)
    drawn = min(query.at_most, pool)
    mean_gain = Fraction(sum(prepared.gains.values()), pool)
    share = mean_gain * discounted_gain([1] * min(drawn, DEPTH)) / query.ideal
    row = [nano(share), 0, 0, 0, drawn, 0, 0, 0, *(int(drawn >= k) for k in CUTS)]
    coded = _coded_counts(prepared)
    for part in PARTS:
        row += _expected_shares(pool, drawn, getattr(query, part), coded[part]).cells()
    return tuple(row)


def _coded_counts(prepared: RetrievalQuestion) -> dict[str, int]:
    """Return the cases right to the original, to which an empty set equals an empty one."""
    same = matches(prepared.corpus, prepared.query, slice(None))
    others = np.arange(len(prepared.corpus.ids)) != prepared.query.own
    return {"gold": len(prepared.gains)} | {part: int((same[part] & others).sum()) for part in same}


@lru_cache(maxsize=1024)
def _expected_shares(pool: int, drawn: int, relevant: int, coded: int) -> Shares:
    """Return what a part earns when ``drawn`` of ``pool`` cases are drawn in a random order.

    relevant, coded: cases of the pool that are right, and that are right to the original.
    """
    first, none = first_hits(pool, drawn, relevant)
    _, coded_none = first_hits(pool, drawn, coded)
    hits = [ratio(min(k, drawn) * relevant, pool) for k in CUTS]
    full = [k for k in CUTS if drawn >= k]
    return Shares(
        recall10=[mean / DEPTH for mean in hits],
        hit=[1 - none[min(k, drawn)] for k in CUTS],
        recall=[ratio(mean, relevant) for mean in hits],
        coded10=[ratio(k * coded, pool * DEPTH) * (k in full) for k in CUTS],
        coded_hit=[(1 - coded_none[min(k, drawn)]) * (k in full) for k in CUTS],
        rr=sum((share / rank for rank, share in enumerate(first, start=1)), Fraction(0)),
        ap=expected_precision(pool, drawn, relevant),
    )


def _search(question: QuestionWithTruth) -> SearchedQuestion:
    ask, path = question.question["ask"], corpus_path(question.question["ask"]["corpus"])
    gains = {each["case"]: gain_of(each["tier"]) for each in question.truth["positives"]}
    if path not in question.resources:
        return SearchedQuestion(question, gains, ask["at_most"])
    corpus = read_corpus(path, question.resources[path])
    own = corpus.texts.get(ask["query_sha256"])
    return SearchedQuestion(
        question, gains, ask["at_most"], corpus.ids, None if own is None else corpus.ids[own]
    )


ADVERSARIES = five_of_lists(
    _search,
    random="draws different cases of the corpus",
    enumerate_="lists the corpus from its first case on",
    expected=expected_row,
)
