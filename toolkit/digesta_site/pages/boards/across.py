"""A track across releases: scores linked over shared questions, and each change in its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from digesta.records.analysis import STEPS, LinkedSystem, Links
from digesta.records.release import Track
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.paths import track_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.views.line_figure import Segment, line_figure
from digesta_site.words import CONDITIONS, percent, with_spaces

ENDS = ("linked_before", "linked_after", "low", "high")
COLUMNS = (
    *("from", "to", "shared", "model_name", "organization", "condition"),
    *("before", *STEPS, "after", *ENDS),
)


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return one page for each track of the newest release that an earlier one scores too."""
    for track in release.manifest.tracks:
        linked = [each for each in release.links if each.track == track.track]
        if linked:
            yield _page(site, release, track, linked)


def _page(site: SiteFrame, release: SiteRelease, track: Track, linked: Sequence[Links]) -> Page:
    stem, drawn = track_stem(release.id, track.track, "across"), any(each.rows for each in linked)
    return site_page(
        *(site, stem, "across.html"),
        {
            "metric": linked[-1].metric,
            "pairs": [_pair_view(each) for each in reversed(linked)],
        },
        heading=f"{track.title}: across releases",
        title=f"{track.track}: across releases, {release.id}",
        release=release,
        tracks=[track],
        data={"links": [each.as_json() for each in linked]},
        table=DataTable(COLUMNS, [line for each in linked for line in _lines(each)]),
        figures={"": _figure(linked)} if drawn else {},
    )


def _lines(linked: Links) -> Iterator[list[Any]]:
    for row in linked.rows:
        yield [
            *(linked.before, linked.after, linked.shared),
            *(getattr(row, name) for name in COLUMNS[3:]),
        ]


def _figure(linked: Sequence[Links]) -> dict[str, Any]:
    places = list(dict.fromkeys(name for each in linked for name in (each.before, each.after)))
    ordered = sorted(
        ((each, row) for each in reversed(linked) for row in each.rows),
        key=lambda pair: -pair[1].linked_after,
    )
    segments: dict[str, list[Segment]] = {_name(row): [] for _, row in ordered}
    for each in linked:
        start, end = places.index(each.before), places.index(each.after)
        for row in each.rows:
            ends = (start, row.linked_before), (end, row.linked_after)
            segments[_name(row)].append(Segment(*ends))
    return line_figure(segments, places, metric=linked[-1].metric)


def _name(row: LinkedSystem) -> str:
    return f"{row.model_name}, {_condition(row)}"


def _condition(row: LinkedSystem) -> str:
    return CONDITIONS.get(row.condition, with_spaces(row.condition))


def _pair_view(linked: Links) -> dict[str, Any]:
    names = "before", "after", "why_unlinked", "shared", "removed", "added", "rekeyed"
    return {name: getattr(linked, name) for name in names} | {
        "rows": [row_view(row) for row in linked.rows],
        "scorer": any(row.scorer for row in linked.rows),
        "still": not any(getattr(row, name) for row in linked.rows for name in STEPS),
    }


def row_view(row: LinkedSystem) -> dict[str, Any]:
    """Return a row for the eye, in points of two decimals that add up as they are shown."""
    exact = [row.before]
    for name in STEPS:
        exact.append(exact[-1] + getattr(row, name))
    stages = [round(share * 10_000) for share in exact]
    ends = [] if row.low is None or row.high is None else [row.low, row.high]
    return {
        "system": {"name": row.model_name, "href": ""},
        "condition": _condition(row),
        "before": _hundredths(stages[0]),
        "after": _hundredths(stages[-1]),
        "steps": [
            {"value": late - early, "points": _with_sign(late - early)}
            for early, late in pairwise(stages)
        ],
        "linked": [percent(row.linked_before), percent(row.linked_after)],
        "difference": row.answers,
        "points": _with_sign(round(row.answers * 10_000)),
        "span": " to ".join(_with_sign(round(end * 10_000)) for end in ends),
    }


def _hundredths(share: int) -> str:
    return f"{share / 100:.2f}"


def _with_sign(share: int) -> str:
    return f"{share / 100:+.2f}" if share else "0"
