"""The five systems that know no law, for temporal questions.

``constant`` is an oracle: per task it gives whatever one answer is right most often: one version
number, one set of amendments, changes or articles (of the most frequent ones, as many as earn
most), one truth value; ties go to the least. ``random`` draws, seeded by the question's id, a
truth value, a version of the article that is asked about, or one amendment, change or article of
the state table; its board row is the exact mean over all that it may draw. ``enumerate`` names as
much as the limits allow: all versions of the article, or what the state table names most often.
Without a state table ``random`` leaves open questions out, and ``enumerate`` names the first
versions, and what the truths of the task name most often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth
from digesta.scorers.shared.adversaries import draw_seed
from digesta.scorers.temporal.kinds import (
    Attribution,
    Cells,
    Consistency,
    Difference,
    Impact,
    Lineage,
    PointInTime,
    Prepared,
)
from digesta.scorers.temporal.prepare import prepare
from digesta.scorers.temporal.states import States

FIRST_DAY = "1988-10-05"


class _Seen(NamedTuple):
    asked: QuestionWithTruth
    prepared: Any

    @property
    def group(self) -> tuple[str, str]:
        """Questions for which one answer is to be found."""
        return self.asked.task, type(self.prepared).__name__


_OF_NAMED = frozenset({"named", "stale", "premature", "off_target"})

Best = Callable[[Sequence[Any]], Any]


def constant(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer what is right most often, per task and kind."""
    return _by_group(asked, _best)


def enumerate_all(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer as much as the limits allow."""
    return _by_group(asked, _all)


def random(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Draw one of the answers that may be drawn, seeded by the question's id; None of none."""
    return [_drawn(one) for one in _seen(asked)]


def expected(prepared: Prepared) -> Cells:
    """Return the cells that ``random`` earns on average, shares to the nano-unit.

    Versions named are left out: an average is no whole number, and rates of them are not defined.
    """
    drawn = _draws(prepared)
    if not drawn:
        return prepared.blank | {"missing": 1}
    earned: Counter[str] = Counter()
    for answer in drawn:
        earned.update(prepared.cells(answer))
    return {
        name: round(Fraction(cell, len(drawn)))
        for name, cell in earned.items()
        if name not in _OF_NAMED
    }


def _seen(asked: Sequence[QuestionWithTruth]) -> list[_Seen]:
    return [_Seen(one, prepare(one.question, one.truth, one.resources)) for one in asked]


def _by_group(asked: Sequence[QuestionWithTruth], find: Callable[[list[Any]], Any]) -> list[Any]:
    seen = _seen(asked)
    groups: defaultdict[Hashable, list[Any]] = defaultdict(list)
    for one in seen:
        groups[one.group].append(one.prepared)
    found = {group: find(members) for group, members in groups.items()}
    return [_SAID[type(one.prepared)](one.prepared, found[one.group]) for one in seen]


def _draws(prepared: Any) -> list[Any]:
    """Return all answers that ``random`` draws from, each as likely."""
    said, states = _SAID[type(prepared)], prepared.states
    if isinstance(prepared, Difference | Consistency):
        return [said(prepared, value) for value in (False, True)]
    return [] if states is None else [said(prepared, [one]) for one in _listed(prepared, states)]


def _listed(prepared: Any, states: States) -> Sequence[Any]:
    """Return what the state table names for a question, the commonest first."""
    if isinstance(prepared, PointInTime):
        return range(1, states.versions.get(prepared.component, 0) + 1)
    return _TABLES[type(prepared)](states)


def _drawn(one: _Seen) -> Any:
    drawn = _draws(one.prepared)
    seed = draw_seed(one.asked)
    return drawn[below(len(drawn), seed)] if drawn else None


def _best(members: list[Any]) -> Any:
    if type(members[0]) in _SETS:
        return _best_set([_SETS[type(one)](one) for one in members], _least_limit(members))
    counts = Counter(_SINGLE[type(one)](one) for one in members)
    one = min(counts, key=lambda value: (-counts[value], value))
    return [one] if isinstance(members[0], PointInTime) else one


def _all(members: list[Any]) -> Any:
    first, limit = members[0], _least_limit(members)
    if isinstance(first, Difference | Consistency):
        return True
    if isinstance(first, PointInTime):
        return range(1, limit + 1)
    if first.states is not None:
        return list(_listed(first, first.states)[:limit])
    return _by_frequency([_SETS[type(one)](one) for one in members])[:limit]


def _least_limit(members: list[Any]) -> int:
    # A chain's original text takes up a place.
    return min(int(one.at_most) - isinstance(one, Lineage) for one in members)


def _by_frequency(sets: Sequence[Sequence[Any]]) -> list[Any]:
    counts = Counter(chain.from_iterable(sets))
    return sorted(counts, key=lambda value: (-counts[value], value))


def _best_set(sets: Sequence[Sequence[Any]], at_most: int) -> list[Any]:
    """Return the most frequent elements, as many as make the mean F1 greatest."""
    order = _by_frequency(sets)[:at_most]
    hits = [0] * len(sets)
    best, most = 0, Fraction(-1)
    for n, element in enumerate(order, start=1):
        hits = [h + (element in true) for h, true in zip(hits, sets, strict=True)]
        earned = (Fraction(2 * h, n + len(t)) for h, t in zip(hits, sets, strict=True))
        total = sum(earned, Fraction(0))
        if total > most:
            best, most = n, total
    return order[:best]


def _chain(_prepared: Lineage, changes: Sequence[tuple[str, tuple[str, ...]]]) -> Any:
    links = [(FIRST_DAY, ()), *sorted(changes)]
    return {
        "version_chain": [
            {"version": number, "date": date, "amendments": list(made_by)}
            for number, (date, made_by) in enumerate(links, start=1)
        ][: _prepared.at_most]
    }


def _versions(prepared: PointInTime, numbers: Sequence[int]) -> Any:
    """Name versions; of those that the state table does not have, only one alone."""
    table = prepared.states.versions if prepared.states else {}
    there = [n for n in numbers if n <= table.get(prepared.component, n)] or numbers[:1]
    named = [{"component_id": prepared.component, "version": number} for number in there]
    return {"versions": named}


_SETS: Mapping[type, Callable[[Any], Sequence[Any]]] = {
    Attribution: lambda one: one.amendments,
    Lineage: lambda one: one.changes,
    Impact: lambda one: one.articles,
}
_TABLES: Mapping[type, Callable[[States], Sequence[Any]]] = {
    Attribution: lambda states: states.amendments,
    Lineage: lambda states: states.changes,
    Impact: lambda states: states.articles,
}
_SINGLE: Mapping[type, Callable[[Any], Any]] = {
    PointInTime: lambda one: one.version,
    Difference: lambda one: one.changed,
    Consistency: lambda one: one.amended,
}
_SAID: Mapping[type, Callable[[Any, Any], Any]] = {
    PointInTime: _versions,
    Attribution: lambda _one, names: {"amendments": names},
    Difference: lambda _one, changed: {"changed": changed},
    Lineage: _chain,
    Consistency: lambda _one, amended: {"amended": amended},
    Impact: lambda _one, names: {"articles": names},
}
