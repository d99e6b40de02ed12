"""Marking of the scorer ``ranking``: from a ranked list to a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.metrics.ranking import average_precision, ndcg, reciprocal_rank
from digesta.scorers.base import Column, Response, Row
from digesta.scorers.ranking.records import RankingAsk, RankingTruth
from digesta.scorers.shared.lists import DEPTH, explained_list, marked_list

GAIN_CUTS = (10, 20, 30)
HIT_CUTS = (5, 10)

COLUMNS = (
    Column("results", "count", "elements of the list as it was given"),
    Column("duplicates", "count", "elements that repeat an earlier one; dropped"),
    *(Column(f"ndcg_at_{k}", "share", f"nDCG of the first {k}") for k in GAIN_CUTS[1:]),
    *(Column(f"precision_at_{k}", "share", f"relevant of the first {k} / {k}") for k in HIT_CUTS),
    Column("rr", "share", "1 / rank of the first relevant document"),
    Column("ap", "share", "average precision of the list"),
    Column(f"judged_at_{DEPTH}", "share", f"judged of the first {DEPTH} / {DEPTH}"),
    *(
        Column(f"ndcg_at_{k}_as_coded", "share", f"nDCG of the first {k}, only the best counted")
        for k in GAIN_CUTS
    ),
    *(
        Column(f"precision_at_{k}_as_coded", "share", f"relevant of the first {k} / {k}, the same")
        for k in HIT_CUTS
    ),
)


class RankingKey(NamedTuple):
    """What a question's lists are marked with.

    gains: of all judged documents. coded_gains: of the best, those that the original counts.
    """

    gains: Mapping[str, int]
    coded_gains: Mapping[str, int]
    relevant_from: int
    at_most: int
    pool: int

    @property
    def relevant(self) -> int:
        """Return how many judged documents are relevant."""
        return sum(gain >= self.relevant_from for gain in self.gains.values())


ListReader = Callable[["RankingKey", Sequence[str]], Sequence[Fraction]]
"""Takes the documents of a list that count, and returns its shares, the credit first."""


def row_of(shares: Sequence[Fraction], results: int, repeats: int) -> Row:
    """Return the row of a list that could be read; shares: the credit first."""
    credit, *others = map(nano, shares)
    return (credit, 0, 0, 0, results, repeats, *others)


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> RankingKey:
    """Prepare a question, or ValueError when its truth cannot be right."""
    ask = RankingAsk.model_validate(question["ask"])
    right = RankingTruth.model_validate(truth)
    gains = {name: group.grade for group in right.grades for name in group.documents}
    if len(gains) > ask.pool:
        raise ValueError(f"{len(gains)} documents were judged, and only {ask.pool} are searched")
    best = list(gains.items())[: right.coded_best]
    return RankingKey(gains, dict(best), ask.relevant_from, ask.at_most, ask.pool)


def mark(key: RankingKey, response: Response) -> Row:
    """Return the row of an answer: the standard columns, then COLUMNS."""
    return mark_list(key, response, _shares, len(COLUMNS))


def mark_list(key: RankingKey, response: Response, reader: ListReader, width: int) -> Row:
    """Return the row of an answer, whose list a scorer reads; width: of its own columns."""

    def row(ranked: list[str]) -> Row:
        distinct = list(dict.fromkeys(ranked))
        shares = reader(key, distinct[: key.at_most])
        return row_of(shares, len(ranked), len(ranked) - len(distinct))

    return marked_list(response, width, row)


def _shares(key: RankingKey, names: Sequence[str]) -> list[Fraction]:
    hits = [key.gains.get(name, 0) >= key.relevant_from for name in names]
    own = [reciprocal_rank(hits), average_precision(hits, key.relevant), judged_share(key, names)]
    ours, coded = (
        _at_cuts(gains, names, key.relevant_from) for gains in (key.gains, key.coded_gains)
    )
    return [*ours, *own, *coded]


def judged_share(key: RankingKey, names: Sequence[str]) -> Fraction:
    """Return how many of the first DEPTH documents were judged, of DEPTH."""
    return Fraction(sum(name in key.gains for name in names[:DEPTH]), DEPTH)


def _at_cuts(gains: Mapping[str, int], names: Sequence[str], relevant_from: int) -> list[Fraction]:
    """Return nDCG, then precision, of a list at their cuts, when these gains count."""
    ranking, ideal = [gains.get(name, 0) for name in names], list(gains.values())
    hits = [gain >= relevant_from for gain in ranking]
    ndcgs = [ndcg(ranking, ideal, depth=k) for k in GAIN_CUTS]
    return [*ndcgs, *(Fraction(sum(hits[:k]), k) for k in HIT_CUTS)]


def why(key: RankingKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned its marks."""

    def reason(ranked: list[str]) -> str:
        first = list(dict.fromkeys(ranked))[: min(DEPTH, key.at_most)]
        hits = sum(key.gains.get(name, 0) >= key.relevant_from for name in first)
        unjudged = sum(name not in key.gains for name in first)
        share = mark(key, response)[0] / NANO
        return (
            f"{hits} of the first {DEPTH} relevant (grade {key.relevant_from} or more), "
            f"{unjudged} never judged, nDCG {share:.3f}"
        )

    return explained_list(response, "ids of documents", reason)
