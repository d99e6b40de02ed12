"""Temporal questions by how far the day that they ask about lies before the horizon.

A system that knows only the text of today answers the nearest days and no others: the table
shows it, beside how often a version was named that was not yet, or no longer, in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO
from digesta.records.board import Row
from digesta.records.question import Question
from digesta.stats.intervals import wilson
from digesta_site.page import DataTable, Page
from digesta_site.pages.boards.further import DAY, days_of, rows_at
from digesta_site.pages.common import BAR, person, site_page
from digesta_site.paths import distance_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import percent, span

YEARS = (0, 5, 10, 20)
"""Where the bands begin, in years before the horizon; the last has no end."""
RATES = ("stale_rate", "premature_rate", "off_target_rate")
"""Versions named that were no longer in force, not yet, or of another article, of all named."""
_YEAR = 365.2425


class Band(NamedTuple):
    """Questions whose day lies in one band of years before the horizon."""

    title: str
    questions: frozenset[str]


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return one page for each temporal task whose questions name a day."""
    for place in days_of(release, release.public):
        yield _page(site, release, place)


def bands(questions: Sequence[Question]) -> list[Band]:
    """Sort questions into bands; a band without a question is left out."""
    ids: dict[int, set[str]] = {}
    for question in questions:
        # A day after the horizon is no nearer than the horizon itself.
        begun = max(start for start in YEARS if start <= max(0.0, _years(question.ask)))
        ids.setdefault(begun, set()).add(question.question_id)
    titles = {low: f"{low} to {high} years" for low, high in pairwise(YEARS)}
    titles[YEARS[-1]] = f"{YEARS[-1]} years or more"
    return [Band(titles[years], frozenset(ids[years])) for years in sorted(ids)]


def _years(ask: Any) -> float:
    days = date.fromisoformat(ask["horizon"]) - date.fromisoformat(ask[DAY])
    return days.days / _YEAR


def _page(site: SiteFrame, release: SiteRelease, place: tuple[str, str, str]) -> Page:
    track = release.manifest.track_named(place[0])
    sorted_in = bands([q for q in release.public if (q.track, q.category, q.task) == place])
    title = track.tasks[place[2]].title
    rows = [_row(release, place, row, sorted_in) for row in rows_at(release, place)]
    header = ["submission_id", *(band.title for band in sorted_in), *RATES]
    return site_page(
        *(site, distance_stem(release.id, place), "days.html"),
        {
            "bands": [{"title": band.title, "n": len(band.questions)} for band in sorted_in],
            "rates": [name.replace("_", " ") for name in RATES],
            "metric": track.tasks[place[2]].metric,
            "rows": rows,
        },
        heading=f"{title}: accuracy by distance in years",
        title=f"{place[2]}: accuracy by distance, {release.id}",
        release=release,
        tracks=[track],
        table=DataTable(
            header,
            [
                [row["id"], *(cell["value"] for cell in row["cells"]), *row["shares"]]
                for row in rows
            ],
        ),
    )


def _row(
    release: SiteRelease, place: tuple[str, str, str], row: Row, sorted_in: Sequence[Band]
) -> dict[str, Any]:
    [submission] = [
        key for key in release.submissions if key.card.submission_id == row.submission_id
    ]
    facts = submission.facts[place[0]]
    earned = {line[0]: line[2] for line in facts.rows}
    shares = [row.metrics[name].value if name in row.metrics else None for name in RATES]
    return person(release, row) | {
        "cells": [_cell([earned[key] for key in sorted(band.questions)]) for band in sorted_in],
        "shares": shares,
        "rates": ["–" if share is None else percent(share) for share in shares],
    }


def _cell(earned: Sequence[int]) -> dict[str, Any]:
    right, n = sum(earned) // NANO, len(earned)
    low, high = (float(end) for end in wilson(Fraction(right, n), n))
    return {
        "value": right / n,
        "score": percent(right / n),
        "span": span(low, high),
        "bar": [round(share * BAR, 1) for share in (low, high, right / n)],
        "marks": [],
    }
