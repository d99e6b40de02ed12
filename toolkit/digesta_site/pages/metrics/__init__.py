"""Metrics: a page per scorer, with the formula of each and worked examples, and an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.records.release import Track
from digesta.scorers.base import Column, Metric, Scorer
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.pages.metrics.examples import (
    WorkedExample,
    example_of,
    shown_question,
    worked_example,
)
from digesta_site.pages.metrics.limits import facts, legend, limits
from digesta_site.paths import METRICS, metric_address, scorer_stem
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
    return site_page(
        *(site, stem, "scorer.html"),
        metrics,
        heading=f"Metrics of the scorer {scorer.name}",
        title=f"Metrics of the scorer {ascii_title(scorer.name, 'scorer')}",
        crumbs=[("Metrics", METRICS)],
        tracks=_tracks_of(site, scorer) or None,
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
    return site_page(
        *(site, METRICS, "metrics.html"),
        {"scorers": listed},
        heading="Metrics",
        data=listed,
        table=DataTable(COLUMNS, [row for scorer in scorers for row in _rows(scorer)]),
        searchable=True,
    )


_LABEL = re.compile(r"(?<=_)(\d\d|[a-z])(?=_|$)")
"""Of a confusion cell's name: a label, two digits or one letter."""
_WORD = re.compile(r"\w+|\W+")
_VARIABLES = "ijk"


def column_rows(scorer: Scorer[Any]) -> list[dict[str, Any]]:
    """Return what a page says of each column; those that differ in a label alone stand together."""
    groups: dict[str, list[Column]] = {}
    for column in scorer.all_columns:
        is_cell = column.kind == "cell"
        groups.setdefault(_LABEL.sub("", column.name) if is_cell else column.name, []).append(
            column
        )
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[Column]) -> dict[str, Any]:
    first, last = group[0], group[-1]
    return {
        "name": first.name,
        "last": last.name if len(group) > 1 else "",
        "n": len(group),
        "kind": first.kind,
        "about": _in_common([column.about for column in group]),
    }


def _in_common(texts: Sequence[str]) -> str:
    """Return what texts have in common, a letter where they differ.

    >>> _in_common(["label 1: named", "label 2: named"])
    'label k: named'
    """
    words = [_WORD.findall(text) for text in texts]
    if len({len(word) for word in words}) > 1:
        return texts[0]
    columns = list(zip(*words, strict=True))
    differ = [len({*column}) > 1 for column in columns]
    letters = iter("k" if sum(differ) == 1 else _VARIABLES * len(columns))
    return "".join(
        next(letters) if other else column[0] for column, other in zip(columns, differ, strict=True)
    )


Tasks = Mapping[str, Sequence[str]]
"""Metric -> the tasks of the newest release whose own metric it is."""


def families(
    scorer: Scorer[Any], example: WorkedExample | None, tasks: Tasks
) -> list[dict[str, Any]]:
    """Return the families in the order of their first metrics."""
    groups: dict[str, list[Metric]] = {}
    for metric in scorer.metrics:
        groups.setdefault(metric.family or metric.name, []).append(metric)
    return [
        {
            "family": name if len(group) > 1 else group[0].name,
            **_of_family(group[0]),
            "metrics": [_of_metric(scorer, metric, tasks) for metric in group],
            "example": worked_example(scorer, group, example) if example else None,
        }
        for name, group in groups.items()
    ]


def _of_family(metric: Metric) -> dict[str, Any]:
    """Return what all metrics of a family have as one of them has it."""
    return {
        "source": metric.source,
        "least": metric.least,
        "proportion": metric.proportion,
        "of_answered": metric.of_answered,
        "lower_is_better": metric.lower_is_better,
        "facts": facts(metric),
        "limits": limits(metric),
    }


def _of_metric(scorer: Scorer[Any], metric: Metric, tasks: Tasks) -> dict[str, Any]:
    return {
        "metric": metric.name,
        "href": metric_address(scorer.name, metric.name),
        "about": metric.about,
        "formula": metric.formula,
        "metric_of": list(tasks.get(metric.name, ())),
    }
