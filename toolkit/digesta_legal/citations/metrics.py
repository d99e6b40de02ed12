"""The metrics of the scorer ``citations``, the headline first."""

from __future__ import annotations

from digesta.scorers.base import ANSWERED_RATE
from digesta.scorers.shared.metrics import mean_metric, rate_metric

_GAMED = (
    "It says that an authority is named, not that it is applied rightly: the examiners give no "
    "points for a name alone."
)

METRICS = (
    mean_metric(
        "citation_points",
        "Mean over questions of: points earned for naming the table's authorities / points that "
        "the table gives for naming them; missing and unreadable answers earn nothing.",
        "credit",
        limits=_GAMED,
        source="the official tables of points of the Brazilian bar examination",
    ),
    ANSWERED_RATE,
    rate_metric(
        "citation_points_pooled",
        "Points earned for naming authorities / points given for them, over all questions.",
        "points",
        of="available",
        limits="A long document of the first part weighs as much as many short questions.",
    ),
    rate_metric(
        "article_points_pooled",
        "The same where article and law alone count, and no paragraph, item or letter.",
        "article_points",
        of="available",
        limits=_GAMED,
    ),
)
