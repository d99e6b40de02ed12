"""Candidates of hierarchical_impact: which articles of a division changed within some years.

A division has questions when ten articles or more stand in it, none of them without a sure
place. At most a quarter of its articles changed in the years of a question, so that naming them
all does not win. Years in which an article of it was repealed as a whole are left out: no truth
lists repeals. A division within another one is of the same cluster; years of one cluster never
overlap, so that no change stands in two questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from authoring.tlr.candidates import Candidate
from authoring.tlr.law import AmendedLaw
from digesta_legal.timeline import ArticleImpact, State
from digesta_legal.timeline.records import DIVISIONS

LEAST_ARTICLES, LEAST_CHANGED, MANY_CHANGED, MOST_NAMED = 10, 2, 5, 15
MOST_YEARS = 12


class Scope(NamedTuple):
    """A division, the outermost one asked about that it lies in, and all that changed in it."""

    name: str
    family: str
    changes: tuple[ArticleImpact, ...]


def scopes(law: AmendedLaw) -> tuple[Scope, ...]:
    """Return the divisions that can be asked about, each before those within it."""
    span = (next_day(law.known.first_day), next_day(law.known.horizon))
    nested: list[Scope] = []
    members: set[tuple[str, ...]] = set()
    for name, component in law.timeline.components.items():
        if component.component_type not in DIVISIONS:
            continue
        articles = law.timeline.articles_in(name, law.known.horizon)
        # The transitional text has one title: asking about either is the same question.
        if len(articles) < LEAST_ARTICLES or law.no_place & {*articles} or articles in members:
            continue
        members.add(articles)
        above = set(law.timeline.above(name))
        family = next((scope.family for scope in nested if scope.name in above), name)
        nested.append(Scope(name, family, law.timeline.impact(name, *span)))
    return tuple(nested)


def impacts(law: AmendedLaw, scope: Scope) -> tuple[Candidate, ...]:
    """Return all candidates of a scope, by their years; they overlap."""
    years = range(int(law.known.first_day[:4]) + 1, int(law.known.horizon[:4]) + 1)
    members = set(law.timeline.articles_in(scope.name, law.known.horizon))
    unsure = {day for article, day in law.minor if article in members}
    unsure |= {str(state.end) for state in law.repeals if _stood_in(law, state, scope.name)}
    standing = {y: len(law.timeline.articles_in(scope.name, _new_year(y))) for y in years}
    return tuple(
        _candidate(law, scope, (_new_year(first), _new_year(last)), states)
        for first in years
        for last in range(first + 1, min(first + MOST_YEARS, years[-1]) + 1)
        if not any(_new_year(first) <= day < _new_year(last) for day in unsure)
        and _fit(law, states := _within(scope, first, last), standing[first] // 4)
    )


def _stood_in(law: AmendedLaw, state: State, scope: str) -> bool:
    return scope in law.timeline.above(law.timeline.place_on(state.article, state.start))


def room(candidates: Sequence[Candidate]) -> int:
    """Count how many candidates of one family can be asked about, their years not overlapping."""
    count, free_from = 0, ""
    # Taking what ends first leaves most room (interval scheduling).
    for candidate in sorted(candidates, key=lambda candidate: str(candidate.ask["to"])):
        if candidate.ask["from"] >= free_from:
            count, free_from = count + 1, candidate.ask["to"]
    return count


def apart(candidate: Candidate, others: Sequence[Candidate]) -> bool:
    """Return whether a candidate's years overlap none of the others'."""
    return all(
        candidate.ask["to"] <= other.ask["from"] or other.ask["to"] <= candidate.ask["from"]
        for other in others
    )


def next_day(day: str) -> str:
    """Return the day after a day."""
    return (date.fromisoformat(day) + timedelta(1)).isoformat()


def _new_year(year: int) -> str:
    return f"{year}-01-01"


def _within(scope: Scope, first: int, last: int) -> list[State]:
    start, end = _new_year(first), _new_year(last)
    return [s for change in scope.changes for s in change.states if start <= s.start < end]


def _fit(law: AmendedLaw, states: Sequence[State], quarter: int) -> bool:
    number = len({state.article for state in states})
    few = LEAST_CHANGED <= number <= min(MOST_NAMED, quarter)
    doubtful = law.doubtful
    return few and not any(law.waits(state) or state.article in doubtful for state in states)


def _candidate(
    law: AmendedLaw, scope: Scope, years: tuple[str, str], states: Sequence[State]
) -> Candidate:
    articles = tuple(dict.fromkeys(state.article for state in states))
    # Where a day's amendments are not told apart, none is named: the question asks for articles.
    settled = all(state.settled for state in states)
    in_order = sorted(states, key=lambda state: state.start) if settled else []
    ask = {
        "kind": "impact",
        "horizon": law.known.horizon,
        "at_most": MOST_NAMED,
        **law.named,
        "scope": scope.name,
        "from": years[0],
        "to": years[1],
    }
    made_by = dict.fromkeys(name for state in in_order for name in state.amendments)
    return Candidate(
        "hierarchical_impact",
        ask,
        {"articles": list(articles), "amendments": list(made_by)},
        "hard" if len(articles) >= MANY_CHANGED else "medium",
        scope.family,
        articles,
        (scope.name, *years),
    )
