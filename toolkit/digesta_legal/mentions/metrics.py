"""The metrics of the scorer ``mentions``, the headline first."""

from __future__ import annotations

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Metric, Share
from digesta.scorers.shared.metrics import mean_metric

_LAWBENCH = "LawBench (arXiv 2309.16289), section 4"

METRICS = (
    mean_metric(
        "reply_score",
        "Mean over questions of: set F1 of the labels or articles read; 1 for the one right label "
        "alone, or for the right amount among three numbers at most; of a prison term 1 - "
        "|ln(right + 1) - ln(read + 1)| / ln 2, at least 0.",
        "credit",
        limits="A label counts wherever it stands in a reply, though it be denied there.",
        source=_LAWBENCH,
    ),
    ANSWERED_RATE,
    mean_metric(
        "as_published",
        "Mean of what the original's functions give: as reply_score, an amount among any number "
        "of numbers, and of a prison term 1 - |ln(right + 1) - ln(read + 1)| / ln 216, at least "
        "0 for each question.",
        "published",
        limits="A reply that lists many numbers is right about an amount; one that always names "
        "the middle term scores high.",
        source=_LAWBENCH,
    ),
    Metric(
        "exact_rate",
        "Replies in which what is right was read, all of it and no more / all questions.",
        lambda sums: Share(sums["exact"], sums.n),
        formula="exact / n",
        proportion=True,
    ),
    Metric(
        "nothing_read_rate",
        "Questions in whose reply, if there is one, the reading finds nothing / all questions; the "
        "original's abstentions.",
        lambda sums: Share(sums["nothing_read"], sums.n),
        formula="nothing_read / n",
        proportion=True,
        lower_is_better=True,
        limits="It says nothing about whether the reply declined or was of another form.",
        source=_LAWBENCH,
    ),
    Metric(
        "term_distance",
        "Mean of |ln(right + 1) - ln(read + 1)| / ln 1000 over prison terms, ln 216 / ln 1000 "
        "where none was read: the original's mean distance over ln 1000 (6.907755).",
        lambda sums: Share(sums["distance"], sums["terms"] * NANO),
        formula="distance / terms",
        unit=NANO,
        undefined=True,
        lower_is_better=True,
        limits="Terms over 999 months count as 999.",
        source=_LAWBENCH,
    ),
)
