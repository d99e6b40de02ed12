"""What a board's page says of its judges: who they are, what they showed, how they agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.records.board import Board, MetricValue
from digesta.records.judges.board import BoardJudge, Coverage, Ordering
from digesta_site.language import gettext, ngettext, noop
from digesta_site.pages.common import person
from digesta_site.values import SiteRelease
from digesta_site.words import percent, sentence, span

CONTROLS: Mapping[str, str] = {
    "empty": noop("Nothing at all"),
    "master_key": noop("A phrase that fools judges"),
    "injection": noop("An order to the judge"),
    "other_answer": noop("Another question's answer"),
    "reference": noop("A right answer"),
}
"""What a judge was given whose worth is known: all but the last are attacks."""


def judges_view(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return what the page shows; no judges where the board needs none."""
    names = list(board.rows[0].judges or ()) if board.rows else []
    return {
        "judges": [_judge(judge) for judge in board.judges or ()],
        "parts": len({_coverage(judge.coverage) for judge in board.judges or ()}) > 1,
        "agreement": _alpha(board.agreement),
        "names": names,
        "rows": [
            person(release, row)
            | {
                "mean": percent(row.score),
                "figures": [_figure(row.judges[name]) for name in names],
                "alpha": _alpha(row.metrics.get("judge_alpha")),
            }
            for row in board.rows
            if row.judges
        ],
    }


def _judge(judge: BoardJudge) -> dict[str, Any]:
    return {
        "judge": judge.judge,
        "model": sentence(judge.model) or judge.model,
        "operator": judge.operator,
        "date": judge.date,
        "passed": judge.passed,
        "coverage": _coverage(judge.coverage),
        "reasons": [reason.as_json() for reason in judge.reasons],
        "controls": [
            {
                "given": gettext(CONTROLS[kind]),
                "attack": kind != "reference",
                "satisfied": rate.satisfied,
                "criteria": rate.criteria,
                "share": percent(rate.satisfied / rate.criteria),
            }
            for kind, rate in sorted(
                judge.controls.items(), key=lambda each: list(CONTROLS).index(each[0])
            )
        ],
        "calibration": _order(judge.calibration),
        "unseen": _order(judge.unseen) if judge.unseen else "",
        "choices": _order(judge.choices) if judge.choices else "",
    }


def _coverage(part: Coverage | None) -> str:
    if part is None:
        return ""
    share = percent(part.points)
    return ngettext(
        "%(criteria)s of %(n)s criterion, %(share)s of the points",
        "%(criteria)s of %(n)s criteria, %(share)s of the points",
        part.of,
        criteria=part.criteria,
        share=share,
    )


def _order(order: Ordering) -> str:
    return ngettext(
        "%(ordered)s of %(n)s question ordered rightly; Kendall's tau %(tau)s",
        "%(ordered)s of %(n)s questions ordered rightly; Kendall's tau %(tau)s",
        order.tasks,
        ordered=order.ordered,
        tau=f"{order.tau:.3f}",
    )


def _figure(value: MetricValue) -> dict[str, str]:
    assert value.value is not None, "a score"
    return {"score": percent(value.value), "span": span(value.low, value.high)}


def _alpha(value: MetricValue | None) -> str:
    if value is None:
        return ""
    return gettext("not defined") if value.value is None else f"{value.value:.3f}"
