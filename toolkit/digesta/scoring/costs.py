"""What a wrong answer costs, where a task of the release says so (``wrong_costs``).

A right answer earns 1, a wrong one loses w, none loses nothing. None is an answer of null, and one
that the scorer cannot read: it names nothing that could be wrong. Guessing among k choices earns
(1 - w(k - 1)) / k on average: nothing at w = 1 / (k - 1), and less beyond.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from digesta.metrics.exact import NANO
from digesta.scorers import scorer_named
from digesta.scorers.base import Metric, Scorer, Share, Sums

NET = "net"


def is_right_or_wrong(scorer: Scorer[Any]) -> bool:
    """Return whether each answer to a scorer's questions is right or wrong, nothing between."""
    return any(metric.column == "credit" and metric.proportion for metric in scorer.metrics)


@lru_cache(maxsize=256)
def costed_scorer(name: str, wrong_costs: str) -> Scorer[Any]:
    """Return a scorer by its name, with the metric ``net``.

    wrong_costs: a decimal or 1/k. ValueError where an answer may be right in part: what a wrong
    one is has no meaning then.
    """
    scorer = scorer_named(name)
    if not is_right_or_wrong(scorer):
        raise ValueError(f"wrong_costs: {name} gives credit in part")
    return replace(scorer, metrics=(*scorer.metrics, net(Fraction(wrong_costs))))


def net(cost: Fraction) -> Metric:
    """Return the metric for what a wrong answer costs, over 0.

    >>> net(Fraction(1, 2)).value(Sums(4, ["credit", "missing", "unreadable"], [NANO, 1, 0]))
    Fraction(0, 1)
    """
    up, down = cost.numerator, cost.denominator

    def share(sums: Sums) -> Share:
        answered = (sums.n - sums["missing"] - sums["unreadable"]) * NANO
        return Share((up + down) * sums["credit"] - up * answered, down * NANO * sums.n)

    return Metric(
        NET,
        f"(Right answers - {cost} x wrong ones) / all questions; missing and unreadable ones are "
        "neither.",
        share,
        unit=down * NANO,
        least=-cost,
        formula=f"(credit - {cost} · (n - missing - unreadable - credit)) / n",
        limits="It asks how sure an answerer is, too: read it beside the share answered.",
    )
