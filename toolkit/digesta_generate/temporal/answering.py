"""One rule a task: from results to an answer. No rule compares a result with a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from digesta_generate.temporal.planner import Plan
from digesta_generate.temporal.states import Result

AMENDMENTS, STATES, ARTICLES = 10, 20, 15
"""How many of each an answer may name: every question says so."""

Answer = dict[str, Any]


def answer(plan: Plan | None, results: Sequence[Result]) -> Answer | None:
    """Answer a question. results: best first; None: nothing to go by."""
    if plan is None:
        return None
    if plan.kind == "impact":
        return _impact(results)
    of = [one for one in results if one.article == plan.subject]
    return RULES[plan.kind](of) if of else None


def _point_in_time(of: Sequence[Result]) -> Answer:
    return {"versions": [{"component_id": of[0].article, "version": of[0].version}]}


def _attribution(of: Sequence[Result]) -> Answer:
    changes = [one for one in _in_time(of) if one.amendments]
    days = dict.fromkeys(one.start for one in changes)
    return {"amendments": _named(changes), "dates": list(days)[:AMENDMENTS]}


def _difference(of: Sequence[Result]) -> Answer:
    first, *later = _in_time(of)
    return {
        "changed": bool(later),
        "amendments_between": _named(later),
        "version_1": first.version,
        "version_2": later[-1].version if later else first.version,
    }


def _lineage(of: Sequence[Result]) -> Answer:
    links = [
        {"version": one.version, "date": one.start, "amendments": _named([one])}
        for one in _in_time(of)
    ]
    return {"version_chain": links[:STATES]}


def _consistency(of: Sequence[Result]) -> Answer:
    return {"amended": any(one.amendments for one in of), "amendments": _named(_in_time(of))}


def _impact(results: Sequence[Result]) -> Answer | None:
    articles = list(dict.fromkeys(one.article for one in results if one.amendments))[:ARTICLES]
    made = [one for one in results if one.article in articles]
    return {"articles": articles, "amendments": _named(_in_time(made))} if articles else None


RULES: Mapping[str, Callable[[Sequence[Result]], Answer]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
}
"""Kind of a plan -> what makes an answer of the results of the asked article, one at least."""


def _in_time(of: Iterable[Result]) -> list[Result]:
    return sorted(of, key=lambda one: (one.start, one.article, one.version))


def _named(states: Iterable[Result]) -> list[str]:
    """Return the amendments that are known to have made states, once each, at most ten."""
    every = chain.from_iterable(one.amendments for one in states if one.settled)
    return list(dict.fromkeys(every))[:AMENDMENTS]
