"""Score against what answers cost: which systems nobody beats in both, and a chart of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from digesta_site.charts.figures import with_ranges
from digesta_site.charts.labels import plain_label
from digesta_site.language import gettext
from digesta_site.views.figures import STILL, WHOLE, points_of
from digesta_site.views.line_figure import SIGNS
from digesta_site.words import percent, visible

WIDE = 20
"""From this ratio of the dearest to the cheapest on, the axis goes by factors of ten."""


class PricedScore(NamedTuple):
    """A system's score with its interval, and what its answers cost."""

    name: str
    cost: float
    score: float
    low: float
    high: float


def front_of(systems: Sequence[PricedScore]) -> list[PricedScore]:
    """Return those that nobody beats: for no more, with no lower a score, and not the same in both.

    Cheapest first.
    """
    return sorted(
        (
            system
            for system in systems
            if not any(
                other.cost <= system.cost
                and other.score >= system.score
                and (other.cost, other.score) != (system.cost, system.score)
                for other in systems
            )
        ),
        key=lambda system: system.cost,
    )


def pareto_figure(
    systems: Sequence[PricedScore], *, metric: str, cost: str, floor: float | None
) -> dict[str, Any]:
    """Draw scores against costs, the front as steps, and the floor across. cost: with its unit."""
    costs = [system.cost for system in systems]
    tens = min(costs) > 0 and max(costs) / min(costs) >= WIDE
    held = [points_of(end) for system in systems for end in (system.low, system.high)]
    held += [] if floor is None else [points_of(floor)]
    layout = {
        "height": 330 + 22 * len(systems),
        "margin": {"l": 10, "r": 20, "t": 10, "b": 40},
        "xaxis": _axis(costs, cost, tens=tens),
        "yaxis": STILL
        | {"title": {"text": gettext("%(metric)s, percent", metric=plain_label(metric, 40))}},
        "legend": {"orientation": "h", "x": 0, "y": -0.3, "yanchor": "top"},
        "showlegend": True,
        "meta": {"alt": _words(systems, metric, cost)},
        "shapes": [] if floor is None else [_level(floor)],
    }
    data = [_front(systems, tens=tens)]
    data += [_point(system, SIGNS[at % len(SIGNS)], tens=tens) for at, system in enumerate(systems)]
    whole = (min([0.0, *held]) - 1, WHOLE)
    return {"data": data, "layout": with_ranges(layout, {"yaxis": (held, whole)})}


def _words(systems: Sequence[PricedScore], metric: str, cost: str) -> str:
    values = "; ".join(
        # Isolated, so that a name that runs the other way does not turn what follows around.
        f"\u2068{visible(system.name)}\u2069: {percent(system.score)} at {system.cost:,g}"
        for system in systems
    )
    front = ", ".join(f"\u2068{visible(system.name)}\u2069" for system in front_of(systems))
    return gettext(
        "Chart of %(metric)s against: %(cost)s. %(values)s. On the front: %(front)s.",
        metric=metric,
        cost=cost,
        values=values,
        front=front,
    )


def _place(cost: float, *, tens: bool) -> float:
    return round(math.log10(cost), 6) if tens else cost


def _axis(costs: Sequence[float], title: str, *, tens: bool) -> dict[str, Any]:
    low, high = (_place(end(costs), tens=tens) for end in (min, max))
    room = (high - low) * 0.08 or 1
    axis = STILL | {"title": {"text": title}, "range": [low - room, high + room]}
    if tens:
        powers = range(math.floor(low), math.ceil(high) + 1)
        marks = [power for power in powers if low - room <= power <= high + room]
        axis |= {"tickvals": marks, "ticktext": [f"{10**power:,}" for power in marks]}
    return axis


def _front(systems: Sequence[PricedScore], *, tens: bool) -> dict[str, Any]:
    """Return the line of what is the best score for at most a cost."""
    front = front_of(systems)
    dearest = max(system.cost for system in systems)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": gettext("front"),
        "meta": "strong",
        "line": {"shape": "hv"},
        "x": [_place(cost, tens=tens) for cost in (*(system.cost for system in front), dearest)],
        "y": [points_of(score) for score in (*(system.score for system in front), front[-1].score)],
        "hoverinfo": "skip",
    }


def _point(system: PricedScore, sign: str, *, tens: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": plain_label(system.name, 80),
        "marker": {"symbol": sign, "size": 9},
        "x": [_place(system.cost, tens=tens)],
        "y": [points_of(system.score)],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [points_of(system.high - system.score)],
            "arrayminus": [points_of(system.score - system.low)],
        },
        "customdata": [[plain_label(system.name, 80), f"{system.cost:,g}"]],
        "hovertemplate": "%{customdata[0]}<br>%{y:.1f}% at %{customdata[1]}<extra></extra>",
    }


def _level(floor: float) -> dict[str, Any]:
    at = points_of(floor)
    return {
        "type": "line",
        "name": "floor",
        "layer": "below",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": at,
        "y1": at,
    }
