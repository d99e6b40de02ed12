"""Marking of the scorer ``ranking``: from a ranked list to a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.metrics.ranking import average_precision, ndcg, reciprocal_rank
from digesta.scorers.base import Column, Response, Row
from digesta.scorers.ranking.records import RankingAsk, RankingTruth
from digesta.scorers.shared.lists import ranked_ids

GAIN_CUTS = (10, 20, 30)
HIT_CUTS = (5, 10)
DEPTH = 10
"""Of the credit, and of what was judged."""

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


class ListShares(NamedTuple):
    """What a list earns: of discounted gain one share per cut, of hits the same."""

    ndcg: Sequence[Fraction]
    precision: Sequence[Fraction]
    rr: Fraction
    ap: Fraction
    judged: Fraction
    coded_ndcg: Sequence[Fraction]
    coded_precision: Sequence[Fraction]

    @property
    def in_order(self) -> list[Fraction]:
        """Return the credit, then the shares in the order of their columns."""
        shares = [*self.ndcg, *self.precision, self.rr, self.ap, self.judged]
        return [*shares, *self.coded_ndcg, *self.coded_precision]


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
    if response.answer is None:
        return (0, 1, 0, 0, *[0] * width)
    ranked = ranked_ids(response.answer)
    if ranked is None:
        return (0, 0, 1, 0, *[0] * width)
    distinct = list(dict.fromkeys(ranked))
    return row_of(reader(key, distinct[: key.at_most]), len(ranked), len(ranked) - len(distinct))


def _shares(key: RankingKey, names: Sequence[str]) -> list[Fraction]:
    hits = [key.gains.get(name, 0) >= key.relevant_from for name in names]
    ndcgs, precisions = _at_cuts(key.gains, names, key.relevant_from)
    coded = _at_cuts(key.coded_gains, names, key.relevant_from)
    return ListShares(
        ndcg=ndcgs,
        precision=precisions,
        rr=reciprocal_rank(hits),
        ap=average_precision(hits, key.relevant),
        judged=judged_share(key, names),
        coded_ndcg=coded[0],
        coded_precision=coded[1],
    ).in_order


def judged_share(key: RankingKey, names: Sequence[str]) -> Fraction:
    """Return how many of the first DEPTH documents were judged, of DEPTH."""
    return Fraction(sum(name in key.gains for name in names[:DEPTH]), DEPTH)


def _at_cuts(
    gains: Mapping[str, int], names: Sequence[str], relevant_from: int
) -> tuple[list[Fraction], list[Fraction]]:
    """Return nDCG and precision of a list at their cuts, when these gains count."""
    ranking, ideal = [gains.get(name, 0) for name in names], list(gains.values())
    ndcgs = [ndcg(ranking, ideal, depth=k) for k in GAIN_CUTS]
    hits = [gain >= relevant_from for gain in ranking]
    return ndcgs, [Fraction(sum(hits[:k]), k) for k in HIT_CUTS]


def why(key: RankingKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned its marks."""
    if response.answer is None:
        return "missing: there is no answer"
    ranked = ranked_ids(response.answer)
    if ranked is None:
        return 'unreadable: not an object {"ranked": [ids of documents]}'
    first = list(dict.fromkeys(ranked))[: min(DEPTH, key.at_most)]
    hits = sum(key.gains.get(name, 0) >= key.relevant_from for name in first)
    unjudged = sum(name not in key.gains for name in first)
    share = mark(key, response)[0] / NANO
    return (
        f"{hits} of the first {DEPTH} relevant (grade {key.relevant_from} or more), {unjudged} "
        f"never judged, nDCG {share:.3f}"
    )
