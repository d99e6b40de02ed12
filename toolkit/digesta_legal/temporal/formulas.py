"""Shapes of metrics that temporal questions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from digesta.metrics.exact import NANO
from digesta.scorers.base import Metric, Share, Sums
from digesta.scorers.shared.metrics import mean_metric, rate_metric


def _balance(yes: str, no: str) -> Callable[[Sums], Share]:
    """Return the mean of the two classes' shares right; of one class alone, where one is empty."""

    def share(sums: Sums) -> Share:
        # A class without questions has 0 right of 1, and is not counted.
        n, m = sums[yes] + (sums[yes] == 0), sums[no] + (sums[no] == 0)
        classes = 1 * (sums[yes] > 0) + (sums[no] > 0)
        return Share(sums[f"{yes}_right"] * m + sums[f"{no}_right"] * n, classes * n * m * NANO)

    return share


def balanced_accuracy(name: str, about: str, classes: tuple[str, str], **fields: Any) -> Metric:
    """Return the mean of two classes' shares right. fields: of ``Metric``."""
    yes, no = classes
    each = f"({yes}_right / max(1, {yes}) + {no}_right / max(1, {no}))"
    return Metric(
        name,
        about,
        _balance(yes, no),
        formula=f"{each} / ([{yes} > 0] + [{no} > 0])",
        undefined=True,
        whole=True,
        unit=NANO,
        **fields,
    )


def mean_of(name: str, formula: str, about: str, source: str = "") -> Metric:
    """Return the mean of a column over the questions of a kind. formula: column / kind."""
    about = f"{about} Mean over those questions; missing and unreadable answers count 0."
    column, _, kind = formula.partition(" / ")
    return mean_metric(name, about, column, of=kind, source=source)


def rate_of_named(name: str, about: str) -> Metric:
    """Return the rate of a count among all versions named."""
    return rate_metric(
        f"{name}_rate",
        about,
        name,
        of="named",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
    )
