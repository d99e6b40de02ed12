"""Ranked lists: the ids of an answer, a list in random order, and the five that know no law.

They know the ids that are searched, or without these what was judged for any question.
``constant`` is an oracle: it answers each task with the one list that earns most on the headline.
``random`` draws different ids, seeded by the question's. ``enumerate`` lists them in the plain
order (theirs or the alphabet's, from either end) that earns most in its task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from digesta.metrics.exact import ratio
from digesta.metrics.ranking import discounted_gain, ndcg
from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth, Response, Row
from digesta.scorers.shared.adversaries import (
    Answers,
    answer_by_group,
    commonest,
    draw_seed,
    five,
    last_turn,
    of_each,
)

DEPTH = 10
"""Of the headline: places of a list that earn something."""
_FINE = 10**30


def ranked_ids(answer: Any) -> list[str] | None:
    """Return the ids that an answer ranks, or None when it is unreadable."""
    if not isinstance(answer, Mapping) or answer.keys() != {"ranked"}:
        return None
    ranked = answer["ranked"]
    if not isinstance(ranked, list) or not all(isinstance(name, str) for name in ranked):
        return None
    return ranked


def marked_list(response: Response, width: int, row_of: Callable[[list[str]], Row]) -> Row:
    """Return the row of an answer by the list that it ranks; width: of the scorer's own columns."""
    ranked = ranked_ids(response.answer)
    if ranked is None:
        missing = int(response.answer is None)
        return (0, missing, 1 - missing, 0, *[0] * width)
    return row_of(ranked)


def explained_list(response: Response, listed: str, why: Callable[[list[str]], str]) -> str:
    """Return why an answer earned its marks, by the list that it ranks. listed: of what."""
    ranked = ranked_ids(response.answer)
    if ranked is None:
        odd = f'unreadable: not an object {{"ranked": [{listed}]}}'
        return "missing: there is no answer" if response.answer is None else odd
    return why(ranked)


def first_hits(pool: int, drawn: int, relevant: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return the chances that the first hit is at rank 1, 2, …, and that the first 0, 1, … miss.

    drawn: of ``pool`` different ids, of which ``relevant`` are right, in a random order.
    """
    first, none = [], [Fraction(1)]
    for before in range(drawn):
        first.append(none[-1] * Fraction(min(relevant, pool - before), pool - before))
        none.append(none[-1] - first[-1])
    return first, none


def expected_precision(pool: int, drawn: int, relevant: int) -> Fraction:
    """Return the mean average precision: a hit at rank r finds its share of hits before it."""
    if not relevant:
        return Fraction(0)
    others = ratio(relevant - 1, pool - 1)
    total = sum(
        (Fraction(1, rank) * (1 + (rank - 1) * others) for rank in range(1, drawn + 1)), Fraction(0)
    )
    return total * Fraction(relevant, pool) / relevant


class SearchedQuestion(NamedTuple):
    """A question as the five see it.

    gains: of what was judged, by id. at_most: ids of a list that are read. ids: all that are
    searched, in their order; none if the release does not say. own: the query itself, which
    counts for nothing.
    """

    question: QuestionWithTruth
    gains: Mapping[str, int]
    at_most: int
    ids: tuple[str, ...] = ()
    own: str | None = None

    def first(self, ids: Sequence[str]) -> list[str]:
        """Return the first ids, as many as are read, without the query's own."""
        return list(islice((name for name in ids if name != self.own), self.at_most))

    def draw(self) -> list[str]:
        """Return as many ids as are read, drawn evenly."""
        left, drawn, seed = list(self.ids), list[str](), draw_seed(self.question)
        # One more, in the place of the query's own.
        for step in range(min(self.at_most + 1, len(left))):
            place = below(len(left), seed, step)
            left[place], left[-1] = left[-1], left[place]
            drawn.append(left.pop())
        return self.first(drawn)


Order = Callable[[tuple[str, ...]], Sequence[str]]
_ORDERS: tuple[Order, ...] = (
    lambda ids: ids,
    lambda ids: ids[::-1],
    lru_cache(maxsize=4)(sorted),
    lru_cache(maxsize=4)(lambda ids: sorted(ids, reverse=True)),
)


ListChoice = Callable[[SearchedQuestion], Sequence[str]]


def five_of_lists(
    read: Callable[[QuestionWithTruth], SearchedQuestion],
    *,
    random: str,
    enumerate_: str,
    expected: Callable[[Any], Row],
) -> tuple[Adversary[Any], ...]:
    """Return the five for a scorer of ranked lists. random, enumerate_: what these two do."""

    def by_task(choice_of: Callable[[list[SearchedQuestion]], ListChoice]) -> Answers:
        def answers(questions: Sequence[QuestionWithTruth]) -> list[Any]:
            searches = list(map(read, questions))
            known = tuple(sorted({name for each in searches for name in each.gains}))
            whole = [each if each.ids else each._replace(ids=known) for each in searches]
            choices = answer_by_group(whole, lambda each: each.question.task, choice_of)
            return [{"ranked": choose(each)} for choose, each in zip(choices, whole, strict=True)]

        return answers

    echo = of_each(lambda question: {"ranked": [last_turn(question)]})
    return five(
        ("the one list that is best over its task", by_task(_best_list)),
        (random, by_task(lambda _: SearchedQuestion.draw)),
        (enumerate_, by_task(_best_order)),
        expected=expected,
        echo=Adversary("echo", "repeats the question", echo),
    )


def _best_list(searches: Sequence[SearchedQuestion]) -> ListChoice:
    """Return what answers with the ids that are worth most over all questions, best first.

    An id adds gain × discount / ideal to a question, so that sorting by the sum of gain / ideal
    is best; ties go by id.
    """
    worth: Counter[str] = Counter()
    for each in searches:
        ideal = discounted_gain(sorted(each.gains.values(), reverse=True)[:DEPTH])
        worth.update({name: gain * _FINE // ideal for name, gain in each.gains.items() if gain})
    best = commonest(worth)[: max(each.at_most for each in searches)]
    return lambda _: best


def _best_order(searches: Sequence[SearchedQuestion]) -> ListChoice:
    """Return what lists the first ids by the plain order that earns most."""

    def credit(order: Order) -> Fraction:
        return sum(map(partial(_credit, order), searches), Fraction(0))

    best = max(_ORDERS, key=credit)
    return lambda each: each.first(best(each.ids))


def _credit(order: Order, each: SearchedQuestion) -> Fraction:
    gains = [each.gains.get(name, 0) for name in each.first(order(each.ids))]
    return ndcg(gains, list(each.gains.values()), depth=DEPTH)
