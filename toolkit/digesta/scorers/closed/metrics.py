"""The metrics of the scorer ``closed``, the headline first."""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Metric, Share, Sums
from digesta.scorers.shared.metrics import mean_metric


def _tau(sums: Sums) -> Share:
    return Share(2 * sums["concordant"] - sums["order"] * NANO, sums["order"] * NANO)


METRICS = (
    mean_metric(
        "accuracy",
        "Right answers / all questions; missing and unreadable ones are wrong.",
        "credit",
        proportion=True,
        limits="It says nothing of partial knowledge, and of listed choices some are right by "
        "guessing: compare it with chance.",
    ),
    ANSWERED_RATE,
    mean_metric(
        "json_fields",
        "Mean over the questions asked as JSON of: top-level members equal to the truth's / "
        "members of the truth or the answer; 0 for an object that breaks the schema.",
        "json_fields",
        of="json",
        limits="Members weigh the same, however hard each is; questions of other types do not "
        "count.",
    ),
    mean_metric(
        "concordant_pairs",
        "Mean over the questions that ask for an order of: pairs in the true order / all pairs; "
        "0 for what is no order of the names. A drawn order earns 0.5.",
        "concordant",
        of="order",
        limits="Only questions that ask for an order count; 0.5 is what a draw earns.",
    ),
    Metric(
        "kendall_tau",
        "Mean of Kendall's tau over the questions that ask for an order, in [-1, 1]: "
        "2 * concordant_pairs - 1. Missing and unreadable orders count -1.",
        _tau,
        formula="(2 · concordant − order) / order",
        unit=NANO,
        undefined=True,
        least=-1,
        limits="Only questions that ask for an order count; a draw earns 0. It says the same as "
        "concordant_pairs on another scale.",
    ),
)
