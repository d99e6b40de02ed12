"""The five systems that know no law, for ranked cases (architecture.md section 6).

They see questions and truths, not the corpus: the ids that they know are the positives of all
questions. ``constant`` is an oracle: per task the one list that earns most on the headline.
``random`` draws different cases, seeded by the question's id; its board row is its exact
expectation over the whole corpus but the query's own case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import nano, ratio
from digesta.metrics.ranking import RANKS, discounted_gain
from digesta.metrics.splitmix import below, seed_from
from digesta.scorers._retrieval_corpus import DEPTH, PARTS, UNKNOWN, Prepared
from digesta.scorers._retrieval_marks import CUTS, Shares
from digesta.scorers.base import Asked, Row

_FINE = 10**30


def silent(asked: Sequence[Asked]) -> list[Any]:
    """Answer nothing."""
    return [None] * len(asked)


def constant(asked: Sequence[Asked]) -> list[Any]:
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


def random(asked: Sequence[Asked]) -> list[Any]:
    """Answer with different cases, drawn evenly, seeded by the question's id."""
    known = _known(asked)
    return [{"ranked": _drawn(known, f"random/1\n{one.question_id}")} for one in asked]


def enumerate_all(asked: Sequence[Asked]) -> list[Any]:
    """Answer with all known cases, in the order of their ids; what is read is cut."""
    known = _known(asked)
    return [{"ranked": list(known)} for _ in asked]


def echo(asked: Sequence[Asked]) -> list[Any]:
    """Answer with the question's last turn in the place of a case."""
    return [{"ranked": [one.question["turns"][-1]["content"]]} for one in asked]


def expected(prepared: Prepared) -> Row:
    """Give the row that different cases, drawn evenly from the corpus, earn on average."""
    query = prepared.query
    pool = len(prepared.corpus.ids) - (query.own != UNKNOWN)
    drawn = min(query.at_most, pool)
    mean_gain = Fraction(sum(prepared.gains.values()), pool)
    gained = mean_gain * discounted_gain([1] * min(drawn, DEPTH)) / query.ideal
    row = [nano(gained), 0, 0, 0, drawn, 0, 0, 0, *(int(drawn >= k) for k in CUTS)]
    for part in PARTS:
        row += _expected_shares(pool, drawn, getattr(query, part)).cells()
    return tuple(row)


def _expected_shares(pool: int, drawn: int, relevant: int) -> Shares:
    """Give what a part earns when ``drawn`` of ``pool`` cases are drawn in a random order."""
    first, none = _first_hits(pool, drawn, relevant)
    hits = [ratio(min(k, drawn) * relevant, pool) for k in CUTS]
    hit = [1 - none[min(k, drawn)] for k in CUTS]
    full = [drawn >= k for k in CUTS]
    return Shares(
        recall10=[one / DEPTH for one in hits],
        hit=hit,
        recall=[ratio(one, relevant) for one in hits],
        coded10=[one / DEPTH * on for one, on in zip(hits, full, strict=True)],
        coded_hit=[one * on for one, on in zip(hit, full, strict=True)],
        rr=sum((share / rank for rank, share in enumerate(first, start=1)), Fraction(0)),
        ap=_expected_precision(pool, drawn, relevant),
    )


def _first_hits(pool: int, drawn: int, relevant: int) -> tuple[list[Fraction], list[Fraction]]:
    """Give the chances that the first hit is at rank 1, 2, …, and that the first 0, 1, … miss."""
    first, none = [], [Fraction(1)]
    for before in range(drawn):
        first.append(none[-1] * Fraction(min(relevant, pool - before), pool - before))
        none.append(none[-1] - first[-1])
    return first, none


def _expected_precision(pool: int, drawn: int, relevant: int) -> Fraction:
    """Give the mean average precision: a hit at rank r finds its share of hits before it."""
    if not relevant:
        return Fraction(0)
    others = ratio(relevant - 1, pool - 1)
    total = sum((Fraction(1, rank) * (1 + (rank - 1) * others) for rank in range(1, drawn + 1)),
                Fraction(0))  # fmt: skip
    return total * Fraction(relevant, pool) / relevant


def _gains(one: Asked) -> dict[str, int]:
    return {positive["case"]: 6 - positive["tier"] for positive in one.truth["positives"]}


def _known(asked: Sequence[Asked]) -> list[str]:
    return sorted({case for one in asked for case in _gains(one)})


def _drawn(known: Sequence[str], seeded: str) -> list[str]:
    seed, left, drawn = seed_from(seeded), list(known), []
    for step in range(min(RANKS, len(left))):
        place = below(len(left), seed, step)
        left[place], left[-1] = left[-1], left[place]
        drawn.append(left.pop())
    return drawn
