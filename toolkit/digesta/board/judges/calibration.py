"""Calibration: does a judge order four answers of known worth rightly, task by task.

Each calibration set is four authored answers to one question: the reference, a partial one (half
the substance removed), a wrong one (authorities falsified, a repealed text) and one off topic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple, get_args

from digesta.intake import CalibrationSets
from digesta.metrics.exact import ratio
from digesta.records.judges.calibration import CalibrationKind, Choice
from digesta.records.judges.verdict import Verdict
from digesta.scorers.base import Response
from digesta.scoring.facts import CompiledRelease

CALIBRATION: tuple[CalibrationKind, ...] = get_args(CalibrationKind)
"""The calibration answers of a task, best first."""

_PAIRS = tuple(combinations(range(len(CALIBRATION)), 2))
_NEED_NOT_DIFFER = (2, 3)

Pair = tuple[CalibrationKind, CalibrationKind]


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
    def ordered_share(self) -> Fraction:
        """Tasks ordered rightly / tasks; 0 without any."""
        return ratio(self.ordered, self.tasks)

    @property
    def tau(self) -> Fraction:
        """Kendall's tau-a, in [-1, 1]: (concordant - discordant) / pairs; 0 without any."""
        return ratio(self.concordant - self.discordant, self.tasks * len(_PAIRS))


_UNORDERED = Order(1, 0, 0, 0)
"""A task whose answers were not all judged, or not all compared both ways."""


def order_of_scores(scores: Sequence[int | Fraction]) -> Order:
    """Return how one task's four answers were scored; scores in the order of ``CALIBRATION``.

    Rightly ordered: each scores more than the next. Wrong and off-topic may both score 0: the
    clamp leaves nothing to tell them apart by.

    >>> order_of_scores([9, 5, 0, 0])
    Order(tasks=1, ordered=1, concordant=5, discordant=0)
    """
    signs = {(a, b): (scores[a] > scores[b]) - (scores[a] < scores[b]) for a, b in _PAIRS}
    return _order(signs, () if scores[2] or scores[3] else (_NEED_NOT_DIFFER,))


def order_of_choices(choices: Mapping[Pair, str]) -> Order:
    """Return how one task's four answers were ordered pair by pair.

    choices: (better, worse) by the known order -> the kind that the judge preferred, or "" for
    a tie; all six pairs of ``CALIBRATION``.
    """
    signs = {}
    for a, b in _PAIRS:
        better, worse = CALIBRATION[a], CALIBRATION[b]
        signs[a, b] = {better: 1, worse: -1, "": 0}[choices[better, worse]]
    return _order(signs, ())


def _order(signs: Mapping[tuple[int, int], int], excused: Collection[tuple[int, int]]) -> Order:
    right = all(sign > 0 or pair in excused for pair, sign in signs.items())
    values = list(signs.values())
    return Order(1, int(right), values.count(1), values.count(-1))


def add_orders(orders: Iterable[Order]) -> Order:
    """Add the orders of several tasks."""
    return Order(*map(sum, zip(*orders, (0, 0, 0, 0), strict=True)))


def order_by_scores(
    compiled: CompiledRelease,
    sets: CalibrationSets,
    verdicts: Mapping[tuple[str, CalibrationKind], Verdict],
) -> Order:
    """Return how a judge's verdicts order all calibration sets of a release, by their credit.

    compiled: as the judge's verdicts are marked (``restrict``). A set of which an answer was
    not judged is not ordered: leaving an answer out never helps.
    """
    tasks = {key: (task, index) for task in compiled.tasks for index, key in enumerate(task.ids)}
    orders = []
    for question_id, answers in sorted(sets.items()):
        task, index = tasks[question_id]
        credit = task.scorer.column_names.index("credit")
        responses = [
            Response(answers[kind].answer, verdict.as_json())
            for kind in CALIBRATION
            if (verdict := verdicts.get((question_id, kind)))
        ]
        scores = [task.scorer.mark(task.prepared[index], each)[credit] for each in responses]
        whole = len(scores) == len(CALIBRATION)
        orders.append(order_of_scores(scores) if whole else _UNORDERED)
    return add_orders(orders)


def order_by_choices(sets: CalibrationSets, choices: Sequence[Choice]) -> Order | None:
    """Return how a judge's choices order all calibration sets; None where it made none.

    A set of which a pair was not shown in both orders is not ordered: one order cannot tell
    whether the judge went by the place.
    """
    if not choices:
        return None
    preferred: dict[str, dict[Pair, str]] = defaultdict(dict)
    for choice in choices:
        kind = {"first": choice.first, "second": choice.second, "tie": ""}[choice.chosen]
        preferred[choice.question_id][choice.first, choice.second] = kind
    return add_orders(_order_both_ways(preferred[question_id]) for question_id in sets)


def _order_both_ways(preferred: Mapping[Pair, str]) -> Order:
    """Return one task's order; a pair judged otherwise in the other order is a tie."""
    if not all(pair in preferred for pair in permutations(CALIBRATION, 2)):
        return _UNORDERED
    pairs = combinations(CALIBRATION, 2)
    same = {(a, b): preferred[a, b] if preferred[a, b] == preferred[b, a] else "" for a, b in pairs}
    return order_of_choices(same)
