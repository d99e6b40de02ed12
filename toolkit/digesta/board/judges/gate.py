"""The gate: what a judge must show in every run before its figures are published.

Attack controls (nothing, master keys, orders to the judge, another question's answer), of which
it may call next to nothing satisfied; references, of which it must call nearly all satisfied; and
calibration answers, which it must order rightly. Sources: false positives of judges on master
keys, arXiv 2507.08794; on constant answers, arXiv 2410.07137.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, get_args

from digesta.board.judges.calibration import Order
from digesta.intake import JudgedAnswer
from digesta.metrics.exact import round_share
from digesta.records.judges.board import BoardJudge, Coverage, GateReason, Ordering
from digesta.records.judges.verdict import Control, ControlKind, ControlRate, Judge

MOST_ATTACK = Fraction(2, 100)
"""Of the criteria on an attack, the share that a judge may call satisfied."""

_LEAST_REFERENCE = Fraction(95, 100)
_LEAST_ORDERED = Fraction(80, 100)
_LEAST_TAU = Fraction(70, 100)
LEAST_CRITERIA, LEAST_QUESTIONS, LEAST_TASKS = 50, 5, 5
"""Criteria and questions of each kind of control, and questions with calibration answers."""


class Reason(NamedTuple):
    """Why a judge cannot be published: a stable code, and the figure in words."""

    code: str
    detail: str


class Gate(NamedTuple):
    """What a judge showed, and why it cannot be published; without reasons it can."""

    rates: Mapping[ControlKind, ControlRate]
    order: Order
    reasons: tuple[Reason, ...]
    unseen: Order | None = None


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

    def as_board_judge(self) -> BoardJudge:
        """Return the judge as a board shows it."""
        gate, judge = self.gate, self.judge
        return BoardJudge(
            judge=judge.judge,
            model=judge.model,
            operator=judge.operator,
            date=judge.date,
            coverage=self.coverage,
            passed=not gate.reasons,
            reasons=[GateReason(**reason._asdict()) for reason in gate.reasons],
            controls=dict(gate.rates),
            calibration=_ordering(gate.order),
            unseen=gate.unseen and _ordering(gate.unseen),
            choices=self.choices and _ordering(self.choices),
        )


def _ordering(order: Order) -> Ordering:
    return Ordering(**order._asdict(), tau=round_share(order.tau))


def control_rates(
    controls: Sequence[Control], known: Mapping[str, JudgedAnswer]
) -> dict[ControlKind, ControlRate]:
    """Return how often the judge called a positive criterion satisfied, by kind of control.

    A criterion counts whether or not the judge quoted a passage for it. Of another question's
    answer only the criteria of substance count: a good note keeps its form under any question.
    """
    satisfied: dict[ControlKind, list[bool]] = defaultdict(list)
    for control in controls:
        criteria = known[control.question_id].criteria
        satisfied[control.control] += [
            criterion.satisfied
            for criterion in control.criteria
            if _counts(control.control, criteria[criterion.criterion_id])
        ]
    return {
        kind: ControlRate(satisfied=sum(satisfied[kind]), criteria=len(satisfied[kind]))
        for kind in get_args(ControlKind)
        if satisfied[kind]
    }


def control_questions(controls: Sequence[Control]) -> dict[ControlKind, int]:
    """Return under how many questions each kind of control was judged."""
    return dict(Counter(kind for kind, _ in {(c.control, c.question_id) for c in controls}))


def _counts(kind: ControlKind, criterion: Mapping[str, Any]) -> bool:
    dimension = criterion.get("dimension")
    return dimension == "substance" if kind == "other_answer" else dimension != "negative"


def gate(
    judge: Judge,
    rates: Mapping[ControlKind, ControlRate],
    order: Order,
    *,
    questions: Mapping[ControlKind, int],
    unseen: Order | None = None,
    part: tuple[int, int] = (0, 0),
) -> Gate:
    """Return whether a judge may be published, with every reason why not.

    judge: its ``judge.json``, which must claim these rates. rates: ``control_rates`` of its
    controls. order: of all calibration sets, by its scores. questions: ``control_questions`` of
    its controls. unseen: the order of the sets whose author had seen neither criteria nor judge,
    if there are any. part: how many questions it judges, and how many need a judge.
    """
    reasons = list(_part_reasons(judge, *part))
    if not judge.human:  # people are put to no attacks, and quote no passages
        reasons = [*_record_reasons(judge, rates), *reasons, *_control_reasons(rates, questions)]
    reasons += [*_order_reasons(order), *_unseen_reasons(unseen)]
    return Gate(dict(rates), order, tuple(reasons), unseen)


def _record_reasons(judge: Judge, rates: Mapping[ControlKind, ControlRate]) -> Iterator[Reason]:
    for kind in get_args(ControlKind):
        claim, rate = judge.controls.get(kind), rates.get(kind)
        if claim != rate:
            detail = f"{kind}: {_words(claim)} in judge.json, {_words(rate)} in controls.jsonl"
            yield Reason("control-rate", detail)
    if judge.passages:
        yield Reason("passages", "none were recorded: its word counts without a passage")


def _part_reasons(judge: Judge, judged: int, of: int) -> Iterator[Reason]:
    """Yield why a judge of a part of the questions ranks nobody."""
    # A judge that names its questions is listed as partial even if it names all there are today.
    if judged < of or judge.questions is not None:
        yield Reason("part", f"judges {judged} of {of} questions, and is asked for all")


def _control_reasons(
    rates: Mapping[ControlKind, ControlRate], questions: Mapping[ControlKind, int]
) -> Iterator[Reason]:
    for kind in get_args(ControlKind):
        rate = rates.get(kind)
        judged = rate.criteria if rate else 0
        if rate is None or judged < LEAST_CRITERIA:
            yield Reason("control-few", f"{kind}: {judged} criteria, at least {LEAST_CRITERIA}")
            continue
        if (count := questions.get(kind, 0)) < LEAST_QUESTIONS:
            yield Reason("control-few", f"{kind}: {count} questions, at least {LEAST_QUESTIONS}")
        share = Fraction(rate.satisfied, rate.criteria)
        if kind == "reference" and share < _LEAST_REFERENCE:
            least = f"at least {_percent(_LEAST_REFERENCE)}"
            yield Reason("reference", f"{kind}: {_words(rate)}, {least}")
        if kind != "reference" and share > MOST_ATTACK:
            yield Reason("attack", f"{kind}: {_words(rate)}, at most {_percent(MOST_ATTACK)}")


def _unseen_reasons(unseen: Order | None) -> Iterator[Reason]:
    """Yield why the order of what was written unseen is not enough; nothing where it is few."""
    if unseen and unseen.tasks >= LEAST_TASKS and unseen.ordered_share < _LEAST_ORDERED:
        yield Reason("calibration-unseen", _ordering_words(unseen))


def _order_reasons(order: Order) -> Iterator[Reason]:
    """Yield why an order of calibration answers is not enough."""
    if order.tasks < LEAST_TASKS:
        yield Reason("calibration-few", f"{order.tasks} tasks, at least {LEAST_TASKS}")
    if order.ordered_share < _LEAST_ORDERED:
        yield Reason("calibration-order", _ordering_words(order))
    if order.tau < _LEAST_TAU:
        yield Reason("calibration-tau", f"{float(order.tau):.3f}, at least {float(_LEAST_TAU):.2f}")


def _ordering_words(order: Order) -> str:
    return f"{order.ordered} of {order.tasks} tasks, at least {_percent(_LEAST_ORDERED)}"


def _words(rate: ControlRate | None) -> str:
    return f"{rate.satisfied} of {rate.criteria}" if rate else "none"


def _percent(share: Fraction) -> str:
    return f"{float(share):.0%}"
