"""Checks of the records of a timeline: each yields one sentence per contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from digesta_legal.timeline.records import CTV, DIVISIONS, Component

Versions = Mapping[str, Sequence[CTV]]
_OPEN = "9999-12-31"


def above_and_below(components: Mapping[str, Component], versions: Versions) -> Iterator[str]:
    """Require every component's parent, and every version's component."""
    for component in components.values():
        if component.parent_id and component.parent_id not in components:
            yield f"{component.component_id}: no component {component.parent_id} above it"
        if not component.parent_id and component.component_type not in DIVISIONS:
            yield f"{component.component_id}: nothing stands above it"
    for name in versions:
        if name not in components:
            yield f"{name}: versions of no component"


def complete(
    components: Mapping[str, Component], versions: Versions, texts: Mapping[str, str]
) -> Iterator[str]:
    """Require a version of every component that is no division, and a text of every version."""
    for component in components.values():
        if component.component_type not in DIVISIONS and component.component_id not in versions:
            yield f"{component.component_id}: no version"
    for ctv in chain.from_iterable(versions.values()):
        if ctv.ctv_id not in texts:
            yield f"{ctv.ctv_id}: no text"


def in_order(versions: Versions) -> Iterator[str]:
    """Require versions numbered 1, 2, …, none beginning before the last has ended.

    A version whose end precedes its start was withdrawn before it came into force: it overlaps
    no other.
    """
    for name, ctvs in versions.items():
        if [ctv.version_number for ctv in ctvs] != list(range(1, len(ctvs) + 1)):
            yield f"{name}: versions not numbered 1, 2, …"
        last = ""
        for ctv in ctvs:
            end = ctv.date_end or _OPEN
            if end < ctv.date_start:
                continue
            if ctv.date_start < last:
                yield f"{ctv.ctv_id}: from {ctv.date_start} to {end} overlaps what was before"
            last = end
