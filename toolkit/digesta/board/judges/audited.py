"""A judge as boards need it: who it is, what it showed, which files say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

from digesta.board.judges.calibration import (
    CALIBRATION,
    Order,
    order_of_choices,
    order_of_scores,
    together,
)
from digesta.board.judges.gate import Gate
from digesta.intake import CalibrationSets
from digesta.metrics.exact import published
from digesta.records.judges.board import BoardJudge, Coverage, GateReason, Ordering
from digesta.records.judges.calibration import CalibrationKind, Choice
from digesta.records.judges.verdict import Judge, Verdict
from digesta.scorers.base import Response
from digesta.scoring.compiled import Compiled

UNORDERED = Order(1, 0, 0, 0)
"""A question whose answers were not all judged, or not all compared both ways: not ordered."""


@dataclass(frozen=True)
class AuditedJudge:
    """A judge: its record, its gate, its pairwise choices if it made some, what it covers.

    digests: SHA-256 of the judge's own files (not of verdicts on submissions), by name.
    """

    judge: Judge
    gate: Gate
    choices: Order | None = None
    digests: Mapping[str, str] = field(default_factory=dict)
    coverage: Coverage | None = None

    def shown(self) -> BoardJudge:
        """Return the judge as a board shows it."""
        return BoardJudge(
            judge=self.judge.judge,
            model=self.judge.model,
            operator=self.judge.operator,
            date=self.judge.date,
            coverage=self.coverage,
            passed=self.gate.publishable,
            reasons=[
                GateReason(code=reason.code, detail=reason.detail) for reason in self.gate.reasons
            ],
            controls=dict(self.gate.rates),
            calibration=_ordering(self.gate.order),
            unseen=None if self.gate.unseen is None else _ordering(self.gate.unseen),
            choices=None if self.choices is None else _ordering(self.choices),
        )


def _ordering(order: Order) -> Ordering:
    return Ordering(**order._asdict(), tau=published(order.tau))


def order_by_scores(
    compiled: Compiled,
    sets: CalibrationSets,
    verdicts: Mapping[tuple[str, CalibrationKind], Verdict],
) -> Order:
    """Return how a judge's verdicts order all calibration sets of a release, by their credit.

    compiled: as the judge's verdicts are marked (``restricted``). A set of which an answer was
    not judged is not ordered: leaving one out never helps.
    """
    prepared = {
        key: (task.scorer, one)
        for task in compiled.tasks
        for key, one in zip(task.ids, task.prepared, strict=True)
    }
    orders = []
    for question_id, answers in sorted(sets.items()):
        scorer, ready = prepared[question_id]
        credit = scorer.column_names.index("credit")
        said = [verdicts.get((question_id, kind)) for kind in CALIBRATION]
        given = zip(CALIBRATION, said, strict=True)
        scores: list[int | Fraction] = [
            scorer.mark(ready, Response(answers[kind].answer, one.as_json()))[credit]
            for kind, one in given
            if one is not None
        ]
        orders.append(order_of_scores(scores) if None not in said else UNORDERED)
    return together(orders)


def order_by_choices(sets: CalibrationSets, choices: Sequence[Choice]) -> Order | None:
    """Return how a judge's choices order all calibration sets; None where it made none.

    A pair that is chosen otherwise in the other order is a tie: the judge went by the place. A
    set of which a pair was not shown in both orders is not ordered: one order cannot tell.
    """
    if not choices:
        return None
    preferred: dict[str, dict[tuple[CalibrationKind, CalibrationKind], str]] = {}
    for choice in choices:
        kind = {"first": choice.first, "second": choice.second, "tie": ""}[choice.chosen]
        preferred.setdefault(choice.question_id, {})[choice.first, choice.second] = kind
    orders = []
    for question_id in sorted(sets):
        said = preferred.get(question_id, {})
        whole = all(pair in said for pair in permutations(CALIBRATION, 2))
        orders.append(order_of_choices(_both_ways(said)) if whole else UNORDERED)
    return together(orders)


def _both_ways(
    said: Mapping[tuple[CalibrationKind, CalibrationKind], str],
) -> dict[tuple[CalibrationKind, CalibrationKind], str]:
    """Return what was preferred in both orders of each pair, "" where they differ."""
    pairs = combinations(CALIBRATION, 2)
    return {(a, b): said[a, b] if said[a, b] == said[b, a] else "" for a, b in pairs}
