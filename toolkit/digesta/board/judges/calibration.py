"""Calibration: does a judge order four answers of known worth rightly, task by task.

Each calibration set is four authored answers to one question: the reference, a partial one (half
the substance removed), a wrong one (authorities falsified, a repealed text) and one off topic.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, get_args

from digesta.metrics.exact import ratio
from digesta.records.judges.calibration import CalibrationKind

CALIBRATION: tuple[CalibrationKind, ...] = get_args(CalibrationKind)
"""The calibration answers of a task, best first."""

_PAIRS = tuple(combinations(range(len(CALIBRATION)), 2))
_NEED_NOT_DIFFER = (2, 3)


class Order(NamedTuple):
    """How the calibration answers of some tasks were ordered; several add, member by member.

    tasks: how many. ordered: how many rightly. concordant, discordant: pairs of answers in the
    known order, and in the other; ties are neither.
    """

    tasks: int
    ordered: int
    concordant: int
    discordant: int

    @property
    def share_ordered(self) -> Fraction:
        """Tasks ordered rightly / tasks; 0 without any."""
        return ratio(self.ordered, self.tasks)

    @property
    def tau(self) -> Fraction:
        """Kendall's tau-a, in [-1, 1]: (concordant - discordant) / pairs; 0 without any."""
        return ratio(self.concordant - self.discordant, self.tasks * len(_PAIRS))


def order_of_scores(scores: Sequence[int | Fraction]) -> Order:
    """Return how one task's four answers were scored; scores in the order of ``CALIBRATION``.

    Rightly ordered: each scores more than the next. Wrong and off-topic may both score 0: the
    clamp leaves nothing to tell them apart by.

    >>> order_of_scores([9, 5, 0, 0])
    Order(tasks=1, ordered=1, concordant=5, discordant=0)
    """
    signs = {(a, b): (scores[a] > scores[b]) - (scores[a] < scores[b]) for a, b in _PAIRS}
    excused = {_NEED_NOT_DIFFER} if not scores[2] and not scores[3] else set()
    return _order(signs, excused)


def order_of_choices(choices: Mapping[tuple[CalibrationKind, CalibrationKind], str]) -> Order:
    """Return how one task's four answers were ordered pair by pair.

    choices: (better, worse) by the known order -> the kind that the judge preferred, or "" for
    a tie; all six pairs of ``CALIBRATION``.
    """
    signs = {}
    for a, b in _PAIRS:
        pair = (CALIBRATION[a], CALIBRATION[b])
        signs[a, b] = {pair[0]: 1, pair[1]: -1, "": 0}[choices[pair]]
    return _order(signs, set())


def together(orders: Sequence[Order]) -> Order:
    """Add the orders of several tasks."""
    return Order(*(sum(column) for column in zip(*orders, strict=True))) if orders else _NONE


def _order(signs: Mapping[tuple[int, int], int], excused: Collection[tuple[int, int]]) -> Order:
    right = all(sign > 0 or pair in excused for pair, sign in signs.items())
    values = list(signs.values())
    return Order(1, int(right), values.count(1), values.count(-1))


_NONE = Order(0, 0, 0, 0)
