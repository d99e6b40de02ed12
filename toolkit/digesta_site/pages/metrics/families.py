"""A scorer's metrics, family by family: what a page says of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta.scorers.base import Metric, Scorer
from digesta_site.pages.metrics.examples import WorkedExample, worked_example
from digesta_site.pages.metrics.limits import facts, limits
from digesta_site.paths import metric_address

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
            **_common(group[0]),
            "metrics": [_own(scorer, metric, tasks) for metric in group],
            "example": worked_example(scorer, group, example) if example else None,
        }
        for name, group in groups.items()
    ]


def _common(metric: Metric) -> dict[str, Any]:
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


def _own(scorer: Scorer[Any], metric: Metric, tasks: Tasks) -> dict[str, Any]:
    return {
        "metric": metric.name,
        "href": metric_address(scorer.name, metric.name),
        "about": metric.about,
        "formula": metric.formula,
        "metric_of": list(tasks.get(metric.name, ())),
    }
