"""The gate: what a judge must show in every run before its figures are published.

Attack controls (nothing, master keys, orders to the judge, another question's answer), of which
it may call next to nothing satisfied; references, of which it must call nearly all satisfied; and
calibration answers, which it must order rightly. Sources: false positives of judges on master
keys, arXiv 2507.08794; on constant answers, arXiv 2410.07137.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, get_args

from digesta.board.judges.calibration import Order
from digesta.intake import JudgedAnswer
from digesta.metrics.exact import published
from digesta.records.judges.board import BoardJudge, Coverage, GateReason, Ordering
from digesta.records.judges.verdict import Control, ControlKind, ControlRate, Judge

_ATTACKS: tuple[ControlKind, ...] = tuple(k for k in get_args(ControlKind) if k != "reference")


@dataclass(frozen=True, slots=True)
class GateLimits:
    """How far a judge may be off and still be published.

    attack: criteria called satisfied on an attack, at most. reference: of references, at least.
    ordered: calibration sets ordered rightly, at least. tau: Kendall's, at least. criteria:
    judged for each kind of control, at least. questions: under which each kind was judged, at
    least. tasks: with calibration answers, at least. unseen: sets written by somebody who had seen
    neither criteria nor judge, from which on those alone must be ordered as well.
    """

    attack: Fraction = Fraction(2, 100)
    reference: Fraction = Fraction(95, 100)
    ordered: Fraction = Fraction(80, 100)
    tau: Fraction = Fraction(70, 100)
    criteria: int = 50
    questions: int = 5
    tasks: int = 5
    unseen: int = 5


LIMITS = GateLimits()
"""The limits of judges. 2 % and 5 % are those of the threat table; the rest is ours."""


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
    return Ordering(**order._asdict(), tau=published(order.tau))


def control_rates(
    controls: Sequence[Control], known: Mapping[str, JudgedAnswer]
) -> dict[ControlKind, ControlRate]:
    """Return how often the judge called a positive criterion satisfied, by kind of control.

    A criterion counts whether or not the judge quoted a passage for it. Of another question's
    answer only the criteria of substance count: a good note keeps its form under any question.
    """
    counts: dict[ControlKind, list[int]] = {}
    for control in controls:
        criteria = known[control.question_id].criteria
        count = counts.setdefault(control.control, [0, 0])
        for criterion in control.criteria:
            if _counts(control.control, criteria[criterion.criterion_id]):
                count[0] += criterion.satisfied
                count[1] += 1
    return {
        kind: ControlRate(satisfied=counts[kind][0], criteria=counts[kind][1])
        for kind in get_args(ControlKind)
        if kind in counts and counts[kind][1]
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
    limits: GateLimits = LIMITS,
) -> Gate:
    """Return whether a judge may be published, with every reason why not.

    judge: its ``judge.json``, which must claim these rates. rates: ``control_rates`` of its
    controls. order: of all calibration sets, by its scores. questions: ``control_questions`` of
    its controls. unseen: the order of the sets whose author had seen neither criteria nor judge,
    if there are any. part: how many questions it judges, and how many need a judge.
    """
    reasons = (
        *_record_reasons(judge, rates),
        *_part_reasons(judge, *part),
        *_control_reasons(rates, questions, limits),
        *_order_reasons(order, limits),
    )
    if unseen and unseen.tasks >= limits.unseen and unseen.ordered_share < limits.ordered:
        reasons += (Reason("calibration-unseen", _ordering_words(unseen, limits)),)
    return Gate(dict(rates), order, reasons, unseen)


def _record_reasons(judge: Judge, rates: Mapping[ControlKind, ControlRate]) -> Iterator[Reason]:
    for kind in get_args(ControlKind):
        claim, rate = judge.controls.get(kind), rates.get(kind)
        if claim != rate:
            detail = f"{kind}: {_words(claim)} in judge.json, {_words(rate)} in controls.jsonl"
            yield Reason("control-rate", detail)


def _part_reasons(judge: Judge, judged: int, of: int) -> Iterator[Reason]:
    # A judge that names its questions is listed as partial even if it names all there are today.
    if judged < of or judge.questions is not None:
        yield Reason("part", f"judges {judged} of {of} questions, and is asked for all")


def _control_reasons(
    rates: Mapping[ControlKind, ControlRate],
    questions: Mapping[ControlKind, int],
    limits: GateLimits,
) -> Iterator[Reason]:
    for kind in get_args(ControlKind):
        rate = rates.get(kind)
        judged = rate.criteria if rate else 0
        if rate is None or judged < limits.criteria:
            yield Reason("control-few", f"{kind}: {judged} criteria, at least {limits.criteria}")
            continue
        if (count := questions.get(kind, 0)) < limits.questions:
            yield Reason("control-few", f"{kind}: {count} questions, at least {limits.questions}")
        share = Fraction(rate.satisfied, rate.criteria)
        if kind in _ATTACKS and share > limits.attack:
            yield Reason("attack", f"{kind}: {_words(rate)}, at most {_percent(limits.attack)}")
        if kind == "reference" and share < limits.reference:
            detail = f"{kind}: {_words(rate)}, at least {_percent(limits.reference)}"
            yield Reason("reference", detail)


def _order_reasons(order: Order, limits: GateLimits) -> Iterator[Reason]:
    if order.tasks < limits.tasks:
        yield Reason("calibration-few", f"{order.tasks} tasks, at least {limits.tasks}")
    if order.ordered_share < limits.ordered:
        yield Reason("calibration-order", _ordering_words(order, limits))
    if order.tau < limits.tau:
        yield Reason("calibration-tau", f"{float(order.tau):.3f}, at least {float(limits.tau):.2f}")


def _ordering_words(order: Order, limits: GateLimits) -> str:
    return f"{order.ordered} of {order.tasks} tasks, at least {_percent(limits.ordered)}"


def _words(rate: ControlRate | None) -> str:
    return f"{rate.satisfied} of {rate.criteria}" if rate else "none"


def _percent(share: Fraction) -> str:
    return f"{float(share):.0%}"
