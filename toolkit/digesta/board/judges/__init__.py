"""Judges: which of their verdicts count, what they must show first, how they agree.

A judge is a model or program that grades text. Everything here is a pure function; what a judge
said becomes marks in the scorers (``scoring.compiled.mark_all`` with verdicts), and a board a judge
(``board.boards``), which ranks nobody unless the judge passed its ``gate``.
"""

from __future__ import annotations

from digesta.board.judges.agreement import (
    AGREEMENT,
    Figures,
    agreement_row,
    agreement_sums,
    figures,
    judge_alpha,
    ratings,
    said_in,
    units,
)
from digesta.board.judges.audited import AuditedJudge, order_by_choices, order_by_scores
from digesta.board.judges.calibration import (
    CALIBRATION,
    Order,
    order_of_choices,
    order_of_scores,
    together,
)
from digesta.board.judges.coverage import coverage, restricted
from digesta.board.judges.eligible import (
    Lineup,
    asked_of,
    by_judges,
    incomplete,
    judged_by,
    judged_questions,
    judges_of,
    not_judged,
    panels,
    why_unfit,
)
from digesta.board.judges.gate import (
    LIMITS,
    Gate,
    GateLimits,
    Reason,
    control_questions,
    control_rates,
    gate,
)

__all__ = [
    "AGREEMENT",
    "CALIBRATION",
    "LIMITS",
    "AuditedJudge",
    "Figures",
    "Gate",
    "GateLimits",
    "Lineup",
    "Order",
    "Reason",
    "agreement_row",
    "agreement_sums",
    "asked_of",
    "by_judges",
    "control_questions",
    "control_rates",
    "coverage",
    "figures",
    "gate",
    "incomplete",
    "judge_alpha",
    "judged_by",
    "judged_questions",
    "judges_of",
    "not_judged",
    "order_by_choices",
    "order_by_scores",
    "order_of_choices",
    "order_of_scores",
    "panels",
    "ratings",
    "restricted",
    "said_in",
    "together",
    "units",
    "why_unfit",
]
