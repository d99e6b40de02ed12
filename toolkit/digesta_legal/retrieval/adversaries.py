"""The five systems that know no law, for ranked cases.

``constant`` is an oracle: it answers each task with the one list that earns most on the headline.
``random`` draws different cases of the corpus but the query's own, seeded by the question's id;
its board row is its exact expectation. ``enumerate`` lists the first cases of the corpus, by the
plain order (of the file or of the ids, from either end) that earns most in its task. Without the
corpus they know the positives of all questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from digesta.metrics.exact import nano, ratio
from digesta.metrics.ranking import RANKS, discounted_gain, ndcg
from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth, Row
from digesta.scorers.shared.adversaries import (
    SILENT,
    answer_by_group,
    commonest,
    draw_seed,
    last_turn,
    task_of,
)
from digesta.scorers.shared.lists import expected_precision, first_hits
from digesta_legal.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    Corpus,
    RetrievalQuestion,
    corpus_path,
    matches,
    read_corpus,
)
from digesta_legal.retrieval.mark import CUTS, Shares

_FINE = 10**30


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, per task, the cases that are worth most over all its questions, best first.

    A case adds gain × discount / ideal to a question, so that sorting by the sum of gain / ideal
    is best; ties go by id.
    """
    return [{"ranked": list(best)} for best in answer_by_group(questions, task_of, _best_cases)]


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return different cases, drawn evenly, seeded by the question's id."""
    known = _positives(questions)
    return [
        {"ranked": _first(question, _draw(_ids(question, known), draw_seed(question)))}
        for question in questions
    ]


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, per task, the first cases by the plain order that earns most."""
    known = _positives(questions)
    orders = answer_by_group(
        questions,
        task_of,
        lambda members: max(_ORDERS, key=lambda order: _credit(order, members, known)),
    )
    pairs = zip(orders, questions, strict=True)
    return [{"ranked": _first(question, order(_ids(question, known)))} for order, question in pairs]


def echo(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return the question's last turn in the place of a case."""
    return [{"ranked": [last_turn(question)]} for question in questions]


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


def _best_cases(questions: Sequence[QuestionWithTruth]) -> list[str]:
    worth: Counter[str] = Counter()
    for question in questions:
        gains = _gains(question)
        ideal = discounted_gain(sorted(gains.values(), reverse=True)[:DEPTH])
        worth.update({case: gain * _FINE // ideal for case, gain in gains.items()})
    return commonest(worth)[:RANKS]


def _gains(question: QuestionWithTruth) -> dict[str, int]:
    return {positive["case"]: 6 - positive["tier"] for positive in question.truth["positives"]}


def _positives(questions: Sequence[QuestionWithTruth]) -> tuple[str, ...]:
    return tuple(sorted({case for question in questions for case in _gains(question)}))


def _ids(question: QuestionWithTruth, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the corpus's ids in the order of the file, or the known ones without it."""
    corpus = _corpus(question)
    return known if corpus is None else corpus.ids


def _corpus(question: QuestionWithTruth) -> Corpus | None:
    path = corpus_path(question.question["ask"]["corpus"])
    return read_corpus(path, question.resources[path]) if path in question.resources else None


def _first(question: QuestionWithTruth, ids: Iterable[str]) -> list[str]:
    """Return the first ids, as many as are read, without the query's own case."""
    corpus, ask = _corpus(question), question.question["ask"]
    own = UNKNOWN if corpus is None else corpus.texts.get(ask["query_sha256"], UNKNOWN)
    others = (case for case in ids if corpus is None or corpus.index[case] != own)
    return list(islice(others, ask["at_most"]))


def _draw(ids: Sequence[str], seed: int) -> list[str]:
    """Return as many ids as are read, and one more in the place of the query's own."""
    left, drawn = list(ids), []
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


def _credit(
    order: Order, questions: Sequence[QuestionWithTruth], known: tuple[str, ...]
) -> Fraction:
    """Return the sum of the headline's shares of the first cases by an order."""
    total = Fraction(0)
    for question in questions:
        gains = _gains(question)
        ranking = [gains.get(case, 0) for case in _first(question, order(_ids(question, known)))]
        total += ndcg(ranking, list(gains.values()), depth=DEPTH)
    return total


ADVERSARIES: tuple[Adversary[RetrievalQuestion], ...] = (
    SILENT,
    Adversary("constant", "the one list that is best over its task", constant),
    Adversary("random", "draws different cases of the corpus", random, expected_row),
    Adversary("enumerate", "lists the corpus from its first case on", enumerate_all),
    Adversary("echo", "repeats the question", echo),
)
