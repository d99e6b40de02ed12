"""The five systems that know no law, for ranked documents.

They know which documents were judged for any question. ``constant`` answers each task with the
one list that earns most on the headline; ``random`` draws different documents, and its board row
is the exact expectation over all that are searched; ``enumerate`` lists them by the order of
their ids, from either end, that earns most in its task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

from digesta.metrics.ranking import discounted_gain, ndcg
from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth, Row
from digesta.scorers.ranking.mark import (
    DEPTH,
    GAIN_CUTS,
    HIT_CUTS,
    ListShares,
    RankingKey,
    prepare,
    row_of,
)
from digesta.scorers.shared.adversaries import (
    SILENT,
    answer_by_group,
    commonest,
    draw_seed,
    last_turn,
    task_of,
)
from digesta.scorers.shared.lists import expected_precision, first_hits

_FINE = 10**30


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, per task, the documents that are worth most over all its questions, best first."""

    def best(members: list[QuestionWithTruth]) -> Any:
        worth: Counter[str] = Counter()
        for key in map(_key, members):
            ideal = discounted_gain(sorted(key.gains.values(), reverse=True)[:DEPTH])
            worth.update({name: gain * _FINE // ideal for name, gain in key.gains.items() if gain})
        return {"ranked": commonest(worth)[: _longest(members)]}

    return answer_by_group(questions, task_of, best)


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return different judged documents, drawn evenly, seeded by the question's id."""
    known = _judged_names(questions)
    return [{"ranked": _draw(known, question)} for question in questions]


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, per task, the first documents by the order of ids that earns most."""
    known = _judged_names(questions)

    def best(members: list[QuestionWithTruth]) -> Any:
        orders = (known[: _longest(members)], known[::-1][: _longest(members)])
        return {"ranked": max(orders, key=lambda order: _credit(order, members))}

    return answer_by_group(questions, task_of, best)


def echo(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return the question's last turn in the place of a document."""
    return [{"ranked": [last_turn(question)]} for question in questions]


def expected_row(key: RankingKey) -> Row:
    """Return the row that different documents, drawn evenly from all, earn on average."""
    drawn = min(key.at_most, key.pool)
    first, _ = _first_hits(key.pool, drawn, key.relevant)
    hits = key.relevant_from
    ndcgs, coded_ndcgs = (
        [expected_ndcg(key, gains, k) for k in GAIN_CUTS] for gains in (key.gains, key.coded_gains)
    )
    precisions, coded_precisions = (
        [expected_hits(key, gains, hits, k) for k in HIT_CUTS]
        for gains in (key.gains, key.coded_gains)
    )
    shares = ListShares(
        ndcg=ndcgs,
        precision=precisions,
        rr=sum((share / rank for rank, share in enumerate(first, start=1)), Fraction(0)),
        ap=expected_precision(key.pool, drawn, key.relevant),
        judged=expected_judged_share(key),
        coded_ndcg=coded_ndcgs,
        coded_precision=coded_precisions,
    )
    return row_of(shares.in_order, drawn, 0)


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


def _key(question: QuestionWithTruth) -> RankingKey:
    return prepare(question.question, question.truth, {})


def _longest(questions: Sequence[QuestionWithTruth]) -> int:
    return max(_key(question).at_most for question in questions)


def _judged_names(questions: Sequence[QuestionWithTruth]) -> list[str]:
    """Return all documents that were judged for any question, by id."""
    return sorted(set(chain.from_iterable(_key(question).gains for question in questions)))


def _draw(known: Sequence[str], question: QuestionWithTruth) -> list[str]:
    left, seed = list(known), draw_seed(question)
    drawn = []
    for step in range(min(len(left), question.question["ask"]["at_most"])):
        place = below(len(left), seed, step)
        left[place], left[-1] = left[-1], left[place]
        drawn.append(left.pop())
    return drawn


def _credit(order: Sequence[str], questions: Sequence[QuestionWithTruth]) -> Fraction:
    """Return the sum of the headline's shares of one list."""
    keys = map(_key, questions)
    return sum(
        (
            ndcg(
                [key.gains.get(name, 0) for name in order[: key.at_most]],
                list(key.gains.values()),
                depth=DEPTH,
            )
            for key in keys
        ),
        Fraction(0),
    )


ADVERSARIES: tuple[Adversary[RankingKey], ...] = (
    SILENT,
    Adversary("constant", "the one list that is best over its task", constant),
    Adversary("random", "draws different documents", random, expected_row),
    Adversary("enumerate", "lists the documents from the first id on", enumerate_all),
    Adversary("echo", "repeats the question", echo),
)
