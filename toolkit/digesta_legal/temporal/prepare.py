"""A question and its truth, checked and made ready to be marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from digesta.metrics.exact import NANO
from digesta.records.base import duplicates
from digesta.text.amendments_pt import in_order_of_number
from digesta_legal.temporal.answer_records import KINDS
from digesta_legal.temporal.kinds import (
    AMENDED,
    CHANGED,
    Attribution,
    Consistency,
    Difference,
    Impact,
    Lineage,
    PointInTime,
    TemporalQuestion,
    distance_of,
)
from digesta_legal.temporal.read import BR, ChainLink
from digesta_legal.temporal.states import states_of
from digesta_legal.temporal.text import TextTruth


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> TemporalQuestion:
    """Return a question ready to be marked, or ValueError when its truth cannot be right.

    question: the whole record as JSON. truth: the ``truth`` of its line. resources: the state
    table among them is what adversaries draw from.
    """
    kind = question["ask"].get("kind")
    if kind not in KINDS:
        raise ValueError(f"no kind of question {kind!r}; there are: {', '.join(KINDS)}")
    records = KINDS[kind]
    ask: Any = records.ask.model_validate(question["ask"])
    prepared = _BUILDERS[kind](ask, records.truth.model_validate(truth))
    states = states_of(resources, ask.law)
    return replace(prepared, states=states, amendments_by=ask.amendments_by)


def with_reading(ask: Mapping[str, Any], _reading: str) -> Mapping[str, Any]:
    """Return an ask that says how amendments are read: as it says itself, else as its track."""
    return {"amendments_by": "br-amendment/2", **ask}


def normalisers(ask: Mapping[str, Any]) -> frozenset[str]:
    """Return the names and versions of the normalisers that marking an ask's answers uses."""
    if ask["kind"] == "point_in_time":
        return frozenset({"text/1"})
    return frozenset({ask.get("amendments_by", BR)})


def _point_in_time(ask: Any, truth: Any) -> PointInTime:
    if len(truth.versions) != 1 or truth.versions[0].component_id != ask.component_id:
        raise ValueError(f"one version of {ask.component_id} is in force on a day")
    _within(ask.horizon, ask.date)
    text = TextTruth.of(truth.text_sha256, truth.must_contain, truth.must_not_contain)
    distance, version = distance_of(ask.date, ask.horizon), truth.versions[0].version
    forbids = bool(text.forbidden)
    return PointInTime(
        component=ask.component_id,
        version=version,
        text=text,
        distance=distance,
        at_most=ask.at_most,
        blank={
            "pit": 1,
            distance: 1,
            "requires": int(bool(text.required)),
            "forbids": int(forbids),
            "forbidden": NANO * forbids,
        },
        right=f"version {version} of {ask.component_id}",
    )


def _attribution(ask: Any, truth: Any) -> Attribution:
    _require_once(truth.amendments, ask)
    _require_once(truth.dates, ask)
    if truth.dates != sorted(truth.dates):
        raise ValueError("the dates are not in order of time")
    _within(ask.horizon, truth.dates[-1])
    return Attribution(
        amendments=tuple(truth.amendments),
        dates=tuple(truth.dates),
        at_most=ask.at_most,
        blank={"attribution": 1},
        right=", ".join(truth.amendments),
    )


def _difference(ask: Any, truth: Any) -> Difference:
    _within(ask.horizon, ask.date_2)
    _require_once(truth.amendments_between, ask)
    if truth.version_1 > truth.version_2:
        raise ValueError("the version of the earlier day comes after that of the later one")
    amendments = truth.amendments_between
    return Difference(
        changed=truth.changed,
        amendments=tuple(amendments),
        versions=(truth.version_1, truth.version_2),
        at_most=ask.at_most,
        blank={CHANGED[truth.changed]: 1, "between": int(bool(amendments))},
        right=f"that it changed{_by(amendments)}" if truth.changed else "that nothing changed",
    )


def _lineage(ask: Any, truth: Any) -> Lineage:
    chain = tuple(_link(link) for link in truth.version_chain)
    _require_once(chain, ask)
    _within(ask.horizon, chain[-1].date)
    if any(not link.amendments for link in chain[1:]):
        raise ValueError("a version after the original text is made by an amendment")
    lineage = Lineage(chain=chain, at_most=ask.at_most, blank={"lineage": 1})
    if not lineage.changes:
        raise ValueError("a lineage is asked of an article that an amendment changed or added")
    right = "; ".join(f"{date}: {', '.join(made_by)}" for date, made_by in lineage.changes)
    return replace(lineage, right=right)


def _consistency(ask: Any, truth: Any) -> Consistency:
    _require_once(truth.amendments, ask)
    claim = f"amended{_by(truth.amendments)}" if truth.amended else "never amended"
    return Consistency(
        amended=truth.amended,
        amendments=tuple(truth.amendments),
        at_most=ask.at_most,
        blank={AMENDED[truth.amended]: 1, "amended_by": int(bool(truth.amendments))},
        right=f"that it was {claim}",
    )


def _impact(ask: Any, truth: Any) -> Impact:
    _require_once(truth.articles, ask)
    if twice := duplicates(truth.amendments):
        raise ValueError(f"{twice[0]} is listed twice")
    return Impact(
        articles=tuple(truth.articles),
        amendments=tuple(truth.amendments),
        at_most=ask.at_most,
        blank={"impact": 1, "impact_by": int(bool(truth.amendments))},
        right=", ".join(truth.articles),
    )


def _link(link: Any) -> ChainLink:
    in_order = sorted(set(link.amendments), key=in_order_of_number)
    return ChainLink(link.version, link.date, tuple(in_order))


def _by(amendments: Sequence[str]) -> str:
    return f", by {', '.join(amendments)}" if amendments else ""


def _within(horizon: str, day: str) -> None:
    if day > horizon:
        raise ValueError(f"{day} lies after the horizon {horizon}")


def _require_once(values: Sequence[Any], ask: Any) -> None:
    if twice := duplicates(values):
        raise ValueError(f"{twice[0]} is listed twice")
    if len(values) > ask.at_most:
        raise ValueError(f"the truth lists {len(values)}, and an answer {ask.at_most} at most")


_BUILDERS: Mapping[str, Callable[[Any, Any], TemporalQuestion]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
    "impact": _impact,
}
