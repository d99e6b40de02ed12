"""The metrics of the scorer ``extraction``, the headline first."""

from __future__ import annotations

from digesta.scorers.base import ANSWERED_RATE, Metric, Share, Sums
from digesta.scorers.shared.metrics import mean_metric, rate_metric


def _unjudged_share(sums: Sums) -> Share:
    return Share(sums["fields_right"] - sums["fields_judged"], sums["fields_set"])


def _exact(sums: Sums) -> Share:
    return Share(sums["exact"], sums.n)


def _pooled_f1(sums: Sums) -> Share:
    return Share(2 * sums["fields_right"], sums["fields_set"] + sums["fields_filled"])


_SEED = "FrenchLaw Bench 0.2.0: FLB-Workflows"
METRICS = (
    mean_metric(
        "field_f1",
        "Mean over all questions of 2 * fields right / (fields set + fields filled), in [0, 1]; "
        "missing and unreadable answers count 0.",
        "credit",
        source="van Rijsbergen 1979: F with equal weights, over slots filled",
        limits="A date that is wrong costs as much as a clause left out: fields weigh the same.",
    ),
    rate_metric(
        "field_accuracy",
        "Fields right / fields that the truths set, over all questions; what is filled beyond "
        "them costs nothing here.",
        "fields_right",
        of="fields_set",
        source=_SEED,
        limits="Filling every field costs nothing here; long documents weigh more.",
    ),
    mean_metric(
        "field_precision",
        "Mean over all questions of fields right / fields filled; 0 where nothing is filled.",
        "precision",
    ),
    mean_metric(
        "field_recall",
        "Mean over all questions of fields right / fields set: of one question it is its "
        "field_accuracy.",
        "recall",
    ),
    Metric(
        "exact_rate",
        "Questions of which every field is right and nothing else is filled / all questions.",
        _exact,
        formula="exact / n",
        limits="One wrong field of many counts as much as all of them wrong.",
        proportion=True,
    ),
    mean_metric(
        "element_f1",
        "Mean over the questions whose truth sets a set of the F1 of its sets' elements: a set "
        "that is right in part counts in part; a verdict that calls a set equivalent makes all "
        "of it right.",
        "element_f1",
        of="has_sets",
    ),
    Metric(
        "field_accuracy_unjudged",
        "Fields right without a verdict / fields that the truths set: what no judge moved.",
        _unjudged_share,
        formula="(fields_right − fields_judged) / fields_set",
    ),
    mean_metric(
        "field_accuracy_as_coded",
        "Mean over all questions of the seed's accuracy by document, as its code computes it: "
        "values equal as written or judged so / fields set, the applicable law preset.",
        "accuracy_as_coded",
        source=f"{_SEED}, code",
    ),
    ANSWERED_RATE,
    rate_metric(
        "field_precision_pooled",
        "Fields right / fields filled, over all questions; 0 where nothing is filled.",
        "fields_right",
        of="fields_filled",
        of_answered=True,
    ),
    Metric(
        "field_f1_pooled",
        "2 * fields right / (fields set + fields filled), over all questions: long answers weigh "
        "more, and one left out may raise it.",
        _pooled_f1,
        formula="2 · fields_right / (fields_set + fields_filled)",
        of_answered=True,
        source="van Rijsbergen 1979, micro-averaged",
    ),
)
