"""The five systems that know no law, for ranked cases.

``constant`` is an oracle: per task the one list that earns most on the headline. ``random`` draws
different cases of the corpus but the query's own, seeded by the question's id; its board row is
its exact expectation. ``enumerate`` gives the first cases of the corpus, by whichever plain order
(of the file or of the ids, from either end) earns most in its task. Where they do not see the
corpus, the cases that they know are the positives of all questions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from digesta.metrics.exact import nano, ratio
from digesta.metrics.ranking import RANKS, discounted_gain, ndcg
from digesta.metrics.splitmix import below, seed_from
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    Corpus,
    Prepared,
    corpus_path,
    matches,
    read_corpus,
)
from digesta.scorers.retrieval.mark import CUTS, Shares
from digesta.scorers.shared.adversaries import answer_by_group, last_turn, task_of

_FINE = 10**30


def constant(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer, per task, with the cases that are worth most over all its questions, best first.

    A case adds gain × discount / ideal to a question, so that sorting by the sum of gain / ideal
    is best; ties go by id.
    """
    worth: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in asked:
        gains = _gains(one)
        ideal = discounted_gain(sorted(gains.values(), reverse=True)[:DEPTH])
        worth[one.task].update({case: gain * _FINE // ideal for case, gain in gains.items()})
    best = {
        task: sorted(found, key=lambda case, found=found: (-found[case], case))[:RANKS]  # type: ignore[misc]
        for task, found in worth.items()
    }
    return [{"ranked": list(best[one.task])} for one in asked]


def random(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with different cases, drawn evenly, seeded by the question's id."""
    known = _known(asked)
    return [
        {"ranked": _read(one, _drawn(_ids(one, known), f"random/1\n{one.question_id}"))}
        for one in asked
    ]


def enumerate_all(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer, per task, with the first cases by the plain order that earns most."""
    known = _known(asked)
    orders = answer_by_group(
        asked,
        task_of,
        lambda members: max(_ORDERS, key=lambda order: _earned(order, members, known)),
    )
    pairs = zip(orders, asked, strict=True)
    return [{"ranked": _first(order, question, known)} for order, question in pairs]


def echo(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with the question's last turn in the place of a case."""
    return [{"ranked": [last_turn(one)]} for one in asked]


def expected(prepared: Prepared) -> Row:
    """Return the row that different cases, drawn evenly from the corpus, earn on average."""
    query = prepared.query
    pool = len(prepared.corpus.ids) - (query.own != UNKNOWN)
    drawn = min(query.at_most, pool)
    mean_gain = Fraction(sum(prepared.gains.values()), pool)
    gained = mean_gain * discounted_gain([1] * min(drawn, DEPTH)) / query.ideal
    row = [nano(gained), 0, 0, 0, drawn, 0, 0, 0, *(int(drawn >= k) for k in CUTS)]
    coded = _as_coded(prepared)
    for part in PARTS:
        row += _expected_shares(pool, drawn, getattr(query, part), coded[part]).cells()
    return tuple(row)


def _as_coded(prepared: Prepared) -> dict[str, int]:
    """Count the cases that are right to the original, to which an empty set equals an empty one."""
    found = matches(prepared.corpus, prepared.query, slice(None))
    others = np.arange(len(prepared.corpus.ids)) != prepared.query.own
    return {"gold": len(prepared.gains)} | {
        part: int((found[part] & others).sum()) for part in found
    }


@lru_cache(maxsize=1024)
def _expected_shares(pool: int, drawn: int, relevant: int, coded: int) -> Shares:
    """Return what a part earns when ``drawn`` of ``pool`` cases are drawn in a random order.

    relevant, coded: cases of the pool that are right, and that are right to the original.
    """
    first, none = _first_hits(pool, drawn, relevant)
    _, coded_none = _first_hits(pool, drawn, coded)
    hits = [ratio(min(k, drawn) * relevant, pool) for k in CUTS]
    full = [k for k in CUTS if drawn >= k]
    return Shares(
        recall10=[one / DEPTH for one in hits],
        hit=[1 - none[min(k, drawn)] for k in CUTS],
        recall=[ratio(one, relevant) for one in hits],
        coded10=[ratio(k * coded, pool * DEPTH) * (k in full) for k in CUTS],
        coded_hit=[(1 - coded_none[min(k, drawn)]) * (k in full) for k in CUTS],
        rr=sum((share / rank for rank, share in enumerate(first, start=1)), Fraction(0)),
        ap=_expected_precision(pool, drawn, relevant),
    )


def _first_hits(pool: int, drawn: int, relevant: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return the chances that the first hit is at rank 1, 2, …, and that the first 0, 1, … miss."""
    first, none = [], [Fraction(1)]
    for before in range(drawn):
        first.append(none[-1] * Fraction(min(relevant, pool - before), pool - before))
        none.append(none[-1] - first[-1])
    return first, none


def _expected_precision(pool: int, drawn: int, relevant: int) -> Fraction:
    """Return the mean average precision: a hit at rank r finds its share of hits before it."""
    if not relevant:
        return Fraction(0)
    others = ratio(relevant - 1, pool - 1)
    total = sum(
        (Fraction(1, rank) * (1 + (rank - 1) * others) for rank in range(1, drawn + 1)), Fraction(0)
    )
    return total * Fraction(relevant, pool) / relevant


def _gains(one: QuestionWithTruth) -> dict[str, int]:
    return {positive["case"]: 6 - positive["tier"] for positive in one.truth["positives"]}


def _known(asked: Sequence[QuestionWithTruth]) -> tuple[str, ...]:
    return tuple(sorted({case for one in asked for case in _gains(one)}))


def _ids(one: QuestionWithTruth, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the corpus's ids in the order of the file, or what is known without it."""
    corpus = _corpus(one)
    return known if corpus is None else corpus.ids


def _corpus(one: QuestionWithTruth) -> Corpus | None:
    path = corpus_path(one.question["ask"]["corpus"])
    return read_corpus(path, one.resources[path]) if path in one.resources else None


def _read(one: QuestionWithTruth, names: Iterable[str]) -> list[str]:
    """Return as many names as are read, without the query's own case."""
    corpus, ask = _corpus(one), one.question["ask"]
    own = UNKNOWN if corpus is None else corpus.texts.get(ask["query_sha256"], UNKNOWN)
    others = (name for name in names if corpus is None or corpus.index[name] != own)
    return list(islice(others, ask["at_most"]))


def _drawn(known: Sequence[str], seeded: str) -> list[str]:
    """Draw as many as are read, and one more in the place of the query's own."""
    seed, left, drawn = seed_from(seeded), list(known), []
    for step in range(min(RANKS + 1, len(left))):
        place = below(len(left), seed, step)
        left[place], left[-1] = left[-1], left[place]
        drawn.append(left.pop())
    return drawn


Order = Callable[[tuple[str, ...]], tuple[str, ...]]
_ORDERS: tuple[Order, ...] = (
    lambda ids: ids,
    lambda ids: ids[::-1],
    lru_cache(maxsize=4)(lambda ids: tuple(sorted(ids))),
    lru_cache(maxsize=4)(lambda ids: tuple(sorted(ids, reverse=True))),
)


def _first(order: Order, one: QuestionWithTruth, known: tuple[str, ...]) -> list[str]:
    return _read(one, order(_ids(one, known)))


def _earned(order: Order, members: Sequence[QuestionWithTruth], known: tuple[str, ...]) -> Fraction:
    """Return the sum of the headline's shares of the first cases by an order."""
    total = Fraction(0)
    for one in members:
        gains = _gains(one)
        found = [gains.get(name, 0) for name in _first(order, one, known)]
        total += ndcg(found, list(gains.values()), depth=DEPTH)
    return total
