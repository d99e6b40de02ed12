"""The metrics of the scorer ``rubric``: functions of summed facts, on integers and on arrays."""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Metric, Share, Sums
from digesta.scorers.rubric.read import COSTS, DIMENSIONS
from digesta.scorers.shared.metrics import mean_metric, rate_metric

_SEED = "FrenchLaw Bench 0.2.0, section Scoring"
_CODE = "FrenchLaw Bench 0.2.0, as its code computes"
_JUDGE = "It depends on the judge, who decides what a claim is and which are made up."
_NOTHING = "; missing and unreadable answers count 0."


def _raw(sums: Sums) -> Share:
    return Share(sums["credit"] - sums["below_zero"], sums.n * NANO)


def _made_up(sums: Sums) -> Share:
    return Share(sum(sums[severity] for severity in COSTS), sums["claims"])


def _dimension(name: str) -> Metric:
    return mean_metric(
        f"dimension_{name}",
        f"Mean over the questions whose rubric has criteria of {name} of: points of those "
        f"satisfied / points of all of them, unweighted{_NOTHING}",
        name,
        of=f"asks_{name}",
        family="dimension_NAME",
        source=f"{_SEED}: scores by dimension",
        limits="It depends on the judge; a dimension may rest on one criterion of a rubric.",
    )


def _severity(name: str) -> Metric:
    return rate_metric(
        f"hallucination_rate_{name}",
        f"Claims made up, of severity {name} / claims that the judge found, over all answers; "
        "not defined without claims.",
        name,
        of="claims",
        family="hallucination_rate_SEVERITY",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        source=f"{_SEED}: hallucination rate",
        limits=_JUDGE,
    )


_SCORES = (
    mean_metric(
        "rubric_score",
        "Mean of: (weighted points of satisfied criteria - hallucinations - negatives) / weighted "
        "points, clamped to [0, 1]; a criterion is satisfied when a passage of the answer shows "
        f"it{_NOTHING}",
        "credit",
        source=f"{_SEED}, without the judge's confidence",
        limits="It depends on the judge: compare values of one judge only. The clamp hides how "
        "far below 0 an answer fell.",
    ),
    mean_metric(
        "answer_score",
        "As rubric_score, but points are multiplied by the judge's confidence, which nobody "
        f"calibrated{_NOTHING}",
        "answer_score",
        source=f"{_SEED}: score formula",
        limits="It depends on the judge twice: on its verdicts and on its confidence.",
    ),
    mean_metric(
        "answer_score_as_coded",
        "As answer_score, but as the original's code has it: methodology weighs 1.0, the judge's "
        "word needs no passage, a negative criterion costs its points once whatever its cap"
        f"{_NOTHING} The original leaves failed tasks out.",
        "answer_score_as_coded",
        source=_CODE,
    ),
    Metric(
        "rubric_score_raw",
        "As rubric_score before the clamp: it may fall below 0, to -2 at most. A missing or "
        "unreadable answer counts as the lowest score that its rubric can give.",
        _raw,
        formula="(credit − below_zero / 1000000000) / n",
        unit=NANO,
        least=-2,
    ),
    mean_metric(
        "earned_share",
        "Mean of: weighted points of satisfied criteria / weighted points, before any penalty"
        f"{_NOTHING}",
        "earned",
    ),
    mean_metric(
        "checkable_score",
        "Mean over the questions whose rubric has criteria with a check, which a program can "
        "settle, of: (weighted points of those satisfied - negatives with a check) / weighted "
        f"points of them, clamped to [0, 1]{_NOTHING}",
        "checkable",
        of="asks_checkable",
        limits="A check shows that an answer names a thing, not that it is right about it. How "
        "much of the points it covers is checkable_share.",
    ),
    mean_metric(
        "checkable_share",
        "Mean of: weighted points of the criteria with a check / weighted points: how much "
        "checkable_score covers, whoever answers.",
        "checkable_points",
        limits="Under a judge that is asked the criteria with a check alone it is 1; its board "
        "shows beside it how much that is of all points.",
    ),
)

_COUNTS = (
    rate_metric(
        "satisfied_rate",
        f"Positive criteria satisfied / positive criteria of all questions{_NOTHING}",
        "satisfied",
        of="criteria",
        source=f"{_CODE}: rubric satisfaction rate",
    ),
    rate_metric(
        "unanchored_rate",
        "Criteria that the judge called satisfied, or triggered, without a passage that stands in "
        "the answer / criteria called so that need one; they count as unsatisfied.",
        "unanchored",
        of="called",
        undefined=True,
        of_answered=True,
        limits="It speaks of the judge as much as of the answers.",
        lower_is_better=True,
    ),
    rate_metric(
        "triggered_rate",
        "Negative criteria triggered / negative criteria judged.",
        "triggered",
        of="negatives",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        source=f"{_CODE}: negative items triggered",
    ),
    rate_metric(
        "source_score",
        "Assertions with a valid source / assertions that need one, over all answers, counted "
        "from the judge's list; not defined without any.",
        "sourced",
        of="assertions",
        undefined=True,
        of_answered=True,
        limits="Whether a source is valid is the judge's word; no source is looked up.",
        source=f"{_SEED}: source score",
    ),
    mean_metric(
        "source_score_as_coded",
        "Mean over the answers with an assertion that needs a source of: assertions with a valid "
        "one / assertions that need one. The original trusts the judge's totals.",
        "source_share",
        of="source_needed",
        of_answered=True,
        source=_CODE,
    ),
    Metric(
        "hallucination_rate",
        "Claims made up / claims that the judge found, over all answers; not defined without "
        "claims.",
        _made_up,
        formula="(critical + major + minor) / claims",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        source=f"{_SEED}: hallucination rate",
        limits=_JUDGE,
    ),
)

_REST = (
    mean_metric(
        "hallucination_rate_as_coded",
        "Mean over the answers judged of: claims made up / claims, 0 for an answer without claims.",
        "hallucinated_share",
        of="judged",
        of_answered=True,
        lower_is_better=True,
        source=_CODE,
    ),
    rate_metric(
        "hallucinating_rate",
        "Answers with at least one claim made up / answers judged.",
        "hallucinating",
        of="judged",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
        source=f"{_CODE}: tasks with hallucinations",
        limits=_JUDGE,
    ),
    ANSWERED_RATE,
)

METRICS = (
    *_SCORES,
    *map(_dimension, DIMENSIONS),
    *_COUNTS,
    *map(_severity, COSTS),
    *_REST,
)
"""Every metric of the scorer, headline first."""
