"""The eight relations of the temporal graph, for a graph database and for its checks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from digesta_legal.timeline.history import Timeline

Structure = Literal["HAS_COMPONENT", "HAS_CHILD", "HAS_VERSION", "EXPRESSED_IN", "HAS_TEXT"]
Relation = Literal[Structure, "AGGREGATES", "SUPERSEDES", "RESULTED_IN"]


class Edge(NamedTuple):
    """A relation from one node to another, by their ids."""

    relation: Relation
    from_id: str
    to_id: str


def edges(timeline: Timeline) -> Iterator[Edge]:
    """Return every relation of a timeline, by relation, each in the order of the text."""
    yield from _hierarchy(timeline)
    language = timeline.norm.language
    every = list(chain.from_iterable(timeline.versions.values()))
    for ctv in every:
        clv_id = ctv.clv_id(language)
        yield Edge("HAS_VERSION", ctv.component_id, ctv.ctv_id)
        yield Edge("EXPRESSED_IN", ctv.ctv_id, clv_id)
        yield Edge("HAS_TEXT", clv_id, ctv.text_id(language))
    for versions in timeline.versions.values():
        for old, new in pairwise(versions):
            yield Edge("SUPERSEDES", new.ctv_id, old.ctv_id)
    yield from _aggregations(timeline)
    actions = {action.amendment: action.action_id for action in timeline.actions}
    for ctv in every:
        for amendment in ctv.amendments:
            if amendment in actions:
                yield Edge("RESULTED_IN", actions[amendment], ctv.ctv_id)


def _hierarchy(timeline: Timeline) -> Iterator[Edge]:
    for component in timeline.components.values():
        if component.parent_id:
            yield Edge("HAS_CHILD", component.parent_id, component.component_id)
        else:
            yield Edge("HAS_COMPONENT", timeline.norm.official_id, component.component_id)


def _aggregations(timeline: Timeline) -> Iterator[Edge]:
    """Yield an edge from a component's version to each version right under it in force with it."""
    for component in timeline.components.values():
        for parent in timeline.versions.get(component.parent_id, ()):
            for ctv in timeline.versions.get(component.component_id, ()):
                later_start = max(parent.date_start, ctv.date_start)
                if parent.in_force(later_start) and ctv.in_force(later_start):
                    yield Edge("AGGREGATES", parent.ctv_id, ctv.ctv_id)
