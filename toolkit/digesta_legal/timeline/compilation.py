"""A timeline from the lines of a dated compilation.

A line is one version of one component: ``component_id, body, article,
paragraph, inciso, alinea, version, start, end, event, change, amendments, removed_by, location
{title, chapter, section, subsection}, text``. Titles, chapters, sections and subsections have no
lines; they are made from the locations: ``cf_tit_2``, ``cf_tit_2_cap_1`` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any

from digesta.text.amendments_pt import br_amendment_1, in_order_of_number
from digesta_legal.timeline.history import Attributions, Timeline
from digesta_legal.timeline.records import CTV, Action, Component, ComponentType, Norm

_LEVELS: Mapping[ComponentType, str] = {
    "title": "tit",
    "chapter": "cap",
    "section": "sec",
    "subsection": "sub",
}
_PARTS: Mapping[str, ComponentType] = {
    "alinea": "letter",
    "inciso": "item",
    "paragraph": "paragraph",
}


def timeline_of(
    rows: Iterable[Mapping[str, Any]],
    days: Iterable[Mapping[str, Any]],
    *,
    norm: Norm,
    attributions: Attributions = MappingProxyType({}),
) -> Timeline:
    """Return the timeline of lines of versions and of days, each in any order.

    rows: as described above. days: ``date, amendments, summary_pt``. attributions: where
    several amendments share a day, which of them changed an article.
    """
    versions: dict[str, list[CTV]] = {}
    texts: dict[str, str] = {}
    places: dict[str, str] = {}
    listed = sorted(rows, key=_order)
    for row in listed:
        ctv = _version(row)
        versions.setdefault(ctv.component_id, []).append(ctv)
        texts[ctv.ctv_id] = row["text"]
        if _type_of(row) == "article":
            *_, (places[ctv.ctv_id], _) = _divisions(row)
    actions: dict[str, Action] = {}
    for action in sorted(chain.from_iterable(map(_actions, days)), key=lambda made: made.date):
        # One that takes effect on several days is an event of the first.
        actions.setdefault(action.amendment, action)
    components = _components(listed, norm.official_id)
    by_ctv = {"texts": texts, "places": places}
    return Timeline(
        norm,
        components,
        versions,
        **by_ctv,
        actions=list(actions.values()),
        attributions=attributions,
    )


def _components(rows: Iterable[Mapping[str, Any]], norm_id: str) -> list[Component]:
    """Return every component once, in the order of the text, a division before what is in it."""
    components: dict[str, Component] = {}
    for row in rows:
        kind = _type_of(row)
        above = ""
        if kind == "article":
            for name, level in _divisions(row):
                components.setdefault(name, Component(name, level, len(components), norm_id, above))
                above = name
        name = row["component_id"].lower()
        if name not in components:
            above = above or _above(name, components)
            components[name] = Component(name, kind, len(components), norm_id, above)
    return list(components.values())


def _order(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a key that sorts lines as the text runs: caput, its items, then the paragraphs."""
    # By length: the permanent text (CF) stands before the transitional one (ADCT).
    numbers = (_number_key(row[part]) for part in ("article", "paragraph", "inciso", "alinea"))
    return (len(row["body"]), row["body"], *numbers, row["version"])


def _number_key(number: str | None) -> tuple[tuple[int, int, str], ...]:
    """Return a number's runs of digits and of letters; what has no number sorts first.

    >>> sorted(["L1-10", "103-A", "L1-9-1", "20", "L1-9"], key=_number_key)
    ['20', '103-A', 'L1-9', 'L1-9-1', 'L1-10']
    """
    runs = re.findall(r"[0-9]+|[A-Za-z]+", number or "0")
    return tuple((0, int(run), "") if run.isdecimal() else (1, 0, run) for run in runs)


def _version(row: Mapping[str, Any]) -> CTV:
    return CTV(
        component_id=row["component_id"].lower(),
        version_number=row["version"],
        date_start=row["start"],
        date_end=row["end"],
        event=row["event"],
        substantive=row["change"] in {None, "substantive"},
        amendments=_canonical(row["amendments"]),
        ended_by=_canonical(row["removed_by"] or ()),
    )


def _canonical(amendments: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(map(br_amendment_1, amendments), key=in_order_of_number))


def _divisions(row: Mapping[str, Any]) -> Iterator[tuple[str, ComponentType]]:
    name = row["body"].lower()
    yield name, "body"
    for kind, short in _LEVELS.items():
        number = row["location"][kind]
        if number is not None:
            name = f"{name}_{short}_{number.lower()}"
            yield name, kind


def _type_of(row: Mapping[str, Any]) -> ComponentType:
    return next((kind for part, kind in _PARTS.items() if row[part] is not None), "article")


def _above(name: str, components: Mapping[str, Component]) -> str:
    """Return the nearest component above a paragraph, item or letter, by its id."""
    pieces = name.split("_")
    shorter = ("_".join(pieces[:n]) for n in range(len(pieces) - 1, 0, -1))
    return next((above for above in shorter if above in components), "")


def _actions(day: Mapping[str, Any]) -> Iterator[Action]:
    for amendment in day["amendments"]:
        yield Action(br_amendment_1(amendment), day["date"], day["summary_pt"])
