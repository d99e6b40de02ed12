"""How near a case is to a query: which of the axes that the query names the two share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from authoring.cases.elements.vectors import Vector

GRADES = {0: 6, 1: 2, 2: 1}
"""Grade by how many of the axes beside the condition differ; more than two earn nothing."""


class CaseQuery(NamedTuple):
    """What is asked: the axes, the condition first, and the query's own vector."""

    task: str
    axes: tuple[str, ...]
    vector: Vector


def grade(query: CaseQuery, case: Vector) -> int:
    """Return 6, 2 or 1 for a case that is near, 0 for any other."""
    first, *others = query.axes
    if case.get(first) != query.vector[first]:
        return 0
    return GRADES.get(sum(case.get(axis) != query.vector[axis] for axis in others), 0)


def tiers(query: CaseQuery, corpus: Mapping[str, Vector]) -> Mapping[int, Sequence[str]]:
    """Return the ids of the near cases by grade, the best grade first, ids in order."""
    graded = {name: grade(query, case) for name, case in corpus.items()}
    return {
        value: sorted(name for name, got in graded.items() if got == value)
        for value in sorted(set(graded.values()) - {0}, reverse=True)
    }
