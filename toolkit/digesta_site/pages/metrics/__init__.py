"""Metrics: a page per scorer, with the formula of each and worked examples, and an index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.records.release import Track
from digesta.scorers.base import Scorer
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import common
from digesta_site.pages.metrics.columns import column_rows
from digesta_site.pages.metrics.examples import example_of, shown_question
from digesta_site.pages.metrics.families import Tasks, families
from digesta_site.pages.metrics.limits import legend
from digesta_site.paths import METRICS, scorer_stem
from digesta_site.values import SiteInput
from digesta_site.words import ascii_title, with_spaces

COLUMNS = (
    "scorer",
    "family",
    "metric",
    "about",
    "formula",
    "least",
    "proportion",
    "of_answered",
    "lower_is_better",
    "source",
)


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of each scorer, then the index."""
    made = [_scorer_page(site, site.scorers[name]) for name in sorted(site.scorers)]
    yield from made
    yield _index(site, [page.data for page in made])


def _scorer_page(site: SiteInput, scorer: Scorer[Any]) -> Page:
    stem, example = scorer_stem(scorer.name), example_of(scorer)
    metrics = {
        "scorer": scorer.name,
        "version": scorer.version,
        "href": f"{stem}.html",
        "n": len(scorer.metrics),
        "families": families(scorer, example, _tasks(site, scorer)),
        "legend": legend(metric.formula for metric in scorer.metrics),
        "columns": column_rows(scorer),
        "questions": [shown_question(each) for each in example.questions] if example else [],
    }
    view = common(
        site,
        stem,
        heading=f"Metrics of the scorer {scorer.name}",
        release=None,
        crumbs=[("Metrics", METRICS)],
        tracks=_tracks_of(site, scorer) or None,
        csv=True,
    )
    return Page(
        stem=stem,
        title=f"Metrics of the scorer {ascii_title(scorer.name, 'scorer')}",
        template="scorer.html",
        view=view | metrics,
        data=metrics,
        table=DataTable(COLUMNS, _rows(metrics)),
    )


def _tracks_of(site: SiteInput, scorer: Scorer[Any]) -> list[Track]:
    """Return the tracks of the newest release that have tasks of a scorer."""
    tracks = site.newest.manifest.tracks if site.newest else ()
    return [t for t in tracks if any(task.scorer == scorer.name for task in t.tasks.values())]


def _tasks(site: SiteInput, scorer: Scorer[Any]) -> Tasks:
    """Return the titles of the newest release's tasks by the scorer's metric that is theirs."""
    titles: dict[str, list[str]] = {}
    for track in _tracks_of(site, scorer):
        for name, task in track.tasks.items():
            if task.scorer == scorer.name:
                title = f"{track.title}: {task.title or with_spaces(name)}"
                titles.setdefault(task.metric, []).append(title)
    return titles


def _rows(metrics: Mapping[str, Any]) -> list[list[str]]:
    rows = []
    for family in metrics["families"]:
        for metric in family["metrics"]:
            cells = {"scorer": metrics["scorer"], **family, **metric}
            rows.append([_cell(cells[name]) for name in COLUMNS])
    return rows


def _cell(value: Any) -> str:
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)


def _index(site: SiteInput, scorers: Sequence[Mapping[str, Any]]) -> Page:
    kept = ("scorer", "version", "href", "n", "families")
    listed = [{key: scorer[key] for key in kept} for scorer in scorers]
    return Page(
        stem=METRICS,
        title="Metrics",
        template="metrics.html",
        view=common(site, METRICS, heading="Metrics", release=None, csv=True) | {"scorers": listed},
        data=listed,
        table=DataTable(COLUMNS, [row for scorer in scorers for row in _rows(scorer)]),
        searchable=True,
    )
