"""The table of all metrics of a board: a row each, a column per system."""

from __future__ import annotations

from collections import Counter
from typing import Any

from digesta.metrics.labels import PICO
from digesta.records.board import Board, MetricValue
from digesta.scorers.base import CORRELATION, Metric
from digesta_site.language import gettext
from digesta_site.pages.common import metric_addresses, person, rules_href
from digesta_site.paths import board_name
from digesta_site.values import AnySite, SiteFrame, SiteRelease
from digesta_site.words import percent, span, with_spaces

CORRELATIONS = frozenset({"judge_alpha"})
"""Metrics of no scorer that are correlations."""


SHOWN = 5
"""Metrics that a board's page shows; its files hold all."""


def metric_names(board: Board) -> list[str]:
    """Return every published metric of a board by name, those of small tasks left out."""
    return sorted({name for row in board.rows for name in row.metrics if "/" not in name})


def metrics_table(site: SiteFrame, release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return the first metrics, a column each with a row per system, and how many there are.

    First come those that tasks are scored by, then in the order of their scorers; other forms of
    the score come last.
    """
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    known = metric_addresses(site, track)
    tasks = [q.task for q in release.public_under.get(name.place, ())]
    scored = [track.tasks[task].metric for task in tasks if task in track.tasks]
    every = metric_names(board)
    order = [m for m in dict.fromkeys((*scored, *known, *every)) if m in every]
    first = sorted(order, key=_says_the_same)[:SHOWN]
    return {
        "columns": [_column(site, board, m, *known.get(m, (None, ""))) for m in first],
        "rows": [
            person(release, row)
            | {
                "cells": [
                    (metric_cell(value, metric, m), metric_ends(value, metric, m))
                    for m in first
                    for value, (metric, _) in [(row.metrics.get(m), known.get(m, (None, "")))]
                ]
            }
            for row in (board.rows if first else ())
        ],
        "all": len(every),
    }


def _says_the_same(name: str) -> bool:
    """Return whether a metric is the score in another form, or the count of what is missing."""
    return name == "answered_rate" or name.endswith(("_above_chance", "_as_coded"))


def _column(
    site: AnySite, board: Board, name: str, metric: Metric | None, href: str
) -> dict[str, Any]:
    values = [row.metrics[name] for row in board.rows if name in row.metrics]
    return {
        "name": with_spaces(name),
        "href": href or rules_href(site, board),
        "lower": metric is not None and metric.lower_is_better,
        "of_answered": any(value.of_answered for value in values),
    }


def small_tasks(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return the tasks of too few questions for a board of their own: a row each."""
    track = release.manifest.track_named(board_name(board.board).track)
    names = sorted({name for row in board.rows for name in row.metrics if "/" in name})
    tasks = (q.task for q in release.questions if (q.track, q.split) == (track.track, board.split))
    counts = Counter(tasks if names else ())
    rows = [
        {
            "title": track.tasks[task].title if task in track.tasks else with_spaces(task),
            "n": counts[task],
            "cells": [
                (metric_cell(value, None, name), metric_ends(value, None, name))
                for value in (row.metrics.get(name) for row in board.rows)
            ],
        }
        for name in names
        for task in [name.rpartition("/")[2]]
    ]
    return {"systems": [person(release, row) for row in board.rows], "rows": rows}


def metric_cell(value: MetricValue | None, metric: Metric | None, name: str) -> str:
    """Return a metric for the eye: a share in percent, a correlation as the number that it is."""
    if value is None:
        return "–"
    if value.value is None:
        return gettext("not defined")
    if _is_correlation(metric, name):
        return f"{value.value:.3f}"
    if not value.of_answered or value.denominator is None:
        return percent(value.value)
    share, n = percent(value.value), value.denominator
    if metric is not None and metric.unit == PICO:
        return gettext("%(share)s of %(n)s labels", share=share, n=n)
    return gettext("%(share)s of %(n)s", share=share, n=n)


def metric_ends(value: MetricValue | None, metric: Metric | None, name: str) -> str:
    """Return a metric's interval for the eye; empty where it has none."""
    if value is None or value.low is None or value.high is None:
        return ""
    if _is_correlation(metric, name):
        low, high = f"{value.low:.3f}", f"{value.high:.3f}"
        return gettext("%(low)s to %(high)s", low=low, high=high)
    return span(value.low, value.high)


def _is_correlation(metric: Metric | None, name: str) -> bool:
    return name in CORRELATIONS or (metric is not None and metric.least == CORRELATION)
