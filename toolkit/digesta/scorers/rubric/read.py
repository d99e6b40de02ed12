"""A rubric made ready, and what one judge's verdict on one answer comes to, in exact fractions.

A criterion counts only when a passage that the judge gives as evidence stands verbatim in the
answer, white space folded; a judge's bare word moves no figure but ``answer_score_as_coded``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.scorers.rubric.records import Criterion, RubricAsk, RubricTruth
from digesta.text.normal_form import WHITE_SPACE
from digesta.text.unicode14 import code_points

DIMENSIONS = ("structure", "style", "substance", "methodology")
"""The dimensions that earn points."""

WEIGHTS: Mapping[str, Fraction] = {
    "structure": Fraction(1),
    "style": Fraction(4, 5),
    "substance": Fraction(3, 2),
    "methodology": Fraction(13, 10),
}
"""What a point of each dimension weighs (FrenchLaw Bench 0.2.0, section Scoring)."""

WEIGHTS_AS_CODED: Mapping[str, Fraction] = {**WEIGHTS, "methodology": Fraction(1)}
"""As the original's code has it: its table says Methodologie, its data Méthodologie."""

COSTS: Mapping[str, Fraction] = {
    "critical": Fraction(2),
    "major": Fraction(1),
    "minor": Fraction(3, 10),
}
"""Points that a claim made up costs, by severity; another severity is an error (KeyError)."""

SHORTEST = 3
"""Characters of a passage that anchors: fewer stand in any answer."""

WORST = 2
"""How far below 0 a score may fall before the clamp; a rubric that allows more is refused."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A criterion made ready.

    points: their size, over 0. weight, coded: what they weigh, here and as coded; 0 for a
    negative one. most: what a negative one costs at most. evidence: it needs a passage.
    """

    criterion_id: str
    dimension: str
    points: Fraction
    weight: Fraction
    coded: Fraction
    most: Fraction
    evidence: bool


@dataclass(frozen=True, slots=True)
class PreparedRubric:
    """A question's rubric.

    total, coded_total: weighted points to be earned, here and as coded. points: the same
    unweighted, at which hallucinations are capped. of_dimension: points by dimension. worst:
    how far below 0 a score can fall before the clamp, in nano-units.
    """

    task_type: str
    sub_category: str
    positive: tuple[Demand, ...]
    negative: tuple[Demand, ...]
    total: Fraction
    coded_total: Fraction
    points: Fraction
    of_dimension: Mapping[str, Fraction]
    worst: int


class EarnedPoints(NamedTuple):
    """What the positive criteria come to.

    weighted: sum of points times weight of those satisfied. confident: the same, times the
    judge's confidence. coded: as the original's code has it, on the judge's word alone.
    of_dimension: points satisfied by dimension. satisfied, called, unanchored: how many are
    satisfied, were called so, were called so without a passage of the answer.
    """

    weighted: Fraction
    confident: Fraction
    coded: Fraction
    of_dimension: Mapping[str, Fraction]
    satisfied: int
    called: int
    unanchored: int


class LostPoints(NamedTuple):
    """What the negative criteria come to: points lost, here and as coded; counts as above."""

    points: Fraction
    coded: Fraction
    triggered: int
    called: int
    unanchored: int


# Preparing ------------------------------------------------------------------------------------


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> PreparedRubric:
    """Return a question's rubric ready for marking; ValueError where it cannot be scored."""
    ask = RubricAsk.model_validate(question["ask"])
    demands = [_demand(demand) for demand in RubricTruth.model_validate(truth).criteria]
    positive = tuple(demand for demand in demands if demand.weight)
    negative = tuple(demand for demand in demands if not demand.weight)
    total = sum((demand.points * demand.weight for demand in positive), Fraction(0))
    points = sum((demand.points for demand in positive), Fraction(0))
    worst = (points + sum((demand.most for demand in negative), Fraction(0))) / total
    if worst > WORST:
        raise ValueError(f"penalties may cost at most {WORST} times what the criteria can earn")
    return PreparedRubric(
        ask.task_type,
        ask.sub_category,
        positive,
        negative,
        total,
        sum((demand.points * demand.coded for demand in positive), Fraction(0)),
        points,
        _by_dimension(positive),
        round(worst * NANO),
    )


def _demand(criterion: Criterion) -> Demand:
    points = abs(Fraction(criterion.points))
    if criterion.cap is not None and criterion.evidence == "none":
        raise ValueError(f"{criterion.criterion_id}: an absence occurs once, and has no cap")
    most = points if criterion.cap is None else abs(Fraction(criterion.cap))
    return Demand(
        criterion.criterion_id,
        criterion.dimension,
        points,
        WEIGHTS.get(criterion.dimension, Fraction(0)),
        WEIGHTS_AS_CODED.get(criterion.dimension, Fraction(0)),
        most,
        criterion.evidence is None,
    )


def _by_dimension(demands: Iterable[Demand]) -> dict[str, Fraction]:
    points: dict[str, Fraction] = {}
    for demand in demands:
        points[demand.dimension] = points.get(demand.dimension, Fraction(0)) + demand.points
    return points


# Reading a verdict ----------------------------------------------------------------------------


def earn_points(
    prepared: PreparedRubric, verdicts: Mapping[str, Mapping[str, Any]], answer: str
) -> EarnedPoints:
    """Return what the positive criteria come to; verdicts by criterion."""
    called = [demand for demand in prepared.positive if _is_satisfied(verdicts, demand)]
    met = [
        demand
        for demand in called
        if occurrences(verdicts[demand.criterion_id].get("evidence", ()), answer)
    ]
    sure = {
        demand.criterion_id: Fraction(verdicts[demand.criterion_id]["confidence"])
        for demand in called
    }
    zero = Fraction(0)
    return EarnedPoints(
        sum((demand.points * demand.weight for demand in met), zero),
        sum((demand.points * demand.weight * sure[demand.criterion_id] for demand in met), zero),
        sum((demand.points * demand.coded * sure[demand.criterion_id] for demand in called), zero),
        _by_dimension(met),
        len(met),
        len(called),
        len(called) - len(met),
    )


def lose_points(
    prepared: PreparedRubric, verdicts: Mapping[str, Mapping[str, Any]], answer: str
) -> LostPoints:
    """Return what the negative criteria cost; verdicts by criterion."""
    called = [demand for demand in prepared.negative if _is_satisfied(verdicts, demand)]
    times = [_times(demand, verdicts[demand.criterion_id], answer) for demand in called]
    needing = sum(demand.evidence for demand in called)
    zero = Fraction(0)
    return LostPoints(
        sum(
            (min(n * demand.points, demand.most) for n, demand in zip(times, called, strict=True)),
            zero,
        ),
        sum((demand.points for demand in called), zero),
        sum(n > 0 for n in times),
        needing,
        times.count(0),
    )


def made_up(claims: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Count the claims made up, by severity; KeyError for a severity that there is not."""
    return Counter(
        str(claim["severity"])
        for claim in claims
        if claim["hallucinated"] and COSTS[claim["severity"]]
    )


def penalty(severities: Mapping[str, int], points: Fraction) -> Fraction:
    """Return the points that claims made up cost, at most ``points``."""
    cost = sum((COSTS[severity] * n for severity, n in severities.items()), Fraction(0))
    return min(cost, points)


def occurrences(evidence: Iterable[str], answer: str) -> int:
    """Count the places of an answer, white space folded, where passages stand verbatim.

    No two places overlap: three passages of one sentence are one place, not three. Longer
    passages take their places first, each as often as it is listed, from the left; where one
    could be meant of several places the count may so be too low, never too high.

    >>> occurrences(["le bail", "le  bail", "un prêt", "le"], "le bail vise le bail")
    2
    >>> occurrences(["le bail", "bail vise", "le bail vise"], "le bail vise un prêt")
    1
    """
    listed = Counter(folded for passage in evidence if len(folded := fold(passage)) >= SHORTEST)
    taken = bytearray(len(answer))
    in_order = sorted(listed, key=lambda passage: (-len(passage), passage))
    return sum(_take(passage, listed[passage], answer, taken) for passage in in_order)


def _take(passage: str, most: int, answer: str, taken: bytearray) -> int:
    """Take the first free places of a passage, at most so many; give how many; linear."""
    count = at = 0
    while count < most and (start := answer.find(passage, at)) >= 0:
        end = start + len(passage)
        last = taken.rfind(1, start, end)
        at = end if last < 0 else last + 1
        if last < 0:
            taken[start:end] = b"\1" * len(passage)
            count += 1
    return count


def fold(text: str) -> str:
    r"""Return a text with each run of white space (Unicode White_Space) as one space, trimmed.

    >>> fold(" l'article\u202f1240\n du code ")
    "l'article 1240 du code"
    """
    return _SPACES.sub(" ", text).strip(" ")


def share(part: Fraction, whole: Fraction) -> int:
    """Return a share clamped to [0, 1], in nano-units."""
    return nano(min(max(part / whole, Fraction(0)), Fraction(1)))


def _is_satisfied(verdicts: Mapping[str, Mapping[str, Any]], demand: Demand) -> bool:
    return demand.criterion_id in verdicts and verdicts[demand.criterion_id]["satisfied"] is True


def _times(demand: Demand, verdict: Mapping[str, Any], answer: str) -> int:
    """Count how often a negative criterion that was called triggered costs its points."""
    if not demand.evidence:
        return 1
    times = occurrences(verdict.get("evidence", ()), answer)
    return times if demand.most > demand.points else min(times, 1)


_RUNS = "".join(f"\\u{a:04x}-\\u{b:04x}" for a, b in code_points(WHITE_SPACE))
_SPACES = re.compile(f"[{_RUNS}]+")
