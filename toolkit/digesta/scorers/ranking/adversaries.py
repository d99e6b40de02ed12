"""The five systems that know no law, for ranked documents.

They know which documents were judged for any question; ``random``'s board row is the exact
expectation over all that are searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from digesta.metrics.ranking import discounted_gain
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.ranking.mark import (
    GAIN_CUTS,
    HIT_CUTS,
    RankingKey,
    prepare,
    row_of,
)
from digesta.scorers.shared.lists import (
    DEPTH,
    SearchedQuestion,
    expected_precision,
    first_hits,
    five_of_lists,
)


def expected_row(key: RankingKey) -> Row:
    """Return the row that different documents, drawn evenly from all, earn on average."""
    drawn = min(key.at_most, key.pool)
    first, _ = _first_hits(key.pool, drawn, key.relevant)
    ours, coded = (
        [expected_ndcg(key, gains, k) for k in GAIN_CUTS]
        + [expected_hits(key, gains, key.relevant_from, k) for k in HIT_CUTS]
        for gains in (key.gains, key.coded_gains)
    )
    rr = sum((share / rank for rank, share in enumerate(first, start=1)), Fraction(0))
    ap = expected_precision(key.pool, drawn, key.relevant)
    return row_of([*ours, rr, ap, expected_judged_share(key), *coded], drawn, 0)


_first_hits = lru_cache(maxsize=1024)(first_hits)


def expected_ndcg(key: RankingKey, gains: Mapping[str, int], k: int) -> Fraction:
    """Return the mean nDCG at k of a draw, when these gains count."""
    best, drawn = sorted(gains.values(), reverse=True)[:k], min(key.at_most, key.pool)
    mean = Fraction(sum(gains.values()), key.pool)
    return mean * discounted_gain([1] * min(drawn, k)) / discounted_gain(best)


def expected_hits(key: RankingKey, gains: Mapping[str, int], lowest: int, k: int) -> Fraction:
    """Return the mean precision at k of a draw, from a grade on."""
    hits = Fraction(sum(gain >= lowest for gain in gains.values()), key.pool)
    return hits * min(key.at_most, key.pool, k) / k


def expected_judged_share(key: RankingKey) -> Fraction:
    """Return how much of a draw's first DEPTH was judged, on average."""
    drawn = min(key.at_most, key.pool, DEPTH)
    return Fraction(drawn * len(key.gains), DEPTH * key.pool)


def _search(question: QuestionWithTruth) -> SearchedQuestion:
    key = prepare(question.question, question.truth, {})
    return SearchedQuestion(question, key.gains, key.at_most)


ADVERSARIES = five_of_lists(
    _search,
    random="draws different documents",
    enumerate_="lists the documents from the first id on",
    expected=expected_row,
)
