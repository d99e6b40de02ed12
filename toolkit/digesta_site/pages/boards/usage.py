"""What answers cost and how long they took: a board's table, and which systems nobody beats."""

from __future__ import annotations

from typing import Any

from digesta.board.rows import best_floor
from digesta.records.board import Board, Row
from digesta_site.pages.common import (
    person,
)
from digesta_site.values import SiteRelease
from digesta_site.views import costs
from digesta_site.views.pareto import PricedScore, front_of, pareto_figure
from digesta_site.words import percent

FEWEST = 3
"""Systems of which one figure is known, for a front to be drawn."""
PRICES = ("cost_micro_usd", "latency_ms_p50")
"""What a score is set against: the first that enough systems report."""
MICRO = 1_000_000


def usage_view(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return a table of what rows report; a figure that nobody reports has no column.

    silent: who reports nothing. An adversary's answers are computed: it is not among them.
    """
    rows = [row for row in board.rows if costs.has_usage(row)]
    names = costs.names_with_values(rows)
    price = price_of(board)
    front = (
        {system.name for system in front_of(prices_of(release, board, price))} if price else set()
    )
    silent = [row for row in board.rows if row not in rows and row.role != "adversary"]
    machines = {row.submission_id: machine_of(release, row) for row in rows}
    return {
        "names": costs.headings(names),
        "rows": [
            person(release, row)
            | costs.cells(row, names)
            | {
                "score": percent(row.score),
                "value": row.score,
                "machine": machines[row.submission_id],
                "front": release.names.get(row.submission_id, row.model_name) in front,
            }
            for row in rows
        ],
        "silent": [person(release, row) for row in silent],
        "machines": any(machines.values()),
        "front": bool(price),
        "against": costs.headings([price])[0] if price else "",
        "most": max((_reporting(board, name) for name in PRICES), default=0),
    }


def machine_of(release: SiteRelease, row: Row) -> dict[str, Any] | None:
    """Return what the record of a row's run says of the machine, and how much it took over."""
    for submission in release.submissions:
        if submission.card.submission_id == row.submission_id and submission.run:
            run = submission.run
            carried = run.carried.count if run.carried else 0
            return {"platform": run.platform, "carried": carried}
    return None


def _reporting(board: Board, name: str) -> int:
    return sum(costs.value_of(row, name) is not None for row in _rivals(board))


def _rivals(board: Board) -> list[Row]:
    """Return the rows whose costs mean something beside each other: of systems and baselines."""
    return [row for row in board.rows if row.role in {"system", "baseline"}]


def price_of(board: Board) -> str:
    """Return the figure that enough systems report to set scores against it; empty for none."""
    return next((name for name in PRICES if _reporting(board, name) >= FEWEST), "")


def prices_of(release: SiteRelease, board: Board, price: str) -> list[PricedScore]:
    """Return the rows that report a figure, costs in dollars, the best first."""
    unit = MICRO if price == PRICES[0] else 1
    return [
        PricedScore(
            release.names.get(row.submission_id, row.model_name),
            value / unit,
            row.score,
            row.score if row.low is None else row.low,
            row.score if row.high is None else row.high,
        )
        for row in _rivals(board)
        if (value := costs.value_of(row, price)) is not None
    ]


def cost_figure(release: SiteRelease, board: Board) -> dict[str, Any] | None:
    """Return the chart of a board's scores against a figure; None where too few report one."""
    price = price_of(board)
    if not price:
        return None
    floor = best_floor(board)
    return pareto_figure(
        prices_of(release, board, price),
        metric=board.metric,
        cost=costs.headings([price])[0],
        floor=None if floor is None else floor.score,
    )
