"""Judges: which of their verdicts count, what they must show first, how they agree.

A judge is a model or program that grades text. Everything here is a pure function; what a judge
said becomes marks in the scorers (``digesta.scoring.mark_all`` with verdicts), and a board a
judge (``digesta.board``), which ranks nobody unless the judge passed its ``gate``.
"""

from __future__ import annotations

from digesta.judging.agreement import (
    AGREEMENT,
    Figures,
    agreement_row,
    agreement_sums,
    figures,
    judge_alpha,
    ratings,
)
from digesta.judging.calibration import (
    CALIBRATION,
    Order,
    order_of_choices,
    order_of_scores,
    together,
)
from digesta.judging.eligible import (
    Shown,
    by_judge,
    incomplete,
    judged_entry,
    judged_questions,
    judges_of,
    not_judged,
    why_unfit,
)
from digesta.judging.gate import LIMITS, Gate, GateLimits, Reason, control_rates, gate

__all__ = [
    "AGREEMENT",
    "CALIBRATION",
    "LIMITS",
    "Figures",
    "Gate",
    "GateLimits",
    "Order",
    "Reason",
    "Shown",
    "agreement_row",
    "agreement_sums",
    "by_judge",
    "control_rates",
    "figures",
    "gate",
    "incomplete",
    "judge_alpha",
    "judged_entry",
    "judged_questions",
    "judges_of",
    "not_judged",
    "order_of_choices",
    "order_of_scores",
    "ratings",
    "together",
    "why_unfit",
]
