"""The table of all metrics of a board: a row each, a column per system."""

from __future__ import annotations

from collections import Counter
from typing import Any

from digesta.metrics.labels import PICO
from digesta.records.board import Board, MetricValue
from digesta.scorers.base import CORRELATION, Metric
from digesta_site.language import gettext
from digesta_site.pages.common import metric_addresses, person
from digesta_site.paths import board_name
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import percent, span, with_spaces

CORRELATIONS = frozenset({"judge_alpha"})
"""Metrics of no scorer that are correlations."""


def metrics_table(site: SiteFrame, release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return every published metric: a row each, a column per system."""
    track = release.manifest.track_named(board_name(board.board).track)
    known = metric_addresses(site, track)
    elsewhere = (None, f"methodology.html#track-{track.track}")
    names = sorted({name for row in board.rows for name in row.metrics if "/" not in name})
    shown = []
    for name in names:
        metric, href = known.get(name, elsewhere)
        lower = metric is not None and metric.lower_is_better
        values = [row.metrics.get(name) for row in board.rows]
        shown.append(
            {
                "name": name,
                "href": href,
                "lower": lower,
                "of_answered": any(value is not None and value.of_answered for value in values),
                "cells": [
                    (metric_cell(value, metric, name), metric_ends(value, metric, name))
                    for value in values
                ],
            }
        )
    return {"systems": [person(release, row) for row in board.rows], "rows": shown}


def small_tasks(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return the tasks of too few questions for a board of their own: a row each."""
    track = release.manifest.track_named(board_name(board.board).track)
    names = sorted({name for row in board.rows for name in row.metrics if "/" in name})
    counts = Counter(
        q.task for q in release.questions if (q.track, q.split) == (track.track, board.split)
    )
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
