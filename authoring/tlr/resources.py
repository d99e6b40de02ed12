"""The release's tables: states, hierarchy, amendments, attributions, deferrals. Facts, no text."""

from __future__ import annotations

from collections.abc import Iterator

from authoring.tlr.law import Law
from digesta.canonical import canonical_lines
from digesta.records.base import Record
from digesta.scorers.temporal.resources import (
    AmendmentDay,
    ArticleState,
    AttributedChange,
    DeferredEntry,
    Part,
)
from digesta.timeline.records import DIVISIONS


def resources(law: Law) -> dict[str, bytes]:
    """Return the tables by their path in a release."""
    tables = {
        "states": _states(law),
        "hierarchy": _hierarchy(law),
        "amendments": (
            AmendmentDay(
                amendment=one.amendment, date=one.date, also=law.known.other_days.get(one.amendment)
            )
            for one in law.timeline.actions
        ),
        "attributions": (AttributedChange(**row._asdict()) for row in law.known.attributed),
        "deferrals": _deferrals(law),
    }
    return {
        f"resources/tlr/{name}.jsonl": canonical_lines(row.as_json() for row in rows)
        for name, rows in tables.items()
    }


def _states(law: Law) -> Iterator[Record]:
    for states in law.timeline.states.values():
        for one in states:
            yield ArticleState(
                article=one.article, state=one.number, start=one.start, end=one.end,
                amendments=list(one.amendments), settled=one.settled, sha256=one.sha256,
            )  # fmt: skip


def _hierarchy(law: Law) -> Iterator[Record]:
    for one in law.timeline.components.values():
        if one.component_type in DIVISIONS:
            yield Part.model_validate(
                {"part": one.component_id, "type": one.component_type}
                | ({"within": one.parent_id} if one.parent_id else {})
            )
        elif one.component_type == "article":
            place = law.timeline.place_on(one.component_id, law.known.horizon)
            yield Part(part=one.component_id, type="article", within=place)


def _deferrals(law: Law) -> Iterator[Record]:
    for row in law.known.deferrals:
        yield DeferredEntry(
            amendment=row.amendment, articles=list(row.articles), found=row.found,
            evidence=row.evidence,
        )  # fmt: skip
