"""Marking of the scorer ``rubric``: from an answer and a judge's verdict on it to a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import NANO, nano
from digesta.scorers.base import STANDARD, Column, Response, Row
from digesta.scorers.rubric.read import (
    COSTS,
    DIMENSIONS,
    CalledCriterion,
    RubricKey,
    called_criteria,
    fold,
    made_up,
    penalty,
    points_by_dimension,
    share,
    without_evidence,
)

COLUMNS = (
    Column("unjudged", "count", "1 when the answer is a text on which there is no verdict"),
    Column("judged", "count", "1 when there is a verdict on the answer"),
    Column("answer_score", "share", "the seed's score: points times confidence"),
    Column("answer_score_as_coded", "share", "the same as the original's code computes it"),
    Column("earned", "share", "weighted points earned, before penalties"),
    Column("checkable", "share", "weighted points earned, less negatives, where there is a check"),
    Column(
        "asks_checkable", "count", "1 when the rubric has criteria with a check that earn points"
    ),
    Column("checkable_points", "share", "weighted points of the criteria with a check, of all"),
    Column("below_zero", "count", "how far the score lay below 0, in nano-units, at most 2"),
    *(
        column
        for name in DIMENSIONS
        for column in (
            Column(name, "share", f"points of the criteria of {name} that are satisfied"),
            Column(f"asks_{name}", "count", f"1 when the rubric has criteria of {name}"),
        )
    ),
    Column("criteria", "count", "positive criteria of the rubric"),
    Column("satisfied", "count", "positive criteria satisfied"),
    Column("negatives", "count", "negative criteria judged"),
    Column("triggered", "count", "negative criteria triggered"),
    Column("called", "count", "criteria called satisfied or triggered that need a passage"),
    Column("unanchored", "count", "those of them without a passage of the answer"),
    Column("claims", "count", "claims that the judge found"),
    *(Column(name, "count", f"claims made up, {name}") for name in COSTS),
    Column("hallucinating", "count", "1 when a claim is made up"),
    Column("hallucinated_share", "share", "claims made up, of the answer's; 0 without claims"),
    Column("assertions", "count", "assertions that need a source"),
    Column("sourced", "count", "those of them with a valid source"),
    Column("source_needed", "count", "1 when an assertion needs a source"),
    Column("source_share", "share", "assertions with a source, of the answer's that need one"),
)
_NAMES = tuple(column.name for column in (*STANDARD, *COLUMNS))
_WHY = {
    "missing": "missing: there is no answer",
    "unreadable": "unreadable: the answer is no text",
    "unjudged": "not judged: there is no verdict on the answer",
}


def mark(prepared: RubricKey, response: Response) -> Row:
    """Mark one answer by the verdict on it: the standard columns, then ``COLUMNS``."""
    cells = {"criteria": len(prepared.positive)}
    cells |= {f"asks_{name}": 1 for name in prepared.by_dimension}
    cells["asks_checkable"] = int(prepared.checkable > 0)
    cells["checkable_points"] = share(prepared.checkable, prepared.total)
    status = _status(response)
    if status == "judged":
        assert response.verdict is not None, "judged"
        cells |= _judged_cells(prepared, response.verdict, fold(response.answer))
    else:
        cells["below_zero"] = prepared.worst
    cells[status] = 1
    return tuple(cells.get(name, 0) for name in _NAMES)


def why(prepared: RubricKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned what it did."""
    cells = dict(zip(_NAMES, mark(prepared, response), strict=True))
    status = _status(response)
    if status != "judged":
        return _WHY[status]
    made = sum(cells[severity] for severity in COSTS)
    text = (
        f"scored {cells['credit'] / NANO:.3f}: {cells['satisfied']} of {cells['criteria']} "
        f"criteria satisfied, {cells['unanchored']} called so without a passage of the answer, "
        f"{cells['triggered']} of {cells['negatives']} negative ones triggered, "
        f"{made} of {cells['claims']} claims made up"
    )
    low = cells["below_zero"]
    return f"{text}; {low / NANO:.3f} below 0 before the clamp" if low else text


def _status(response: Response) -> str:
    if response.answer is None:
        return "missing"
    if not isinstance(response.answer, str):
        return "unreadable"
    return "unjudged" if response.verdict is None else "judged"


def _judged_cells(key: RubricKey, verdict: Mapping[str, Any], answer: str) -> dict[str, int]:
    verdicts = {criterion["criterion_id"]: criterion for criterion in verdict["criteria"]}
    if verdict.get("passages") == "not_recorded":
        key = without_evidence(key)
    positive = called_criteria(key.positive, verdicts, answer)
    negative = called_criteria(key.negative, verdicts, answer)
    claims = verdict.get("claims", ())
    severities = made_up(claims)
    false = severities.total()
    evident = [called for called in (*positive, *negative) if called.criterion.evidence]
    return {
        **_scores(key, positive, negative, made=penalty(severities, key.points)),
        "satisfied": sum(called.times for called in positive),
        "negatives": len(key.negative),
        "triggered": sum(called.times > 0 for called in negative),
        "called": len(evident),
        "unanchored": sum(not called.times for called in evident),
        "claims": len(claims),
        **severities,
        "hallucinating": int(false > 0),
        "hallucinated_share": nano(Fraction(false, max(1, len(claims)))),
        **_sources(verdict.get("assertions", ())),
    }


def _scores(
    key: RubricKey,
    positive: Sequence[CalledCriterion],
    negative: Sequence[CalledCriterion],
    *,
    made: Fraction,
) -> dict[str, int]:
    """Return the shares that points come to. made: points that claims made up cost."""
    met = [called for called in positive if called.times]
    points = points_by_dimension(called.criterion for called in met)
    weighted = sum(called.criterion.weighted for called in met)
    confident = sum(called.criterion.weighted * _confidence(called) for called in met)
    coded = sum(called.criterion.coded * _confidence(called) for called in positive)
    cost = made + _cost(negative)
    cost_as_coded = made + sum(called.criterion.points for called in negative)
    score = (weighted - cost) / key.total
    return {
        "credit": nano(max(score, Fraction(0))),
        "below_zero": nano(max(-score, Fraction(0))),
        "answer_score": share(confident - cost, key.total),
        "answer_score_as_coded": share(coded - cost_as_coded, key.coded_total),
        "earned": share(Fraction(weighted), key.total),
        "checkable": _checkable(key, met, negative),
        **{name: share(points[name], whole) for name, whole in key.by_dimension.items()},
    }


def _checkable(
    key: RubricKey, met: Sequence[CalledCriterion], negative: Sequence[CalledCriterion]
) -> int:
    """Return the share of a rubric's points that its criteria with a check come to; else 0."""
    if not key.checkable:
        return 0
    weighted = sum(called.criterion.weighted for called in met if called.criterion.checkable)
    cost = _cost([called for called in negative if called.criterion.checkable])
    return share(weighted - cost, key.checkable)


def _cost(negative: Sequence[CalledCriterion]) -> Fraction:
    """Return the points that triggered negative criteria cost, each up to its cap."""
    return sum((min(n * c.points, c.most) for c, _, n in negative), Fraction(0))


def _confidence(called: CalledCriterion) -> Fraction:
    return Fraction(called.verdict["confidence"])


def _sources(assertions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    needing = [assertion for assertion in assertions if assertion["needs_source"]]
    sourced = sum(assertion["has_source"] for assertion in needing)
    return {
        "assertions": len(needing),
        "sourced": sourced,
        "source_needed": int(bool(needing)),
        "source_share": nano(Fraction(sourced, max(1, len(needing)))),
    }
