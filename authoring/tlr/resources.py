"""The release's tables: states, hierarchy, amendments, attributions, deferrals. Facts, no text."""

from __future__ import annotations

from collections.abc import Iterator

from authoring.tlr.law import AmendedLaw
from digesta.canonical import canonical_lines
from digesta.records.base import Record
from digesta_legal.temporal.resources import AmendmentDay, ArticleState, Part
from digesta_legal.timeline.records import DIVISIONS


def resources(law: AmendedLaw) -> dict[str, bytes]:
    """Return the tables by their path in a release."""
    tables = {
        "states": _states(law),
        "hierarchy": _hierarchy(law),
        "amendments": (
            AmendmentDay(
                amendment=action.amendment,
                date=action.date,
                also=law.other_days.get(action.amendment),
            )
            for action in law.timeline.actions
        ),
        "attributions": law.known.attributed,
        "deferrals": law.known.deferrals,
    }
    return {
        f"{folder_of(law)}{name}.jsonl": canonical_lines(row.as_json() for row in rows)
        for name, rows in tables.items()
    }


def folder_of(law: AmendedLaw) -> str:
    """Return where a release has a law's tables: in a folder of their own beside other laws'."""
    return f"resources/tlr/{law.named['law']}/" if law.named else "resources/tlr/"


def _states(law: AmendedLaw) -> Iterator[Record]:
    for states in law.timeline.states.values():
        for state in states:
            yield ArticleState(
                article=state.article,
                state=state.number,
                start=state.start,
                end=state.end,
                amendments=list(state.amendments),
                settled=state.settled,
                sha256=state.sha256,
            )


def _hierarchy(law: AmendedLaw) -> Iterator[Record]:
    for component in law.timeline.components.values():
        if component.component_type in DIVISIONS:
            yield Part.model_validate(
                {"part": component.component_id, "type": component.component_type}
                | ({"within": component.parent_id} if component.parent_id else {})
            )
        elif component.component_type == "article":
            place = law.timeline.place_on(component.component_id, law.known.horizon)
            yield Part(part=component.component_id, type="article", within=place)
