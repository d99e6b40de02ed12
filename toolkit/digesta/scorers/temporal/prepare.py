"""From a question and its truth to what the scorer ``temporal`` marks with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from digesta.records.base import Record, repeated
from digesta.scorers.temporal.answer_records import KINDS
from digesta.scorers.temporal.answers import Link
from digesta.scorers.temporal.kinds import (
    Attribution,
    Consistency,
    Difference,
    Impact,
    Lineage,
    PointInTime,
    Prepared,
    distance_of,
)
from digesta.scorers.temporal.states import states_of
from digesta.scorers.temporal.text import Expected
from digesta.text.amendments_pt import in_order_of_number


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> Prepared:
    """Prepare a question, or ValueError when its truth cannot be right.

    question: the whole record as JSON (its ask is read). truth: the ``truth`` of its line.
    resources: the state table among them, whose version numbers truths and answers use, is what
    adversaries draw from.
    """
    kind = question["ask"].get("kind")
    if kind not in KINDS:
        raise ValueError(f"no kind of question {kind!r}; there are: {', '.join(KINDS)}")
    records = KINDS[kind]
    ask = records.ask.model_validate(question["ask"])
    prepared = _PREPARED[kind](ask, records.truth.model_validate(truth))
    return prepared._replace(states=states_of(resources))


def _point_in_time(ask: Any, truth: Any) -> PointInTime:
    if len(truth.versions) != 1 or truth.versions[0].component_id != ask.component_id:
        raise ValueError(f"one version of {ask.component_id} is in force on a day")
    _within(ask.horizon, ask.date)
    text = Expected.of(truth.text_sha256, truth.must_contain, truth.must_not_contain)
    distance = distance_of(ask.date, ask.horizon)
    return PointInTime(
        ask.component_id, truth.versions[0].version, text, distance, at_most=ask.at_most
    )


def _attribution(ask: Any, truth: Any) -> Attribution:
    _listed_once(truth.amendments, ask)
    _listed_once(truth.dates, ask)
    if truth.dates != sorted(truth.dates):
        raise ValueError("the dates are not in order of time")
    _within(ask.horizon, truth.dates[-1])
    return Attribution(tuple(truth.amendments), tuple(truth.dates), at_most=ask.at_most)


def _difference(ask: Any, truth: Any) -> Difference:
    _within(ask.horizon, ask.date_2)
    _listed_once(truth.amendments_between, ask)
    if truth.version_1 > truth.version_2:
        raise ValueError("the version of the earlier day comes after that of the later one")
    return Difference(
        truth.changed,
        tuple(truth.amendments_between),
        (truth.version_1, truth.version_2),
        at_most=ask.at_most,
    )


def _lineage(ask: Any, truth: Any) -> Lineage:
    chain = tuple(_link(link) for link in truth.version_chain)
    _listed_once(chain, ask)
    _within(ask.horizon, chain[-1].date)
    if any(not link.amendments for link in chain[1:]):
        raise ValueError("a version after the original text is made by an amendment")
    lineage = Lineage(chain, at_most=ask.at_most)
    if not lineage.changes:
        raise ValueError("a lineage is asked of an article that an amendment changed or added")
    return lineage


def _consistency(ask: Any, truth: Any) -> Consistency:
    _listed_once(truth.amendments, ask)
    return Consistency(truth.amended, tuple(truth.amendments), at_most=ask.at_most)


def _impact(ask: Any, truth: Any) -> Impact:
    _listed_once(truth.articles, ask)
    if twice := repeated(truth.amendments):
        raise ValueError(f"{twice[0]} is listed twice")
    return Impact(tuple(truth.articles), tuple(truth.amendments), at_most=ask.at_most)


def _link(link: Any) -> Link:
    in_order = sorted(set(link.amendments), key=in_order_of_number)
    return Link(link.version, link.date, tuple(in_order))


def _within(horizon: str, day: str) -> None:
    if day > horizon:
        raise ValueError(f"{day} lies after the horizon {horizon}")


def _listed_once(values: Sequence[Any], ask: Any) -> None:
    if twice := repeated(values):
        raise ValueError(f"{twice[0]} is listed twice")
    if len(values) > ask.at_most:
        raise ValueError(f"the truth lists {len(values)}, and an answer {ask.at_most} at most")


_PREPARED: Mapping[str, Callable[[Record, Record], Prepared]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
    "impact": _impact,
}


def normalisers(ask: Mapping[str, Any]) -> frozenset[str]:
    """Return the names and versions of the normalisers that marking an ask's answers uses."""
    return frozenset({"text/1" if ask["kind"] == "point_in_time" else "br-amendment/1"})
