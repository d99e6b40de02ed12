"""Rubrics ready for marking, and the criteria that a judge's verdict calls satisfied.

A criterion counts only when a passage that the judge gives as evidence stands verbatim in the
answer, white space folded; a judge's bare word moves no figure but ``answer_score_as_coded``, save
that of a judge of another's whose passages were not recorded (``without_evidence``).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
class CriterionKey:
    """A criterion ready for marking.

    points: their size, over 0. weighted, coded: points times weight, here and as coded; 0 for a
    negative criterion. most: what a negative one costs at most. evidence: it needs a passage.
    checkable: a program can settle it.
    """

    criterion_id: str
    dimension: str
    points: Fraction
    weighted: Fraction
    coded: Fraction
    most: Fraction
    evidence: bool
    checkable: bool


@dataclass(frozen=True, slots=True)
class RubricKey:
    """A question's rubric.

    total, coded_total: weighted points to be earned, here and as coded. points: the same
    unweighted, at which hallucinations are capped. checkable: weighted points of the criteria
    that a program can settle. by_dimension: points by dimension. worst: how far below 0 a score
    can fall before the clamp, in nano-units.
    """

    positive: tuple[CriterionKey, ...]
    negative: tuple[CriterionKey, ...]
    total: Fraction
    coded_total: Fraction
    points: Fraction
    checkable: Fraction
    by_dimension: Mapping[str, Fraction]
    worst: int


class CalledCriterion(NamedTuple):
    """A criterion that the judge calls satisfied, or triggered, with the judge's verdict on it.

    times: how often it counts; 0 where it needs a passage of the answer and none is given.
    """

    criterion: CriterionKey
    verdict: Mapping[str, Any]
    times: int


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> RubricKey:
    """Return a question's rubric ready for marking; ValueError where it cannot be scored."""
    RubricAsk.model_validate(question["ask"])
    criteria = [_criterion(record) for record in RubricTruth.model_validate(truth).criteria]
    positive = tuple(criterion for criterion in criteria if criterion.weighted)
    negative = tuple(criterion for criterion in criteria if not criterion.weighted)
    total, points = Fraction(0), Fraction(0)
    for criterion in positive:
        total += criterion.weighted
        points += criterion.points
    worst = (points + sum(criterion.most for criterion in negative)) / total
    if worst > WORST:
        raise ValueError(f"penalties may cost at most {WORST} times what the criteria can earn")
    return RubricKey(
        positive,
        negative,
        total,
        sum((criterion.coded for criterion in positive), Fraction(0)),
        points,
        sum((criterion.weighted for criterion in positive if criterion.checkable), Fraction(0)),
        points_by_dimension(positive),
        round(worst * NANO),
    )


def _criterion(record: Criterion) -> CriterionKey:
    points = abs(Fraction(record.points))
    if record.cap is not None and record.evidence == "none":
        raise ValueError(f"{record.criterion_id}: an absence occurs once, and has no cap")
    return CriterionKey(
        record.criterion_id,
        record.dimension,
        points,
        points * WEIGHTS.get(record.dimension, 0),
        points * WEIGHTS_AS_CODED.get(record.dimension, 0),
        points if record.cap is None else abs(Fraction(record.cap)),
        record.evidence is None,
        record.check is not None,
    )


def without_evidence(key: RubricKey) -> RubricKey:
    """Return a rubric none of whose criteria needs a passage: a judge's that recorded none."""
    positive = tuple(replace(criterion, evidence=False) for criterion in key.positive)
    negative = tuple(replace(criterion, evidence=False) for criterion in key.negative)
    return replace(key, positive=positive, negative=negative)


def points_by_dimension(criteria: Iterable[CriterionKey]) -> dict[str, Fraction]:
    """Return the sum of the criteria's points by dimension."""
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    for criterion in criteria:
        points[criterion.dimension] += criterion.points
    return points


def called_criteria(
    criteria: Iterable[CriterionKey], verdicts: Mapping[str, Mapping[str, Any]], answer: str
) -> list[CalledCriterion]:
    """Return the criteria that a judge calls satisfied or triggered.

    verdicts: by criterion. answer: white space folded.
    """
    called = []
    for criterion in criteria:
        verdict = verdicts.get(criterion.criterion_id, {})
        if verdict.get("satisfied") is True:
            called.append(CalledCriterion(criterion, verdict, _times(criterion, verdict, answer)))
    return called


def _times(criterion: CriterionKey, verdict: Mapping[str, Any], answer: str) -> int:
    if not criterion.evidence:
        return 1
    places = occurrences(verdict.get("evidence", ()), answer)
    return places if criterion.most > criterion.points else min(places, 1)


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
    """Take the first free places of a passage, ``most`` at most, and return how many; linear."""
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


_RUNS = "".join(f"\\u{a:04x}-\\u{b:04x}" for a, b in code_points(WHITE_SPACE))
_SPACES = re.compile(f"[{_RUNS}]+")
