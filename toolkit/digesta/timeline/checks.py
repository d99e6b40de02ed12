"""What records must be to make a timeline: each check gives one sentence per contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from digesta.timeline.records import CTV, DIVISIONS, Component

Versions = Mapping[str, Sequence[CTV]]
_OPEN = "9999-12-31"


def above_and_below(components: Mapping[str, Component], versions: Versions) -> Iterator[str]:
    """Every component stands in one that is there, and every version is of a component."""
    for one in components.values():
        if one.parent_id and one.parent_id not in components:
            yield f"{one.component_id}: no component {one.parent_id} above it"
        if not one.parent_id and one.component_type not in DIVISIONS:
            yield f"{one.component_id}: nothing stands above it"
    for name in versions:
        if name not in components:
            yield f"{name}: versions of no component"


def complete(
    components: Mapping[str, Component], versions: Versions, texts: Mapping[str, str]
) -> Iterator[str]:
    """Every component that is no division has a version, and every version a text."""
    for one in components.values():
        if one.component_type not in DIVISIONS and one.component_id not in versions:
            yield f"{one.component_id}: no version"
    for ctv in chain.from_iterable(versions.values()):
        if ctv.ctv_id not in texts:
            yield f"{ctv.ctv_id}: no text"


def in_order(versions: Versions) -> Iterator[str]:
    """Versions are numbered 1, 2, … and none begins before the one before it has ended.

    A version whose end precedes its start was taken back before it came into force: it stands
    among the others and stands in no one's way.
    """
    for name, of in versions.items():
        if [ctv.version_number for ctv in of] != list(range(1, len(of) + 1)):
            yield f"{name}: versions not numbered 1, 2, …"
        last = ""
        for ctv in of:
            end = ctv.date_end or _OPEN
            if end < ctv.date_start:
                continue
            if ctv.date_start < last:
                yield f"{ctv.ctv_id}: from {ctv.date_start} to {end} overlaps what was before"
            last = end
