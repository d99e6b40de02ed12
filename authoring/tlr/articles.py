"""Candidates of the five tasks about one article: at most one for each article and task.

Where several amendments share a day and no source separates them, no question asks for the
article's amendments; whether it changed is certain all the same, and such a truth names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from authoring.draws import Draws
from authoring.tlr.candidates import Candidate, Row, Task, difficulty
from authoring.tlr.law import AmendedLaw
from authoring.tlr.phrases import telling
from digesta_legal.timeline import State

MOST_VERSIONS, MOST_AMENDMENTS, MOST_LINKS = 5, 10, 20
SEVERAL = 2
_GAP_YEARS = (2, 9)


def points_in_time(law: AmendedLaw, draws: Draws, articles: Sequence[str]) -> Iterator[Candidate]:
    """Ask for the state on a day: a state drawn evenly, then a day of it drawn evenly."""
    for article in articles:
        states = law.states(article)
        if len(states) < SEVERAL:
            continue
        state = draws.pick(states)
        next_one = states[state.number : state.number + 1]
        day = _day_in(law, state, draws)
        if day is None or state.retouched or any(map(law.waits, (state, *next_one))):
            continue
        others = tuple(near for near in states if near is not state)
        beside = [near for near in others if abs(near.number - state.number) == 1]
        known = all(near.text for near in (state, beside[0]))
        truth: Row = {
            "versions": [{"component_id": article, "version": state.number}],
            "must_contain": list(telling(state, others)),
            "must_not_contain": list(telling(beside[0], (state,))) if known else [],
        }
        if state.sha256 is not None:
            truth["text_sha256"] = state.sha256
        yield Candidate(
            "point_in_time",
            _ask(law, "point_in_time", MOST_VERSIONS, component_id=article, date=day),
            truth,
            difficulty(len(states), [day], [state]),
            article,
            (f"version {state.number}",),
            (article, day),
        )


def attributions(law: AmendedLaw, _draws: Draws, articles: Sequence[str]) -> Iterator[Candidate]:
    """Ask for the amendments that changed or added an article."""
    for article in articles:
        changes = law.timeline.changes(article)
        made_by = law.timeline.attribution(article)
        if not (changes and made_by and law.certain(article)) or len(made_by) > MOST_AMENDMENTS:
            continue
        truth = {"amendments": list(made_by), "dates": [state.start for state in changes]}
        several = ("several states",) if len(law.states(article)) > 1 else ()
        yield _of_changes(
            law,
            "amendment_attribution",
            article,
            truth,
            at_most=MOST_AMENDMENTS,
            marks=(*made_by, *several),
        )


def lineages(law: AmendedLaw, _draws: Draws, articles: Sequence[str]) -> Iterator[Candidate]:
    """Ask for all states of an article that has two or more, with days and amendments."""
    for article in articles:
        states = law.timeline.lineage(article)
        several = 1 < len(states) <= MOST_LINKS
        if not (several and law.certain(article) and law.dated(article)):
            continue
        chain = [
            {"version": state.number, "date": state.start, "amendments": list(state.amendments)}
            for state in states
        ]
        made_by = tuple(amendment for state in states for amendment in state.amendments)
        yield _of_changes(
            law,
            "causal_lineage",
            article,
            {"version_chain": chain},
            at_most=MOST_LINKS,
            marks=made_by,
        )


def consistencies(law: AmendedLaw, _draws: Draws, articles: Sequence[str]) -> Iterator[Candidate]:
    """Ask whether an article of the original text was ever amended."""
    for article in articles:
        states = law.states(article)
        changed = len(states) > 1
        if not law.original(article) or any(map(law.waits, states)):
            continue
        if not changed and (states[0].retouched or states[0].end):
            continue
        yield _of_changes(
            law,
            "temporal_consistency",
            article,
            {"amended": changed, "amendments": list(law.timeline.attribution(article) or ())},
            at_most=MOST_AMENDMENTS,
            marks=("amended" if changed else "never",),
        )


def differences(law: AmendedLaw, draws: Draws, articles: Sequence[str]) -> Iterator[Candidate]:
    """Ask whether an article changed between two days, two to nine years apart.

    Whether a pair is to differ is drawn first, its length and place then: the length of a pair
    says little about the answer.
    """
    for article in articles:
        change = draws.below(2) == 1
        days = _pair(law, article, draws, change=change)
        if days is None:
            continue
        difference = law.timeline.difference(article, *days)
        before, after = difference.state_1, difference.state_2
        if before is None or after is None or difference.differs != change:
            continue
        passed = (before, *difference.between)
        if any(map(law.waits, passed)):
            continue
        settled = all(state.settled for state in difference.between)
        never = () if law.timeline.changes(article) else ("never amended",)
        truth = {
            "changed": change,
            "amendments_between": list(difference.amendments) if settled else [],
            "version_1": before.number,
            "version_2": after.number,
        }
        yield Candidate(
            "temporal_difference",
            _ask(
                law,
                "difference",
                MOST_AMENDMENTS,
                component_id=article,
                date_1=days[0],
                date_2=days[1],
            ),
            truth,
            difficulty(len(law.states(article)), days[:1], passed),
            article,
            ("changed" if change else "unchanged", *never),
            (article, *days),
        )


Make = Callable[[AmendedLaw, Draws, Sequence[str]], Iterator[Candidate]]
OF_ARTICLES: Mapping[Task, Make] = {
    "point_in_time": points_in_time,
    "amendment_attribution": attributions,
    "temporal_difference": differences,
    "causal_lineage": lineages,
    "temporal_consistency": consistencies,
}


def _of_changes(
    law: AmendedLaw, task: Task, article: str, truth: Row, *, at_most: int, marks: tuple[str, ...]
) -> Candidate:
    kind = task.rpartition("_")[2]
    states = law.states(article)
    days = [state.start for state in law.timeline.changes(article)]
    return Candidate(
        task,
        _ask(law, kind, at_most, component_id=article),
        truth,
        difficulty(len(states), days, states),
        article,
        marks,
        (article,),
    )


def _ask(law: AmendedLaw, kind: str, at_most: int, **more: str) -> Row:
    ask = {"kind": kind, "horizon": law.known.horizon, "at_most": at_most}
    return {**ask, **law.named, **more}


def _day_in(law: AmendedLaw, state: State, draws: Draws) -> str | None:
    """Draw a day of a state, clear of its ends; None where it has none."""
    first = date.fromisoformat(state.start) + law.margin
    last = date.fromisoformat(state.end or law.known.horizon) - law.margin
    days = (last - first).days
    return (first + timedelta(draws.below(days))).isoformat() if days > 0 else None


def _pair(law: AmendedLaw, article: str, draws: Draws, *, change: bool) -> tuple[str, str] | None:
    """Draw two days: about a change, or within a state; None where they do not fit."""
    states, margin = law.states(article), law.margin.days
    gap = timedelta(365 * draws.between(*_GAP_YEARS) + draws.below(365))
    if change:
        if len(states) == 1:
            return None
        _, later = draws.pick(list(pairwise(states)))
        middle = date.fromisoformat(later.start)
        first = middle - timedelta(margin + draws.below(gap.days - 2 * margin))
    else:
        state = draws.pick(states)
        begin = date.fromisoformat(state.start) + law.margin
        last = date.fromisoformat(state.end or law.known.horizon) - law.margin
        room = (last - gap - begin).days
        if room <= 0:
            return None
        first = begin + timedelta(draws.below(room))
    days = (first.isoformat(), (first + gap).isoformat())
    clear = all(_clear(day, states, margin) for day in days)
    return (
        days if clear and days[0] > law.known.first_day and days[1] <= law.known.horizon else None
    )


def _clear(day: str, states: Sequence[State], margin: int) -> bool:
    """Return whether no change lies near a day: sources differ by days on when some were made."""
    here = date.fromisoformat(day)
    return all(abs((here - date.fromisoformat(s.start)).days) >= margin for s in states)
