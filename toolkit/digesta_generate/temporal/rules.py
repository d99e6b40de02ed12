"""One rule a task: from results to an answer. No rule compares a result with a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from digesta_generate.temporal.planner import QueryPlan
from digesta_generate.temporal.states import RetrievedState

AMENDMENTS, STATES, ARTICLES = 10, 20, 15
"""How many of each an answer may name: every question says so."""

Answer = dict[str, Any]


def answer(plan: QueryPlan | None, results: Sequence[RetrievedState]) -> Answer | None:
    """Return the answer that results lead to, best first; None: nothing to go by."""
    if plan is None:
        return None
    if plan.kind == "impact":
        return _impact(results)
    of = [result for result in results if result.article == plan.subject]
    return RULES[plan.kind](of) if of else None


def _point_in_time(of: Sequence[RetrievedState]) -> Answer:
    return {"versions": [{"component_id": of[0].article, "version": of[0].version}]}


def _attribution(of: Sequence[RetrievedState]) -> Answer:
    changes = [state for state in _in_time(of) if state.amendments]
    days = dict.fromkeys(change.start for change in changes)
    return {"amendments": _named(changes), "dates": list(days)[:AMENDMENTS]}


def _difference(of: Sequence[RetrievedState]) -> Answer:
    first, *later = _in_time(of)
    return {
        "changed": bool(later),
        "amendments_between": _named(later),
        "version_1": first.version,
        "version_2": later[-1].version if later else first.version,
    }


def _lineage(of: Sequence[RetrievedState]) -> Answer:
    links = [
        {"version": state.version, "date": state.start, "amendments": _named([state])}
        for state in _in_time(of)
    ]
    return {"version_chain": links[:STATES]}


def _consistency(of: Sequence[RetrievedState]) -> Answer:
    return {"amended": any(state.amendments for state in of), "amendments": _named(_in_time(of))}


def _impact(results: Sequence[RetrievedState]) -> Answer | None:
    articles = list(dict.fromkeys(result.article for result in results if result.amendments))[
        :ARTICLES
    ]
    changed = [result for result in results if result.article in articles]
    return {"articles": articles, "amendments": _named(_in_time(changed))} if articles else None


RULES: Mapping[str, Callable[[Sequence[RetrievedState]], Answer]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
}
"""Kind of a plan -> what makes an answer of the results of the asked article, one at least."""


def _in_time(of: Iterable[RetrievedState]) -> list[RetrievedState]:
    return sorted(of, key=lambda state: (state.start, state.article, state.version))


def _named(states: Iterable[RetrievedState]) -> list[str]:
    """Return the amendments that are known to have made states, once each, at most ten."""
    every = chain.from_iterable(state.amendments for state in states if state.settled)
    return list(dict.fromkeys(every))[:AMENDMENTS]
