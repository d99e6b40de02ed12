"""Metrics of two shapes that every scorer has: means of share columns, and rates of counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from digesta.metrics.exact import NANO
from digesta.scorers.base import Metric, Share, Sums

Formula = Callable[[Sums], Share]


def mean_metric(name: str, about: str, column: str, *, of: str = "", **fields: Any) -> Metric:
    """Return the metric that is the mean of a share column.

    of: a count of the questions that it covers; without it, it covers all. fields: others of
    ``Metric``.
    """
    return Metric(
        name,
        about,
        lambda sums: Share(sums[column], (sums[of] if of else sums.n) * NANO),
        formula=f"{column} / {of or 'n'}",
        unit=NANO,
        column="" if of else column,
        undefined=bool(of),
        **fields,
    )


def rate_metric(name: str, about: str, count: str, *, of: str, **fields: Any) -> Metric:
    """Return the metric that is one summed count divided by another. fields: of ``Metric``."""
    return Metric(
        name,
        about,
        lambda sums: Share(sums[count], sums[of]),
        formula=f"{count} / {of}",
        **fields,
    )
