"""Marking of the scorer ``stars``: its columns, and what its five systems without law earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from digesta.metrics.exact import NANO
from digesta.metrics.ranking import DISCOUNTS, discounted_gain, ndcg
from digesta.scorers.base import Column, Response, Row
from digesta.scorers.ranking.adversaries import ADVERSARIES as RANKING
from digesta.scorers.ranking.adversaries import expected_judged_share, expected_ndcg
from digesta.scorers.ranking.mark import RankingKey, judged_share, mark_list, row_of
from digesta.scorers.ranking.mark import prepare as prepare_ranking
from digesta.scorers.shared.lists import DEPTH, explained_list

CUT = 5
STARS: Mapping[str, int] = {"three": 2, "four": 3, "five": 4}
"""How many stars, to the grade of them."""

COLUMNS = (
    Column("results", "count", "elements of the list as it was given"),
    Column("duplicates", "count", "elements that repeat an earlier one; dropped"),
    Column(f"ndcg_at_{CUT}", "share", f"nDCG of the first {CUT}"),
    *(
        Column(f"{stars}_star_precision_at_{CUT}", "share", f"of the first {CUT}, {stars} or more")
        for stars in STARS
    ),
    Column(f"ndcg_at_{DEPTH}_of_all", "share", f"nDCG of the first {DEPTH}, none passed over"),
    Column(f"judged_at_{DEPTH}", "share", f"graded of the first {DEPTH} / {DEPTH}"),
)


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> RankingKey:
    """Prepare a question, or ValueError when its truth cannot be right."""
    key = prepare_ranking(question, truth, resources)
    if max(key.gains.values()) > STARS["five"] or key.relevant_from != STARS["three"]:
        raise ValueError("grades are 0 to 4, of one to five stars; relevant_from is 2")
    return key


def mark(key: RankingKey, response: Response) -> Row:
    """Return the row of an answer: the standard columns, then COLUMNS."""
    return mark_list(key, response, _shares, len(COLUMNS))


def _shares(key: RankingKey, names: Sequence[str]) -> list[Fraction]:
    ideal = list(key.gains.values())
    gains = [key.gains[name] for name in names if name in key.gains]
    ndcgs = [ndcg(gains, ideal, depth=k) for k in (DEPTH, CUT)]
    hits = [Fraction(sum(g >= lowest for g in gains[:CUT]), CUT) for lowest in STARS.values()]
    of_all = ndcg([key.gains.get(name, 0) for name in names], ideal, depth=DEPTH)
    return [*ndcgs, *hits, of_all, judged_share(key, names)]


def expected_row(key: RankingKey) -> Row:
    """Return the row that different documents, drawn evenly from all, earn on average."""
    worth, drawn = sorted(key.gains.values(), reverse=True), min(key.at_most, key.pool)
    chances = _chances(key.pool, len(worth), drawn)
    mean = Fraction(sum(worth), len(worth))
    ndcgs = [mean * _gain_of(chances[:k]) / discounted_gain(worth[:k]) for k in (DEPTH, CUT)]
    first = sum(chances[:CUT], Fraction(0)) / CUT
    hits = [
        first * Fraction(sum(gain >= lowest for gain in worth), len(worth))
        for lowest in STARS.values()
    ]
    of_all = expected_ndcg(key, key.gains, DEPTH)
    return row_of([*ndcgs, *hits, of_all, expected_judged_share(key)], drawn, 0)


@lru_cache(maxsize=1024)
def _chances(pool: int, graded: int, drawn: int) -> tuple[Fraction, ...]:
    """Return the chances that a draw holds at least 1, 2, … DEPTH graded documents."""
    ways = [comb(graded, n) * comb(pool - graded, drawn - n) for n in range(min(DEPTH, drawn + 1))]
    return tuple(1 - Fraction(sum(ways[:n]), comb(pool, drawn)) for n in range(1, DEPTH + 1))


def _gain_of(shares: Sequence[Fraction]) -> Fraction:
    """Return the sum of shares times the discounts of their ranks, as ``discounted_gain`` does."""
    pairs = zip(shares, DISCOUNTS, strict=False)
    return sum((share * discount for share, discount in pairs), Fraction(0))


def why(key: RankingKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned its marks."""

    def reason(ranked: list[str]) -> str:
        names = list(dict.fromkeys(ranked))[: key.at_most]
        graded = [str(key.gains[name] + 1) for name in names if name in key.gains]
        stars = ", ".join(graded[:CUT]) or "none is graded"
        count = f"{len(graded)} of {len(names)} graded, stars of the first {CUT}: {stars}"
        return f"{count}; nDCG {mark(key, response)[0] / NANO:.3f}"

    return explained_list(response, "ids of documents", reason)


ADVERSARIES = tuple(
    replace(each, expected=expected_row) if each.expected else each for each in RANKING
)
